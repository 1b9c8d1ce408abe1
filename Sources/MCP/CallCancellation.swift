import Synchronization

/// Whether somebody still waits for a call.
final class CallCancellation: Sendable {
  private let flag = Atomic(false)

  /// A call that is waited for.
  init() {}

  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  func cancel() { flag.store(true, ordering: .relaxed) }
}
