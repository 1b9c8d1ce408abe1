import Dispatch
import HTTPCore
import Locking
import Synchronization

/// The open sockets of a world.
package final class SocketTable: Sendable {
  private struct State {
    var sockets: [Int: any OpenSocket] = [:]
    var count = 0
    var pastTraffic = SocketTraffic()
    var droppedCount = 0
  }

  /// A handshake whose socket is not in the table yet, although its client may know that it is open.
  package final class Handshake: Sendable {
    private let group: DispatchGroup
    private let isOver = Atomic(false)

    fileprivate init(_ group: DispatchGroup) {
      self.group = group
      group.enter()
    }

    deinit { end() }

    /// Ends it: the socket is in the table, or will never be.
    package func end() {
      if !isOver.exchange(true, ordering: .relaxed) { group.leave() }
    }
  }

  private let handshakes = DispatchGroup()
  private let state = OrderedMutex(.socketTable, State())

  /// Creates an empty table.
  package init() {}

  /// Begins a handshake, which ends with the object at the latest.
  package func begin() -> Handshake { Handshake(handshakes) }

  /// Waits until the sockets of all handshakes are in the table, at most for a second. Not to be called on a thread that
  /// reads sockets.
  package func awaitHandshakes() { _ = handshakes.wait(timeout: .now() + 1) }

  /// Adds a socket.
  ///
  /// - Returns: Its id, which is unique in the world.
  package func add(_ socket: any OpenSocket) -> Int {
    state.withLock { state in
      state.count += 1
      state.sockets[state.count] = socket
      return state.count
    }
  }

  /// Removes a socket.
  package func remove(_ id: Int) {
    state.withLock { state in
      guard let socket = state.sockets.removeValue(forKey: id) else { return }
      state.pastTraffic = state.pastTraffic + socket.traffic
    }
  }

  /// The traffic of closed sockets.
  package var pastTraffic: SocketTraffic { state.withLock { $0.pastTraffic } }

  /// Counts messages that were dropped because a reader was slow.
  package func countDropped(_ messages: Int) { state.withLock { $0.droppedCount += messages } }

  /// The number of messages that were dropped because readers were slow.
  package var droppedCount: Int { state.withLock { $0.droppedCount } }

  /// The socket of that id.
  package subscript(id: Int) -> (any OpenSocket)? { state.withLock { $0.sockets[id] } }

  /// Every socket, in the order in which they were opened.
  package var all: [(id: Int, socket: any OpenSocket)] {
    state.withLock { $0.sockets }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The number of sockets.
  package var count: Int { state.withLock { $0.sockets.count } }

  /// Closes every socket, for example when the world is deleted.
  package func closeAll(code: UInt16, reason: String) {
    for (_, socket) in all { socket.close(code: code, reason: reason) }
  }

  /// Resets every connection immediately.
  package func abortAll() {
    for (_, socket) in all { socket.abort() }
  }

  /// Notifies every socket that faults began or ended.
  package func faultsChanged() {
    for (_, socket) in all { socket.faultsChanged() }
  }
}

/// An open socket as its world uses it.
package protocol OpenSocket: AnyObject, Sendable {
  /// The request of its handshake.
  var subject: FaultSubject { get }
  /// The world's time when it was opened.
  var openedAt: Timestamp { get }
  /// The traffic so far.
  var traffic: SocketTraffic { get }

  /// The status of its session; nil for none.
  var status: SessionStatus? { get }
  /// The id of the ``Device`` that opened it.
  var device: String { get }
  /// Bytes of messages that wait to be sent.
  var queuedBytes: Int { get }
  /// The number of messages that were dropped because its client reads too slowly.
  var droppedMessages: Int { get }

  /// Sends a message as its session would; faults apply to it.
  func send(_ message: WebSocketMessage)

  /// Sends what is queued, then a close frame.
  func close(code: UInt16, reason: String)

  /// Resets the connection.
  func abort()

  /// Updates the faults that are active for it.
  func faultsChanged()
}

/// The traffic of a socket since it was opened, after faults: what the session received, and what was sent.
package struct SocketTraffic: Sendable, Equatable {
  package var incomingMessages = 0
  package var incomingBytes = 0
  package var outgoingMessages = 0
  package var outgoingBytes = 0

  /// No traffic.
  package init() {}

  /// The sum of both.
  package static func + (left: SocketTraffic, right: SocketTraffic) -> SocketTraffic {
    var sum = left
    sum.incomingMessages &+= right.incomingMessages
    sum.incomingBytes &+= right.incomingBytes
    sum.outgoingMessages &+= right.outgoingMessages
    sum.outgoingBytes &+= right.outgoingBytes
    return sum
  }
}
