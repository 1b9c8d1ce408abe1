import HTTPCore
import JSON
import STOMP
import World

/// Refuses every client of the message broker.
struct RefuseConnectFault: Fault {
  static let name = "refuseConnect"
  static let about = "responds to CONNECT of STOMP with ERROR and closes, or the handshake of any WebSocket with 503"
  static let scope = FaultScope.both

  private let isAtHandshake: Bool
  private let message: String
  private let retryAfter: Int

  init(_ fields: inout FaultFields) {
    isAtHandshake = fields.choice("at", of: ["connect", "handshake"], "when it refuses") == "handshake"
    message =
      fields.optionalText("message", length: 1...100, "the message of the ERROR") ?? "the broker takes no connections"
    retryAfter = RetryAfter.read(&fields)
  }

  /// Of requests, only handshakes.
  func concerns(_ subject: FaultSubject) -> Bool {
    isAtHandshake && subject.request.headers.contains(token: "websocket", in: "Upgrade")
  }

  func respondToHandshake(_ context: FaultContext) throws(Problem) -> Response? {
    throw FaultResponse.problem(503, message, ["Retry-After": "\(retryAfter)"], context)
  }

  func socketFault(chance: WorldRandom) -> (any SocketFault)? {
    isAtHandshake ? nil : Refusal(message: message)
  }

  private struct Refusal: SocketFault {
    let message: String

    mutating func pass(
      _ message: WebSocketMessage, _ direction: FrameDirection, about subject: ChannelMessage?
    ) -> [FrameEffect] {
      guard direction == .incoming, let isFramed = ConnectFrame.framing(message.bytes) else { return [] }
      let frame = Frame(
        .error, Headers([("message", self.message), ("content-type", "text/plain")]), body: Array(self.message.utf8))
      let bytes = FrameSerializer.serialize(frame, for: .v1_2)
      guard isFramed else { return [.drop, .reply(.text(bytes)), .close(code: 1013, reason: "")] }
      let text = JSONWriter.serialize(.array([.string(String(decoding: bytes, as: UTF8.self))]))
      return [.drop, .reply(.text(Array("a".utf8) + text)), .close(code: 1013, reason: "")]
    }
  }
}

/// The frames that begin a STOMP session.
private enum ConnectFrame {
  /// Whether a message that begins a session has SockJS's framing; nil for any other message.
  static func framing(_ bytes: [UInt8]) -> Bool? {
    let rest = bytes.drop { $0 == 0x0A || $0 == 0x0D }
    if begins(rest) { return false }
    let framed = bytes.drop { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "\"") }
    return framed.startIndex > bytes.startIndex && begins(framed) ? true : nil
  }

  private static func begins(_ bytes: ArraySlice<UInt8>) -> Bool {
    [Command.connect, .stomp].contains { bytes.starts(with: $0.rawValue.utf8) }
  }
}

/// Closes sockets.
struct CloseFault: Fault {
  static let name = "close"
  static let about = "closes a socket with a code, immediately or after some messages to the client"
  static let scope = FaultScope.sockets

  private let code: Int
  private let reason: String
  private let afterMessages: Int
  private let isAbort: Bool

  init(_ fields: inout FaultFields) {
    code = fields.integer(
      "code", in: 1000...4999, default: 1011, "the close code, one that RFC 6455 allows to be sent")
    // RFC 6455 §7.4.1 and §7.4.2: the first three are never sent, the others are undefined.
    if [1004, 1005, 1006].contains(code) || (1015...2999).contains(code) {
      fields.reject("code", "must be one that may be sent (RFC 6455 §7.4)")
    }
    reason = fields.optionalText("reason", length: 0...100, "the text in the close frame") ?? ""
    // A control frame has at most 125 bytes, including the code (RFC 6455 §5.5).
    if reason.utf8.count > 123 { fields.reject("reason", "must have at most 123 bytes") }
    afterMessages = fields.integer(
      "afterMessages", in: 0...1_000_000_000, default: 0, "how many messages the client gets first")
    isAbort = fields.flag("abort", "true to reset the connection without a close frame")
  }

  func socketFault(chance: WorldRandom) -> (any SocketFault)? {
    Ending(effect: isAbort ? .abort : .close(code: UInt16(clamping: code), reason: reason), rest: afterMessages)
  }

  private struct Ending: SocketFault {
    let effect: FrameEffect
    /// The number of messages that remain to pass before.
    var rest: Int

    mutating func begin() -> [FrameEffect] { rest == 0 ? [effect] : [] }

    mutating func pass(
      _ message: WebSocketMessage, _ direction: FrameDirection, about subject: ChannelMessage?
    ) -> [FrameEffect] {
      guard direction == .outgoing, !Heartbeat.isOne(message) else { return [] }
      guard rest > 0 else { return [.drop, effect] }
      rest -= 1
      return []
    }
  }
}

/// A connection whose peer has disappeared without closing it, such as a phone that changed networks.
struct HalfOpenFault: Fault {
  static let name = "halfOpen"
  static let about = "a socket neither sends nor receives any more, and stays open"
  static let scope = FaultScope.sockets

  init(_ fields: inout FaultFields) {}

  func socketFault(chance: WorldRandom) -> (any SocketFault)? { Silent() }

  private struct Silent: SocketFault {
    /// Pings are not answered either.
    mutating func begin() -> [FrameEffect] { [.pauseReading(true)] }

