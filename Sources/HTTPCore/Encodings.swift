/// Percent-encoding (RFC 3986 §2.1).
package enum PercentEncoding {
  /// How a plus sign is read.
  package enum Plus: Sendable {
    /// `+` is itself, as in a path.
    case literal
    /// `+` is a space, as in a form (WHATWG URL, application/x-www-form-urlencoded).
    case space
  }

  /// The text with every byte escaped except unreserved characters (RFC 3986 §2.3), for use anywhere in a URI.
  package static func encode(_ text: String) -> String {
    text.utf8.reduce(into: "") { encoded, byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default: encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
  }

  /// The decoded bytes. A `%` that is not followed by two hexadecimal digits stands for itself, as browsers
  /// read it.
  package static func decode(_ bytes: ArraySlice<UInt8>, plus: Plus) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%"), bytes.endIndex - index > 2,
        let high = bytes[index + 1].hexDigitValue, let low = bytes[index + 2].hexDigitValue
      {
        decoded.append(high << 4 | low)
        index += 3
        continue
      }
      decoded.append(byte == UInt8(ascii: "+") && plus == .space ? UInt8(ascii: " ") : byte)
      index += 1
    }
    return decoded
  }

  /// The decoded text; nil when the bytes are not UTF-8 or contain a NUL.
  package static func text(_ bytes: ArraySlice<UInt8>, plus: Plus) -> String? {
    let isPlain = bytes.allSatisfy { byte in
      byte < 0x80 && byte != 0 && byte != UInt8(ascii: "%")
        && (byte != UInt8(ascii: "+") || plus == .literal)
    }
    if isPlain { return String(decoding: bytes, as: UTF8.self) }
    let decoded = decode(bytes, plus: plus)
    return decoded.contains(0) ? nil : String(validating: decoded, as: UTF8.self)
  }
}

/// Base16 in lower case (RFC 4648 §8).
package enum Hex {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Two digits per byte.
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

/// Base64 with the URL alphabet and without padding (RFC 4648 §5), as JOSE uses it (RFC 7515 §2).
package enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The encoded text.
  package static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var buffer: UInt32 = 0
    var bits = 0
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(alphabet[Int(buffer >> UInt32(bits) & 0x3F)])
      }
      buffer &= (1 << UInt32(bits)) - 1
    }
    if bits > 0 { text.append(alphabet[Int(buffer << UInt32(6 - bits) & 0x3F)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes; nil when the text has another character, an impossible length, or bits set that no encoder sets (so
  /// that one value has one spelling).
  package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var buffer: UInt32 = 0
    var bits = 0
    for character in text {
      guard let value = value(of: character) else { return nil }
      buffer = buffer << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
        buffer &= (1 << UInt32(bits)) - 1
      }
    }
    return buffer == 0 ? bytes : nil
  }

  private static func value(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}

/// Base64 with padding (RFC 4648 §4); the standard library has no implementation without Foundation.
package enum Base64 {
  /// The bytes; nil when the text is not Base64. The padding may be missing.
  package static func decode(_ text: String) -> [UInt8]? {
    let characters = text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      case UInt8(ascii: "-"), UInt8(ascii: "_"): UInt8(ascii: "!")
      default: byte
      }
    }
    let padding = characters.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2, padding == 0 || characters.count % 4 == 0 else { return nil }
    return Base64URL.decode(characters.dropLast(padding))
  }

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
