import HTTPCore
import JSON
import RegularExpressions

/// Makes the nodes of a schema and of those it refers to. A work list takes the place of recursion, so that neither
/// depth nor a long chain of references matters.
struct Compiler {
  let registry: SchemaRegistry
  let assertsFormats: Bool
  /// Which half of an exchange the schemas are for; nil for both.
  let direction: SchemaDirection?
  var index: ResourceIndex
  /// How many nodes were taken away; they are complete.
  private var taken = 0
  /// The nodes after those; the ones still waiting are placeholders.
  private var nodes: [SchemaNode] = []
  /// The node of each place that was met, and the places that nodes of ``nodes`` were given to.
  private var numbers: [SchemaPlace: Int] = [:]
  private var numbered: [SchemaPlace] = []
  private var pending: [(number: Int, place: SchemaPlace, value: JSONValue)] = []

  init(registry: SchemaRegistry, assertsFormats: Bool, direction: SchemaDirection?) {
    self.registry = registry
    self.direction = direction
    self.assertsFormats = assertsFormats
    index = registry.index
  }

  /// Compiles a schema with all it needs and returns its number.
  mutating func compile(uri: String, pointer: JSONPointer) throws(SchemaError) -> Int {
    let request = SchemaPlace(document: uri, pointer: pointer.description)
    guard let resource = index.resource(uri) else {
      throw SchemaError(request, "no document is registered as \"\(uri)\"")
    }
    if index.ambiguous.contains(uri) { throw SchemaError(request, "two schemas have the identifier \"\(uri)\"") }
    let place = SchemaPlace(document: resource.document, pointer: resource.pointer.text + pointer.description)
    guard let value = registry.value(at: place) else { throw SchemaError(place, "there is nothing at this place") }
    do throws(SchemaError) {
      let root = try number(of: place, value)
      while let next = pending.popLast() {
        nodes[next.number - taken] = try node(at: next.place, next.value)
      }
      // A complete node refers to none that came later.
      if let looping = nodes.firstInLoop(numberedFrom: taken) {
        throw SchemaError(looping.place, Self.loop)
      }
      return root
    } catch {
      forgetNodes()
      throw error
    }
  }

  /// Hands over the nodes that were made since the last time.
  mutating func takeNodes() -> [SchemaNode] {
    defer {
      taken += nodes.count
      (nodes, numbered) = ([], [])
    }
    return nodes
  }

  /// Forgets the nodes of a schema with a fault, so that others do without them.
  private mutating func forgetNodes() {
    for place in numbered { numbers[place] = nil }
    (nodes, numbered, pending) = ([], [], [])
  }

  /// The number of the schema at a place, which is compiled later when it is new.
  ///
  /// A schema that is nothing but a reference has no node of its own: it is the schema it refers to.
  mutating func number(of place: SchemaPlace, _ value: JSONValue) throws(SchemaError) -> Int {
    var (place, value) = (place, value)
    var passed: Set<SchemaPlace> = []
    while numbers[place] == nil, let reference = value.soleReference {
      guard passed.insert(place).inserted else { throw SchemaError(place, Self.loop) }
      (place, value) = try target(of: reference, in: place, value)
    }
    let number = numbers[place] ?? taken + nodes.count
    if number == taken + nodes.count {
      nodes.append(SchemaNode(place: place))
      pending.append((number, place, value))
      passed.insert(place)
    }
    for place in passed {
      numbers[place] = number
      numbered.append(place)
    }
    return number
  }

  private static let loop = "refers to itself without going into the value, which would never end"
}

extension JSONValue {
  /// The `$ref` of a schema that has no other keyword of effect.
  fileprivate var soleReference: String? {
    guard let object, let reference = object["$ref"]?.string else { return nil }
    let hasOthers = object.members.contains { $0.key != "$ref" && SchemaReader.keywords.contains($0.key) }
    return hasOthers ? nil : reference
  }
}

