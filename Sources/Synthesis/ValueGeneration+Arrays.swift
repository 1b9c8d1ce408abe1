import JSON
import JSONSchema

// Arrays.

extension ValueGeneration {
  private static let longestArray = 2_000

  mutating func makeArray(
    _ node: SchemaNode, fixed: [JSONValue]?, _ frame: Frame
  ) throws(SynthesisFailure) -> [JSONValue] {
    let facts = node.facts
    guard facts.minItems <= facts.maxItems else { throw failure(node, "minItems is greater than maxItems") }
    guard facts.minItems <= Self.longestArray else { throw failure(node, "an array would have too many elements") }
    var elements: [JSONValue] = []
    if let fixed {
      for (place, value) in fixed.prefix(facts.maxItems).enumerated() {
        elements.append(try makeElement(node, place: place, fixed: value, hint: nil, frame))
      }
      if elements.count >= facts.minItems, !facts.isUnique || elements.areUnique { return elements }
    }
    let count = count(node, frame)
    let example = (frame.hint ?? facts.examples.first { $0.array != nil })?.array
    if fixed == nil, frame.number == 0, let example, !example.isEmpty, example.count <= 10, count > 0 {
      for (place, value) in example.prefix(facts.maxItems).enumerated() {
        if let element = try? makeElement(node, place: place, fixed: value, hint: nil, frame) {
          elements.append(element)
        }
      }
    }
    if facts.isUnique { elements = elements.withoutRepetitions }
    guard elements.count < max(count, facts.minItems) else { return elements }
    var seen = Set(facts.isUnique ? elements.map(ValueHash.init) : [])
    var attempts = 0
    while elements.count < count {
      attempts += 1
      do throws(SynthesisFailure) {
        let hint = example.flatMap { $0.isEmpty ? nil : $0[elements.count % $0.count] }
        let element = try makeElement(
          node, place: elements.count, attempt: attempts, fixed: nil, hint: hint, frame)
        if !facts.isUnique || seen.insert(ValueHash(element)).inserted { elements.append(element) }
      } catch {
        if elements.count >= facts.minItems { return elements }
        throw error
      }
      if attempts > count * 2 + 20 {
        if elements.count >= facts.minItems { break }
        throw failure(node, "no further elements were found that differ")
      }
    }
    return elements
  }

  /// How many elements an array has.
  private func count(_ node: SchemaNode, _ frame: Frame) -> Int {
    let facts = node.facts
    let least = max(facts.minItems, min(node.prefixCount, facts.maxItems))
    if mode == .projection || frame.isSparse || isOverBudget || frame.depth > Self.wholeDepth { return facts.minItems }
    guard let rest = node.elements.last else { return max(least, min(1, facts.maxItems)) }
    let element = plan.node(rest)
    if element.facts.isImpossible { return least }
    if isRepeated(element, times: 1), frame.depth > 1 || isRepeated(element, times: 2) { return facts.minItems }
    var chance = RandomSource(RandomSource.seed(frame.seed, part: 3))
    let isLarge = plan.types(of: element).contains(.object) && frame.depth > 1
    return min(max(least, chance.pick(1...(isLarge ? 2 : 3))), facts.maxItems)
  }

  private mutating func makeElement(
    _ node: SchemaNode, place: Int, attempt: Int = 0, fixed: JSONValue?, hint: JSONValue?, _ frame: Frame
  ) throws(SynthesisFailure) -> JSONValue {
    var inner = frame
    inner.seed = RandomSource.seed(frame.seed, part: UInt64(place) &+ UInt64(attempt) << 20 &+ 1_000)
    inner.number = frame.number + max(place, attempt - 1)
    inner.position = place
    inner.depth = frame.depth + 1
    inner.hint = hint
    inner.meaning = frame.meaning
    guard let rest = node.elements.last else {
      if let fixed { return fixed }
      return try make(plan.node(.init(schemas: [SchemaDocument.anything])), fixed: nil, inner)
    }
    let link = place < node.prefixCount ? node.elements[place] : rest
    return try make(plan.node(link), fixed: fixed, inner)
  }
}

extension [JSONValue] {
  var withoutRepetitions: [JSONValue] {
    var seen: Set<ValueHash> = []
    return filter { seen.insert(ValueHash($0)).inserted }
  }
}
