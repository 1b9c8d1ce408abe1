/// Base16 in lower case (RFC 4648 §8).
package enum Hex {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Two digits a byte.
  package static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 0x0F)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
