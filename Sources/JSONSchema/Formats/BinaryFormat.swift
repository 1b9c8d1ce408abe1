/// Bytes as text.
enum BinaryFormat {
  /// Hexadecimal digits in groups of 8, 4, 4, 4 and 12 (RFC 9562 section 4).
  static func isUUID(_ text: String) -> Bool {
    let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.allSatisfy(\.isHexadecimalDigit) }
  }

  /// Base64 with its padding and without line breaks (RFC 4648 section 4), OpenAPI's `byte`.
  static func isBase64(_ text: String) -> Bool {
    guard text.utf8.count.isMultiple(of: 4) else { return false }
    var digits = text.utf8[...]
    for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits = digits.dropLast() }
    return digits.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "+/".utf8.contains($0) }
  }
}
