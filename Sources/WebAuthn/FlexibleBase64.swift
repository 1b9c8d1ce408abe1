import HTTPCore

/// Base64 in either alphabet (RFC 4648 §4 and §5), with or without padding, as clients send binary values.
///
/// Everything else is strict: one alphabet in the whole text, only correct and complete padding, and no bits that
/// encoders leave zero. So a value has at most four encodings.
package enum FlexibleBase64 {
  /// The bytes; nil when the text is not valid.
  package static func decode(_ text: String) -> [UInt8]? {
    decode(Array(text.utf8))
  }

  /// The same without line breaks (RFC 2045 §6.8), which the default encoder of some platforms inserts.
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
