import JSON

/// Repairs schemas of arrays that say `type: object`, so that no array could fulfil them: `items` beside that type,
/// alternatives each of which is an array, and examples that are arrays.
struct ArrayRepair {
  /// The root of the document's references.
  let root: JSONValue
  private static let (maximumAlternatives, maximumElements) = (50, 50)

  /// The schema of arrays that is meant; nil where the schema stays as it is.
  func repaired(_ schema: JSONObject) -> JSONObject? {
    guard schema["type"]?.string == "object" else { return nil }
    guard Self.isBare(schema) else { return withArrays(schema) }
    var made = schema
    if schema["items"]?.object != nil {
      made["type"] = "array"
      return made
    }
    for keyword in ["oneOf", "anyOf"] {
      guard let parts = schema[keyword]?.array, !parts.isEmpty, parts.count <= Self.maximumAlternatives else {
        continue
      }
      guard parts.allSatisfy({ root.followingReferences(of: $0)?["type"]?.string == "array" }) else { return nil }
      made["type"] = nil
      return made
    }
    guard schema["allOf"] == nil, let elements = Self.example(of: schema)?.array else { return nil }
    return Self.array(of: elements, made)
  }

  /// The schema of a body whose examples are arrays of what it describes; nil where it stays as it is.
  ///
  /// - Parameters:
  ///   - content: The content of one media type.
  func repairedBody(_ content: JSONObject) -> JSONValue? {
    guard let schema = content["schema"]?.object, schema["type"]?.string == "object",
      let properties = schema["properties"]?.object, !properties.isEmpty
    else { return nil }
    let named = content["examples"]?.object?.members.compactMap { $0.value["value"] } ?? []
    let examples = ([content["example"]] + named).compactMap(\.self)
    let isOfElements = examples.allSatisfy { example in
      guard let elements = example.array, !elements.isEmpty else { return false }
      return elements.prefix(Self.maximumElements).allSatisfy { element in
        element.object?.keys.contains { properties.contains($0) } ?? false
      }
    }
    return !examples.isEmpty && isOfElements ? ["type": "array", "items": .object(schema)] : nil
  }

  /// Whether a schema of objects says nothing of their properties.
  private static func isBare(_ schema: JSONObject) -> Bool {
    schema["properties"]?.object?.isEmpty != false && schema["additionalProperties"]?.object == nil
      && schema["patternProperties"] == nil && schema["required"]?.array?.isEmpty != false
  }

  private static func example(of schema: JSONObject) -> JSONValue? {
    schema["example"] ?? schema["examples"]?.array?.first
  }

  /// A schema of objects whose example has arrays where properties are to be any objects, or is an array itself: then
  /// both are taken.
  private func withArrays(_ schema: JSONObject) -> JSONObject? {
    guard let properties = schema["properties"]?.object, let example = Self.example(of: schema) else { return nil }
    if let elements = example.array {
      guard elements.contains(where: { $0.object == nil }) else { return nil }
      var made = Self.array(of: elements, schema)
      made["type"] = ["object", "array"]
      return made
    }
    var (changed, isChanged) = (properties, false)
    for property in properties.members {
      guard let own = property.value.object, own["type"]?.string == "object", Self.isBare(own),
        !["oneOf", "anyOf", "allOf", "items"].contains(where: own.contains), Self.example(of: own) == nil,
        let elements = example[property.key]?.array
      else { continue }
      changed[property.key] = .object(Self.array(of: elements, own))
      isChanged = true
    }
    guard isChanged else { return nil }
    var made = schema
    made["properties"] = .object(changed)
    return made
  }

  /// A schema of arrays with elements of the type that all elements of the example have.
  private static func array(of elements: [JSONValue], _ schema: JSONObject) -> JSONObject {
    var made = schema
    made["type"] = "array"
    let types = Set(elements.prefix(maximumElements).map(\.typeName))
    if made["items"] == nil, types.count == 1, let type = types.first, type != "null" {
      made["items"] = ["type": .string(type)]
    }
    return made
  }
}
