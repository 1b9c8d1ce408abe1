/// Base64 with padding (RFC 4648 §4), for encoding; the standard library has none without Foundation.
package enum Base64 {
  /// The encoded text.
  package static func encode(_ bytes: some Collection<UInt8>) -> String {
    let text = Base64URL.encode(bytes)
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return String(
      decoding: text.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "-"): UInt8(ascii: "+")
        case UInt8(ascii: "_"): UInt8(ascii: "/")
        default: byte
        }
      }, as: UTF8.self) + padding
  }
}
