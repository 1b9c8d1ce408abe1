/// Reads what a server sends on a WebSocket (RFC 6455 §5), from pieces of any size.
struct WebSocketReader {
  /// What a server sent, with the fragments of a message joined.
  enum Event: Equatable {
    case text([UInt8])
    case binary([UInt8])
    case ping([UInt8])
    case pong
    /// A close frame; without a code 1005 (§7.1.5).
    case close(code: UInt16, reason: String)
  }

  /// The bytes are none of RFC 6455.
  struct Malformed: Error, Equatable {
    /// The code of the close frame that says so (§7.4.1).
    let code: UInt16
    let reason: String
  }

  /// The greatest length of a message in bytes.
  static let maximumBytes = 16 << 20
  private static let maximumControlBytes = 125

  private enum Opcode: UInt8 {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    var isControl: Bool { rawValue >= 8 }
  }

  private struct Head {
    let isFinal: Bool
    let opcode: Opcode
    let length: Int
  }

  private var buffer: [UInt8] = []
  /// How many bytes of the buffer were read.
  private var cursor = 0
  private var head: Head?
  /// The message whose fragments come.
  private var message: (opcode: Opcode, bytes: [UInt8])?

  /// Adds bytes.
  mutating func append(_ bytes: [UInt8]) {
    if cursor > 0 {
      buffer.removeFirst(cursor)
      cursor = 0
    }
    buffer += bytes
  }

  /// The next event; nil when more bytes are needed.
  ///
  /// - Throws: ``Malformed``, after which nothing more can be read.
  mutating func next() throws(Malformed) -> Event? {
    while true {
      if head == nil { head = try readHead() }
      guard let head, buffer.count - cursor >= head.length else { return nil }
      let payload = Array(buffer[cursor..<cursor + head.length])
      cursor += head.length
      self.head = nil
      if let event = try event(head, payload) { return event }
    }
  }

  private mutating func readHead() throws(Malformed) -> Head? {
    let left = buffer.count - cursor
    guard left >= 2 else { return nil }
    let (first, second) = (buffer[cursor], buffer[cursor + 1])
    guard first & 0x70 == 0 else {
      throw Malformed(code: 1002, reason: "a frame has reserved bits, although no extension was agreed")
    }
    guard let opcode = Opcode(rawValue: first & 0x0F) else {
      throw Malformed(code: 1002, reason: "a frame has the unknown opcode \(first & 0x0F)")
    }
    guard second & 0x80 == 0 else { throw Malformed(code: 1002, reason: "a frame of the server is masked") }
    let short = Int(second & 0x7F)
    let extra = short == 126 ? 2 : short == 127 ? 8 : 0
    guard left >= 2 + extra else { return nil }
    var length = UInt64(extra == 0 ? short : 0)
    for index in 0..<extra { length = length << 8 | UInt64(buffer[cursor + 2 + index]) }
    let isFinal = first & 0x80 != 0
    if opcode.isControl {
      guard isFinal else { throw Malformed(code: 1002, reason: "a control frame is fragmented") }
      guard length <= Self.maximumControlBytes else {
        throw Malformed(code: 1002, reason: "a control frame has more than \(Self.maximumControlBytes) bytes")
      }
    }
    guard length <= UInt64(Self.maximumBytes) else { throw Self.tooLong }
    cursor += 2 + extra
    return Head(isFinal: isFinal, opcode: opcode, length: Int(length))
  }

  private static let tooLong = Malformed(code: 1009, reason: "a message has more than \(maximumBytes) bytes")

  private mutating func event(_ head: Head, _ payload: [UInt8]) throws(Malformed) -> Event? {
    switch head.opcode {
    case .ping: return .ping(payload)
    case .pong: return .pong
    case .close: return try close(payload)
    case .continuation:
      guard message != nil else { throw Malformed(code: 1002, reason: "a continuation continues no message") }
      message?.bytes += payload
    case .text, .binary:
      guard message == nil else {
        throw Malformed(code: 1002, reason: "a message begins before the one before it has ended")
      }
      message = (head.opcode, payload)
    }
    guard let whole = message else { return nil }
    guard whole.bytes.count <= Self.maximumBytes else { throw Self.tooLong }
    guard head.isFinal else { return nil }
    message = nil
    guard whole.opcode == .text else { return .binary(whole.bytes) }
    guard String(validating: whole.bytes, as: UTF8.self) != nil else {
      throw Malformed(code: 1007, reason: "a text message is not UTF-8")
    }
    return .text(whole.bytes)
  }

  private func close(_ payload: [UInt8]) throws(Malformed) -> Event {
    guard payload.count != 1 else { throw Malformed(code: 1002, reason: "a close frame has half a code") }
    guard payload.count >= 2 else { return .close(code: 1005, reason: "") }
    guard let reason = String(validating: payload[2...], as: UTF8.self) else {
      throw Malformed(code: 1007, reason: "the reason in a close frame is not UTF-8")
    }
    let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
    guard (1000...1003).contains(code) || (1007...1014).contains(code) || (3000...4999).contains(code) else {
      throw Malformed(code: 1002, reason: "a close frame has the code \(code), which none may have")
    }
    return .close(code: code, reason: reason)
  }
}

extension WebSocketReader {
  /// A frame of a client, masked as each must be (RFC 6455 §5.3).
  static func frame(_ opcode: UInt8, _ payload: [UInt8], mask: [UInt8]) -> [UInt8] {
    var bytes = [0x80 | opcode]
    switch payload.count {
    case ..<126: bytes.append(0x80 | UInt8(payload.count))
    case ..<65_536: bytes += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      bytes.append(0x80 | 127)
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
    }
    return bytes + mask + payload.enumerated().map { $0.element ^ mask[$0.offset % 4] }
  }
}
