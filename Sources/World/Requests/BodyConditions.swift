import HTTPCore
import JSON

extension JSONPointer {
  /// A place in a body as conditions name it: by a JSON pointer such as `/user/email` (RFC 6901 §5), or by names with
  /// dots such as `user.email`; nil for a text that begins as a pointer and is none.
  package init?(condition text: String) {
    if text.utf8.first == UInt8(ascii: "/") {
      self.init(parsing: text)
    } else {
      self.init(text.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
    }
  }
}

extension Request {
  /// The body as conditions on its members see it: JSON, or the fields of a form as an object of strings; nil when it is
  /// neither.
  package var bodyMembers: JSONValue? {
    if let value = try? JSONParser.parse(body) { return value }
    guard let form = try? FormBody(self) else { return nil }
    return .object(JSONObject(form.fields.parameters.map { ($0.name, .string($0.value)) }))
  }
}
