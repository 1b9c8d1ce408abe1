import HTTPCore
import Synchronization

/// The handle through which any thread pushes to one socket.
final class SocketHandle: WebSocketHandle {
  private struct State {
    var queue: OutgoingQueue
    /// Whether the loop knows already that there is something to send.
    var isAnnounced = false
  }

  private let state: Mutex<State>
  private let announce: @Sendable (SocketHandle) -> Void

  /// - Parameters:
  ///   - announce: Tells the loop that there is something to send; called once until the loop has looked.
  init(limits: WebSocketLimits, announce: @escaping @Sendable (SocketHandle) -> Void) {
    state = Mutex(State(queue: OutgoingQueue(limit: limits.maximumQueuedBytes)))
    self.announce = announce
  }

  func send(_ message: WebSocketMessage) {
    change { _ = $0.append(message) }
  }

  func close(code: UInt16, reason: String) {
    change { $0.close(code: code, reason: reason) }
  }

  /// Takes what is to be sent next; the loop's half.
  func next() -> OutgoingQueue.Item? {
    state.withLock { state in
      state.isAnnounced = false
      return state.queue.next()
    }
  }

  /// Octets that wait.
  var queuedBytes: Int { state.withLock { $0.queue.byteCount } }

  /// Whether the socket shall be closed.
  var isClosing: Bool { state.withLock { $0.queue.isClosing } }

  private func change(_ body: (inout OutgoingQueue) -> Void) {
    let isNews = state.withLock { state in
      body(&state.queue)
      defer { state.isAnnounced = true }
      return !state.isAnnounced
    }
    if isNews { announce(self) }
  }
}
