import JSON

extension ObjectRelating {
  /// An amount in hundredths of its unit.
  private func hundredths(_ kind: AmountRelations.Kind) -> Int? {
    relations.amounts.parts[kind].flatMap(number).flatMap { Self.hundredths($0) }
  }

  private static func hundredths(_ number: Double) -> Int? {
    abs(number) < 1e12 ? Int((number * 100).rounded()) : nil
  }

  private mutating func set(_ kind: AmountRelations.Kind, _ hundredths: Int) {
    if let part = relations.amounts.parts[kind] { set(part, hundredths: hundredths) }
  }

  /// Has the amounts add up: quantity times price, lines to a subtotal, and that with taxes and the like to a total.
  mutating func relateAmounts() {
    let amounts = relations.amounts
    if amounts.isEmpty { return }
    // Whole numbers stay whole: 100 hundredths at a time.
    let unit = amounts.parts.values.contains { object[$0.name]?.number?.integer != nil && !isFractional($0) } ? 100 : 1
    func rounded(_ hundredths: Int) -> Int { (hundredths + unit / 2) / unit * unit }
    var subtotal = hundredths(.subtotal)
    if let quantity = amounts.quantity.flatMap(number), let price = hundredths(.price), (0..<1e6).contains(quantity) {
      let product = price * Int(quantity.rounded())
      set(amounts.parts[.subtotal] == nil ? .total : .subtotal, product)
      subtotal = product
    } else if let sum = sumOfLines(), sum > 0 {
      set(.subtotal, sum)
      subtotal = hundredths(.subtotal) ?? sum
    }
    if let subtotal = subtotal ?? (amounts.parts[.tax] == nil ? nil : hundredths(.total)), subtotal >= 0 {
      let isTotalOnly = amounts.parts[.subtotal] == nil && amounts.quantity == nil && amounts.lines.isEmpty
      set(.tax, rounded(subtotal / 5))
      set(.shipping, rounded(min(490, subtotal / 10)))
      set(.discount, frame.record % 3 == 0 ? rounded(subtotal / 10) : 0)
      set(.tip, rounded(subtotal / 20))
      let discount = (hundredths(.discount) ?? 0).magnitude
      let added = (hundredths(.tax) ?? 0) + (hundredths(.shipping) ?? 0) + (hundredths(.tip) ?? 0)
      if !isTotalOnly, let total = Int(exactly: subtotal + added - Int(clamping: discount)) { set(.total, total) }
    }
    if let total = hundredths(.total) {
      let isPaid =
        object["status"]?.string.map { StateRelations.has($0, been: StateRelations.state("paid") ?? 0) } ?? true
      set(.paid, isPaid ? total : 0)
      set(.refunded, 0)
      set(.due, total - (hundredths(.paid) ?? (isPaid ? total : 0)))
    }
    relatePrices(rounded)
    for (part, amount) in amounts.hundredths {
      if let value = number(amount).flatMap(Self.hundredths) { set(part, .number(JSONNumber(value))) }
    }
    for (part, amount) in amounts.formatted {
      guard let value = number(amount).flatMap(Self.hundredths) else { continue }
      let isCents =
        !Set(amount.words).isDisjoint(with: ["cents", "cent", "minor"]) || unit == 100 && !isFractional(amount)
      set(part, .string(money(isCents ? value / 100 : value)))
    }
  }

  private func isFractional(_ part: ObjectRelations.Part) -> Bool {
    plan.node(part.property.link).facts.types.contains(.fraction)
  }

  private mutating func relatePrices(_ rounded: (Int) -> Int) {
    guard let price = hundredths(.price), price > 0 else { return }
    set(.comparePrice, rounded(price / 4 * 5))
    set(.salePrice, rounded(price / 5 * 4))
    set(.cost, rounded(price / 5 * 3))
  }

  /// The sum of the totals of the lines in an array, or of their prices times their quantities.
  private func sumOfLines() -> Int? {
    for lines in relations.amounts.lines {
      guard let elements = object[lines.name]?.array, !elements.isEmpty else { continue }
      let node = plan.node(lines.property.link)
      guard let amounts = node.elements.last.flatMap({ plan.node($0).relations?.amounts }) else { continue }
      var sum = 0
      for element in elements {
        func value(_ part: AmountRelations.Part?) -> Double? {
          let value = part.flatMap { element.object?[$0.name] }
          return value?.number?.double ?? value?.string.flatMap { Double($0) }
        }
        let quantity = amounts.quantity.flatMap(value) ?? 1
        let price = value(amounts.parts[.price]).map { $0 * quantity }
        guard let total = value(amounts.parts[.total]) ?? value(amounts.parts[.subtotal]) ?? price,
          let hundredths = Self.hundredths(total)
        else { return nil }
        sum += hundredths
      }
      return sum
    }
    return nil
  }

  /// An amount with the sign of its currency.
  private func money(_ hundredths: Int) -> String {
    let code = (text(relations.amounts.currency) ?? frame.currency).uppercased()
    let text = Self.decimal(hundredths)
    switch code {
    case "USD": return "$\(text)"
    case "EUR": return "€\(text)"
    case "GBP": return "£\(text)"
    default: return "\(text) \(code)"
    }
  }
}
