import STOMP

/// Messages of another protocol that clients send to the JSON channels by mistake.
enum ForeignProtocol {
  /// What to tell a client that sent a STOMP frame; nil for anything else.
  static func explanation(of bytes: [UInt8]) -> String? {
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    guard line.count < bytes.count, let command = Command(rawValue: String(decoding: line, as: UTF8.self)) else {
      return nil
    }
    let diagnosis = Diagnosis.stompFrameOnJSONChannel(command: command.rawValue)
    return "\(diagnosis.code.title): found the STOMP frame \(diagnosis.found) at byte 0, expected"
      + " \(diagnosis.expected); \(diagnosis.cause)"
  }
}
