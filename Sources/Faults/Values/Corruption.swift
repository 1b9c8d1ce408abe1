import HTTPCore
import World

/// A message with one byte changed. Text stays text: a WebSocket carries no other (RFC 6455 §5.6).
enum Corruption {
  static func of(_ message: WebSocketMessage, _ chance: WorldRandom) -> WebSocketMessage {
    switch message {
    case .text(let bytes): .text(text(bytes, chance))
    case .binary(let bytes): .binary(binary(bytes, chance))
    }
  }

  /// Puts `~` in the place of the ASCII character that is nearest behind a random place.
  private static func text(_ bytes: [UInt8], _ chance: WorldRandom) -> [UInt8] {
    let tilde = UInt8(ascii: "~")
    let start = place(in: bytes, chance)
    let isASCII: (Int) -> Bool = { bytes[$0] < 0x80 && bytes[$0] != tilde }
    guard let index = (start..<bytes.count).first(where: isASCII) ?? (0..<start).first(where: isASCII) else {
      return bytes + [tilde]
    }
    var changed = bytes
    changed[index] = tilde
    return changed
  }

  private static func binary(_ bytes: [UInt8], _ chance: WorldRandom) -> [UInt8] {
    guard !bytes.isEmpty else { return [0xFF] }
    var changed = bytes
    changed[place(in: bytes, chance)] ^= 0xFF
    return changed
  }

  private static func place(in bytes: [UInt8], _ chance: WorldRandom) -> Int {
    Int(chance.unit() * Double(bytes.count))
  }
}
