import JSON
import JSONSchema

/// Reads schemas into ``SchemaFacts``. What cannot be read, such as `minLength: "a"`, counts as absent: whoever made
/// the document is told elsewhere.
struct FactsReader {
  /// How many schemas one value's may consist of, references and `allOf` followed.
  private static let schemaLimit = 500
  private static let depthLimit = 100

  let plan: SchemaPlan
  let settled: Set<Int>
  private var facts = SchemaFacts()
  private var seen: Set<Int> = []
  /// The first schema among the components that was met, whose name the value has.
  private var component: JSONPointer?
  private(set) var isCut = false

  init(plan: SchemaPlan, settled: Set<Int>) {
    (self.plan, self.settled) = (plan, settled)
  }

  /// The facts of schemas that all apply.
  mutating func read(_ schemas: [Int]) -> SchemaFacts {
    for schema in schemas { add(schema, depth: 0) }
    if facts.types.isEmpty { facts.isImpossible = true }
    return facts
  }

  private mutating func add(_ number: Int, depth: Int) {
    guard seen.insert(number).inserted else { return }
    guard seen.count <= Self.schemaLimit, depth <= Self.depthLimit else {
      isCut = true
      return
    }
    let (place, value) = plan.schema(number)
    switch value {
    case .object(let object): add(object, at: place, depth: depth)
    case .bool(false): facts.isImpossible = true
    default: break
    }
  }

  private mutating func add(_ object: JSONObject, at place: JSONPointer, depth: Int) {
    if component == nil, place.tokens.count == 3, place.tokens[0] == "components" {
      (component, facts.name) = (place, place.tokens[2])
    }
    if let reference = object["$ref"]?.string { follow(reference, from: place, depth: depth) }
    for (index, _) in (object["allOf"]?.array ?? []).enumerated() {
      if let schema = plan.number(at: place.appending("allOf").appending(index)) { add(schema, depth: depth + 1) }
    }
    if facts.name == nil { facts.name = object["title"]?.string }
    addTypes(object)
    addScalars(object)
    addArrays(object, at: place)
    addMembers(object, at: place)
    addApplicators(object, at: place)
    addAnnotations(object)
    if let wish = PreferredValues(object) { add(wish) }
  }

  private mutating func add(_ wish: PreferredValues) {
    let before = facts.wishes[wish.member] ?? wish.values
    let both = before.filter(ValueSet(wish.values).contains)
    facts.wishes[wish.member] = both.isEmpty ? wish.values : both
  }

  private mutating func follow(_ reference: String, from place: JSONPointer, depth: Int) {
    guard let target = plan.target(of: reference), let schema = plan.number(at: target) else {
      // A reference that leads nowhere allows anything.
      return
    }
    add(schema, depth: depth + 1)
  }

  private mutating func addTypes(_ object: JSONObject) {
    if let types = object["type"].flatMap(SchemaTypes.init(keyword:)) {
      facts.types.formIntersection(types)
    }
    if let values = object["enum"]?.array { facts.restrict(to: values) }
    if let value = object["const"] { facts.restrict(to: [value]) }
  }

  private mutating func addScalars(_ object: JSONObject) {
    facts.format = object["format"]?.string ?? facts.format
    facts.contentEncoding = object["contentEncoding"]?.string ?? facts.contentEncoding
    facts.contentMediaType = object["contentMediaType"]?.string ?? facts.contentMediaType
    if let least = object.count("minLength") { facts.minLength = max(facts.minLength, least) }
    if let most = object.count("maxLength") { facts.maxLength = min(facts.maxLength, most) }
    if let pattern = object["pattern"]?.string, !facts.patterns.contains(where: { $0.text == pattern }) {
      facts.patterns.append(TextPattern(pattern))
    }
    facts.bounds.add(object)
  }

