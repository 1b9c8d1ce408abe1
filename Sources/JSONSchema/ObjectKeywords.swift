import HTTPCore
import JSON

/// `properties`, `patternProperties` and `additionalProperties`: a schema for each member by its name.
struct Members: ObjectKeyword {
  struct PatternSchema {
    let expression: SearchExpression
    let node: Int
  }

  let properties: PropertyTable
  let patterns: [PatternSchema]
  /// The schema of `additionalProperties`, for the members that none of the others is for.
  let others: Int?

  func allows(_ object: JSONObject, _ evaluation: Evaluation) -> Bool {
    var holds = true
    var hint = 0
    for position in object.members.indices
    where !allows(object.members[position], at: position, &hint, evaluation) {
      guard evaluation.goesOn else { return false }
      holds = false
    }
    return holds
  }

  private func allows(
    _ member: JSONObject.Member, at position: Int, _ hint: inout Int, _ evaluation: Evaluation
  ) -> Bool {
    let byPattern = patterns.isEmpty ? nil : patternsAllow(member, at: position, evaluation)
    let own = ownSchema(of: member.key, &hint)
    if own != nil || byPattern != nil || others != nil { evaluation.noteEvaluated(position) }
    if let own { return evaluation.evaluate(own, member, at: position) && byPattern ?? true }
    if let byPattern { return byPattern }
    guard let others else { return true }
    return evaluation.isFalse(others)
      ? fail(member, evaluation) : evaluation.evaluate(others, member, at: position)
  }

  private func ownSchema(of name: String, _ hint: inout Int) -> Int? {
    guard let found = properties.position(of: name, near: hint) else { return nil }
    hint = found + 1
    return properties.nodes[found]
  }

  /// Whether the schemas of the patterns that a name matches allow the member; nil when it matches none.
  private func patternsAllow(_ member: JSONObject.Member, at position: Int, _ evaluation: Evaluation) -> Bool? {
    var holds: Bool?
    for pattern in patterns where evaluation.search(pattern.expression, member.key) {
      holds = evaluation.evaluate(pattern.node, member, at: position) && holds ?? true
    }
    return holds
  }

  /// Reports a member that `additionalProperties` forbids.
  private func fail(_ member: JSONObject.Member, _ evaluation: Evaluation) -> Bool {
    evaluation.fail("additionalProperties", at: member.key, .forbidden, member.value)
  }
}

/// The schemas of `properties`, by name.
struct PropertyTable: Sendable {
  let nodes: [Int]
  private let names: [ByteString]
  /// Where each name stands; nil when there are few, and one comparison after another is quicker.
  private let positions: [ByteString: Int]?

  private static let indexThreshold = 8

  init(_ properties: [(name: String, node: Int)]) {
    nodes = properties.map(\.node)
    let names = properties.map { ByteString($0.name) }
    self.names = names
    positions =
      names.count > Self.indexThreshold
      ? Dictionary(uniqueKeysWithValues: names.enumerated().map { ($0.element, $0.offset) }) : nil
  }

  /// The position of a name. Members mostly come in the order of the schema, so that the hint, the position behind
  /// the last one found, is tried first.
  func position(of name: String, near hint: Int) -> Int? {
    if hint < names.count, names[hint].matches(name) { return hint }
    if let positions { return positions[ByteString(name)] }
    return names.firstIndex { $0.matches(name) }
  }
}

/// `propertyNames`: a schema for the names, as strings.
struct PropertyNames: ObjectKeyword {
  let schema: Int

  func allows(_ object: JSONObject, _ evaluation: Evaluation) -> Bool {
    var holds = true
    for (position, member) in object.members.enumerated() where !evaluation.triesName(schema, member.key, at: position)
    {
      guard evaluation.goesOn else { return false }
      holds = evaluation.fail("propertyNames", at: member.key, .memberName(member.key))
    }
    return holds
  }
}

extension Evaluation {
  /// Applies a schema to a name without reporting.
  fileprivate func triesName(_ index: Int, _ name: String, at position: Int) -> Bool {
    let outer = evaluated.take()
    positions.append(~position)
    defer {
      positions.removeLast()
      evaluated = outer
    }
    return tries(index, .string(name))
  }
}

/// `required`: members that must be there.
struct Required: ObjectKeyword {
  let names: [String]

  func allows(_ object: JSONObject, _ evaluation: Evaluation) -> Bool {
    var holds = true
    for name in names where !object.contains(name) {
      guard evaluation.goesOn else { return false }
      holds = evaluation.fail("required", .missingMember(name))
    }
    return holds
  }
}

/// `dependentRequired`: members that must be there when another is.
struct DependentRequired: ObjectKeyword {
  let required: [(name: String, strings: [String])]

  func allows(_ object: JSONObject, _ evaluation: Evaluation) -> Bool {
    var holds = true
    for (name, others) in required where object.contains(name) {
      for other in others where !object.contains(other) {
        holds = evaluation.fail("dependentRequired", .missingMember(other, becauseOf: name))
      }
    }
    return holds
  }
}

/// `minProperties` and `maxProperties`.
struct MemberCount: ObjectKeyword {
  let bounds: CountBounds

  func allows(_ object: JSONObject, _ evaluation: Evaluation) -> Bool {
    let count = object.count
    return bounds.contain(count)
      || evaluation.fail(count < bounds.least ? "minProperties" : "maxProperties", bounds.violation(.members, count))
  }
}
