import HTTPCore
import JSON
import STOMP

/// What a frame is, in a few words, read when somebody looks.
package enum FrameSummary {
  /// The command and destination of a STOMP frame, such as `SEND /topic/x`, `heart-beat`, or the type and channel of a
  /// JSON message; nil for anything else.
  package static func text(_ payload: [UInt8]) -> String? {
    if payload.count <= 2, !payload.isEmpty, payload.allSatisfy({ $0 == 0x0A || $0 == 0x0D }) { return "heart-beat" }
    if let head = STOMPHead(payload) { return stomp(head) }
    guard payload.first == UInt8(ascii: "{"), let value = try? JSONParser.parse(payload),
      let type = value["type"]?.string
    else { return nil }
    return joined([type, value["channel"]?.string])
  }

  private static func stomp(_ head: STOMPHead) -> String {
    switch head.command {
    case .ack, .nack, .unsubscribe: joined([head.command.rawValue, head.value("id")])
    case .receipt: joined([head.command.rawValue, head.value("receipt-id")])
    case .error: joined([head.command.rawValue, head.value("message")])
    default: joined([head.command.rawValue, head.value("destination")])
    }
  }

  private static func joined(_ parts: [String?]) -> String {
    parts.compactMap { $0?.clipped(to: 200) }.joined(separator: " ")
  }
}
