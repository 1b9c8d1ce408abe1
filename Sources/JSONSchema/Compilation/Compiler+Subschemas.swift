import HTTPCore

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
