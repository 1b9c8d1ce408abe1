import JSON

/// A schema with its place, references followed.
struct SchemaNode {
  let pointer: JSONPointer
  let value: JSONObject
  /// The text of the pointer: what places are compared by.
  let key: String

  init(pointer: JSONPointer, value: JSONObject) {
    (self.pointer, self.value, self.key) = (pointer, value, pointer.description)
  }

  /// Whether the schema says nothing of the value, such as one with a description alone.
  var saysNothing: Bool { Self.saysNothing(value) }

  fileprivate static func saysNothing(_ schema: JSONObject?) -> Bool {
    let telling = ["$ref", "type", "properties", "items", "allOf", "anyOf", "oneOf", "enum", "const", "format"]
    return schema.map { schema in !telling.contains { schema.contains($0) } } ?? true
  }
}

/// What a schema says of a value's type and members, `allOf`, `anyOf` and `oneOf` taken together.
struct SchemaShape {
  var types: Set<String> = []
  /// In the order of the document; of a name that comes twice the first that says something.
  private(set) var members: [(name: String, node: SchemaNode)] = []
  var required: Set<String> = []
  var items: SchemaNode?
  var format: String?
  var enumeration: [JSONValue] = []
  /// Whether there are members without a name of their own.
  var isMap = false
  /// The numbers of the members by their names.
  private var places: [String: Int] = [:]

  var isArray: Bool { types.contains("array") || (types.isEmpty && items != nil) }
  var isObject: Bool { !isArray && (types.contains("object") || !members.isEmpty || (types.isEmpty && isMap)) }
  var isScalar: Bool { !isArray && !isObject && !types.isEmpty }
  var isInteger: Bool { types.contains("integer") || (types.contains("number") && format?.hasPrefix("int") == true) }

  /// Whether any value fits, as far as is known.
  var isOpen: Bool { types.isEmpty && members.isEmpty && items == nil && enumeration.isEmpty && !isMap }

  func member(_ name: String) -> SchemaNode? { places[name].map { members[$0].node } }

  /// The object that holds a record's own members beside `type` and `id`, as JSON:API has it, or beside `id` alone, as
  /// Strapi does; nil for none.
  func attributes(_ index: SchemaIndex) -> SchemaNode? {
    guard let attributes = member("attributes"), index.shape(attributes).isObject,
      member("type") != nil || members.allSatisfy({ Self.besideAttributes.contains($0.name) })
    else { return nil }
    return attributes
  }

  private static let besideAttributes: Set<String> = [
    "id", "documentId", "attributes", "meta", "links", "relationships",
  ]

  mutating func add(_ name: String, _ node: SchemaNode) {
    if let place = places[name] {
      // The `data` of all answers, which may be anything, is in one of them a record.
      if members[place].node.saysNothing { members[place].node = node }
    } else {
      places[name] = members.count
      members.append((name, node))
    }
  }
}

/// Reads the schemas of one document, each once.
final class SchemaIndex {
  let root: JSONValue
  private var shapes: [String: SchemaShape] = [:]
  private var references: [String: SchemaNode?] = [:]

  init(_ root: JSONValue) {
    self.root = root
  }

  /// The object at a place, its references followed; nil when there is none.
  func object(_ value: JSONValue?, at pointer: JSONPointer) -> (JSONObject, JSONPointer)? {
    guard var object = value?.object else { return nil }
    var place = pointer
    for _ in 0..<16 {
      guard let reference = object["$ref"]?.string else { return (object, place) }
      guard let target = Self.target(reference), let next = root[target]?.object else { return nil }
      (object, place) = (next, target)
    }
    return nil
  }

  /// The schema at a place. Compositions of one schema, and of one beside `null`, are that one.
  func node(_ value: JSONValue?, at pointer: JSONPointer) -> SchemaNode? {
    node(value, at: pointer, depth: 0)
  }

  private func node(_ value: JSONValue?, at pointer: JSONPointer, depth: Int) -> SchemaNode? {
    guard depth < 24, let object = value?.object else { return nil }
    if let reference = object["$ref"]?.string {
      if let known = references[reference] { return known }
      references[reference] = .some(nil)
      let found = Self.target(reference).flatMap { node(root[$0], at: $0, depth: depth + 1) }
      references[reference] = .some(found)
      return found
    }
    if object["properties"] == nil, object["items"] == nil {
      for keyword in ["allOf", "anyOf", "oneOf"] {
        guard let parts = object[keyword]?.array else { continue }
        let telling = parts.enumerated().filter {
          !Self.isNull($0.element) && !SchemaNode.saysNothing($0.element.object)
        }
        if telling.count == 1, let only = telling.first {
          return node(only.element, at: pointer.appending(keyword).appending(only.offset), depth: depth + 1)
        }
      }
    }
    return SchemaNode(pointer: pointer, value: object)
  }

  /// The schema of a map's values; nil for none.
  func mapValue(_ node: SchemaNode) -> SchemaNode? {
    self.node(node.value["additionalProperties"], at: node.pointer.appending("additionalProperties"))
  }

  /// The shape of a schema; bounded in depth, so that schemas within themselves end.
  func shape(_ node: SchemaNode) -> SchemaShape {
    if let known = shapes[node.key] { return known }
    var shape = SchemaShape()
    var seen: Set<String> = []
    collect(node, into: &shape, isVariant: false, depth: 0, seen: &seen)
    shapes[node.key] = shape
    return shape
  }

  private func collect(
    _ node: SchemaNode, into shape: inout SchemaShape, isVariant: Bool, depth: Int, seen: inout Set<String>
  ) {
    guard depth < 12, seen.insert(node.key).inserted, shape.members.count < 2000 else { return }
    let value = node.value
    switch value["type"] {
    case .string(let type)?: shape.types.insert(type)
    case .array(let types)?: shape.types.formUnion(types.compactMap(\.string).filter { $0 != "null" })
    default: break
    }
    if shape.format == nil { shape.format = value["format"]?.string }
    if let values = value["enum"]?.array { shape.enumeration += values }
    if let constant = value["const"] { shape.enumeration.append(constant) }
    if let properties = value["properties"]?.object {
      let place = node.pointer.appending("properties")
      for member in properties.members {
        if let child = self.node(member.value, at: place.appending(member.key)) { shape.add(member.key, child) }
      }
    }
    if !isVariant, let required = value["required"]?.array { shape.required.formUnion(required.compactMap(\.string)) }
    if shape.items == nil, let items = value["items"] {
      shape.items = self.node(items, at: node.pointer.appending("items"))
    }
    if let additional = value["additionalProperties"], additional.object != nil { shape.isMap = true }
    for keyword in ["allOf", "anyOf", "oneOf"] {
      for (index, part) in (value[keyword]?.array ?? []).enumerated() where !Self.isNull(part) {
        guard let child = self.node(part, at: node.pointer.appending(keyword).appending(index)) else { continue }
        collect(child, into: &shape, isVariant: isVariant || keyword != "allOf", depth: depth + 1, seen: &seen)
      }
    }
  }

  private static func isNull(_ value: JSONValue) -> Bool {
    if let type = value["type"]?.string { return type == "null" }
    if let values = value["enum"]?.array { return values.allSatisfy(\.isNull) }
    return value["const"]?.isNull == true
  }

  /// The place that a reference within the document names.
  static func target(_ reference: String) -> JSONPointer? {
    guard reference.hasPrefix("#") else { return nil }
    return JSONPointer(parsing: unescaped(reference.dropFirst()))
  }

  /// The text with `%41` and the like resolved.
  static func unescaped(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
