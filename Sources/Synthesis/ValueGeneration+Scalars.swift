import JSON

// Truth values, numbers, and what decides among texts.

extension ValueGeneration {
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
    return .bool(RandomSource.seed(frame.seed, part: 5) % 100 < (frame.meaning.kind == .flag ? 75 : 50))
  }

  private func makeString(_ node: SchemaNode, _ frame: Frame) throws(SynthesisFailure) -> JSONValue {
    let (least, most) = (node.facts.minLength, node.facts.maxLength)
    guard least <= most else { throw failure(node, "minLength is greater than maxLength") }
    guard least <= 100_000 else { throw failure(node, "a text would be too long") }
    let shown = frame.meaning.isPicture ? nil : shown(node, frame)?.string
    if frame.number == 0, let shown { return .string(shown) }
    var chance = RandomSource(frame.seed)
    if let value = described(node, frame, &chance) { return value }
    let text = TextGeneration(context: context, node: node, frame: frame, shown: shown).make(&chance)
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

  /// One of the values that the description lists; the first record has the first.
  private func described(_ node: SchemaNode, _ frame: Frame, _ chance: inout RandomSource) -> JSONValue? {
    let values = node.described.values
    guard !values.isEmpty else { return nil }
    let value = frame.number == 0 ? values[0] : chance.pick(values)
    return node.facts.allowsScalar(value) ? value : nil
  }

  private func makePattern(_ node: SchemaNode, _ chance: inout RandomSource) -> JSONValue? {
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
    var chance = RandomSource(frame.seed)
    let shown = shown(node, frame)?.number
    let isWhole = !types.contains(.fraction)
    let isCounted = frame.meaning.kind == .id && frame.depth == 1
    if frame.number == 0, let shown { return shown }
    if !isCounted, case .number(let number)? = described(node, frame, &chance) { return number }
    if isCounted {
      let number = JSONNumber((shown?.integer ?? 1) &+ frame.number)
      if node.facts.allowsScalar(.number(number)) { return number }
    }
    var expected = ExpectedNumbers(
      meaning: frame.meaning, isWhole: isWhole, shown: shown, context: context, frame: frame)
    if let range = node.described.range, expected.exact.map(range.contains) != true {
      (expected.least, expected.most, expected.exact) = (range.lowerBound, range.upperBound, nil)
      if range.upperBound - range.lowerBound > 10 { expected.decimals = 0 }
    }
    for decimals in [expected.decimals, 4, 8, 16] where !isWhole || decimals == expected.decimals {
      if let number = node.facts.bounds.make(
        &chance, expected, decimals: isWhole ? 0 : decimals, format: node.facts.format),
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
struct ExpectedNumbers {
  var least: Double
  var most: Double
  var decimals = 2
  /// The very number, when there is one.
  var exact: Double?

  init(meaning: PropertyMeaning, isWhole: Bool, shown: JSONNumber?, context: ValueContext, frame: ValueGeneration.Frame)
  {
    let now = Double(context.now)
    (least, most) = (1, 100)
    switch meaning.kind {
    case .id, .reference: (least, most) = (1, meaning.kind == .id ? 10_000 : 20)
    case .amount: (least, most) = isWhole ? (500, 25_000) : (5, 250)
    case .percentage: (least, most) = (0, 100)
    case .quantity: (least, most) = (1, 20)
    case .count: (least, most) = (0, 60)
    case .ordinal, .jobTitle: exact = Double(frame.number + 1)
    case .rating: (least, most, decimals) = (isWhole ? 3 : 3.2, 5, 1)
    case .age: (least, most, exact) = (1, 90, Double(Moments(frame: frame, now: context.now).age))
    case .year: (least, most) = (1990, Double(Timestamp(context.now).year))
    case .month: (least, most) = (1, 12)
    case .day: (least, most) = (1, 28)
    case .weight: (least, most) = (1, 90)
    case .length: (least, most) = isWhole ? (20, 1920) : (1, 200)
    case .duration: (least, most) = (30, 3_600)
    case .size: (least, most) = (10_000, 5_000_000)
    case .latitude, .longitude:
      exact = meaning.kind == .latitude ? frame.home.latitude : frame.home.longitude
      (least, most, decimals) = meaning.kind == .latitude ? (-60, 70, 5) : (-170, 170, 5)
    case .created, .updated, .past, .future, .timestamp, .birthDate:
      let seconds = Double(Moments(frame: frame, now: context.now).seconds(meaning.kind))
      let isMilliseconds = shown?.double.map { $0 > 100_000_000_000 } ?? false
      exact = isMilliseconds ? seconds * 1_000 : seconds
      (least, most, decimals) = (now - 31_536_000, now, 0)
    case .lastDigits: (least, most) = (1_000, 9_999)
    case .coordinates:
      // In the order of GeoJSON (RFC 7946 section 3.1.1).
      exact = frame.position == 0 ? frame.array.longitude : frame.array.latitude
      (least, most, decimals) = (-60, 60, 5)
    case .choice where shown == nil && meaning.choice?.numbers != nil:
      if let choice = meaning.choice, let numbers = choice.numbers {
        (least, most, decimals) = (numbers.lowerBound, numbers.upperBound, choice.decimals)
      }
    // The value of a property of which nothing is known is whole.
    case .unknown where shown == nil && frame.depth > 0: decimals = 0
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
