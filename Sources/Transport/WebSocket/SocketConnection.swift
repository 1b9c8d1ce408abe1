import HTTPCore
import Platform

/// One open socket of the loop. Used only by the loop's thread.
final class SocketConnection {
  let handle: SocketHandle
  let session: any WebSocketSession
  let socket: UpgradedSocket
  var assembler: MessageAssembler
  var writer: SocketWriter
  /// Whether reading is paused until the client has read waiting messages.
  var isReadingPaused = false
  /// Whether the application has paused reading.
  var isReadingHeld = false
  /// Whether the connection was dropped, which libwebsockets has not noticed yet.
  var isAborted = false
  /// Whether a close was requested; data from the client is discarded from then on.
  var isClosing = false
  /// The loop's second at which a requested reset happens in any case; nil when none was requested.
  var resetDeadline: Int?
  /// Whether all waiting messages are sent and libwebsockets has the close frame to send.
  var hasSentClose = false
  /// Whether the client gets time to read the last messages.
  var mayLinger = true
  /// Whether it is on the loop's list of sockets to write to.
  var isListed = false
  /// The turn of the loop in which the last message arrived.
  var readTurn: UInt64 = 0
  /// When the last data arrived from the client, in the loop's whole seconds.
  var lastReceived: Int
  /// Whether a ping was sent since then.
  var isPinged = false

  init(
    socket: UpgradedSocket, session: any WebSocketSession, handle: SocketHandle, limits: WebSocketLimits, credit: Int,
    now: Int
  ) {
    self.socket = socket
    self.session = session
    self.handle = handle
    assembler = MessageAssembler(limit: limits.maximumMessageBytes)
    writer = SocketWriter(credit: credit)
    lastReceived = now
  }

  /// Passes an event to the session and runs its actions.
  func deliver(_ event: WebSocketEvent) {
    for action in session.receive(event) {
      switch action {
      case .send(let message): handle.send(message)
      case .close(let code, let reason): handle.close(code: code, reason: reason)
      }
    }
  }
}

/// Joins the fragments of an incoming message, with a limit on the whole.
struct MessageAssembler {
  /// The result of a fragment.
  enum Step: Equatable {
    case incomplete
    case complete(WebSocketMessage)
    /// A message ended that was larger than the limit; its bytes were discarded.
    case tooLarge
    /// A message exceeds the limit so much that its end is not awaited.
    case endless
  }

  /// A message that is too large is read up to this multiple of the limit, so that the session can respond to it.
  private static let patience = 8

  private let limit: Int
  private var bytes: [UInt8] = []
  /// The size of the message so far, kept or not.
  private var count = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// Adds a fragment.
  ///
  /// - Parameters:
  ///   - isFirst: Whether it begins a message.
  ///   - isLast: Whether it ends one.
  mutating func append(
    _ piece: UnsafeRawBufferPointer, isFirst: Bool, isLast: Bool, isBinary: Bool
  ) -> Step {
    if isFirst { (bytes, count) = ([], 0) }
    count += piece.count
    guard count <= limit else {
      bytes = []
      if count / Self.patience > limit { return .endless }
      return isLast ? .tooLarge : .incomplete
    }
    bytes.append(contentsOf: piece)
    guard isLast else { return .incomplete }
    defer { bytes = [] }
    return .complete(isBinary ? .binary(bytes) : .text(bytes))
  }
}

/// The limits of one socket.
package struct WebSocketLimits: Sendable, Equatable {
  /// The largest message from a client, all fragments together; a larger one closes the socket with 1009.
  package var maximumMessageBytes: Int
  /// The most bytes that wait for a slow reader; beyond that ``OverflowPolicy`` applies.
  package var maximumQueuedBytes: Int
  /// The most messages that wait for a slow reader.
  package var maximumQueuedMessages = 4096
  /// The fraction of the queue, in bytes or in number, at which reading from the client pauses; it continues at half of
  /// that.
  package var readPause = 0.125
  /// Seconds without data from the client after which a ping is sent.
  package var pingAfterSeconds = 30
  /// Seconds without data from the client, including the response to a ping, after which its socket is dropped.
  package var dropAfterSeconds = 75

  /// Limits with room in the queue for two of the largest messages, so that one can be sent back.
  package init(maximumMessageBytes: Int) {
    self.maximumMessageBytes = maximumMessageBytes
    let (twice, overflow) = maximumMessageBytes.multipliedReportingOverflow(by: 2)
    maximumQueuedBytes = overflow ? .max : max(1 << 20, twice)
  }
}
