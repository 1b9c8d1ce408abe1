import HTTPCore
import JSON

extension JSONPointer {
  /// A location in a body: a JSON pointer such as `/user/email` (RFC 6901 §5), or names with dots such as `user.email`;
  /// nil for a text that begins like a pointer but is not valid.
  package init?(condition text: String) {
    if text.utf8.first == UInt8(ascii: "/") {
      self.init(parsing: text)
    } else {
      self.init(text.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
    }
  }
}

extension Request {
  /// The body for conditions on its properties: JSON, or the fields of a form as an object of strings; nil for other
  /// formats.
  package var bodyMembers: JSONValue? {
    if let value = try? parsedBody.json() { return value }
    guard let form = try? FormBody(self) else { return nil }
    return .object(JSONObject(form.fields.parameters.map { ($0.name, .string($0.value)) }))
  }
}