extension Compiler {
  /// The node of a schema. The order of the steps is that of the violations in a report.
  mutating func node(at place: SchemaPlace, _ value: JSONValue) throws(SchemaError) -> SchemaNode {
    var node = SchemaNode(place: place)
    switch value {
    case .bool(let isAllowed):
      if !isAllowed { node.types = [] }
    case .object(let object):
      let reader = SchemaReader(object: object, place: place)
      try checkNames(reader)
      try addValueKeywords(reader, to: &node)
      try addNumberKeywords(reader, to: &node)
      try addStringKeywords(reader, to: &node)
      try addArrayKeywords(reader, to: &node)
      try addObjectKeywords(reader, to: &node)
      try addApplicators(reader, value, to: &node)
      try addUnevaluated(reader, to: &node)
    case .null, .number, .string, .array:
      throw SchemaError(place, "a schema is an object, true or false, not \(value.typeName)")
    }
    return node
  }

  /// The keywords that give a schema its name, or mean one that only the evaluation knows.
  private func checkNames(_ reader: SchemaReader) throws(SchemaError) {
    if let id = try reader.string("$id"), ResourceIndex.identifier(id, base: "") == nil {
      throw reader.error("$id", "must not have a fragment; `$anchor` names a schema within a document")
    }
    if let anchor = try reader.string("$anchor"), !Self.isAnchor(anchor) {
      throw reader.error("$anchor", "must be a letter or `_`, then letters, digits, `-`, `_` and `.`")
    }
    if reader.object.contains("$dynamicRef") {
      throw reader.error("$dynamicRef", "dynamic references are not supported")
    }
  }

  private static func isAnchor(_ text: String) -> Bool {
    guard let first = text.utf8.first, first.isASCIILetter || first == UInt8(ascii: "_") else { return false }
    return text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-_.".utf8.contains($0) }
  }

  private func addValueKeywords(_ reader: SchemaReader, to node: inout SchemaNode) throws(SchemaError) {
    if let type = reader.object["type"] {
      guard let types = JSONTypes(keyword: type) else {
        throw reader.error("type", "must be one of \(JSONTypes.all.names.joined(separator: ", ")) or an array of them")
      }
      node.types = types
    }
    if let values = try reader.values("enum") { node.keywords.append(Enumeration(keyword: "enum", values: values)) }
    if let value = reader.object["const"] { node.keywords.append(Enumeration(keyword: "const", values: [value])) }
  }
}

extension Compiler {
  /// The schema that the `$ref` of a schema means.
  mutating func target(
    of reference: String, in place: SchemaPlace, _ value: JSONValue
  ) throws(SchemaError) -> (place: SchemaPlace, value: JSONValue) {
    let keyword = place.appending("$ref")
    let base = index.base(of: place, value)
    var uri = URIReference(reference).resolved(against: URIReference(base))
    guard let fragment = uri.decodedFragment else {
      throw SchemaError(keyword, "\"\(reference)\" has a fragment that is not percent-encoded UTF-8")
    }
    uri.fragment = nil
    guard let resource = index.resource(uri.description) else {
      throw SchemaError(keyword, "no document or `$id` is registered as \"\(uri)\"")
    }
    if index.ambiguous.contains(uri.description) {
      throw SchemaError(keyword, "two schemas have the identifier \"\(uri)\"")
    }
    let place = try self.place(of: fragment, in: resource, uri.description, for: keyword)
    guard let value = registry.value(at: place) else {
      throw SchemaError(keyword, "\"\(reference)\" refers to nothing")
    }
    return (place, value)
  }

  /// The place that a fragment, a pointer or an anchor, means in a document or a schema with an `$id`.
  private func place(
    of fragment: String, in resource: SchemaPlace, _ uri: String, for keyword: SchemaPlace
  ) throws(SchemaError) -> SchemaPlace {
    if fragment.isEmpty { return resource }
    if fragment.hasPrefix("/") {
      guard let pointer = JSONPointer(parsing: fragment) else {
        throw SchemaError(keyword, "\"\(fragment)\" is no JSON Pointer")
      }
      return SchemaPlace(document: resource.document, pointer: resource.pointer.text + pointer.description)
    }
    guard let place = index.anchor(uri, fragment) else {
      throw SchemaError(keyword, "no schema of \"\(uri)\" has the anchor \"\(fragment)\"")
    }
    if index.ambiguous.contains("\(uri)#\(fragment)") {
      throw SchemaError(keyword, "two schemas have the anchor \"\(fragment)\"")
    }
    return place
  }
}

