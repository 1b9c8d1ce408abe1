import HTTPCore
import Platform

/// One open socket as the loop sees it. Touched only by the loop's thread.
final class SocketConnection {
  let handle: SocketHandle
  let session: any WebSocketSession
  let socket: UpgradedSocket
  var assembler: MessageAssembler
  var writer: SocketWriter
  /// Whether reading is stopped until the client has read what waits for it.
  var isReadingPaused = false
  /// Whether reading is stopped until the application wants it to go on.
  var isReadingHeld = false
  /// Whether the connection was dropped, which libwebsockets has not noticed yet.
  var isAborted = false
  /// Whether a close was asked for; what the client sends from then on is thrown away.
  var isClosing = false
  /// The loop's second after which a reset that was asked for waits for nothing any more; nil when none was.
  var resetDeadline: Int?
  /// Whether all that waited is sent and libwebsockets has the close frame to send.
  var hasSentClose = false
  /// Whether the client gets some time to read what it was sent last.
  var mayLinger = true
  /// Whether it is on the loop's list of sockets to write to.
  var isListed = false
  /// The turn of the loop in which a message last came.
  var readTurn: UInt64 = 0
  /// When something last came from the client, in the loop's whole seconds.
  var lastReceived: Int
  /// Whether it was asked by a ping since then.
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

  /// Lets the session take an event and carries out what it wants.
  func deliver(_ event: WebSocketEvent) {
    for action in session.receive(event) {
      switch action {
      case .send(let message): handle.send(message)
      case .close(let code, let reason): handle.close(code: code, reason: reason)
      }
    }
  }
}

/// Puts the pieces of an incoming message together, with a limit on the whole.
struct MessageAssembler {
  /// What a piece led to.
  enum Step: Equatable {
    case incomplete
    case complete(WebSocketMessage)
    /// A message ended that was larger than the limit; its bytes are gone.
    case tooLarge
    /// A message is so much larger than the limit that its end is not waited for.
    case endless
  }

  /// A message that is too large is read up to so many times the limit, so that the session can answer it.
  private static let patience = 8

  private let limit: Int
  private var bytes: [UInt8] = []
  /// Bytes of the message so far, kept or not.
  private var count = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// Adds a piece.
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

/// What one socket may take up.
package struct WebSocketLimits: Sendable, Equatable {
  /// The largest message a client may send, all fragments together; beyond it the socket is closed with 1009.
  package var maximumMessageBytes: Int
  /// The most bytes that wait for a slow reader; beyond it ``OverflowPolicy`` says what happens.
  package var maximumQueuedBytes: Int
  /// The most messages that wait for a slow reader.
  package var maximumQueuedMessages = 4096
  /// The part of the queue, in bytes or in number, that waits for the client when reading from it stops; it goes
  /// on when half of that waits.
  package var readPause = 0.125
  /// Seconds without anything from the client after which it is asked by a ping whether it is there.
  package var pingAfterSeconds = 30
  /// Seconds without anything from the client, the answer to a ping included, after which its socket is dropped.
  package var dropAfterSeconds = 75

  /// Limits with room in the queue for two of the largest messages, so that one can be sent back.
  package init(maximumMessageBytes: Int) {
    self.maximumMessageBytes = maximumMessageBytes
    let (twice, overflow) = maximumMessageBytes.multipliedReportingOverflow(by: 2)
    maximumQueuedBytes = overflow ? .max : max(1 << 20, twice)
  }
}
