import JSON

/// The keywords that bound numbers.
struct NumberBounds {
  private(set) var least: Decimal?
  private(set) var isLeastExcluded = false
  private(set) var most: Decimal?
  private(set) var isMostExcluded = false
  private(set) var divisors: [Decimal] = []
  /// Whether there is a bound that cannot be reckoned with.
  private(set) var isBeyondReckoning = false

  var isEmpty: Bool { least == nil && most == nil && divisors.isEmpty && !isBeyondReckoning }

  mutating func add(_ object: JSONObject) {
    // OpenAPI 3.0 says with a boolean whether a bound itself is excluded.
    addLeast(number(object, "minimum"), isExcluded: object["exclusiveMinimum"]?.bool ?? false)
    addLeast(number(object, "exclusiveMinimum"), isExcluded: true)
    addMost(number(object, "maximum"), isExcluded: object["exclusiveMaximum"]?.bool ?? false)
    addMost(number(object, "exclusiveMaximum"), isExcluded: true)
    if let divisor = number(object, "multipleOf"), divisor.significand > 0 { divisors.append(divisor) }
  }

  private mutating func number(_ object: JSONObject, _ keyword: String) -> Decimal? {
    guard let number = object[keyword]?.number else { return nil }
    let value = Decimal(number.literal)
    if value == nil { isBeyondReckoning = true }
    return value
  }

  private mutating func addLeast(_ bound: Decimal?, isExcluded: Bool) {
    guard let bound else { return }
    if let least, least > bound || least == bound && isLeastExcluded { return }
    (least, isLeastExcluded) = (bound, isExcluded)
  }

  private mutating func addMost(_ bound: Decimal?, isExcluded: Bool) {
    guard let bound else { return }
    if let most, most < bound || most == bound && isMostExcluded { return }
    (most, isMostExcluded) = (bound, isExcluded)
  }

  func allow(_ number: JSONNumber) -> Bool {
    if isEmpty { return true }
    guard !isBeyondReckoning, let value = Decimal(number.literal) else { return false }
    if let least, isLeastExcluded ? value <= least : value < least { return false }
    if let most, isMostExcluded ? value >= most : value > most { return false }
    return divisors.allSatisfy { value.isMultiple(of: $0) }
  }
}

extension NumberBounds {
  /// A number within the bounds that is as aimed if possible; nil when none is found.
  func make(_ chance: inout RandomSource, _ expected: ExpectedNumbers, decimals: Int, format: String?) -> JSONNumber? {
    guard !isBeyondReckoning else { return nil }
    let scale = max(decimals, divisors.map { 0 - $0.exponent }.max() ?? 0)
    guard scale <= 18, let unit = Decimal.scaled(1, by: scale) else { return nil }
    // Whole numbers beyond 2^53 are cut by many clients.
    let limit: Int128 = format == "int32" ? Int128(Int32.max) : 1 << 53
    var (lowest, highest) = (0 - limit * unit, limit * unit)
    if let least {
      guard let bound = least.units(scale: scale, roundingUp: true), bound.magnitude < 1 << 120 else { return nil }
      let isExact = least.units(scale: scale, roundingUp: false) == bound
      lowest = isLeastExcluded && isExact ? bound + 1 : bound
      if highest < lowest { highest = lowest + limit }
    }
    if let most {
      guard let bound = most.units(scale: scale, roundingUp: false), bound.magnitude < 1 << 120 else { return nil }
      let isExact = most.units(scale: scale, roundingUp: true) == bound
      highest = isMostExcluded && isExact ? bound - 1 : bound
      if least == nil, lowest > highest { lowest = highest - limit }
    }
    guard let step = step(scale: scale), lowest <= highest else { return nil }
    let aimed = (Self.units(expected.least, unit, .up), Self.units(expected.most, unit, .down))
    if let exact = expected.exact.map({ Self.units($0, unit, .toNearestOrEven) }), (lowest...highest).contains(exact),
      exact.isMultiple(of: step)
    {
      return Self.number(exact, scale: scale)
    }
    for (low, high) in [
      (max(lowest, aimed.0), min(highest, aimed.1)), (lowest, min(highest, lowest + step * 100)), (lowest, highest),
    ] {
      guard low <= high else { continue }
      let (quotient, remainder) = low.quotientAndRemainder(dividingBy: step)
      let first = (remainder > 0 ? quotient + 1 : quotient) * step
      guard first <= high else { continue }
      let count = (high - first) / step
      let place = count >= Int128(Int.max) ? chance.below(Int.max) : chance.below(Int(count) + 1)
      return Self.number(first + Int128(place) * step, scale: scale)
    }
    return nil
  }

  /// A number in units, cut to what can be reckoned with.
  private static func units(_ number: Double, _ unit: Int128, _ rule: FloatingPointRoundingRule) -> Int128 {
    let units = (number * Double(unit)).rounded(rule)
    return Int128(min(max(units, -1e36), 1e36))
  }

  private static func number(_ units: Int128, scale: Int) -> JSONNumber? {
    if scale == 0, let whole = Int(exactly: units) { return JSONNumber(whole) }
    return JSONNumber(literal: Decimal.text(units, scale: scale))
  }

  /// The least common multiple of the divisors in units; nil when it is too great.
  private func step(scale: Int) -> Int128? {
    var step: Int128 = 1
    for divisor in divisors {
      guard let unit = Decimal.scaled(divisor.significand, by: divisor.exponent + scale), unit > 0, unit < 1 << 80
      else { return nil }
      var (first, second) = (step, unit)
      while second != 0 { (first, second) = (second, first % second) }
      let (product, overflow) = (step / first).multipliedReportingOverflow(by: unit)
      if overflow || product > 1 << 100 { return nil }
      step = product
    }
    return step
  }
}
