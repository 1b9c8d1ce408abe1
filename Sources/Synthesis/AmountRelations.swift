import JSON

/// The amounts of one object that add up: lines, a subtotal, taxes and the like, and a total.
struct AmountRelations: Sendable {
  typealias Part = ObjectRelations.Part

  /// What an amount is among the others.
  enum Kind: Sendable {
    case subtotal, tax, shipping, discount, tip, total, paid, due, refunded, price, comparePrice, salePrice, cost
  }

  /// The words for each; the first that a name has counts.
  private static let words: [(kind: Kind, words: Set<String>)] = [
    (.refunded, ["refunded", "refund", "refunds"]), (.paid, ["paid", "captured", "received"]),
    (.due, ["due", "outstanding", "remaining", "owed", "payable"]),
    (.subtotal, ["subtotal", "net", "items", "goods", "lines"]),
    (.tax, ["tax", "taxes", "vat", "gst"]),
    (.shipping, ["shipping", "shipment", "delivery", "freight", "postage", "ship"]),
    (.discount, ["discount", "discounts", "promo", "promotion", "adjustment", "coupon", "saving", "savings"]),
    (.tip, ["tip", "tips", "gratuity", "fee", "fees"]),
    (.comparePrice, ["compare", "original", "regular", "msrp", "old", "list"]),
    (.salePrice, ["sale", "discounted", "special", "offer"]), (.cost, ["cost"]),
    (.total, ["total", "grand", "sum", "gross"]),
    (.price, ["price", "unit", "rate"]), (.total, ["amount"]),
  ]

  private static let rates: Set<String> = [
    "rate", "percent", "percentage", "id", "number", "count", "type", "code", "name",
  ]
  private static let formats: Set<String> = ["display", "formatted", "pretty"]
  private static let cents: Set<String> = ["cents", "cent", "minor"]

  /// The plain amounts, of each kind the first.
  let parts: [Kind: Part]
  /// Texts such as `$12.00`, each with the amount that it shows.
  let formatted: [(text: Part, amount: Part)]
  /// Hundredths of an amount beside it.
  let hundredths: [(cents: Part, amount: Part)]
  let quantity: Part?
  let currency: Part?
  let lines: [Part]

  var isEmpty: Bool { parts.count < 2 && quantity == nil && lines.isEmpty && formatted.isEmpty && hundredths.isEmpty }

  init(_ all: [Part]) {
    var parts: [Kind: Part] = [:]
    var (formatted, hundredths): ([Part], [Part]) = ([], [])
    var plain: [[String]: Part] = [:]
    for part in all {
      let words = Set(part.words)
      guard words.isDisjoint(with: Self.rates), part.words.count > 1 || words.isDisjoint(with: Self.lineWords),
        let kind = Self.words.first(where: { !$0.words.isDisjoint(with: words) })?.kind,
        part.meaning.kind == .amount || !words.isDisjoint(with: Self.formats.union(Self.cents))
          || [.subtotal, .total].contains(kind) && part.meaning.kind != .count
      else {
        if words.isDisjoint(with: Self.formats) {
          plain[part.words] = plain[part.words] ?? part
        } else {
          formatted.append(part)
        }
        continue
      }
      if !words.isDisjoint(with: Self.formats) {
        formatted.append(part)
      } else if !words.isDisjoint(with: Self.cents) {
        hundredths.append(part)
      } else {
        if parts[kind] == nil { parts[kind] = part }
        plain[part.words] = part
      }
    }
    func base(_ part: Part, without forms: Set<String>) -> Part? {
      let rest = part.words.filter { !forms.contains($0) && $0 != "in" }
      return plain[rest] ?? plain[rest + ["amount"]] ?? plain[rest + ["price"]]
    }
    self.formatted = formatted.compactMap { part in base(part, without: Self.formats).map { (part, $0) } }
    let pairs = hundredths.compactMap { part in base(part, without: Self.cents).map { (part, $0) } }
    self.hundredths = pairs
    // Where there are only cents, they add up themselves.
    if parts.isEmpty {
      for part in hundredths {
        let words = Set(part.words)
        if let kind = Self.words.first(where: { !$0.words.isDisjoint(with: words) })?.kind, parts[kind] == nil {
          parts[kind] = part
        }
      }
    }
    self.parts = parts
    let isSold = parts[.price] != nil && parts[.total] != nil || parts[.price] != nil && parts[.subtotal] != nil
    quantity = isSold ? all.first { $0.meaning.kind == .quantity && $0.words.last != "stock" } : nil
    currency = all.first { $0.meaning.kind == .currency }
    let isOrder = parts[.total] != nil || parts[.subtotal] != nil
    lines = isOrder ? all.filter { $0.words.last.map(Self.lineWords.contains) == true } : []
  }

  private static let lineWords: Set<String> = [
    "items", "lines", "products", "entries", "positions", "services", "details",
  ]
}
