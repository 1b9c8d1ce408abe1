import JSON
import JSONSchema

/// Converts one schema, without nested ones, to draft 2020-12: translates the different keywords of OpenAPI 3.0, and
/// repairs or removes invalid ones.
struct SchemaRepair {
  /// Whether the rules are those before OpenAPI 3.1: `nullable`, and keywords next to a reference are ignored.
  let isLegacy: Bool
  var notes: DocumentNotes
  /// The checked patterns, with their replacements; nil for those that cannot be repaired.
  private var patterns: [String: String?] = [:]

  init(isLegacy: Bool, notes: DocumentNotes) {
    self.isLegacy = isLegacy
    self.notes = notes
  }

  /// The allowed values of a keyword.
  private enum Rule {
    case type, flag, number, multiple, count, pattern, text, values, required, schema, schemas, schemasByName
    case schemasByPattern, stringsByName, exclusive, items, dropped, discriminator, examples
  }

  private static let rules: [String: Rule] = [
    "type": .type, "uniqueItems": .flag, "readOnly": .flag, "writeOnly": .flag, "deprecated": .flag,
    "minimum": .number, "maximum": .number, "exclusiveMinimum": .exclusive, "exclusiveMaximum": .exclusive,
    "multipleOf": .multiple, "minLength": .count, "maxLength": .count, "minItems": .count, "maxItems": .count,
    "minContains": .count, "maxContains": .count, "minProperties": .count, "maxProperties": .count,
    "pattern": .pattern, "format": .text, "$ref": .text, "enum": .values, "required": .required, "allOf": .schemas,
    "anyOf": .schemas, "oneOf": .schemas, "prefixItems": .schemas, "not": .schema, "if": .schema, "then": .schema,
    "else": .schema, "contains": .schema, "additionalProperties": .schema, "propertyNames": .schema,
    "unevaluatedItems": .schema, "unevaluatedProperties": .schema, "items": .items, "properties": .schemasByName,
    "dependentSchemas": .schemasByName, "$defs": .schemasByName, "definitions": .schemasByName,
    "patternProperties": .schemasByPattern, "dependentRequired": .stringsByName, "$id": .dropped, "$anchor": .dropped,
    "$dynamicAnchor": .dropped, "$dynamicRef": .dropped, "$schema": .dropped, "nullable": .dropped,
    "x-nullable": .dropped, "additionalItems": .dropped, "discriminator": .discriminator, "examples": .examples,
  ]

  /// The schema, repaired; nil where it stays as it is, as most do.
  mutating func repair(_ before: JSONObject, _ path: [String]) -> JSONObject? {
    if isFine(before) { return nil }
    if isLegacy, before["$ref"]?.string != nil {
      // Nothing else counts there except extensions, which are not part of the schema, and what many mean all the same.
      let kept: Set<String> = ["$ref", "readOnly", "writeOnly"]
      return JSONObject(
        before.members.filter { kept.contains($0.key) || $0.key.hasPrefix("x-") }.map { ($0.key, $0.value) })
    }
    var schema = JSONObject()
    for member in before.members {
      guard let rule = Self.rules[member.key] else {
        schema[member.key] = member.value
        continue
      }
      apply(rule, member.key, member.value, before, &schema, path)
    }
    if let example = schema["example"], schema["examples"] == nil { schema["examples"] = [example] }
    repairValues(&schema, path)
    Self.allowNull(&schema)
    guard isLegacy, Self.flag(before["nullable"] ?? before["x-nullable"]) == true else { return schema }
    if Self.hidesScalar(schema, path) {
      schema["type"] = ["object", "string", "number", "boolean"]
      notes.add(path, "an object of no members that may be null stands for a text, as generators write it")
    }
    return Self.nullable(schema)
  }

  /// Properties that hold objects of any members.
  private static let containers: Set<String> = [
    "meta", "metadata", "data", "payload", "extra", "extras", "config", "settings", "options", "properties",
    "attributes", "context", "params", "details", "info", "body", "content", "stats", "preferences", "errors",
  ]

  /// Whether a schema, which may also be null, is what NestJS writes for `string | null`: an object of no known members
  /// whose example, if any, is no object.
  private static func hidesScalar(_ schema: JSONObject, _ path: [String]) -> Bool {
    let plain: Set<String> = [
      "type", "format", "title", "description", "example", "examples", "default", "readOnly", "writeOnly", "deprecated",
      "maxLength", "minLength", "pattern",
    ]
    let examples = schema["examples"]?.array ?? []
    return schema["type"] == "object" && schema.members.allSatisfy { plain.contains($0.key) }
      && examples.allSatisfy { $0.object == nil && $0.array == nil && !$0.isNull }
      && (!examples.isEmpty || schema.contains("format") || !containers.contains(path.last?.lowercased() ?? ""))
  }