// The keywords that apply schemas to the value itself.

extension Compiler {
  mutating func addApplicators(
    _ reader: SchemaReader, _ value: JSONValue, to node: inout SchemaNode
  ) throws(SchemaError) {
    if let reference = try reader.string("$ref") {
      let target = try target(of: reference, in: reader.place, value)
      add(AllOf(schemas: [try number(of: target.place, target.value)]), to: &node)
    }
    let all = try subschemas("allOf", of: reader)
    if !all.isEmpty { add(AllOf(schemas: all), to: &node) }
    let any = try subschemas("anyOf", of: reader)
    if !any.isEmpty { add(AnyOf(schemas: any), to: &node) }
    let one = try subschemas("oneOf", of: reader)
    if !one.isEmpty {
      // Alternatives that overlap would refuse what a client cannot write in another way.
      if direction == .request { add(AnyOf(schemas: one), to: &node) } else { add(OneOf(schemas: one), to: &node) }
    }
    if let schema = try subschema("not", of: reader) { add(Not(schema: schema), to: &node) }
    // Compiled without `if` as well, for the faults they may have; they are then never applied.
    let (then, otherwise) = (try subschema("then", of: reader), try subschema("else", of: reader))
    if let condition = try subschema("if", of: reader) {
      add(Conditional(condition: condition, then: then, otherwise: otherwise), to: &node)
    }
    let dependent = try subschemasByName("dependentSchemas", of: reader)
    if !dependent.isEmpty { add(DependentSchemas(schemas: dependent), to: &node) }
  }

  private func add(_ keyword: some Applicator, to node: inout SchemaNode) {
    node.applicators.append(keyword)
    node.applied += keyword.applied
    node.describing += keyword.describing
  }

  mutating func addUnevaluated(_ reader: SchemaReader, to node: inout SchemaNode) throws(SchemaError) {
    if let schema = try subschema("unevaluatedItems", of: reader) {
      node.unevaluated.append(UnevaluatedItems(schema: schema))
    }
    if let schema = try subschema("unevaluatedProperties", of: reader) {
      node.unevaluated.append(UnevaluatedProperties(schema: schema))
      if reader.object["unevaluatedProperties"]?.object != nil { node.documented.hasOthers = true }
    }
  }
}

// The keywords for arrays and for objects.

extension Compiler {
  mutating func addArrayKeywords(_ reader: SchemaReader, to node: inout SchemaNode) throws(SchemaError) {
    let (least, most) = (try reader.count("minItems"), try reader.count("maxItems"))
    if least != nil || most != nil {
      node.keywords.append(ItemCount(bounds: CountBounds(least: least ?? 0, most: most ?? Int.max)))
    }
    if try reader.flag("uniqueItems") == true { node.keywords.append(UniqueItems()) }
    let prefix = try subschemas("prefixItems", of: reader)
    let rest = try subschema("items", of: reader)
    if !prefix.isEmpty || rest != nil { node.keywords.append(Items(prefix: prefix, rest: rest)) }
    let (fewest, greatest) = (try reader.count("minContains"), try reader.count("maxContains"))
    if let schema = try subschema("contains", of: reader) {
      node.keywords.append(
        Contains(schema: schema, bounds: CountBounds(least: fewest ?? 1, most: greatest ?? Int.max)))
    }
  }

  mutating func addObjectKeywords(_ reader: SchemaReader, to node: inout SchemaNode) throws(SchemaError) {
    let (least, most) = (try reader.count("minProperties"), try reader.count("maxProperties"))
    if least != nil || most != nil {
      node.keywords.append(MemberCount(bounds: CountBounds(least: least ?? 0, most: most ?? Int.max)))
    }
    let names = required(try reader.strings("required") ?? [], reader)
    if !names.isEmpty { node.keywords.append(Required(names: names)) }
    if let required = try reader.stringsByName("dependentRequired") {
      node.keywords.append(DependentRequired(required: required))
    }
    if let names = try subschema("propertyNames", of: reader) { node.keywords.append(PropertyNames(schema: names)) }
    try addMembers(reader, to: &node)
  }

