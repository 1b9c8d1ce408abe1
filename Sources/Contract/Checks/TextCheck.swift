import HTTPCore
import JSON
import JSONSchema

/// Holds the text of parameters and header fields against schemas. Text has no type: it counts as whatever of text,
/// number, boolean and list of these the schema allows.
enum TextCheck {
  /// What the schema has against the texts, of which there is one at least; nil when they are allowed.
  static func violation(_ schema: CompiledSchema, _ texts: [String]) -> Violation? {
    if schema.isValid(.string(texts[0])) { return nil }
    let plain = texts.map(JSONValue.string)
    let typed = texts.map(typed)
    for candidate in [typed[0], .array(plain), .array(typed)] where schema.isValid(candidate) { return nil }
    return schema.violations(of: typed[0], limit: 1).first
  }

  private static func typed(_ text: String) -> JSONValue {
    switch text {
    case "true": .bool(true)
    case "false": .bool(false)
    default: JSONNumber(literal: text).map(JSONValue.number) ?? .string(text)
    }
  }
}
