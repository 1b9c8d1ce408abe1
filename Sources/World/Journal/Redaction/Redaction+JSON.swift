import HTTPCore
import JSON

extension Redaction {
  /// How deep JSON in strings in JSON is looked into.
  private static let maximumNesting = 4

  /// A JSON value with the secrets of its members taken out, at any depth and in JSON or STOMP that stands in a
  /// string.
  package static func json(_ value: JSONValue) -> JSONValue {
    json(value, nesting: 0)
  }

  private static func json(_ value: JSONValue, nesting: Int) -> JSONValue {
    switch value {
    case .null, .bool, .number:
      return value
    case .string(let text):
      return .string(string(text, nesting: nesting))
    case .array(let elements):
      return .array(elements.map { json($0, nesting: nesting) })
    case .object(let object):
      return .object(members(object, nesting: nesting))
    }
  }

  private static func members(_ object: JSONObject, nesting: Int) -> JSONObject {
    // Refusals name a field and repeat what came in it, as `{"field":"password","value":"…"}`; lists of headers and
    // parameters do likewise.
    let naming = ["field", "name", "key", "header", "location"].compactMap { object[$0]?.string }
    let holdsSecret = naming.contains { isSecret(lastComponent($0)) }
    return JSONObject(
      object.members.map { member in
        let isSecret = isSecret(member.key) || (holdsSecret && member.key == "value")
        if isSecret, !member.value.isNull { return (member.key, .string(mark)) }
        return (member.key, json(member.value, nesting: nesting))
      })
  }

  /// The last name of a pointer or dotted path.
  package static func lastComponent(_ path: String) -> String {
    path.split { $0 == "/" || $0 == "." }.last.map(String.init) ?? path
  }

  /// A string of a JSON document, which may be a document of its own.
  private static func string(_ text: String, nesting: Int) -> String {
    guard text.utf8.count > 3 else { return text }
    if let frame = stomp(Array(text.utf8)) { return frame }
    switch text.utf8.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard nesting < maximumNesting, let inner = try? JSONParser.parse(Array(text.utf8)) else { return loose(text) }
      let shown = json(inner, nesting: nesting + 1)
      return shown == inner ? text : String(decoding: JSONWriter.serialize(shown, sortedKeys: false), as: UTF8.self)
    default:
      return hasScheme(text) ? credential(text) : address(text)
    }
  }

  /// Whether a text is a credential with its scheme, wherever it stands.
  private static func hasScheme(_ text: String) -> Bool {
    ["bearer ", "basic "].contains { text.prefix($0.count).lowercased() == $0 } && text.utf8.count > 12
      && text.split(separator: " ").count == 2
  }
}
