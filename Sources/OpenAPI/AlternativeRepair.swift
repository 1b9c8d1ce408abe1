import JSON

// Repairs alternatives that no value can fulfil.

extension SchemaRepair {
  /// For nullable alternatives, documents often write `type: null` next to them, which allows nothing if none of them
  /// is null: null becomes one of them.
  static func allowNull(_ schema: inout JSONObject) {
    guard schema["type"]?.string == "null" else { return }
    for keyword in ["oneOf", "anyOf"] {
      guard let branches = schema[keyword]?.array, !branches.isEmpty else { continue }
      let types = branches.compactMap { $0["type"]?.string }
      guard types.count == branches.count, !types.contains("null") else { continue }
      schema["type"] = nil
      schema[keyword] = .array(branches + [.object(["type": "null"])])
      return
    }
  }
}

/// Repairs schemas with a reference and, beside it, properties of another type than the referenced schema gives them: no
/// value could fulfil both. Before OpenAPI 3.1, what stood beside a reference meant nothing, and many documents kept it.
struct ContradictionRepair {
  /// The root of the document's references.
  let root: JSONValue

  /// The schema without those properties; nil where it stays as it is.
  func repaired(_ schema: JSONObject) -> JSONObject? {
    guard schema["$ref"] != nil, let own = schema["properties"]?.object, !own.isEmpty,
      let other = root.followingReferences(of: .object(schema))?["properties"]?.object
    else { return nil }
    let kept = own.members.filter { member in
      guard let type = member.value["type"]?.string, let known = other[member.key],
        let otherType = root.followingReferences(of: known)?["type"]?.string
      else { return true }
      return type == otherType || Set([type, otherType]) == ["integer", "number"]
    }
    guard kept.count < own.count else { return nil }
    var made = schema
    made["properties"] = .object(JSONObject(kept.map { ($0.key, $0.value) }))
    return made
  }
}

/// Completes discriminators. Without `mapping` their values are the names of schemas; many documents omit it although
/// the property has other values in each of the schemas, so that no value could fulfil both.
struct DiscriminatorRepair {
  /// The root of the document's references.
  let root: JSONValue
  private static let maximumDepth = 8

  /// The discriminator with the values of the alternatives' own schemas; nil when it is correct.
  ///
  /// - Parameters:
  ///   - schema: The schema of the discriminator.
  func completed(_ discriminator: JSONValue, in schema: JSONObject) -> JSONValue? {
    guard let object = discriminator.object, object["mapping"] == nil, let member = object["propertyName"]?.string,
      let branches = (schema["oneOf"] ?? schema["anyOf"])?.array
    else { return nil }
    var mapping = JSONObject()
    var isNeeded = false
    for branch in branches {
      if branch["type"]?.string == "null" { continue }
      guard let reference = branch["$ref"]?.string else { return nil }
      let values = values(of: member, in: branch, depth: 0)
      guard !values.isEmpty else { return nil }
      let name = reference.split(separator: "/").last.map(String.init)
      if !values.contains(where: { $0 == name }) { isNeeded = true }
      for value in values where mapping[value] == nil { mapping[value] = .string(reference) }
    }
    guard isNeeded else { return nil }
    var completed = object
    completed["mapping"] = .object(mapping)
    return .object(completed)
  }

  /// The values of a property that a schema allows, as far as it specifies them.
  private func values(of member: String, in schema: JSONValue, depth: Int) -> [String] {
    guard depth < Self.maximumDepth, let schema = root.followingReferences(of: schema) else { return [] }
    if let property = schema["properties"]?[member].flatMap({ root.followingReferences(of: $0) }) {
      if let value = property["const"]?.string { return [value] }
      if let values = property["enum"]?.array { return values.compactMap(\.string) }
    }
    for part in ["allOf", "oneOf", "anyOf"] {
      let found = (schema[part]?.array ?? []).flatMap { values(of: member, in: $0, depth: depth + 1) }
      if !found.isEmpty { return found }
    }
    return []
  }
}

extension JSONValue {
  private static let maximumReferences = 8

  /// The schema that another one of this document stands for by references within it; nil where one leads nowhere.
  func followingReferences(of schema: JSONValue) -> JSONValue? {
    var schema = schema
    for _ in 0..<Self.maximumReferences {
      guard let target = schema["$ref"]?.string else { return schema }
      guard target.hasPrefix("#"), let pointer = JSONPointer(parsing: String(target.dropFirst())),
        let next = self[pointer]
      else { return nil }
      schema = next
    }
    return nil
  }
}