  private mutating func addArrays(_ object: JSONObject, at place: JSONPointer) {
    if let least = object.count("minItems") { facts.minItems = max(facts.minItems, least) }
    if let most = object.count("maxItems") { facts.maxItems = min(facts.maxItems, most) }
    if object["uniqueItems"]?.bool == true { facts.isUnique = true }
    let prefix = (object["prefixItems"]?.array ?? []).enumerated().map {
      plan.number(of: $0.element, at: place.appending("prefixItems").appending($0.offset))
    }
    let keyword = object["items"] == nil ? "unevaluatedItems" : "items"
    let rest = object[keyword].map { plan.number(of: $0, at: place.appending(keyword)) }
    if !prefix.isEmpty || rest != nil { facts.elements.append(.init(prefix: prefix, rest: rest)) }
    if let schema = object["contains"] {
      facts.containing.append(
        .init(
          schema: plan.number(of: schema, at: place.appending("contains")), least: object.count("minContains") ?? 1,
          most: object.count("maxContains") ?? Int.max))
    }
  }

  private mutating func addMembers(_ object: JSONObject, at place: JSONPointer) {
    let properties = object["properties"]?.object?.members ?? []
    for property in properties {
      let place = place.appending("properties").appending(property.key)
      facts.addProperty(property.key, [plan.number(of: property.value, at: place)])
    }
    facts.require(object["required"]?.array?.compactMap(\.string) ?? [])
    if let least = object.count("minProperties") { facts.minProperties = max(facts.minProperties, least) }
    if let most = object.count("maxProperties") { facts.maxProperties = min(facts.maxProperties, most) }
    var patterns: [TextPattern] = []
    for member in object["patternProperties"]?.object?.members ?? [] {
      let pattern = TextPattern(member.key)
      patterns.append(pattern)
      let place = place.appending("patternProperties").appending(member.key)
      facts.memberPatterns.append((pattern, plan.number(of: member.value, at: place)))
    }
    if let schema = object["additionalProperties"] {
      facts.others.append(
        .init(
          names: Set(properties.map(\.key)), patterns: patterns,
          schema: plan.number(of: schema, at: place.appending("additionalProperties"))))
    }
    if let schema = object["unevaluatedProperties"] {
      facts.unevaluated.append(plan.number(of: schema, at: place.appending("unevaluatedProperties")))
    }
    if let schema = object["propertyNames"] {
      facts.memberNames.append(plan.number(of: schema, at: place.appending("propertyNames")))
    }
    for member in object["dependentRequired"]?.object?.members ?? [] {
      facts.dependentRequired.append((member.key, (member.value.array ?? []).compactMap(\.string)))
    }
  }

  private mutating func addApplicators(_ object: JSONObject, at place: JSONPointer) {
    for keyword in ["oneOf", "anyOf"] {
      guard let branches = object[keyword]?.array, !branches.isEmpty else { continue }
      let place = place.appending(keyword)
      let identity = plan.number(of: .null, at: place)
      if settled.contains(identity) { continue }
      let discriminator = Discriminator(object["discriminator"])
      var group = SchemaFacts.Alternatives(
        identity: identity, isExclusive: keyword == "oneOf", branches: [], discriminators: [])
      for (index, branch) in branches.enumerated() {
        let place = place.appending(index)
        group.branches.append(plan.number(of: branch, at: place))
        group.discriminators.append(
          discriminator?.wish(branch).map { plan.number(of: $0.schema, at: place.appending("discriminator")) })
      }
      facts.alternatives.append(group)
    }
    if object["oneOf"] == nil, object["anyOf"] == nil, let discriminator = Discriminator(object["discriminator"]),
      let component, let wish = discriminator.wish(family: place, of: component)
    {
      add(wish)
    }
    if let schema = object["not"] { facts.negations.append(plan.number(of: schema, at: place.appending("not"))) }
    if let schema = object["if"] {
      let condition = plan.number(of: schema, at: place.appending("if"))
      if !settled.contains(condition) {
        facts.conditionals.append(
          .init(
            identity: condition, condition: condition,
            then: object["then"].map { plan.number(of: $0, at: place.appending("then")) },
            otherwise: object["else"].map { plan.number(of: $0, at: place.appending("else")) }))
      }
    }
    for member in object["dependentSchemas"]?.object?.members ?? [] {
      let schema = plan.number(of: member.value, at: place.appending("dependentSchemas").appending(member.key))
      if !settled.contains(schema) { facts.dependentSchemas.append((schema, member.key, schema)) }
    }
  }

