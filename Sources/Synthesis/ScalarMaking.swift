import JSON

// Truth values, numbers, and what decides among texts.

extension Making {
  /// A value without parts.
  func makeScalar(
    _ node: SchemaNode, _ types: SchemaTypes, _ frame: Frame
  ) throws(SynthesisFailure) -> JSONValue {
    if types.contains(.string) { return try makeString(node, frame) }
    if !types.isDisjoint(with: .number) { return .number(try makeNumber(node, types, frame)) }
    if types.contains(.boolean) { return makeFlag(node, frame) }
    return .null
  }

  private func makeFlag(_ node: SchemaNode, _ frame: Frame) -> JSONValue {
    if frame.number == 0, let shown = shown(node, frame), shown.bool != nil { return shown }
    return .bool(Chance.seed(frame.seed, part: 5) % 100 < (frame.meaning.kind == .flag ? 75 : 50))
  }

  private func makeString(_ node: SchemaNode, _ frame: Frame) throws(SynthesisFailure) -> JSONValue {
    let (least, most) = (node.facts.minLength, node.facts.maxLength)
    guard least <= most else { throw failure(node, "minLength is greater than maxLength") }
    guard least <= 100_000 else { throw failure(node, "a text would be too long") }
    let shown = frame.meaning.isPicture ? nil : shown(node, frame)?.string
    if frame.number == 0, let shown { return .string(shown) }
    var chance = Chance(frame.seed)
    let text = TextMaking(context: context, node: node, frame: frame, shown: shown).make(&chance)
    if node.facts.allowsScalar(.string(text)) { return .string(text) }
    if shown == nil || frame.meaning.isIdentifying, let text = makePattern(node, &chance) { return text }
    if least > 0 || most < Int.max {
      let fitted = text.fitted(least: least, most: most, format: node.facts.format, &chance)
      if node.facts.allowsScalar(.string(fitted)) { return .string(fitted) }
    }
    if let shown { return .string(shown) }
    if let text = makePattern(node, &chance) { return text }
    let plain = "".fitted(least: least, most: most, format: nil, &chance)
    if node.facts.allowsScalar(.string(plain)) { return .string(plain) }
    if let shown = self.shown(node, frame) { return shown }
    throw failure(node, "no text was found that has the format, the pattern and the length")
  }

  private func makePattern(_ node: SchemaNode, _ chance: inout Chance) -> JSONValue? {
    for pattern in node.facts.patterns {
      for _ in 0..<4 {
        let text = pattern.make(&chance, least: node.facts.minLength, most: node.facts.maxLength)
        if let text, node.facts.allowsScalar(.string(text)) { return .string(text) }
      }
    }
    return nil
  }

  private func makeNumber(
    _ node: SchemaNode, _ types: SchemaTypes, _ frame: Frame
  ) throws(SynthesisFailure) -> JSONNumber {
    var chance = Chance(frame.seed)
    let shown = shown(node, frame)?.number
    let isWhole = !types.contains(.fraction)
    let isCounted = frame.meaning.kind == .id && frame.depth == 1
    if frame.number == 0, let shown { return shown }
    if isCounted {
      let number = JSONNumber((shown?.integer ?? 1) &+ frame.number)
      if node.facts.allowsScalar(.number(number)) { return number }
    }
    let wish = NumberWish(meaning: frame.meaning, isWhole: isWhole, shown: shown, context: context, frame: frame)
    for decimals in [wish.decimals, 4, 8, 16] where !isWhole || decimals == wish.decimals {
      if let number = node.facts.bounds.make(
        &chance, wish, decimals: isWhole ? 0 : decimals, format: node.facts.format),
        node.facts.allowsScalar(.number(number))
      {
        return number
      }
    }
    if let shown { return shown }
    throw failure(node, "no number was found that is within the bounds")
  }
}

/// What numbers people would expect.
struct NumberWish {
  var least: Double
  var most: Double
  var decimals = 2
  /// The very number, when there is one.
  var exact: Double?

  init(meaning: Meaning, isWhole: Bool, shown: JSONNumber?, context: ValueContext, frame: Making.Frame) {
    let now = Double(context.now)
    (least, most) = (1, 100)
    switch meaning.kind {
    case .id, .reference: (least, most) = (1, meaning.kind == .id ? 10_000 : 20)
    case .amount: (least, most) = isWhole ? (500, 25_000) : (5, 250)
    case .percentage: (least, most) = (0, 100)
    case .quantity: (least, most) = (1, 20)
    case .count: (least, most) = (0, 200)
    case .rating: (least, most, decimals) = (isWhole ? 3 : 3.2, 5, 1)
    case .age: (least, most) = (19, 78)
    case .year: (least, most) = (1990, Double(Timestamp(context.now).year))
    case .month: (least, most) = (1, 12)
    case .day: (least, most) = (1, 28)
    case .weight: (least, most) = (1, 90)
    case .length: (least, most) = isWhole ? (20, 1920) : (1, 200)
    case .duration: (least, most) = (30, 3_600)
    case .size: (least, most) = (10_000, 5_000_000)
    case .latitude, .longitude:
      exact = meaning.kind == .latitude ? frame.place.latitude : frame.place.longitude
      (least, most, decimals) = meaning.kind == .latitude ? (-60, 70, 5) : (-170, 170, 5)
    case .created, .updated, .past, .future, .timestamp, .birthDate:
      let seconds = Double(Moments(frame: frame, now: context.now).seconds(meaning.kind))
      let isMilliseconds = shown?.double.map { $0 > 100_000_000_000 } ?? false
      exact = isMilliseconds ? seconds * 1_000 : seconds
      (least, most, decimals) = (now - 31_536_000, now, 0)
    case .lastDigits: (least, most) = (1_000, 9_999)
    default:
      if let shown = shown?.double, abs(shown) < 1e15 {
        let span = max(abs(shown) * 0.4, 2)
        (least, most) = shown >= 0 ? (max(shown - span, 0), shown + span) : (shown - span, min(shown + span, 0))
        decimals = min(shown == shown.rounded() ? 0 : 2, 2)
      }
    }
    if isWhole || meaning.isCounting { decimals = 0 }
  }
}

extension NumberBounds {
  /// A number within the bounds that is as wished if possible; nil when none is found.
  func make(_ chance: inout Chance, _ wish: NumberWish, decimals: Int, format: String?) -> JSONNumber? {
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
    let wished = (Self.units(wish.least, unit, .up), Self.units(wish.most, unit, .down))
    if let exact = wish.exact.map({ Self.units($0, unit, .toNearestOrEven) }), (lowest...highest).contains(exact),
      exact.isMultiple(of: step)
    {
      return Self.number(exact, scale: scale)
    }
    for (low, high) in [
      (max(lowest, wished.0), min(highest, wished.1)), (lowest, min(highest, lowest + step * 100)), (lowest, highest),
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
