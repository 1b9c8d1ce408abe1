import JSON

/// The schema of a response that a document shows by an example alone, as test suites write them.
enum ExampleSchema {
  private static let (maximumDepth, maximumMembers) = (8, 200)

  /// The schema that the first example of some content follows; nil where the document has a schema that says something,
  /// or no example of an object or an array.
  static func schema(of content: JSONObject) -> JSONValue? {
    if let schema = content["schema"] {
      let isOpen = schema.object.map { $0.isEmpty || $0.count == 1 && $0["type"]?.string == "object" } ?? false
      guard isOpen else { return nil }
    }
    let examples = content["examples"]?.object?.members.lazy.compactMap { $0.value["value"] }.first
    guard let example = content["example"] ?? examples,
      example.object?.isEmpty == false || example.array?.isEmpty == false
    else { return nil }
    return shape(of: example, depth: 0)
  }

  private static func shape(of value: JSONValue, depth: Int) -> JSONValue {
    guard depth < maximumDepth else { return .object(JSONObject()) }
    if let object = value.object {
      let members = object.members.prefix(maximumMembers).map { ($0.key, shape(of: $0.value, depth: depth + 1)) }
      return ["type": "object", "properties": .object(JSONObject(members))]
    }
    if let array = value.array {
      return ["type": "array", "items": array.first.map { shape(of: $0, depth: depth + 1) } ?? .object(JSONObject())]
    }
    if value.isNull { return .object(JSONObject()) }
    if value.bool != nil { return ["type": "boolean", "example": value] }
    if let number = value.number { return ["type": number.integer == nil ? "number" : "integer", "example": value] }
    var schema: JSONObject = ["type": "string", "example": value]
    if let format = value.string.flatMap(format) { schema["format"] = .string(format) }
    return .object(schema)
  }

  private static func format(_ text: String) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    if parts.map(\.count) == [8, 4, 4, 4, 12], text.allSatisfy({ $0.isHexDigit || $0 == "-" }) { return "uuid" }
    let isDate = parts.count >= 3 && parts[0].count == 4 && parts[0].allSatisfy(\.isNumber) && parts[1].count == 2
    if isDate, text.count > 16, text.dropFirst(10).first == "T" { return text.last == "Z" ? "date-time" : nil }
    return isDate && text.count == 10 ? "date" : nil
  }
}
