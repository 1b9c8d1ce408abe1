import JSON

/// The schema of a body that a document shows by examples alone, as test suites and generators write it.
enum ExampleSchema {
  private static let (maximumDepth, maximumMembers, maximumExamples) = (8, 200, 16)

  /// The schema that the examples of some content follow; nil where the document has a schema that says something,
  /// or no example of an object or an array.
  ///
  /// - Parameters:
  ///   - isRequest: Whether clients send the content. The types of its values are then left open, since one example
  ///     does not say what else is accepted.
  ///   - root: The root of the document's references.
  static func schema(of content: JSONObject, isRequest: Bool, in root: JSONValue) -> JSONValue? {
    let own = content["schema"].flatMap { followed($0, in: root) }
    guard content["schema"] == nil || own.map(isOpen) == true else { return nil }
    let named = content["examples"]?.object?.members.prefix(maximumExamples).compactMap { $0.value["value"] } ?? []
    let examples = ([content["example"]] + named + [own?["example"]]).compactMap { $0 }.filter { example in
      example.object?.isEmpty == false || example.array?.isEmpty == false
    }
    guard let first = examples.first else { return nil }
    var made = shape(of: first, isRequest, depth: 0)
    for other in examples.dropFirst() { made = union(made, shape(of: other, isRequest, depth: 0)) }
    // The example of a list may be that of an element.
    if own?["type"]?.string == "array", first.object != nil { return ["type": "array", "items": made] }
    guard let kept = own?["additionalProperties"], var object = made.object, object["properties"] != nil else {
      return made
    }
    object["additionalProperties"] = kept
    return .object(object)
  }

  /// A schema, or the open one that its references lead to: the definition of a document may lead out of the machine.
  private static func followed(_ schema: JSONValue, in root: JSONValue) -> JSONObject? {
    var end = schema
    for _ in 0..<maximumDepth {
      guard let target = end["$ref"]?.string, target.hasPrefix("#"),
        let next = JSONPointer(parsing: String(target.dropFirst())).flatMap({ root[$0] })
      else { break }
      end = next
    }
    guard let found = end.object, isOpen(found) else { return schema.object }
    return found
  }

  /// Whether a schema allows any object or array, or is in a place that is not part of the document.
  private static func isOpen(_ schema: JSONObject) -> Bool {
    if let reference = schema["$ref"]?.string { return reference.contains("://") }
    return schema.members.allSatisfy { member in
      switch member.key {
      case "type": member.value.string == "object" || member.value.string == "array"
      case "items":
        member.value.bool == true || member.value.object?.isEmpty == true
          || member.value["$ref"]?.string?.contains("://") == true
      case "additionalProperties": member.value.bool == true || member.value.object?.isEmpty == true
      case "properties": member.value.object?.isEmpty == true
      default: annotations.contains(member.key)
      }
    }
  }

  /// Keywords that do not restrict a value.
  private static let annotations: Set<String> = [
    "title", "description", "nullable", "example", "examples", "default", "deprecated", "externalDocs", "xml",
  ]

  /// A schema with the properties of both, which requires those that both do; the first where they are not both objects.
  private static func union(_ one: JSONValue, _ other: JSONValue) -> JSONValue {
    guard var object = one.object, var properties = object["properties"]?.object,
      let others = other["properties"]?.object
    else { return one }
    for member in others.members where properties[member.key] == nil && properties.count < maximumMembers {
      properties[member.key] = member.value
    }
    object["properties"] = .object(properties)
    let required = other["required"]?.array ?? []
    object["required"] = object["required"].map { own in .array((own.array ?? []).filter(required.contains)) }
    return .object(object)
  }

  /// - Parameters:
  ///   - name: The property that has the value.
  private static func shape(
    of value: JSONValue, _ isRequest: Bool, depth: Int, name: String? = nil
  ) -> JSONValue {
    guard depth < maximumDepth else { return .object(JSONObject()) }
    if let object = value.object {
      let members = object.members.prefix(maximumMembers).map { member in
        (member.key, shape(of: member.value, isRequest, depth: depth + 1, name: member.key))
      }
      var schema: JSONObject = ["type": "object", "properties": .object(JSONObject(members))]
      // What a response shows is there in each.
      if !isRequest { schema["required"] = .array(members.map { .string($0.0) }) }
      return .object(schema)
    }
    if let array = value.array {
      let items = array.first.map { shape(of: $0, isRequest, depth: depth + 1) }
      return ["type": "array", "items": items ?? .object(JSONObject())]
    }
    if value.isNull { return .object(JSONObject()) }
    // YAML reads `phone: 08012345678` as a number.
    if isRequest || value.number != nil && name.map(isOfDigits) == true { return ["example": value] }
    if value.bool != nil { return ["type": "boolean", "example": value] }
    if let number = value.number { return ["type": number.integer == nil ? "number" : "integer", "example": value] }
    // `is_read: true,` in YAML is a text.
    if let text = value.string, ["true,", "false,"].contains(text) {
      return ["type": "boolean", "example": .bool(text == "true,")]
    }
    var schema: JSONObject = ["type": "string", "example": value]
    if let format = value.string.flatMap(format) { schema["format"] = .string(format) }
    return .object(schema)
  }

  /// Whether a property holds a text of digits, which examples may write as a number.
  private static func isOfDigits(_ name: String) -> Bool {
    ["phone", "mobile", "telephone", "tel", "fax", "zip", "postcode", "postalcode", "pin", "msisdn"].contains { word in
      name.lowercased().filter(\.isLetter).hasSuffix(word)
    }
  }

  private static func format(_ text: String) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    if parts.map(\.count) == [8, 4, 4, 4, 12], text.allSatisfy({ $0.isHexDigit || $0 == "-" }) { return "uuid" }
    let isDate = parts.count >= 3 && parts[0].count == 4 && parts[0].allSatisfy(\.isNumber) && parts[1].count == 2
    if isDate, text.count > 16, text.dropFirst(10).first == "T" { return text.last == "Z" ? "date-time" : nil }
    return isDate && text.count == 10 ? "date" : nil
  }
}
