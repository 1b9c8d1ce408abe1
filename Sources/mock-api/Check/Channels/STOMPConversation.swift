import Client
import HTTPCore
import JSON
import STOMP

/// A session of STOMP over a WebSocket: channels are destinations, messages are the bodies of MESSAGE frames.
struct STOMPConversation: ChannelConversation {
  let status = 101
  private(set) var remarks: [ChannelRemark] = []
  private let socket: WebSocketClient
  private var parser: FrameParser
  private let destinations: [String]
  /// Frames that came while others were awaited.
  private var early: [Frame] = []
  /// Whether the session is open.
  private var isOpen = false

  private static let connectMilliseconds = 10_000
  private static let receiptMilliseconds = 1000
  private static let maximumBodyBytes = 16 << 20

  /// Opens the session of a connection and subscribes to its channels.
  ///
  /// - Throws: ``ConversationEnd``.
  init(_ client: HTTPClient, _ connection: ChannelConnection) throws(ConversationEnd) {
    var connection = connection
    connection.subprotocols = ProtocolVersion.allCases.reversed().map(\.subprotocol)
    socket = try WebSocketConversation.open(client, connection)
    var limits = Limits()
    limits.maximumBodyBytes = Self.maximumBodyBytes
    parser = FrameParser(limits: limits)
    destinations = connection.channels.map { $0.address.hasPrefix("/") ? $0.address : "/" + $0.address }
    try begin(client, connection)
    isOpen = true
    let heard = connection.channels.indices.filter { !connection.channels[$0].heard.isEmpty }
    for number in heard {
      let last = number == heard.last
      try send(
        .subscribe, [("id", "\(number)"), ("destination", destinations[number])] + (last ? [("receipt", "check")] : []))
    }
    // From the receipt on, nothing is missed; a broker without receipts costs a moment.
    if !heard.isEmpty { early += try frames(until: .receipt, within: Self.receiptMilliseconds) }
  }

  private mutating func begin(_ client: HTTPClient, _ connection: ChannelConnection) throws(ConversationEnd) {
    var headers = [("accept-version", ProtocolVersion.list), ("host", client.address.host), ("heart-beat", "0,0")]
    if let token = connection.token { headers.append(("Authorization", "Bearer \(token)")) }
    if let user = connection.user { headers += [("login", user.name), ("passcode", user.value)] }
    try send(.connect, headers)
    let frames = try frames(until: .connected, within: Self.connectMilliseconds)
    guard let connected = frames.last, connected.command == .connected else {
      throw .lost("no CONNECTED within \(Self.connectMilliseconds) ms")
    }
    parser.version = ProtocolVersion.highest(in: connected.headers["version"] ?? "1.0")
  }

  private func send(_ command: Command, _ headers: [(String, String)], body: [UInt8] = []) throws(ConversationEnd) {
    let frame = Frame(command, Headers(headers), body: body)
    let bytes = FrameSerializer.serialize(frame, for: parser.version ?? .v1_2)
    try socket.pass(String(decoding: bytes, as: UTF8.self))
  }

  /// The frames up to one of a command, or those that came in this time.
  private mutating func frames(until command: Command, within milliseconds: Int) throws(ConversationEnd) -> [Frame] {
    var frames: [Frame] = []
    let stopwatch = Stopwatch()
    while stopwatch.milliseconds < milliseconds {
      for frame in try next(timeoutMilliseconds: milliseconds - stopwatch.milliseconds) {
        if frame.command == .error { throw .rejected(Self.explanation(of: frame)) }
        frames.append(frame)
      }
      if frames.contains(where: { $0.command == command }) { break }
    }
    return frames
  }

  /// The frames of the next message of the WebSocket; empty when none came in this time.
  private mutating func next(timeoutMilliseconds: Int) throws(ConversationEnd) -> [Frame] {
    switch try socket.event(timeoutMilliseconds: timeoutMilliseconds) {
    case nil: return []
    case .closed(let code, let reason): throw .closed(code: code, reason: reason)
    case .text(let bytes): parser.append(bytes, isText: true)
    case .binary(let bytes): parser.append(bytes, isText: false)
    }
    parser.endOfMessage()
    var frames: [Frame] = []
    while let event = parser.next() {
      switch event {
      case .frame(let received): frames.append(received.frame)
      case .failure(let diagnosis): throw .malformed("STOMP: \(diagnosis.summary)")
      }
    }
    return frames
  }

  private static func explanation(of frame: Frame) -> String {
    let body = String(decoding: frame.body.prefix(160), as: UTF8.self)
    return "ERROR: \(frame.headers["message"] ?? body)"
  }

  mutating func receive(timeoutMilliseconds: Int) throws(ConversationEnd) -> [ChannelNews] {
    let frames = early.isEmpty ? try next(timeoutMilliseconds: timeoutMilliseconds) : early
    early = []
    var news: [ChannelNews] = []
    for frame in frames {
      switch frame.command {
      case .message: news.append(message(frame))
      case .error: throw .rejected(Self.explanation(of: frame))
      case .receipt, .connected: continue
      default:
        news.append(
          .remark(ChannelRemark(location: "frame", message: "is \(frame.command.rawValue), which only clients send")))
      }
    }
    return news
  }

  private func message(_ frame: Frame) -> ChannelNews {
    guard let id = frame.headers["subscription"] else {
      return .remark(ChannelRemark(location: "header subscription", message: "of a MESSAGE is missing"))
    }
    guard let number = Int(id), destinations.indices.contains(number) else {
      return .remark(
        ChannelRemark(location: "header subscription", message: "is \"\(id.clipped(to: 60))\", which was not asked for")
      )
    }
    return .frame(HeardFrame(channels: [number], content: .text(frame.body)))
  }

  mutating func send(
    _ payload: JSONValue, as message: CheckedMessage, to channel: Int, replies: [String]
  ) throws(ConversationEnd) {
    let type = message.model.document.contentType ?? "application/json"
    let plain = type.hasPrefix("text/") ? payload.string.map { Array($0.utf8) } : nil
    let body = plain ?? JSONWriter.serialize(payload, sortedKeys: false)
    try send(
      .send,
      [("destination", destinations[channel]), ("content-type", type), ("content-length", "\(body.count)")],
      body: body)
  }

  mutating func close() {
    if isOpen { try? send(.disconnect, []) }
    socket.close()
  }
}
