import Synchronization

/// Counts the objects of a test that are still referred to, so that leaks show.
final class LiveObjectCount: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .sequentiallyConsistent) }

  /// An object that counts until it is released.
  func object() -> Object { Object(self) }

  final class Object: Sendable {
    private let owner: LiveObjectCount

    fileprivate init(_ owner: LiveObjectCount) {
      self.owner = owner
      owner.count.add(1, ordering: .sequentiallyConsistent)
    }

    deinit {
      owner.count.subtract(1, ordering: .sequentiallyConsistent)
    }
  }
}
