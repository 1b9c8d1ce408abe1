import JSON
import JSONSchema

/// Reads schemas into ``SchemaFacts``. What cannot be read, such as `minLength: "a"`, counts as absent; it is reported
/// elsewhere.
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

  /// The keywords, beside `oneOf` and `anyOf`, that are read.
  private static let keywords: Set<String> = [
    "$ref", "allOf", "title", "type", "enum", "const", "format", "contentEncoding", "contentMediaType", "minLength",
    "maxLength", "pattern", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf", "minItems",
    "maxItems", "uniqueItems", "prefixItems", "items", "unevaluatedItems", "contains", "properties", "required",
    "minProperties", "maxProperties", "patternProperties", "additionalProperties", "unevaluatedProperties",
    "propertyNames", "dependentRequired", "discriminator", "not", "if", "dependentSchemas", "example", "examples",
    "default", "x-mock-value", "x-mock-values", "readOnly", "writeOnly", PreferredValues.keyword,
  ]

  /// The numbers of the alternatives of a schema that says nothing else; nil for one that does, as a component does by
  /// its name.
  static func alternativesAlone(of schema: Schema) -> [Int]? {
    guard let object = schema.value.object, !object.members.contains(where: { keywords.contains($0.key) }),
      !isComponent(schema.place)
    else { return nil }
    return ["oneOf", "anyOf"].filter { object[$0]?.array?.isEmpty == false }.compactMap(schema.position(of:))
  }

  private static func isComponent(_ place: JSONPointer) -> Bool {
    place.tokens.count == 3 && place.tokens[0] == "components"
  }

  private mutating func add(_ number: Int, depth: Int) {
    guard seen.insert(number).inserted else { return }
    guard seen.count <= Self.schemaLimit, depth <= Self.depthLimit else {
      isCut = true
      return
    }
    let schema = plan.schemas.schema(number)
    switch schema.value {
    case .object(let object): add(object, of: schema, depth: depth)
    case .bool(false): facts.isImpossible = true
    default: break
    }
  }

  private mutating func add(_ object: JSONObject, of schema: Schema, depth: Int) {
    if component == nil {
      let place = schema.place
      if Self.isComponent(place) { (component, facts.name) = (place, place.tokens[2]) }
    }
    // A reference that leads nowhere allows anything.
    if let target = schema.target { add(target.number, depth: depth + 1) }
    for part in schema.subschemas("allOf") { add(part.number, depth: depth + 1) }
    if facts.name == nil { facts.name = object["title"]?.string }
    addTypes(object)
    addScalars(object)
    addArrays(object, of: schema)
    addMembers(object, of: schema)
    addApplicators(object, of: schema)
    addAnnotations(object)
    if let preference = PreferredValues(object) { add(preference) }
  }

  private mutating func add(_ preference: PreferredValues) {
    let before = facts.preferredValues[preference.member] ?? preference.values
    let both = before.filter(ValueSet(preference.values).contains)
    facts.preferredValues[preference.member] = both.isEmpty ? preference.values : both
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

  private mutating func addArrays(_ object: JSONObject, of schema: Schema) {
    if let least = object.count("minItems") { facts.minItems = max(facts.minItems, least) }
    if let most = object.count("maxItems") { facts.maxItems = min(facts.maxItems, most) }
    if object["uniqueItems"]?.bool == true { facts.isUnique = true }
    let prefix = schema.subschemas("prefixItems").map(\.number)
    let rest = schema.subschema(object["items"] == nil ? "unevaluatedItems" : "items")?.number
    if !prefix.isEmpty || rest != nil { facts.elements.append(.init(prefix: prefix, rest: rest)) }
    if let contained = schema.subschema("contains")?.number {
      facts.containing.append(
        .init(schema: contained, least: object.count("minContains") ?? 1, most: object.count("maxContains") ?? Int.max))
    }
  }

  private mutating func addMembers(_ object: JSONObject, of schema: Schema) {
    let properties = schema.properties
    for property in properties { facts.addProperty(property.name, [property.schema.number]) }
    facts.require(schema.required)
    if let least = object.count("minProperties") { facts.minProperties = max(facts.minProperties, least) }
    if let most = object.count("maxProperties") { facts.maxProperties = min(facts.maxProperties, most) }
    var patterns: [TextPattern] = []
    for member in schema.namedSubschemas("patternProperties") {
      patterns.append(TextPattern(member.name))
      facts.memberPatterns.append((patterns[patterns.count - 1], member.schema.number))
    }
    if let others = schema.additionalProperties {
      facts.others.append(.init(names: Set(properties.map(\.name)), patterns: patterns, schema: others.number))
    }
    if let others = schema.subschema("unevaluatedProperties") { facts.unevaluated.append(others.number) }
    if let names = schema.subschema("propertyNames") { facts.memberNames.append(names.number) }
    for member in object["dependentRequired"]?.object?.members ?? [] {
      facts.dependentRequired.append((member.key, (member.value.array ?? []).compactMap(\.string)))
    }
  }

  private mutating func addApplicators(_ object: JSONObject, of schema: Schema) {
    for keyword in ["oneOf", "anyOf"] {
      guard let branches = object[keyword]?.array, !branches.isEmpty,
        let identity = schema.position(of: keyword), !settled.contains(identity)
      else { continue }
      let discriminator = Discriminator(object["discriminator"])
      facts.alternatives.append(
        .init(
          identity: identity, isExclusive: keyword == "oneOf", branches: schema.subschemas(keyword).map(\.number),
          discriminators: branches.enumerated().map { index, branch in
            discriminator?.preferred(branch)
              .flatMap { schema.made($0.schema, at: [keyword, "\(index)", "discriminator"]) }?.number
          }))
    }
    if object["oneOf"] == nil, object["anyOf"] == nil, let discriminator = Discriminator(object["discriminator"]),
      let component, let preference = discriminator.preferred(family: schema.place, of: component)
    {
      add(preference)
    }
    if let negated = schema.subschema("not") { facts.negations.append(negated.number) }
    if let condition = schema.subschema("if")?.number, !settled.contains(condition) {
      facts.conditionals.append(
        .init(
          identity: condition, condition: condition, then: schema.subschema("then")?.number,
          otherwise: schema.subschema("else")?.number))
    }
    for (name, dependent) in schema.namedSubschemas("dependentSchemas") where !settled.contains(dependent.number) {
      facts.dependentSchemas.append((dependent.number, name, dependent.number))
    }
  }

  private mutating func addAnnotations(_ object: JSONObject) {
    // What stands nearest to the use counts: the schema itself is read after those that it refers to.
    let own = (object["example"].map { [$0] } ?? []) + (object["examples"]?.array ?? [])
    facts.examples = own + facts.examples
    facts.defaultValue = object["default"] ?? facts.defaultValue
    facts.description = object["description"]?.string ?? facts.description
    if ["integer", "number"].contains(object["type"]?.string) { facts.noteMilliseconds() }
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
  func preferred(_ branch: JSONValue) -> PreferredValues? {
    guard let reference = branch["$ref"]?.string else { return nil }
    let values = self.values(reference)
    return preferred(values.isEmpty ? [Self.lastName(reference)].compactMap(\.self) : values)
  }

  /// The values of a schema that is made by `allOf` of the one with this discriminator; for that one itself any.
  func preferred(family: JSONPointer, of place: JSONPointer) -> PreferredValues? {
    let values = self.values("#\(place)")
    if !values.isEmpty { return preferred(values) }
    if place == family { return mapping.isEmpty ? nil : preferred(mapping.map(\.value)) }
    return mapping.isEmpty ? place.tokens.last.flatMap { preferred([$0]) } : nil
  }

  private func values(_ reference: String) -> [String] {
    let name = Self.lastName(reference)
    let named = name == reference ? [] : name.flatMap { places[$0] } ?? []
    return ((places[reference] ?? []) + named).sorted().map { mapping[$0].value }
  }

  private func preferred(_ values: [String]) -> PreferredValues? {
    values.isEmpty ? nil : PreferredValues(member: property, values: values.map { .string($0) })
  }

  private static func lastName(_ reference: String) -> String? { reference.split(separator: "/").last.map(String.init) }
}

/// Values that a member has because a discriminator says so. Not a demand: what the member's own schema says counts more.
struct PreferredValues {
  static let keyword = "x-mock-discriminator-values"

  let member: String
  let values: [JSONValue]

  init(member: String, values: [JSONValue]) {
    (self.member, self.values) = (member, values)
  }

  /// The preference that a schema made by ``schema`` holds.
  init?(_ object: JSONObject) {
    guard let preference = object[Self.keyword], let member = preference["member"]?.string,
      let values = preference["values"]?.array
    else {
      return nil
    }
    self.init(member: member, values: values)
  }

  /// The preference as a schema, so that it can be one of those that apply together.
  var schema: JSONValue { [Self.keyword: ["member": .string(member), "values": .array(values)]] }
}

extension JSONObject {
  /// A whole number from 0 on.
  func count(_ keyword: String) -> Int? {
    guard let count = self[keyword]?.number?.integer, count >= 0 else { return nil }
    return count
  }
}
