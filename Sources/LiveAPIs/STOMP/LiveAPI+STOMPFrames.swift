import HTTPCore
import JSON
import OpenAPI
import World

// What frames of STOMP say on the channels of an API.

extension LiveAPI {
  /// Reads frames of STOMP, plain and in those of SockJS; nil for an API whose servers do not speak it.
  var stompReader: ChannelFrameReader? {
    guard !stompChannels.isEmpty else { return nil }
    return { [self] bytes, direction in message(inSTOMP: bytes, direction) }
  }

  private func message(inSTOMP bytes: [UInt8], _ direction: JournalFrame.Direction) -> ChannelMessage? {
    let command = direction == .sent ? "MESSAGE" : "SEND"
    guard let frame = STOMPContent(bytes), frame.command == command else { return nil }
    for channel in stompChannels {
      guard let parameters = Self.parameters(of: frame.destination, by: Self.destination(of: channel)) else { continue }
      let payload = try? JSONParser.parse(frame.body)
      let candidates = channel.messages.filter { direction == .sent ? $0.isOfServer : $0.isOfClient }
      let message = payload.flatMap { recognized($0, among: candidates) }
      let violations =
        payload.map { payload in
          message.map { self.violations(of: payload, $0) } ?? ["the message is none of the document's"]
        } ?? ["the message is not valid JSON"]
      let cause = direction == .received ? .client : message?.trigger.map(Self.cause) ?? .unknown
      return ChannelMessage(
        api: api.name, channel: channel.name, name: message?.name, parameters: parameters, form: .read(payload),
        cause: cause, violations: violations)
    }
    return nil
  }

  private func recognized(_ payload: JSONValue, among candidates: [ChannelModel.Message]) -> ChannelModel.Message? {
    if candidates.count == 1 { return candidates[0] }
    let recognition = MessageRecognition(payload, candidates) { schema(of: $0)?.isValid(payload) ?? true }
    guard case .one(let number) = recognition else { return nil }
    return candidates[number]
  }

  private static func cause(_ trigger: ChannelModel.Trigger) -> ChannelMessage.Cause {
    switch trigger {
    case .write: .write(nil)
    case .clock: .clock
    case .connection: .connection
    case .messages(let names): .message(names.count == 1 ? names[0] : nil)
    case .none: .unknown
    }
  }
}

/// The command, the destination and the body of a frame of STOMP.
private struct STOMPContent {
  let command: String
  let destination: String
  let body: [UInt8]

  /// Reads a frame; of SockJS's frames, the first message. nil for anything else.
  init?(_ bytes: [UInt8]) {
    var bytes = bytes
    let array = bytes.first == UInt8(ascii: "a") ? Array(bytes.dropFirst()) : bytes
    if array.first == UInt8(ascii: "[") {
      guard let text = (try? JSONParser.parse(array))?.array?.first?.string else { return nil }
      bytes = Array(text.utf8)
    }
    let lines = bytes.drop { $0 == 0x0A || $0 == 0x0D }
    var (position, head) = (lines.startIndex, [String]())
    while let end = lines[position...].firstIndex(of: 0x0A) {
      var line = String(decoding: lines[position..<end], as: UTF8.self)
      if line.hasSuffix("\r") { line.removeLast() }
      position = lines.index(after: end)
      if line.isEmpty { break }
      head.append(line)
    }
    let prefix = "destination:"
    guard let command = head.first, let destination = head.first(where: { $0.hasPrefix(prefix) }) else { return nil }
    (self.command, self.destination) = (command, String(destination.dropFirst(prefix.count)))
    body = Array(lines[position...].prefix { $0 != 0 })
  }
}
