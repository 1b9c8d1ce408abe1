import Synchronization

/// What an operation needs to know of resources, worked out once for each when it is first asked for.
final class ResourceValues<Value: Sendable>: Sendable {
  private let known = Mutex<[String: Value]>([:])

  /// The value for the resource of a collection.
  ///
  /// - Parameters:
  ///   - make: Works it out. Two threads that ask at the same time may both do so; one of the values is kept.
  func value(of collection: RecordCollection, _ make: () -> Value) -> Value {
    let name = collection.resource.name
    if let value = known.withLock({ $0[name] }) { return value }
    let made = make()
    return known.withLock { known in
      if let value = known[name] { return value }
      known[name] = made
      return made
    }
  }
}
