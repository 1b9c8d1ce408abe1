import HTTPCore
import Locking
import Synchronization

/// Reads what a frame says on a channel; nil for a frame that says nothing there. Called when the journal is read.
package typealias ChannelFrameReader = @Sendable ([UInt8], JournalFrame.Direction) -> ChannelMessage?

/// One message of a WebSocket, or of a stream of events, as the journal keeps it.
package struct JournalFrame: Sendable {
  /// The direction.
  package enum Direction: String, Sendable, CaseIterable {
    /// From the client.
    case received
    /// To the client.
    case sent
  }

  /// The socket's id, as in the list of sockets.
  package let socket: String
  package let api: String
  /// The path of the handshake, as the client sent it, without the query.
  package let path: String
  package let direction: Direction
  /// What was sent, or would have been without the fault. The journal truncates it when it is long.
  package private(set) var message: WebSocketMessage
  /// The size of the whole payload in bytes, even if it is truncated.
  package let payloadBytes: Int
  package let account: String?
  /// The id of the ``Device`` that opened the socket.
  package let device: String?
  package let fault: AppliedFault?
  /// The session's findings about it; nil for frames of the server.
  package let remarks: FrameRemarks?
  /// What the sender said that it says on a channel; nil where that is not known.
  private let subject: ChannelMessage?
  /// Reads it from the bytes instead; nil for other protocols.
  private let reading: MessageReading?
  /// How it was delivered; nil while it is pending.
  package private(set) var ending: Transmission.Ending?
  /// Whether a fault holds it back until an event releases it, if ever.
  package let isHeld: Bool

  /// Creates a frame.
  package init(
    socket: String, api: String, path: String, direction: Direction, message: WebSocketMessage,
    account: String? = nil, device: String? = nil, fault: AppliedFault? = nil, remarks: FrameRemarks? = nil,
    subject: ChannelMessage? = nil, reader: ChannelFrameReader? = nil, ending: Transmission.Ending? = .whole,
    isHeld: Bool = false
  ) {
    (self.ending, self.isHeld) = (ending, isHeld)
    self.subject = subject
    reading = subject == nil ? reader.map(MessageReading.init) : nil
    self.socket = socket
    self.api = api
    self.path = path
    self.direction = direction
    self.message = message
    self.account = account
    self.device = device
    self.fault = fault
    self.remarks = remarks
    payloadBytes = message.bytes.count
  }

  /// What it says on a channel of an API; nil where it says nothing, or that is not known.
  package var channelMessage: ChannelMessage? {
    remarks?.subject ?? subject ?? reading?.message(message.bytes, direction)
  }

  /// Whether it arrived: a received frame at its session, a sent one at the system, which has all its bytes. nil while
  /// it is pending and no fault holds it.
  package var isDelivered: Bool? {
    if let ending { return ending == .whole }
    return isHeld ? false : nil
  }

  /// The frame with its delivery.
  func ended(_ ending: Transmission.Ending) -> JournalFrame {
    var copy = self
    copy.ending = ending
    return copy
  }

  /// The frame before its delivery.
  var pending: JournalFrame {
    var copy = self
    copy.ending = nil
    return copy
  }

  /// Whether the payload is truncated.
  package var isTruncated: Bool { message.bytes.count < payloadBytes }

  /// Whether it is a text message.
  package var isText: Bool {
    if case .text = message { true } else { false }
  }

  /// The frame with at most this many bytes of its payload.
  func cut(to limit: Int) -> JournalFrame {
    guard payloadBytes > limit else { return self }
    var copy = self
    let prefix = Array(message.bytes.prefix(limit))
    copy.message = isText ? .text(prefix) : .binary(prefix)
    return copy
  }
}

/// What a frame says, read from its bytes when somebody asks first.
private final class MessageReading: Sendable {
  private let reader: ChannelFrameReader
  private let known = OrderedMutex<ChannelMessage??>(.leaf, .none)

  init(_ reader: @escaping ChannelFrameReader) { self.reader = reader }

  func message(_ bytes: [UInt8], _ direction: JournalFrame.Direction) -> ChannelMessage? {
    if let known = known.withLock(\.self) { return known }
    let read = reader(bytes, direction)
    known.withLock { $0 = .some(read) }
    return read
  }
}
