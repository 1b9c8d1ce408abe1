import JSON
import JSONSchema

// What the facts of a schema alone say of a value.

extension SchemaFacts {
  /// Whether the schema allows the value as far as it is no object and no array.
  func allowsScalar(_ value: JSONValue) -> Bool {
    if isImpossible || !allowsType(of: value) { return false }
    if let enumeration, !enumeration.contains(value) { return false }
    return allowsBesideEnumeration(value)
  }

  /// Whether the schema allows a value of an allowed type, which is no object and no array, apart from `enum` and `const`.
  func allowsBesideEnumeration(_ value: JSONValue) -> Bool {
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
  /// The place of the current value by positions, those of names as their complement.
  private var positions: [Int] = []
  /// What schemas that apply others came to: these may be applied to one value by many ways.
  private var outcomes: [Application: Bool] = [:]
  /// Whether anything was not looked at because it is too deep: what that came to is not kept.
  private var isCut = false

  /// An application of a schema to a part of the value.
  private struct Application: Hashable {
    let schema: SchemaPlan.Key
    let positions: [Int]
  }

  /// Before so many steps no outcome is kept: most values need fewer.
  private static let outcomeThreshold = 500
  /// How many outcomes are kept. Past that all are dropped.
  private static let outcomeLimit = 20_000

  init(plan: SchemaPlan, direction: ValueContext.Direction, stepLimit: Int) {
    (self.plan, self.direction, self.stepLimit) = (plan, direction, stepLimit)
  }

  /// Whether the schema allows the value. Members that are for the other direction are not asked for.
  mutating func allows(_ value: JSONValue, _ link: SchemaLink) -> Bool { allows(value, plan.node(link)) }

  /// Whether the schema allows the value.
  mutating func allows(_ value: JSONValue, _ node: SchemaNode) -> Bool {
    steps += 1
    if depth >= Self.depthLimit { isCut = true }
    guard steps <= stepLimit, depth < Self.depthLimit, node.facts.allowsScalar(value) else { return false }
    depth += 1
    defer { depth -= 1 }
    guard node.isTricky, steps > Self.outcomeThreshold else { return allowsParts(value, node) }
    let application = Application(schema: node.key, positions: positions)
    if let known = outcomes[application] { return known }
    let isAllowed = allowsParts(value, node)
    // Past the bounds nothing is known.
    guard steps <= stepLimit, !isCut else { return isAllowed }
    if outcomes.count >= Self.outcomeLimit { outcomes.removeAll(keepingCapacity: true) }
    outcomes[application] = isAllowed
    return isAllowed
  }

  /// Whether a schema allows a part of the current value.
  private mutating func allows(_ part: JSONValue, _ link: SchemaLink, at position: Int) -> Bool {
    positions.append(position)
    defer { positions.removeLast() }
    return allows(part, link)
  }

  private mutating func allowsParts(_ value: JSONValue, _ node: SchemaNode) -> Bool {
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
        if !allows(element, place < node.prefixCount ? node.elements[place] : rest, at: place) { return false }
      }
    }
    if node.facts.isUnique, !elements.areUnique { return false }
    for rule in node.containing {
      var count = 0
      for (place, element) in elements.enumerated() where allows(element, rule.link, at: place) { count += 1 }
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
    for (position, member) in object.members.enumerated() {
      if let place = node.positions[member.key] {
        if !allows(member.value, node.properties[place].link, at: position) { return false }
      } else if !allowsOther(member, node, at: position) {
        return false
      }
      for rule in node.memberNames where !allows(.string(member.key), rule, at: ~position) { return false }
    }
    for rule in node.facts.dependentRequired where object.contains(rule.name) {
      if !rule.required.allSatisfy(object.contains) { return false }
    }
    for rule in node.dependents where object.contains(rule.name) {
      if !allows(.object(object), rule.link) { return false }
    }
    return true
  }

  private mutating func allowsOther(_ member: JSONObject.Member, _ node: SchemaNode, at position: Int) -> Bool {
    if let link = node.link(ofOther: member.key) { return allows(member.value, link, at: position) }
    // What members the alternatives know is found out where they are chosen.
    return node.isTricky || node.unevaluated.allSatisfy { allows(member.value, $0, at: position) }
  }

  /// Whether a member stands only in requests, or only in answers, and this is the other.
  func isForOtherDirection(_ property: SchemaNode.Property) -> Bool {
    let schema = plan.node(property.link)
    let (readOnly, writeOnly) = (schema.facts.isReadOnly, schema.facts.isWriteOnly)
    return readOnly != writeOnly && (direction == .answer ? writeOnly : readOnly)
  }

  /// Whether nothing is to be left out of a part of the current value.
  private mutating func shows(_ part: JSONValue, _ node: SchemaNode, at position: Int) -> Bool {
    positions.append(position)
    defer { positions.removeLast() }
    return shows(part, node)
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
      for (position, member) in object.members.enumerated() {
        guard let place = node.positions[member.key] else {
          if node.showsOthers { continue }
          return false
        }
        let property = node.properties[place]
        if isForOtherDirection(property) || !shows(member.value, plan.node(property.link), at: position) {
          return false
        }
      }
    case .array(let elements):
      guard let rest = node.elements.last else { return true }
      for (place, element) in elements.enumerated() {
        let link = place < node.prefixCount ? node.elements[place] : rest
        if !shows(element, plan.node(link), at: place) { return false }
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
    if count > 8 {
      var seen: Set<ValueHash> = []
      return allSatisfy { seen.insert(ValueHash($0)).inserted }
    }
    return indices.dropLast().allSatisfy { index in !self[(index + 1)...].contains(self[index]) }
  }
}
