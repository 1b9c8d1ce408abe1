import HTTPCore
import Locking

/// The open sockets of a world.
package final class SocketTable: Sendable {
  private struct State {
    var sockets: [Int: any OpenSocket] = [:]
    var count = 0
    var pastTraffic = SocketTraffic()
    var droppedCount = 0
  }

  private let state = OrderedMutex(.socketTable, State())

  /// No sockets.
  package init() {}

  /// Adds a socket.
  ///
  /// - Returns: Its id, which no other socket of the world gets.
  package func add(_ socket: any OpenSocket) -> Int {
    state.withLock { state in
      state.count += 1
      state.sockets[state.count] = socket
      return state.count
    }
  }

  /// Forgets a socket.
  package func remove(_ id: Int) {
    state.withLock { state in
      guard let socket = state.sockets.removeValue(forKey: id) else { return }
      state.pastTraffic = state.pastTraffic + socket.traffic
    }
  }

  /// What passed over the sockets that are closed by now.
  package var pastTraffic: SocketTraffic { state.withLock { $0.pastTraffic } }

  /// Counts messages that a slow reader missed.
  package func countDropped(_ messages: Int) { state.withLock { $0.droppedCount += messages } }

  /// Messages that slow readers missed.
  package var droppedCount: Int { state.withLock { $0.droppedCount } }

  /// The socket of that id.
  package subscript(id: Int) -> (any OpenSocket)? { state.withLock { $0.sockets[id] } }

  /// Every socket, in the order in which they were opened.
  package var all: [(id: Int, socket: any OpenSocket)] {
    state.withLock { $0.sockets }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// How many there are.
  package var count: Int { state.withLock { $0.sockets.count } }

  /// Closes every socket, as when the world ends.
  package func closeAll(code: UInt16, reason: String) {
    for (_, socket) in all { socket.close(code: code, reason: reason) }
  }

  /// Resets every connection at once.
  package func abortAll() {
    for (_, socket) in all { socket.abort() }
  }

  /// Tells every socket that faults came or went.
  package func faultsChanged() {
    for (_, socket) in all { socket.faultsChanged() }
  }
}

/// An open socket as its world sees it.
package protocol OpenSocket: AnyObject, Sendable {
  /// The request that it began with.
  var subject: FaultSubject { get }
  /// The world's time when it was opened.
  var openedAt: Timestamp { get }
  /// What passed so far.
  var traffic: SocketTraffic { get }

  /// What its session tells of itself; nil for nothing.
  var status: SessionStatus? { get }
  /// The id of the ``Device`` that opened it.
  var device: String { get }
  /// Bytes of messages that wait to be sent.
  var queuedBytes: Int { get }
  /// Messages that its client missed since it reads too slowly.
  var droppedMessages: Int { get }

  /// Sends a message as if its session had; faults happen to it.
  func send(_ message: WebSocketMessage)

  /// Sends what is queued, then a close frame.
  func close(code: UInt16, reason: String)

  /// Resets the connection.
  func abort()

  /// Looks at which faults hold for it now.
  func faultsChanged()
}

/// What passed over a socket since it was opened, faults taken into account: what the session took, and what it sent.
package struct SocketTraffic: Sendable, Equatable {
  package var incomingMessages = 0
  package var incomingBytes = 0
  package var outgoingMessages = 0
  package var outgoingBytes = 0

  /// Nothing so far.
  package init() {}

  /// Both together.
  package static func + (left: SocketTraffic, right: SocketTraffic) -> SocketTraffic {
    var sum = left
    sum.incomingMessages &+= right.incomingMessages
    sum.incomingBytes &+= right.incomingBytes
    sum.outgoingMessages &+= right.outgoingMessages
    sum.outgoingBytes &+= right.outgoingBytes
    return sum
  }
}
