import HTTPCore
import JSON

/// Reads the keywords of one schema, each of the type it must have.
struct SchemaReader {
  let object: JSONObject
  let place: SchemaPlace

  /// All keywords that the compiler knows.
  static let keywords: Set<String> = [
    "$ref", "$id", "$anchor", "$dynamicRef", "type", "enum", "const", "multipleOf", "maximum", "exclusiveMaximum",
    "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems",
    "maxContains", "minContains", "maxProperties", "minProperties", "required", "dependentRequired", "format",
    "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "prefixItems", "items", "contains",
    "properties", "patternProperties", "additionalProperties", "propertyNames", "unevaluatedItems",
    "unevaluatedProperties",
  ]

  func error(_ keyword: String, _ reason: String) -> SchemaError {
    SchemaError(place.appending(keyword), reason)
  }

  /// A keyword's value as the conversion gives it; an error when the conversion gives nil.
  private func read<Value>(
    _ keyword: String, _ expected: String, _ convert: (JSONValue) -> Value?
  ) throws(SchemaError) -> Value? {
    guard let value = object[keyword] else { return nil }
    guard let converted = convert(value) else { throw error(keyword, "must be \(expected)") }
    return converted
  }

  func string(_ keyword: String) throws(SchemaError) -> String? {
    try read(keyword, "a string") { $0.string }
  }

  func flag(_ keyword: String) throws(SchemaError) -> Bool? {
    try read(keyword, "true or false") { $0.bool }
  }

  func number(_ keyword: String) throws(SchemaError) -> JSONNumber? {
    try read(keyword, "a number") { $0.number }
  }

  /// A whole number from 0 on; one too great for an `Int` is the greatest, which no length reaches.
  func count(_ keyword: String) throws(SchemaError) -> Int? {
    try read(keyword, "a whole number from 0 on") { value in
      guard let number = value.number else { return nil }
      let exact = ExactDecimal(number.literal)
      return exact.isWhole && !exact.isNegative ? number.integer ?? Int.max : nil
    }
  }

  func values(_ keyword: String) throws(SchemaError) -> [JSONValue]? {
    try read(keyword, "an array") { $0.array }
  }

  func strings(_ keyword: String) throws(SchemaError) -> [String]? {
    try read(keyword, "an array of strings") { Self.strings($0) }
  }

  /// An object whose members are arrays of strings.
  func stringsByName(_ keyword: String) throws(SchemaError) -> [(name: String, strings: [String])]? {
    try read(keyword, "an object of arrays of strings") { value in
      let lists = value.object?.members.map { (name: $0.key, strings: Self.strings($0.value)) }
      guard let lists, lists.allSatisfy({ $0.strings != nil }) else { return nil }
      return lists.map { ($0.name, $0.strings ?? []) }
    }
  }

  /// An object.
  func members(_ keyword: String) throws(SchemaError) -> [JSONObject.Member]? {
    try read(keyword, "an object of schemas") { $0.object?.members }
  }

  private static func strings(_ value: JSONValue) -> [String]? {
    guard let elements = value.array else { return nil }
    let strings = elements.compactMap(\.string)
    return strings.count == elements.count ? strings : nil
  }
}

extension [SchemaNode] {
  /// A schema that, for the same value, needs itself: directly, or through the schemas it applies in place. Its
  /// evaluation would not end.
  ///
  /// - Parameters:
  ///   - first: The number of the first schema here; those before it are in no loop with these.
  func firstInLoop(numberedFrom first: Int) -> SchemaNode? {
    var states = [State](repeating: .new, count: count)
    for start in indices where states[start] == .new {
      // The path from the start, each schema with how many of those it applies have been looked at.
      var path = [(node: start, looked: 0)]
      states[start] = .onPath
      while let (node, looked) = path.last {
        guard looked < self[node].applied.count else {
          states[node] = .done
          path.removeLast()
          continue
        }
        path[path.count - 1].looked += 1
        let next = self[node].applied[looked] - first
        if next < 0 { continue }
        switch states[next] {
        case .onPath: return self[next]
        case .done: break
        case .new:
          states[next] = .onPath
          path.append((next, 0))
        }
      }
    }
    return nil
  }
}

private enum State {
  case new
  case onPath
  case done
}