    mutating func pass(
      _ message: WebSocketMessage, _ direction: FrameDirection, about subject: ChannelMessage?
    ) -> [FrameEffect] { [.drop] }

    mutating func end() -> [FrameEffect] { [.pauseReading(false)] }
  }
}

/// A server that is too busy to read.
struct SlowReaderFault: Fault {
  static let name = "slowReader"
  static let about = "the server stops reading from a socket, so that what the client sends piles up on its side"
  static let scope = FaultScope.sockets

  init(_ fields: inout FaultFields) {}

  func socketFault(chance: WorldRandom) -> (any SocketFault)? { Paused() }

  private struct Paused: SocketFault {
    mutating func begin() -> [FrameEffect] { [.pauseReading(true)] }

    mutating func end() -> [FrameEffect] { [.pauseReading(false)] }
  }
}

/// Suppresses the server's heartbeats.
struct MuteHeartbeatsFault: Fault {
  static let name = "muteHeartBeats"
  static let about = "suppresses the server's heart-beats: the line ends of STOMP and the h of SockJS"
  static let scope = FaultScope.sockets

  init(_ fields: inout FaultFields) {}

  func socketFault(chance: WorldRandom) -> (any SocketFault)? { HeartbeatSuppression() }

  private struct HeartbeatSuppression: SocketFault {
    mutating func pass(
      _ message: WebSocketMessage, _ direction: FrameDirection, about subject: ChannelMessage?
    ) -> [FrameEffect] {
      direction == .outgoing && Heartbeat.isOne(message) ? [.drop] : []
    }
  }
}

/// Delays messages of a socket.
struct DelayMessagesFault: Fault {
  static let name = "delayMessages"
  static let about = "messages of a socket, and all later ones, are delayed, by real time"
  static let scope = FaultScope.sockets

  private let length: DelayLength
  private let selector: MessageSelector
  var channelMessages: ChannelSelection? { selector.channelMessages }

  init(_ fields: inout FaultFields) {
    length = DelayLength(&fields)
    selector = MessageSelector(&fields)
  }

  func socketFault(chance: WorldRandom) -> (any SocketFault)? {
    SelectedMessages(selector: selector) { _ in .delay(milliseconds: length.milliseconds(chance)) }
  }
}

/// Drops messages of a socket.
struct DropMessageFault: Fault {
  static let name = "dropMessage"
  static let about = "messages of a socket do not arrive"
  static let scope = FaultScope.sockets

  private let selector: MessageSelector
  var channelMessages: ChannelSelection? { selector.channelMessages }

  init(_ fields: inout FaultFields) {
    selector = MessageSelector(&fields)
  }

  func socketFault(chance: WorldRandom) -> (any SocketFault)? {
    SelectedMessages(selector: selector) { _ in .drop }
  }
}

/// Repeats messages of a socket.
struct DuplicateFault: Fault {
  static let name = "duplicate"
  static let about = "messages of a socket arrive twice"
  static let scope = FaultScope.sockets

  private let selector: MessageSelector
  var channelMessages: ChannelSelection? { selector.channelMessages }

  init(_ fields: inout FaultFields) {
    selector = MessageSelector(&fields)
  }

  func socketFault(chance: WorldRandom) -> (any SocketFault)? {
    SelectedMessages(selector: selector) { _ in .duplicate }
  }
}

/// Swaps messages of a socket.
struct ReorderFault: Fault {
  static let name = "reorder"
  static let about = "messages of a socket arrive after the next one"
  static let scope = FaultScope.sockets

  private let selector: MessageSelector
  var channelMessages: ChannelSelection? { selector.channelMessages }

  init(_ fields: inout FaultFields) {
    selector = MessageSelector(&fields)
  }

  func socketFault(chance: WorldRandom) -> (any SocketFault)? {
    SelectedMessages(selector: selector) { _ in .hold }
  }
}

/// Corrupts messages of a socket.
struct CorruptFault: Fault {
  static let name = "corrupt"
  static let about = "one character or byte in messages of a socket is changed"
  static let scope = FaultScope.sockets

  private let selector: MessageSelector
  var channelMessages: ChannelSelection? { selector.channelMessages }

  init(_ fields: inout FaultFields) {
    selector = MessageSelector(&fields)
  }

  func socketFault(chance: WorldRandom) -> (any SocketFault)? {
    SelectedMessages(selector: selector) { .replace(Corruption.of($0, chance)) }
  }
}

/// Changes the text of messages of a socket.
struct EditMessageFault: Fault {
  static let name = "editMessage"
  static let about = "messages of a socket arrive with a text replaced, within their frames and escapes"
  static let scope = FaultScope.sockets

  private static let maximumLength = 65_536

  private let edit: MessageEdit
  private let selector: MessageSelector
  var channelMessages: ChannelSelection? { selector.channelMessages }

  init(_ fields: inout FaultFields) {
    let find = fields.optionalContent(
      "find", length: 1...Self.maximumLength, "the text to replace, at each occurrence in a message",
      absent: "the whole message")
    let replacement =
      fields.optionalContent("replace", length: 0...Self.maximumLength, "the replacement", absent: "nothing")
      ?? ""
    edit = MessageEdit(find: find, replacement: replacement)
    selector = MessageSelector(&fields)
  }

  func socketFault(chance: WorldRandom) -> (any SocketFault)? {
    SelectedMessages(selector: selector) { edit.edited($0).map(FrameEffect.replace) }
  }
}
