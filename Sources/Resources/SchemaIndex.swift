import JSON
import JSONSchema

/// What a schema says of a value's type and members, `allOf`, `anyOf` and `oneOf` taken together.
final class SchemaShape {
  /// A member with the words of its name, which much is recognized by.
  struct Member {
    let name: String
    fileprivate(set) var node: Schema
    let words: [String]
    /// The name as ``Words/key(_:)`` has it.
    let key: String
  }

  fileprivate(set) var types: Set<String> = []
  /// In the order of the document; of a name that comes twice the first that says something.
  private(set) var members: [Member] = []
  fileprivate(set) var required: Set<String> = []
  fileprivate(set) var items: Schema?
  fileprivate(set) var format: String?
  fileprivate(set) var enumeration: [JSONValue] = []
  /// Whether there are members without a name of their own.
  fileprivate(set) var isMap = false
  /// The numbers of the members by their names.
  private var places: [String: Int] = [:]

  private(set) lazy var isArray = types.contains("array") || (types.isEmpty && items != nil)
  /// What may be an object of unknown members and may be a text is a text: generators write it so.
  private(set) lazy var isObject =
    !isArray && (!members.isEmpty || (types.isEmpty ? isMap : types.contains("object") && !types.contains("string")))
  private(set) lazy var isScalar = !isArray && !isObject && !types.isEmpty
  private(set) lazy var isInteger =
    types.contains("integer") || (types.contains("number") && format?.hasPrefix("int") == true)

  /// Whether any value fits, as far as is known.
  var isOpen: Bool { types.isEmpty && members.isEmpty && items == nil && enumeration.isEmpty && !isMap }

  func member(_ name: String) -> Schema? { places[name].map { members[$0].node } }

  /// The object that holds a record's own members beside `type` and `id`, as JSON:API has it, or beside `id` alone, as
  /// Strapi does; nil for none.
  func attributes(_ index: SchemaIndex) -> Schema? {
    guard let attributes = member("attributes"), index.shape(attributes).isObject,
      member("type") != nil || members.allSatisfy({ Self.besideAttributes.contains($0.name) })
    else { return nil }
    return attributes
  }

  private static let besideAttributes: Set<String> = [
    "id", "documentId", "attributes", "meta", "links", "relationships",
  ]

  fileprivate func add(_ name: String, _ node: Schema) {
    if let place = places[name] {
      // The `data` of all answers, which may be anything, is in one of them a record.
      if members[place].node.detail < node.detail { members[place].node = node }
    } else {
      places[name] = members.count
      let words = Words.split(name)
      members.append(Member(name: name, node: node, words: words, key: words.joined()))
    }
  }
}

/// Reads the schemas of one document as resources need them, each once.
final class SchemaIndex {
  /// How many compositions and references may stand inside one another.
  private static let (compositionLimit, nodeLimit) = (12, 24)
  private static let memberLimit = 2000

  let document: SchemaDocument
  var root: JSONValue { document.root }
  private var shapes: [Int: SchemaShape] = [:]
  private var nodes: [Int: Schema?] = [:]

  init(_ root: JSONValue) {
    document = SchemaDocument(root: root)
  }

  /// The object at a place, its references followed; nil when there is none.
  func object(_ value: JSONValue?, at pointer: JSONPointer) -> (JSONObject, JSONPointer)? {
    guard let object = value?.object else { return nil }
    if object["$ref"]?.string == nil { return (object, pointer) }
    return document.resolve(pointer).flatMap { found in found.value.object.map { ($0, found.pointer) } }
  }

  /// The schema at a place, as ``node(_:)`` has it.
  func node(at pointer: JSONPointer) -> Schema? { document.schema(at: pointer).flatMap(node) }

  /// The schema that one stands for, its references followed: compositions of one schema, and of one beside `null`, are
  /// that one. nil for what is no object.
  func node(_ schema: Schema) -> Schema? { node(schema, depth: 0) }

  private func node(_ schema: Schema, depth: Int) -> Schema? {
    if let known = nodes[schema.number] { return known }
    guard depth < Self.nodeLimit else { return nil }
    nodes[schema.number] = .some(nil)
    let found = findNode(schema, depth: depth)
    nodes[schema.number] = .some(found)
    return found
  }

