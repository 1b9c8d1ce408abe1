import JSON
import JSONSchema

// What can be told of a value from the facts of its schema alone.

extension SchemaFacts {
  /// Whether the schema allows the value as far as it is no object and no array.
  func allowsScalar(_ value: JSONValue) -> Bool {
    if isImpossible || !allowsType(of: value) { return false }
    if let enumeration, !enumeration.contains(value) { return false }
    switch value {
    case .number(let number): return bounds.allow(number) && allowsFormat(number)
    case .string(let text): return allows(text)
    case .null, .bool, .array, .object: return true
    }
  }

  /// Whether the value is of an allowed type.
  func allowsType(of value: JSONValue) -> Bool {
    if case .number = value, types.contains(.fraction) { return true }
    return types.contains(SchemaTypes(value))
  }

  private func allows(_ text: String) -> Bool {
    if minLength > 0 || maxLength < Int.max {
      let size = text.utf8.count
      if size < minLength { return false }
      // A code point has at most four bytes.
      if size > maxLength || size / 4 < minLength {
        let length = text.unicodeScalars.count
        if length < minLength || length > maxLength { return false }
      }
    }
    if let format, let isValid = TextFormats.allow(text, as: format), !isValid { return false }
    return patterns.allSatisfy { $0.matches(text) }
  }

  private func allowsFormat(_ number: JSONNumber) -> Bool {
    switch format {
    case "int32": number.integer.flatMap(Int32.init(exactly:)) != nil
    case "int64": number.integer != nil
    default: true
    }
  }
}

/// Whether schemas allow values. The work is bounded: past the bound nothing is allowed any more.
struct Acceptance {
  private static let depthLimit = 100

  let plan: SchemaPlan
  let direction: ValueContext.Direction
  /// How many applications of a schema there may be.
  private let stepLimit: Int
  private(set) var steps = 0
  private var depth = 0

  init(plan: SchemaPlan, direction: ValueContext.Direction, stepLimit: Int) {
    (self.plan, self.direction, self.stepLimit) = (plan, direction, stepLimit)
  }

  /// Whether the schema allows the value. Members that are for the other direction are not asked for.
  mutating func allows(_ value: JSONValue, _ link: SchemaLink) -> Bool { allows(value, plan.node(link)) }

  /// Whether the schema allows the value.
  mutating func allows(_ value: JSONValue, _ node: SchemaNode) -> Bool {
    steps += 1
    guard steps <= stepLimit, depth < Self.depthLimit, node.facts.allowsScalar(value) else { return false }
    depth += 1
    defer { depth -= 1 }
    switch value {
    case .object(let object): if !allows(object, node) { return false }
    case .array(let elements): if !allows(elements, node) { return false }
    case .null, .bool, .number, .string: break
    }
    return !node.isTricky || allowsApplied(value, node)
  }

  private mutating func allowsApplied(_ value: JSONValue, _ node: SchemaNode) -> Bool {
    for group in node.alternatives {
      var count = 0
      for branch in group.branches where count == 0 || group.isExclusive && count < 2 {
        if allows(value, branch) { count += 1 }
      }
      if count == 0 || group.isExclusive && count > 1 { return false }
    }
    for negation in node.negations where allows(value, negation) { return false }
    for conditional in node.conditionals {
      let branch = allows(value, conditional.condition) ? conditional.then : conditional.otherwise
      if let branch, !allows(value, branch) { return false }
    }
    return true
  }

  private mutating func allows(_ elements: [JSONValue], _ node: SchemaNode) -> Bool {
    guard elements.count >= node.facts.minItems, elements.count <= node.facts.maxItems else { return false }
    if let rest = node.elements.last {
      for (place, element) in elements.enumerated() {
        if !allows(element, place < node.prefixCount ? node.elements[place] : rest) { return false }
      }
    }
    if node.facts.isUnique, !elements.areUnique { return false }
    for rule in node.containing {
      var count = 0
      for element in elements where allows(element, rule.link) { count += 1 }
      if count < rule.least || count > rule.most { return false }
    }
    return true
  }

