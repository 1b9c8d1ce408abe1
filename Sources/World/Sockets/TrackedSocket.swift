import HTTPCore

/// An open socket as its world sees it.
package protocol TrackedSocket: AnyObject, Sendable {
  /// The request that it began with.
  var subject: FaultSubject { get }
  /// The world's time when it was opened.
  var openedAt: Timestamp { get }
  /// What passed so far.
  var traffic: SocketTraffic { get }

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
