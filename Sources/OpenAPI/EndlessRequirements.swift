import JSON

/// Frees schemas that no value with an end can satisfy, because they require themselves: `Nested` requires a `user`, which
/// is a `Nested`, which requires a `user`.
///
/// Frameworks write these where they derive a schema from code that stops at some depth. The property that leads back is
/// then no longer required.
struct EndlessRequirements {
  private static let section = ["components", "schemas"]
  private static let prefix = "#/components/schemas/"
  /// The largest number of schemas that are looked at. If some are endless then, they stay so.
  private static let maximumSteps = 2_000_000
  private static let maximumDepth = 100

  private var schemas: JSONObject
  /// The schemas that some value with an end satisfies.
  private var ending: Set<String> = []
  private var steps = 0

  /// The document without such requirements.
  static func removed(from document: JSONValue, notes: inout DocumentNotes) -> JSONValue {
    guard let schemas = document[JSONPointer(section)]?.object else { return document }
    var search = EndlessRequirements(schemas: schemas)
    guard search.removeAll(&notes) else { return document }
    var document = document
    document.set(.object(search.schemas), at: section)
    return document
  }

  private init(schemas: JSONObject) { self.schemas = schemas }

  /// Removes them. Whether there were any.
  private mutating func removeAll(_ notes: inout DocumentNotes) -> Bool {
    var hasChanged = false
    findEnding()
    while let start = schemas.keys.first(where: { !ending.contains($0) }), steps < Self.maximumSteps,
      let found = closing(start)
    {
      notes.add(
        Self.section + [found.schema] + found.path + ["required"],
        "\"\(found.property)\" is required, and requires \"\(found.schema)\" again without an end; it is optional here")
      schemas[found.schema] = schemas[found.schema]?.withoutRequirement(found.property, at: found.path[...])
      hasChanged = true
      findEnding()
    }
    return hasChanged
  }

  /// Finds all schemas that some value with an end satisfies.
  private mutating func findEnding() {
    var waiting = schemas.keys.filter { !ending.contains($0) }
    var count = -1
    while count != waiting.count, steps < Self.maximumSteps {
      count = waiting.count
      waiting = waiting.filter { name in
        guard ends(schemas[name] ?? true, depth: 0) else { return true }
        ending.insert(name)
        return false
      }
    }
  }

  /// Whether some value with an end satisfies a schema, by what is known so far.
  private mutating func ends(_ schema: JSONValue, depth: Int) -> Bool {
    steps += 1
    guard let object = schema.object, depth < Self.maximumDepth, steps < Self.maximumSteps else { return true }
    if let target = Self.target(of: object), schemas.contains(target), !ending.contains(target) { return false }
    for element in object["allOf"]?.array ?? [] where !ends(element, depth: depth + 1) { return false }
    for keyword in ["oneOf", "anyOf"] {
      guard let elements = object[keyword]?.array, !elements.isEmpty else { continue }
      var hasOne = false
      for element in elements where !hasOne { hasOne = ends(element, depth: depth + 1) }
      if !hasOne { return false }
    }
    if Self.allows("object", object), !Self.allowsOthers(than: "object", object) {
      for name in Self.required(object) {
        if let property = object["properties"]?[name], !ends(property, depth: depth + 1) { return false }
      }
    }
    if Self.allows("array", object), !Self.allowsOthers(than: "array", object), let items = object["items"],
      (object["minItems"]?.number?.integer ?? 0) > 0, !ends(items, depth: depth + 1)
    {
      return false
    }
    return true
  }

  /// A requirement of a named schema that is the last step back to a schema on the way to it.
  private struct Closing {
    let schema: String
    /// The location of the schema with the requirement within the named one.
    let path: [String]
    let property: String
  }

  /// Follows the requirements of an endless schema until they lead back.
  private mutating func closing(_ start: String) -> Closing? {
    var seen: Set<String> = []
    var name = start
    var last: Closing?
    while seen.insert(name).inserted {
      guard let next = endless(schemas[name] ?? true, in: name, path: [], requirement: nil, depth: 0) else {
        return last
      }
      last = next.requirement ?? last
      name = next.target
    }
    return last
  }

  /// The first endless schema that a schema needs, and the innermost requirement that leads there.
  private mutating func endless(
    _ schema: JSONValue, in name: String, path: [String], requirement: Closing?, depth: Int
  ) -> (target: String, requirement: Closing?)? {
    guard let object = schema.object, depth < Self.maximumDepth else { return nil }
    if let target = Self.target(of: object), schemas.contains(target), !ending.contains(target) {
      return (target, requirement)
    }
    for keyword in ["allOf", "oneOf", "anyOf"] {
      for (index, element) in (object[keyword]?.array ?? []).enumerated() where !ends(element, depth: 0) {
        return endless(
          element, in: name, path: path + [keyword, String(index)], requirement: requirement, depth: depth + 1)
      }
    }
    for property in Self.required(object) {
      guard let inner = object["properties"]?[property], !ends(inner, depth: 0) else { continue }
      return endless(
        inner, in: name, path: path + ["properties", property],
        requirement: Closing(schema: name, path: path, property: property), depth: depth + 1)
    }
    guard let items = object["items"], !ends(items, depth: 0) else { return nil }
    return endless(items, in: name, path: path + ["items"], requirement: requirement, depth: depth + 1)
  }

  private static func target(of schema: JSONObject) -> String? {
    guard let text = schema["$ref"]?.string, text.hasPrefix(prefix) else { return nil }
    return JSONPointer(parsing: String(text.dropFirst()))?.tokens.last
  }

  private static func required(_ schema: JSONObject) -> [String] {
    (schema["required"]?.array ?? []).compactMap(\.string)
  }

  private static func types(_ schema: JSONObject) -> [String] {
    schema["type"]?.string.map { [$0] } ?? (schema["type"]?.array ?? []).compactMap(\.string)
  }

  private static func allows(_ type: String, _ schema: JSONObject) -> Bool {
    let types = types(schema)
    return types.isEmpty || types.contains(type)
  }

  private static func allowsOthers(than type: String, _ schema: JSONObject) -> Bool {
    types(schema).contains { $0 != type }
  }
}

extension JSONValue {
  /// The schema in which, at a path, a property is no longer required.
  fileprivate func withoutRequirement(_ name: String, at path: ArraySlice<String>) -> JSONValue {
    guard let first = path.first else {
      guard var object = self.object, let required = object["required"]?.array else { return self }
      let rest = required.filter { $0.string != name }
      object["required"] = rest.isEmpty ? nil : .array(rest)
      return .object(object)
    }
    let inner = path.dropFirst()
    if case .array(var elements) = self, let index = Int(first), elements.indices.contains(index) {
      elements[index] = elements[index].withoutRequirement(name, at: inner)
      return .array(elements)
    }
    guard case .object(var object) = self, let value = object[first] else { return self }
    object[first] = value.withoutRequirement(name, at: inner)
    return .object(object)
  }
}
