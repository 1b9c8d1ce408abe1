import JSON

/// Which half of an exchange a schema is for. OpenAPI has members of one half only: `readOnly` ones stand in answers and
/// `writeOnly` ones in requests, and are required there alone (OpenAPI 3.0.3, "Schema Object").
package enum SchemaDirection: Sendable, Hashable {
  case request
  case answer

  /// The keyword of members that stand in the other half only.
  fileprivate var foreign: String { self == .request ? "readOnly" : "writeOnly" }
}

extension Compiler {
  /// The required names without those of members that stand in the other half of an exchange only.
  mutating func required(_ names: [String], _ reader: SchemaReader) -> [String] {
    guard let direction, !names.isEmpty else { return names }
    return names.filter { name in
      var seen: Set<SchemaPlace> = []
      return !isForeign(name, .object(reader.object), reader.place, direction.foreign, &seen)
    }
  }

  /// How many references, or schemas of `allOf`, are looked through for the schema of a member.
  private static let (lookThrough, mostSchemas) = (8, 64)

  /// Whether a schema, or one that it builds on, has a member with the keyword.
  private mutating func isForeign(
    _ name: String, _ schema: JSONValue, _ place: SchemaPlace, _ keyword: String, _ seen: inout Set<SchemaPlace>
  ) -> Bool {
    guard seen.count < Self.mostSchemas, seen.insert(place).inserted else { return false }
    if let member = schema["properties"]?[name] {
      return has(keyword, member, place.appending("properties").appending(name), depth: 0)
    }
    if let reference = schema["$ref"]?.string, let next = try? target(of: reference, in: place, schema) {
      if isForeign(name, next.value, next.place, keyword, &seen) { return true }
    }
    for (position, part) in (schema["allOf"]?.array ?? []).enumerated() {
      let inner = place.appending("allOf").appending(position)
      if isForeign(name, part, inner, keyword, &seen) { return true }
    }
    return false
  }

  /// Whether a schema has the keyword, itself or by its reference.
  private mutating func has(_ keyword: String, _ schema: JSONValue, _ place: SchemaPlace, depth: Int) -> Bool {
    if schema[keyword]?.bool == true { return true }
    guard depth < Self.lookThrough, let reference = schema["$ref"]?.string,
      let next = try? target(of: reference, in: place, schema)
    else { return false }
    return has(keyword, next.value, next.place, depth: depth + 1)
  }
}
