import JSON
import Resources
import Synthesis

/// What lines of carts and orders cost, by the names of their properties without case and separators.
enum LineAmounts {
  static let quantities: Set<String> = ["quantity", "qty", "units"]
  /// The surest first.
  static let prices = ["price", "unitprice", "unitamount", "saleprice"]
  /// What a line costs in all.
  static let lineTotals: Set<String> = [
    "subtotal", "linetotal", "total", "totalprice", "itemtotal", "totalamount", "amount",
  ]
  /// What all lines of a record cost.
  static let sums: Set<String> = [
    "total", "subtotal", "itemtotal", "itemstotal", "itemssubtotal", "totalprice", "totalamount", "grandtotal",
    "amountdue", "displaytotal", "displayitemtotal", "displaysubtotal", "displayamountdue", "pricetotal", "sum",
    "totalitemsprice", "subtotalprice",
  ]
  /// Those of ``sums`` that hold nothing but the lines.
  static let itemSums: Set<String> = [
    "subtotal", "itemstotal", "itemtotal", "itemssubtotal", "displayitemtotal", "displaysubtotal", "totalitemsprice",
    "subtotalprice",
  ]

  /// The number of things in a line; nil where it says none.
  static func quantity(of line: JSONObject) -> Double? {
    // `count` is a quantity inside of a cart alone.
    number(of: line, ["quantity", "qty", "units", "count"])
  }

  /// What a line costs: its price, so many times, else its own total; nil where it has neither.
  static func amount(of line: JSONObject) -> Double? {
    if let price = number(of: line, prices) { return price * (quantity(of: line) ?? 1) }
    return number(of: line, ["total", "subtotal", "linetotal", "totalprice", "amount"])
  }

  private static func number(of line: JSONObject, _ names: [String]) -> Double? {
    let numbers = line.members.lazy.compactMap { member -> (String, Double)? in
      let number = member.value.number?.double ?? member.value.string.flatMap(Double.init)
      return number.map { (Words.key(member.key), $0) }
    }
    let byName = Dictionary(numbers.map { ($0.0, $0.1) }) { first, _ in first }
    return names.lazy.compactMap { byName[$0] }.first
  }

  /// An amount in the way of a property: hundredths, a whole number, or a text; nil for a property that holds no amount.
  ///
  /// - Parameters:
  ///   - lines: Lines whose texts for people have the sign of the currency.
  static func value(
    _ amount: Double, like member: ValueGenerator.Member, _ lines: [JSONObject] = []
  ) -> JSONValue? {
    guard amount.isFinite, abs(amount) < 1e12 else { return nil }
    let cents = Int((amount * 100).rounded())
    if member.types.contains("integer") { return .number(JSONNumber(Int(amount.rounded()))) }
    let text = "\(cents < 0 ? "-" : "")\(abs(cents) / 100)." + String("0\(abs(cents) % 100)".suffix(2))
    if member.types.contains("number") { return JSONNumber(literal: text).map { .number($0) } }
    guard member.types.contains("string") else { return nil }
    guard member.name.lowercased().hasPrefix("display") else { return .string(text) }
    let shown = lines.lazy.compactMap { $0["display_price"]?.string ?? $0["display_total"]?.string }.first
    let sign = shown.map { String($0.prefix { !$0.isNumber && $0 != "-" }) } ?? "$"
    return .string(sign + text)
  }
}