  /// Whether each keyword has a value that needs no second look.
  private func isFine(_ schema: JSONObject) -> Bool {
    func isSchema(_ value: JSONValue) -> Bool { value.object != nil || value.bool != nil }
    if isLegacy, schema.count > 1, schema.contains("$ref") { return false }
    return schema.members.allSatisfy { member in
      guard let rule = Self.rules[member.key] else { return member.key != "example" }
      switch (rule, member.value) {
      case (.type, .string(let name)): return name != "null" && Self.types.contains(name)
      case (.flag, .bool), (.number, .number), (.text, .string): return true
      case (.count, .number): return Self.count(member.value) != nil
      case (.values, .array(let values)):
        // All of them may be of another type.
        guard let type = schema["type"]?.string else { return !values.isEmpty }
        return values.contains { Self.isOf(type, $0) }
      case (.examples, .array): return true
      case (.required, .array(let names)): return names.allSatisfy { $0.string != nil }
      case (.schema, let value), (.items, let value): return isSchema(value)
      case (.schemas, .array(let schemas)): return !schemas.isEmpty && schemas.allSatisfy(isSchema)
      case (.schemasByName, .object(let schemas)): return schemas.members.allSatisfy { isSchema($0.value) }
      default: return false
      }
    }
  }

  private mutating func apply(
    _ rule: Rule, _ key: String, _ value: JSONValue, _ before: JSONObject, _ schema: inout JSONObject, _ path: [String]
  ) {
    var repaired: JSONValue?
    switch rule {
    case .dropped: return
    case .type: repaired = type(value, &schema, path)
    case .flag: repaired = Self.flag(value).map(JSONValue.bool)
    case .number: repaired = Self.number(value).map(JSONValue.number)
    case .multiple: repaired = multiple(value)
    case .count: repaired = Self.count(value).map(JSONValue.number)
    case .pattern:
      repaired = value.string.flatMap { pattern($0) }.map(JSONValue.string)
      if let text = repaired?.string, let sent = value.string, sent != text, text == PatternRepair.escapedOnce(sent) {
        notes.add(path + [key], "the pattern is escaped twice, and is read as \(text)")
      }
    case .text: repaired = value.string.map(JSONValue.string)
    case .values: if value.array?.isEmpty == false { repaired = value }
    case .required:
      let names = value.array?.filter { $0.string != nil }
      repaired = names.map(JSONValue.array)
    case .schema: repaired = Self.schema(value)
    case .schemas:
      let list = (value.array ?? [value]).compactMap(Self.schema)
      if !list.isEmpty { repaired = .array(list) }
    case .schemasByName:
      let members = value.object?.members.map { ($0.key, Self.schema($0.value) ?? .object(JSONObject())) }
      repaired = members.map { .object(JSONObject($0)) }
    case .schemasByPattern: repaired = value.object.map { .object(byPattern($0)) }
    case .stringsByName:
      let members = value.object?.members.map {
        ($0.key, JSONValue.array(($0.value.array ?? []).filter { $0.string != nil }))
      }
      repaired = members.map { .object(JSONObject($0)) }
    case .exclusive:
      exclusive(key, value, before, &schema, path)
      return
    case .items:
      items(value, before, &schema, path)
      return
    case .discriminator:
      repaired = value.string.map { ["propertyName": .string($0)] } ?? value.object.map { .object($0) }
    case .examples:
      let named = value.object?.members.map { $0.value["value"] ?? $0.value }
      repaired = value.array.map(JSONValue.array) ?? named.map(JSONValue.array)
    }
    if let repaired {
      schema[key] = repaired
      if repaired == value { return }
    }
    if rule == .examples || rule == .discriminator { return }
    let shown = String(decoding: JSONWriter.serialize(value, sortedKeys: false).prefix(60), as: UTF8.self)
    let end = repaired == nil ? "is left out" : "is read as far as it makes sense"
    notes.add(path + [key], "\(shown.shortened) is nothing that \"\(key)\" may be, and \(end)")
  }
}

// Single keywords.

extension SchemaRepair {
  private static let types: Set<String> = ["null", "boolean", "integer", "number", "string", "array", "object"]