  private func findNode(_ schema: Schema, depth: Int) -> Schema? {
    guard let schema = schema.resolved, let object = schema.value.object else { return nil }
    guard object["properties"] == nil, object["items"] == nil else { return schema }
    for keyword in ["allOf", "anyOf", "oneOf"] {
      let informative = zip(object[keyword]?.array ?? [], schema.subschemas(keyword)).filter { part, _ in
        !Self.isNull(part) && !Schema.saysNothing(part.object)
      }
      if informative.count == 1 { return node(informative[0].1, depth: depth + 1) }
    }
    return schema
  }

  /// The schema of a map's values; nil for none.
  func mapValue(_ node: Schema) -> Schema? { node.additionalProperties.flatMap(self.node) }

  /// Whether the description of a text says that it is an id: "User id of the owner".
  func saysID(_ node: Schema) -> Bool {
    guard shape(node).types.contains("string"), let text = node["description"]?.string else { return false }
    let words = Words.split(String(text.prefix(120)))
    return words.contains { ["id", "ids", "uuid", "identifier"].contains($0) }
  }

  /// The shape of a schema; bounded in depth, so that schemas within themselves end.
  func shape(_ node: Schema) -> SchemaShape {
    if let known = shapes[node.number] { return known }
    let shape = SchemaShape()
    let applied = Schema.applied(
      [node], depth: Self.compositionLimit, skipping: Self.isNull, resolving: { $0 == node ? $0 : self.node($0) })
    for (schema, isCertain) in applied where shape.members.count < Self.memberLimit {
      add(schema, isCertain: isCertain, to: shape)
    }
    shapes[node.number] = shape
    return shape
  }

  private func add(_ schema: Schema, isCertain: Bool, to shape: SchemaShape) {
    shape.types.formUnion(schema["type"]?.string.map { [$0] } ?? schema.types.filter { $0 != "null" })
    // Pydantic writes `uuid4`.
    if shape.format == nil { shape.format = schema.format.map { $0.lowercased().hasPrefix("uuid") ? "uuid" : $0 } }
    shape.enumeration += schema.enumeration
    for property in schema.properties {
      if let child = node(property.schema) { shape.add(property.name, child) }
    }
    if isCertain { shape.required.formUnion(schema.required) }
    if shape.items == nil { shape.items = schema.items.flatMap(node) }
    if schema["additionalProperties"]?.object != nil { shape.isMap = true }
  }

  private static func isNull(_ value: JSONValue) -> Bool {
    if let type = value["type"]?.string { return type == "null" }
    if let values = value["enum"]?.array { return values.allSatisfy(\.isNull) }
    return value["const"]?.isNull == true
  }
}

extension Schema {
  /// Whether the schema says nothing of the value, such as one with a description alone.
  var saysNothing: Bool { Self.saysNothing(value.object) }

  /// How much the schema says of a value: nothing more than that it is an object or an array of whatever (0), no more than
  /// that of the properties or the elements, as the `data` with `rows` of any objects that all answers have (1), or more (2).
  fileprivate var detail: Int { saysLittle(depth: 0) ? (saysLittle(depth: 2) ? 0 : 1) : 2 }

  /// - Parameters:
  ///   - depth: How deep the schema stands; what stands deeper than 2 says something.
  private func saysLittle(depth: Int) -> Bool {
    if saysNothing { return true }
    guard depth < 3,
      !["$ref", "allOf", "anyOf", "oneOf", "enum", "const", "format"].contains(where: { self[$0] != nil })
    else { return false }
    switch self["type"]?.string {
    case "object":
      return self["additionalProperties"]?.object == nil
        && properties.allSatisfy { $0.schema.saysLittle(depth: depth + 1) }
    case "array": return items?.saysLittle(depth: depth + 1) ?? true
    default: return false
    }
  }

  fileprivate static func saysNothing(_ schema: JSONObject?) -> Bool {
    let informative = ["$ref", "type", "properties", "items", "allOf", "anyOf", "oneOf", "enum", "const", "format"]
    return schema.map { schema in !informative.contains { schema.contains($0) } } ?? true
  }
}

extension SchemaShape {
  /// Whether it may hold whole numbers: many documents that are made of code call each number `number`.
  var isNumber: Bool { isInteger || types.subtracting(["null"]) == ["number"] }
}