  private mutating func allows(_ object: JSONObject, _ node: SchemaNode) -> Bool {
    guard object.count >= node.facts.minProperties, object.count <= node.facts.maxProperties else { return false }
    for property in node.properties where property.isRequired && object[property.name] == nil {
      if !isForOtherDirection(property) { return false }
    }
    for name in node.requiredOthers where object[name] == nil { return false }
    for member in object.members {
      if let place = node.positions[member.key] {
        if !allows(member.value, node.properties[place].link) { return false }
      } else if !allowsOther(member, node) {
        return false
      }
      for rule in node.memberNames where !allows(.string(member.key), rule) { return false }
    }
    for rule in node.facts.dependentRequired where object.contains(rule.name) {
      if !rule.required.allSatisfy(object.contains) { return false }
    }
    for rule in node.dependents where object.contains(rule.name) {
      if !allows(.object(object), rule.link) { return false }
    }
    return true
  }

  private mutating func allowsOther(_ member: JSONObject.Member, _ node: SchemaNode) -> Bool {
    if let link = node.link(ofOther: member.key) { return allows(member.value, link) }
    // What members the alternatives know is found out where they are chosen.
    return node.isTricky || node.unevaluated.allSatisfy { allows(member.value, $0) }
  }

  /// Whether a member stands only in requests, or only in answers, and this is the other.
  func isForOtherDirection(_ property: SchemaNode.Property) -> Bool {
    let schema = plan.node(property.link)
    let (readOnly, writeOnly) = (schema.facts.isReadOnly, schema.facts.isWriteOnly)
    return readOnly != writeOnly && (direction == .answer ? writeOnly : readOnly)
  }

  /// Whether nothing is to be left out of a value that the schema allows.
  mutating func shows(_ value: JSONValue, _ node: SchemaNode) -> Bool {
    steps += 1
    guard steps <= stepLimit, depth < Self.depthLimit else { return false }
    depth += 1
    defer { depth -= 1 }
    switch value {
    case .null, .bool, .number, .string: return true
    case .array, .object: break
    }
    if let group = node.alternatives.first {
      for (index, branch) in group.branches.enumerated() where allows(value, branch) {
        return shows(value, plan.node(group.choices[index]))
      }
      return false
    }
    guard node.conditionals.isEmpty, node.dependents.isEmpty else { return false }
    switch value {
    case .object(let object):
      for member in object.members {
        guard let place = node.positions[member.key] else {
          if node.showsOthers { continue }
          return false
        }
        let property = node.properties[place]
        if isForOtherDirection(property) || !shows(member.value, plan.node(property.link)) { return false }
      }
    case .array(let elements):
      guard let rest = node.elements.last else { return true }
      for (place, element) in elements.enumerated() {
        if !shows(element, plan.node(place < node.prefixCount ? node.elements[place] : rest)) { return false }
      }
    case .null, .bool, .number, .string: break
    }
    return true
  }
}

extension SchemaNode {
  /// Whether what is said of other members is more than that they are allowed or not.
  var hasSchemaForOthers: Bool { !facts.memberPatterns.isEmpty || !facts.others.isEmpty }

  /// Whether members that the schema does not know are shown: it says that there may be others, or knows none at all.
  var showsOthers: Bool {
    hasSchemaForOthers || !unevaluated.isEmpty || properties.isEmpty
  }

  /// The way to what is said of a member without a schema of its own; nil when nothing is said.
  func link(ofOther name: String) -> SchemaLink? {
    if facts.memberPatterns.isEmpty, facts.others.isEmpty { return nil }
    let schemas = facts.schemas(ofOther: name)
    return schemas.isEmpty ? nil : SchemaLink(.init(schemas: schemas))
  }
}

extension [JSONValue] {
  /// Whether no two elements are the same data.
  var areUnique: Bool {
    guard count > 1 else { return true }
    if count > 50 {
      // Texts that are written alike are the same; few others come in such numbers.
      var seen: Set<[UInt8]> = []
      return allSatisfy { seen.insert(JSONWriter.serialize($0)).inserted }
    }
    return indices.dropLast().allSatisfy { index in !self[(index + 1)...].contains(self[index]) }
  }
}