  /// Words that documents use as types, with the intended type and format.
  private static let otherTypes: [String: (type: String, format: String?)] = [
    "file": ("string", "binary"), "binary": ("string", "binary"), "date": ("string", "date"),
    "datetime": ("string", "date-time"), "date-time": ("string", "date-time"), "timestamp": ("string", "date-time"),
    "uuid": ("string", "uuid"), "email": ("string", "email"), "uri": ("string", "uri"), "url": ("string", "uri"),
    "password": ("string", "password"), "byte": ("string", "byte"), "text": ("string", nil), "str": ("string", nil),
    "char": ("string", nil), "enum": ("string", nil), "int": ("integer", nil), "int32": ("integer", "int32"),
    "int64": ("integer", "int64"), "long": ("integer", "int64"), "short": ("integer", nil),
    "float": ("number", "float"), "double": ("number", "double"), "decimal": ("number", nil),
    "bool": ("boolean", nil), "list": ("array", nil), "dict": ("object", nil), "map": ("object", nil),
    "hash": ("object", nil), "json": ("object", nil),
  ]

  private func type(_ value: JSONValue, _ schema: inout JSONObject, _ path: [String]) -> JSONValue? {
    if let text = value.string {
      if Self.types.contains(text) { return value }
      let name = text.lowercased()
      if Self.types.contains(name) { return .string(name) }
      guard let other = Self.otherTypes[name] else { return nil }
      if let format = other.format, schema["format"] == nil { schema["format"] = .string(format) }
      return .string(other.type)
    }
    if value.isNull { return "null" }
    guard let list = value.array else { return nil }
    var names: [JSONValue] = []
    for element in list {
      guard let name = type(element, &schema, path), !names.contains(name) else { continue }
      names.append(name)
    }
    if names.isEmpty { return nil }
    return .array(names)
  }

  private static func flag(_ value: JSONValue?) -> Bool? {
    switch value {
    case .bool(let flag): flag
    case .string("true"), .string("True"): true
    case .string("false"), .string("False"): false
    default: nil
    }
  }

  private static func number(_ value: JSONValue) -> JSONNumber? {
    value.number ?? value.string.flatMap { JSONNumber(literal: $0) }
  }

  private static func count(_ value: JSONValue) -> JSONNumber? {
    guard let number = number(value), let double = number.double, double >= 0, double == double.rounded(.down) else {
      return nil
    }
    return number
  }

  private func multiple(_ value: JSONValue) -> JSONValue? {
    guard let number = Self.number(value) else { return nil }
    let schema: JSONValue = ["multipleOf": .number(number)]
    return (try? CompiledSchema(schema)) == nil ? nil : .number(number)
  }

  private static func schema(_ value: JSONValue) -> JSONValue? {
    switch value {
    case .object, .bool: value
    default: flag(value).map(JSONValue.bool)
    }
  }

  /// In OpenAPI 3.0, `exclusiveMinimum: true` makes the minimum exclusive.
  private mutating func exclusive(
    _ key: String, _ value: JSONValue, _ before: JSONObject, _ schema: inout JSONObject, _ path: [String]
  ) {
    let inclusive = key == "exclusiveMinimum" ? "minimum" : "maximum"
    guard let flag = Self.flag(value) else {
      if let number = Self.number(value) {
        schema[key] = .number(number)
      } else {
        notes.add(path + [key], "this is not a number, and is left out")
      }
      return
    }
    if !isLegacy { notes.add(path + [key], "this was true or false in OpenAPI 3.0, and is read so") }
    guard flag, let bound = before[inclusive].flatMap(Self.number) else { return }
    schema[key] = .number(bound)
  }

  /// In older drafts `items` was a list, with `additionalItems` for further elements.
  private mutating func items(
    _ value: JSONValue, _ before: JSONObject, _ schema: inout JSONObject, _ path: [String]
  ) {
    if let list = value.array {
      notes.add(path + ["items"], "a list of schemas is read as \"prefixItems\"")
      let schemas = list.compactMap(Self.schema)
      if !schemas.isEmpty { schema["prefixItems"] = .array(schemas) }
      if let rest = before["additionalItems"].flatMap(Self.schema) { schema["items"] = rest }
    } else if let one = Self.schema(value) {
      schema["items"] = one
    } else {
      notes.add(path + ["items"], "this is not a schema, and is ignored")
    }
  }

  /// A valid pattern: this one, or an equivalent one.
  private mutating func pattern(_ text: String) -> String? {
    if let known = patterns[text] { return known }
    let found = PatternRepair.candidates(text).first { pattern in
      let schema: JSONValue = ["pattern": .string(pattern)]
      return (try? CompiledSchema(schema)) != nil
    }
    patterns[text] = .some(found)
    return found
  }

  private mutating func byPattern(_ object: JSONObject) -> JSONObject {
    var result = JSONObject()
    for member in object.members {
      guard let pattern = pattern(member.key) else { continue }
      result[pattern] = Self.schema(member.value) ?? .object(JSONObject())
    }
    return result
  }
}

// Keywords that depend on each other.

