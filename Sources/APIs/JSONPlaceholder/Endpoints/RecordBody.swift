import HTTPCore
import JSON

/// The content of a request that writes a record.
enum RecordBody {
  /// The members that were sent: those of a JSON object or the fields of a form, whose values stay text. No content
  /// is an object without members.
  ///
  /// - Throws: ``Problem`` of kind `malformedBody` when it is neither.
  static func object(_ request: Request) throws(Problem) -> JSONObject {
    if let form = try FormContent(request) { return members(form.fields) }
    return request.body.isEmpty ? JSONObject() : try request.jsonObject()
  }

  /// An id from a path as it is stored: as a number when it is one.
  static func id(_ text: String) -> JSONValue {
    if let number = Int(text), String(number) == text { return .number(JSONNumber(number)) }
    return .string(text)
  }

  /// One member a name; a name that is repeated has an array of its values.
  private static func members(_ fields: QueryParameters) -> JSONObject {
    JSONObject(
      fields.grouped { $0 }.map { group in
        let values = group.values.map(JSONValue.string)
        return (group.name, values.count == 1 ? values[0] : .array(values))
      })
  }
}
