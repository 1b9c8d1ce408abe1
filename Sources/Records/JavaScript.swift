import HTTPCore
import JSON

/// What JavaScript makes of JSON values when it compares them or turns them into text (ECMA-262 §7.1, §7.2), for lists
/// that are filtered and sorted in its terms.
package enum JavaScript {
  /// `String(value)`; nil for null, on which filters never match.
  static func text(_ value: JSONValue) -> String? {
    switch value {
    case .null: nil
    case .bool(let value): value ? "true" : "false"
    case .number(let number): text(number)
    case .string(let text): text
    case .array(let elements): elements.map { text($0) ?? "" }.joined(separator: ",")
    case .object: "[object Object]"
    }
  }

  /// `left < right`, or `left <= right`: by text when both are text, else by number.
  static func isLess(_ left: JSONValue, _ right: JSONValue, orEqual: Bool = false) -> Bool {
    if let left = comparedText(left), let right = comparedText(right) {
      return orEqual
        ? !right.utf16.lexicographicallyPrecedes(left.utf16) : left.utf16.lexicographicallyPrecedes(right.utf16)
    }
    // NaN is neither less nor equal.
    return orEqual ? number(left) <= number(right) : number(left) < number(right)
  }

  /// `parseInt(text, 10)`, clamped to what an `Int` holds; nil for NaN.
  package static func parseInteger(_ text: String) -> Int? {
    let trimmed = text.drop(while: \.isWhitespace)
    let isNegative = trimmed.first == "-"
    let digits = (isNegative || trimmed.first == "+" ? trimmed.dropFirst() : trimmed).prefix {
      $0.isASCII && $0.isNumber
    }
    guard !digits.isEmpty else { return nil }
    let magnitude = Int(digits) ?? .max
    return isNegative ? -magnitude : magnitude
  }

  /// `Number(text)`; NaN when it is no number.
  static func number(_ text: String) -> Double {
    let trimmed = text.trimmingPrefix(while: \.isWhitespace)
    let bare = String(trimmed.reversed().drop(while: \.isWhitespace).reversed())
    if bare.isEmpty { return 0 }
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where bare.lowercased().hasPrefix(prefix) {
      let digits = bare.dropFirst(prefix.count)
      return digits.allSatisfy(\.isHexDigit) ? UInt64(digits, radix: radix).map { Double($0) } ?? .nan : .nan
    }
    let isPlain = bare.utf8.allSatisfy { byte in
      (byte >= 0x30 && byte <= 0x39) || "+-.eE".utf8.contains(byte)
    }
    return (isPlain ? Double(bare) : nil) ?? .nan
  }

  private static func number(_ value: JSONValue) -> Double {
    switch value {
    case .null: 0
    case .bool(let value): value ? 1 : 0
    case .number(let number): Double(number.literal) ?? .nan
    case .string(let text): number(text)
    case .array, .object: number(text(value) ?? "")
    }
  }

  /// The text of a value that is compared as text.
  private static func comparedText(_ value: JSONValue) -> String? {
    switch value {
    case .string, .array, .object: text(value)
    case .null, .bool, .number: nil
    }
  }

  private static func text(_ number: JSONNumber) -> String {
    let literal = number.literal
    let isPlainInteger = literal.utf8.count <= 15 && literal.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    if isPlainInteger { return literal }
    guard let double = number.double else { return literal.hasPrefix("-") ? "-Infinity" : "Infinity" }
    return JSONNumber(double, omittingZeroFraction: true)?.literal ?? literal
  }
}
