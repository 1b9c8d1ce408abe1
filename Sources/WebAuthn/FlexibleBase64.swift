import HTTPCore

/// Base64 in either alphabet (RFC 4648 §4 and §5), padded or not: what clients send where binary is meant.
///
/// Everything else stays strict: one alphabet throughout, padding only where it belongs and in full, no bits
/// set that no encoder sets. So one value has four spellings at most.
package enum FlexibleBase64 {
  /// The bytes, or nil when the text is anything else.
  package static func decode(_ text: String) -> [UInt8]? {
    decode(Array(text.utf8))
  }

  /// The same with line breaks left out (RFC 2045 §6.8), which the default encoder of some platforms writes.
  package static func decodeWrapped(_ text: String) -> [UInt8]? {
    decode(text.utf8.filter { $0 != 0x0A && $0 != 0x0D })
  }

  private static func decode(_ text: [UInt8]) -> [UInt8]? {
    var digits = text[...]
    while digits.last == UInt8(ascii: "="), text.count - digits.count < 2 { digits.removeLast() }
    guard digits.count == text.count || text.count.isMultiple(of: 4) else { return nil }
    let isOrdinary = digits.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }
    guard isOrdinary else { return Base64URL.decode(digits) }
    guard !digits.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }) else { return nil }
    return Base64URL.decode(
      digits.map { byte in
        switch byte {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: byte
        }
      })
  }
}