  private mutating func addAnnotations(_ object: JSONObject) {
    // What stands nearest to the use counts: the schema itself is read after those that it refers to.
    let own = (object["example"].map { [$0] } ?? []) + (object["examples"]?.array ?? [])
    facts.examples = own + facts.examples
    facts.defaultValue = object["default"] ?? facts.defaultValue
    let values = object["x-mock-values"]?.array ?? object["x-mock-value"].map { [$0] } ?? []
    if !values.isEmpty { facts.mockValues = values }
    if object["readOnly"]?.bool == true { facts.isReadOnly = true }
    if object["writeOnly"]?.bool == true { facts.isWriteOnly = true }
  }
}

/// OpenAPI's `discriminator`: the member whose value names the schema of an object.
struct Discriminator {
  let property: String
  /// Values with the references or names of their schemas.
  private let mapping: [(value: String, schema: String)]
  /// The places of values in ``mapping``, by reference or name.
  private let places: [String: [Int]]

  init?(_ keyword: JSONValue?) {
    guard let property = keyword?["propertyName"]?.string else { return nil }
    self.property = property
    let mapping = (keyword?["mapping"]?.object?.members ?? []).compactMap { member in
      member.value.string.map { (value: member.key, schema: $0) }
    }
    self.mapping = mapping
    places = Dictionary(grouping: mapping.indices) { mapping[$0].schema }
  }

  /// The values of a branch; nil for a branch that is no reference.
  func wish(_ branch: JSONValue) -> PreferredValues? {
    guard let reference = branch["$ref"]?.string else { return nil }
    let values = self.values(reference)
    return wish(values.isEmpty ? [Self.lastName(reference)].compactMap(\.self) : values)
  }

  /// The values of a schema that is made by `allOf` of the one with this discriminator; for that one itself any.
  func wish(family: JSONPointer, of place: JSONPointer) -> PreferredValues? {
    let values = self.values("#\(place)")
    if !values.isEmpty { return wish(values) }
    if place == family { return mapping.isEmpty ? nil : wish(mapping.map(\.value)) }
    return mapping.isEmpty ? place.tokens.last.flatMap { wish([$0]) } : nil
  }

  private func values(_ reference: String) -> [String] {
    let name = Self.lastName(reference)
    let named = name == reference ? [] : name.flatMap { places[$0] } ?? []
    return ((places[reference] ?? []) + named).sorted().map { mapping[$0].value }
  }

  private func wish(_ values: [String]) -> PreferredValues? {
    values.isEmpty ? nil : PreferredValues(member: property, values: values.map { .string($0) })
  }

  private static func lastName(_ reference: String) -> String? { reference.split(separator: "/").last.map(String.init) }
}

/// Values that a member has because a discriminator says so. Not a demand: what the member's own schema says counts more.
struct PreferredValues {
  private static let keyword = "x-mock-discriminator-values"

  let member: String
  let values: [JSONValue]

  init(member: String, values: [JSONValue]) {
    (self.member, self.values) = (member, values)
  }

  /// The wish that a schema made by ``schema`` holds.
  init?(_ object: JSONObject) {
    guard let wish = object[Self.keyword], let member = wish["member"]?.string, let values = wish["values"]?.array
    else {
      return nil
    }
    self.init(member: member, values: values)
  }

  /// The wish as a schema, so that it can be one of those that apply together.
  var schema: JSONValue { [Self.keyword: ["member": .string(member), "values": .array(values)]] }
}

extension JSONObject {
  /// A whole number from 0 on.
  func count(_ keyword: String) -> Int? {
    guard let count = self[keyword]?.number?.integer, count >= 0 else { return nil }
    return count
  }
}
