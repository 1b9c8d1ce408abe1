/// Percent-decoding (RFC 3986 §2.1) of bytes that a client sent.
package enum PercentEncoding {
  /// How a plus sign is read.
  package enum Plus: Sendable {
    /// `+` is itself, as in a path.
    case literal
    /// `+` is a space, as in a form (WHATWG URL, application/x-www-form-urlencoded).
    case space
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

  /// The decoded text, or nil when the bytes are not UTF-8 or hold a NUL.
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
