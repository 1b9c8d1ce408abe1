/// The exact value of a number: significand × 10^exponent, the significand without a zero at the end.
///
/// Binary floating point would find that 19.99 is no multiple of 0.01.
struct ExactDecimal: Sendable {
  /// The significant digits; as a number where it holds them, which spares an allocation.
  enum Significand: Sendable {
    /// At most 19 digits.
    case short(UInt64)
    /// More than 19 digits, 0...9 each, most significant first.
    case long([UInt8])
  }

  private(set) var isNegative: Bool
  let significand: Significand
  /// How many digits the significand has; 0 for zero.
  let digitCount: Int
  /// Kept within ±10^15, past which no two numbers differ in anyone's schema.
  let exponent: Int

  private static let greatestExponent = 1_000_000_000_000_000

  var isZero: Bool { digitCount == 0 }

  /// Whether there is no fraction.
  var isWhole: Bool { isZero || exponent >= 0 }

  /// Reads a number of JSON.
  init(_ literal: String) {
    var digits = Digits()
    var (zeros, exponent, isFraction) = (0, 0, false)
    var bytes = literal.utf8[...]
    isNegative = bytes.first == UInt8(ascii: "-")
    while let byte = bytes.popFirst(), byte | 0x20 != UInt8(ascii: "e") {
      if byte == UInt8(ascii: ".") { isFraction = true }
      guard byte.isASCIIDigit else { continue }
      if isFraction { exponent -= 1 }
      // A zero waits until another digit follows, so that there are none at either end.
      if byte == UInt8(ascii: "0") {
        if digits.count > 0 { zeros += 1 }
      } else {
        for _ in 0..<zeros { digits.append(0) }
        digits.append(byte & 0x0F)
        zeros = 0
      }
    }
    significand = digits.significand
    digitCount = digits.count
    self.exponent = digits.count == 0 ? 0 : exponent + zeros + Self.exponent(bytes)
    if digits.count == 0 { isNegative = false }
  }

  private static func exponent(_ text: Substring.UTF8View) -> Int {
    var magnitude = 0
    for byte in text where byte.isASCIIDigit {
      magnitude = min(magnitude * 10 + Int(byte & 0x0F), greatestExponent)
    }
    return text.first == UInt8(ascii: "-") ? 0 - magnitude : magnitude
  }

  /// Whether a number of JSON has no fraction; quick for one that is written without.
  static func isWhole(_ literal: String) -> Bool {
    let isPlain = literal.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
    return isPlain || ExactDecimal(literal).isWhole
  }
}

/// Significant digits as they are read.
private struct Digits {
  private(set) var count = 0
  private var value: UInt64 = 0
  private var long: [UInt8] = []

  var significand: ExactDecimal.Significand { count > 19 ? .long(long) : .short(value) }

  mutating func append(_ digit: UInt8) {
    count += 1
    if count == 20 { long = String(value).utf8.map { $0 & 0x0F } }
    if count > 19 { long.append(digit) } else { value = value * 10 + UInt64(digit) }
  }
}
