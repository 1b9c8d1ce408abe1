import HTTPCore
import JSON
import World

/// The exact sum of decimal numbers, however many digits it has: 0.1 and 0.2 make 0.3. The digits of each power of ten
/// are added up by themselves and carried once at the end.
struct DecimalSum {
  /// The powers of ten that digits may stand at; those of doubles are among them.
  private static let powers = -400...400
  /// Room for what is carried beyond the highest power.
  private static let spare = 24

  /// The sum of the digits of each power, from the lowest; negative numbers count down.
  private var columns = [Int](repeating: 0, count: powers.count + spare)

  /// Adds a number.
  ///
  /// - Returns: Whether it was added: false when a digit other than 0 stands beyond 10^±400.
  mutating func add(_ number: JSONNumber) -> Bool {
    let literal = number.literal.utf8
    let marker = literal.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? literal.endIndex
    let mantissa = literal[..<marker].filter { $0 != UInt8(ascii: "-") }
    let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.endIndex
    let sign = literal.first == UInt8(ascii: "-") ? -1 : 1
    guard let exponent = Self.exponent(literal[marker...].dropFirst()) else {
      return mantissa.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
    }
    var additions: [(Int, Int)] = []
    for (index, byte) in mantissa.enumerated() where byte != UInt8(ascii: ".") && byte != UInt8(ascii: "0") {
      let power = exponent + (index < point ? point - 1 - index : point - index)
      guard Self.powers.contains(power) else { return false }
      additions.append((power - Self.powers.lowerBound, Int(byte - UInt8(ascii: "0")) * sign))
    }
    for (column, digit) in additions { columns[column] += digit }
    return true
  }

  /// The sum as JSON: without a fraction when it has none.
  var text: String {
    var (digits, carry) = Self.carried(columns)
    let isNegative = carry < 0
    if isNegative { (digits, carry) = Self.carried(columns.map { -$0 }) }
    let fractionCount = -Self.powers.lowerBound
    let fraction = digits[..<fractionCount].drop { $0 == 0 }.reversed()
    let whole = digits[fractionCount...].reversed().drop { $0 == 0 }
    func written(_ digits: some Sequence<Int>) -> String { digits.map(String.init).joined() }
    return (isNegative ? "-" : "") + (whole.isEmpty ? "0" : written(whole))
      + (fraction.isEmpty ? "" : "." + written(fraction))
  }

  /// One digit a column, and what is left beyond the last: -1 for a negative sum, else 0.
  private static func carried(_ columns: [Int]) -> (digits: [Int], carry: Int) {
    var carry = 0
    let digits = columns.map { column in
      let sum = column + carry
      carry = sum >= 0 ? sum / 10 : -((9 - sum) / 10)
      return sum - carry * 10
    }
    return (digits, carry)
  }

  /// The number behind the `e`, 0 for none; nil when it is beyond any power.
  private static func exponent(_ text: Substring.UTF8View) -> Int? {
    guard !text.isEmpty else { return 0 }
    let digits = text.drop { !(0x30...0x39).contains($0) || $0 == 0x30 }
    guard digits.count <= 5 else { return nil }
    let magnitude = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return text.first == UInt8(ascii: "-") ? -magnitude : magnitude
  }
}