  private mutating func addMembers(_ reader: SchemaReader, to node: inout SchemaNode) throws(SchemaError) {
    let properties = try subschemasByName("properties", of: reader)
    var patterns: [Members.PatternSchema] = []
    for (pattern, schema) in try subschemasByName("patternProperties", of: reader) {
      let place = reader.place.appending("patternProperties").appending(pattern)
      patterns.append(Members.PatternSchema(expression: try expression(pattern, place), node: schema))
    }
    let others = try subschema("additionalProperties", of: reader)
    if properties.isEmpty, patterns.isEmpty, others == nil { return }
    node.keywords.append(Members(properties: PropertyTable(properties), patterns: patterns, others: others))
    node.documented = DocumentedProperties(
      names: Set(properties.map(\.name)), patterns: patterns.map(\.expression),
      hasOthers: reader.object["additionalProperties"]?.object != nil)
  }
}

// The keywords for numbers and for strings.

extension Compiler {
  func addNumberKeywords(_ reader: SchemaReader, to node: inout SchemaNode) throws(SchemaError) {
    var bounds: [NumberRange.Bound] = []
    for side in NumberRange.Side.allCases {
      if let number = try reader.number(side.rawValue) { bounds.append(NumberRange.Bound(side: side, number: number)) }
    }
    if !bounds.isEmpty { node.keywords.append(NumberRange(bounds: bounds)) }
    if let divisor = try reader.number("multipleOf") {
      guard let keyword = MultipleOf(divisor) else {
        throw reader.error("multipleOf", "must be greater than 0 and have at most 19 significant digits")
      }
      node.keywords.append(keyword)
    }
    if assertsFormats, let format = try reader.string("format").flatMap(NumberFormat.init) {
      node.keywords.append(format)
    }
  }

  func addStringKeywords(_ reader: SchemaReader, to node: inout SchemaNode) throws(SchemaError) {
    let (least, most) = (try reader.count("minLength"), try reader.count("maxLength"))
    if least != nil || most != nil {
      node.keywords.append(Length(bounds: CountBounds(least: least ?? 0, most: most ?? Int.max)))
    }
    if let pattern = try reader.string("pattern") {
      node.keywords.append(Pattern(expression: try expression(pattern, reader.place.appending("pattern"))))
    }
    if assertsFormats, let format = try reader.string("format").flatMap(StringFormat.init) {
      node.keywords.append(format.tolerant(direction))
    }
  }

  /// Compiles a regular expression.
  func expression(_ pattern: String, _ place: SchemaPlace) throws(SchemaError) -> SearchExpression {
    do throws(RegularExpression.SyntaxError) {
      return try SearchExpression(pattern)
    } catch {
      throw SchemaError(place, "is no regular expression: \(error)")
    }
  }
}

// The numbers of the schemas that a keyword has.

extension Compiler {
  /// The schema that is the keyword's value.
  mutating func subschema(_ keyword: String, of reader: SchemaReader) throws(SchemaError) -> Int? {
    guard let value = reader.object[keyword] else { return nil }
    if keyword == "items", value.array != nil {
      throw reader.error(keyword, "must be a schema; the draft has `prefixItems` for an array of schemas")
    }
    return try number(of: reader.place.appending(keyword), value)
  }

  /// The schemas in the array that is the keyword's value, of which there is at least one.
  mutating func subschemas(_ keyword: String, of reader: SchemaReader) throws(SchemaError) -> [Int] {
    guard let values = try reader.values(keyword) else { return [] }
    if values.isEmpty { throw reader.error(keyword, "must have at least one schema") }
    let place = reader.place.appending(keyword)
    var numbers: [Int] = []
    for (position, value) in values.enumerated() {
      numbers.append(try number(of: place.appending(position), value))
    }
    return numbers
  }

  /// The schemas by name in the object that is the keyword's value.
  mutating func subschemasByName(
    _ keyword: String, of reader: SchemaReader
  ) throws(SchemaError) -> [(name: String, node: Int)] {
    let place = reader.place.appending(keyword)
    var named: [(name: String, node: Int)] = []
    for member in try reader.members(keyword) ?? [] {
      named.append((member.key, try number(of: place.appending(member.key), member.value)))
    }
    return named
  }
}