extension SchemaRepair {
  private mutating func repairValues(_ schema: inout JSONObject, _ path: [String]) {
    for (exclusive, inclusive) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")]
    where schema[exclusive] != nil && schema[exclusive] == schema[inclusive] {
      schema[inclusive] = nil
    }
    guard let values = schema["enum"]?.array, let name = schema["type"]?.string else { return }
    // YAML parses words without quotes as numbers and booleans, and authors quote numbers.
    guard !values.contains(where: { Self.isOf(name, $0) }) else { return }
    let converted = values.map { Self.converted($0, to: name) }
    guard !converted.contains(nil) else { return }
    schema["enum"] = .array(converted.compactMap(\.self))
    notes.add(path + ["enum"], "the values are none of the type \"\(name)\", and are read as such")
  }

  private static func isOf(_ type: String, _ value: JSONValue) -> Bool {
    switch type {
    case "integer", "number": value.number != nil
    default: value.typeName == type
    }
  }

  private static func converted(_ value: JSONValue, to type: String) -> JSONValue? {
    switch (type, value) {
    case (_, .null): .null
    case ("string", .number(let number)): .string(number.literal)
    case ("string", .bool(let flag)): .string(flag ? "true" : "false")
    case ("integer", .string(let text)), ("number", .string(let text)): JSONNumber(literal: text).map(JSONValue.number)
    case ("boolean", .string): flag(value).map(JSONValue.bool)
    default: nil
    }
  }

  /// The alternatives of a schema, without unnecessary levels.
  private static func choices(_ schema: JSONObject) -> [JSONValue] {
    if schema.count == 1, let any = schema["anyOf"]?.array { return any }
    if schema.count == 1, let all = schema["allOf"]?.array, all.count == 1 { return all }
    return [.object(schema)]
  }

  /// The schema, which also allows null.
  private static func nullable(_ before: JSONObject) -> JSONObject {
    var schema = before
    let combines = ["allOf", "anyOf", "oneOf", "not", "$ref", "const", "if"].contains { schema.contains($0) }
    if combines {
      // Annotations of the value stay outside, where readers look for them.
      let outside: Set<String> = [
        "title", "description", "example", "examples", "default", "readOnly", "writeOnly", "deprecated",
        "externalDocs", "xml",
      ]
      var (inner, outer) = (JSONObject(), JSONObject())
      for member in schema.members {
        if outside.contains(member.key) || member.key.hasPrefix("x-") {
          outer[member.key] = member.value
        } else {
          inner[member.key] = member.value
        }
      }
      outer["anyOf"] = .array(choices(inner) + [["type": "null"]])
      return outer
    }
    if let type = schema["type"] {
      let names = type.array ?? [type]
      schema["type"] = .array(names.contains("null") ? names : names + ["null"])
    }
    if let values = schema["enum"]?.array, !values.contains(.null) { schema["enum"] = .array(values + [.null]) }
    return schema
  }
}

/// Equivalents of regular expressions that the library does not support.
enum PatternRepair {
  /// The pattern, then others that may be intended.
  static func candidates(_ pattern: String) -> [String] {
    var found = [pattern]
    if pattern.hasPrefix("/"), let end = pattern.lastIndex(of: "/"), end > pattern.startIndex {
      // A JavaScript literal. It is also a valid pattern, for texts with slashes, unless it can never match.
      let flags = pattern[pattern.index(after: end)...]
      let body = String(pattern[..<end].dropFirst())
      let isAnchored = body.hasPrefix("^") || body.hasSuffix("$")
      if flags.allSatisfy({ "dgimsuvy".contains($0) }), isAnchored {
        found.insert(flags.contains("i") ? "(?i)" + body : body, at: 0)
      }
    }
    let plain = found.map(escapedOnce)
    if plain != found { found = plain + found }
    return found + found.map(withLiteralHyphens)
  }

  /// The pattern with `\d` for `\\d`, which asks for a backslash before a `d`: the author of that has escaped it once too
  /// often.
  static func escapedOnce(_ pattern: String) -> String {
    "dwsbDWSB.+".reduce(pattern) { $0.replacing("\\\\\($1)", with: "\\\($1)") }
  }

  /// The pattern with `[\w\-.]` for `[\w-.]`, which JavaScript accepts without the flag `u`.
  private static func withLiteralHyphens(_ pattern: String) -> String {
    var result = ""
    var rest = Substring(pattern)
    while let character = rest.popFirst() {
      result.append(character)
      guard character == "\\", let escaped = rest.popFirst() else { continue }
      result.append(escaped)
      if "wdsWDS".contains(escaped), rest.first == "-" {
        rest.removeFirst()
        result += "\\-"
      }
    }
    return result
  }
}
