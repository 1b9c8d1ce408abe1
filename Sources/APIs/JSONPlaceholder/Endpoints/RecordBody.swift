import HTTPCore

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
    var object = JSONObject()
    for field in fields.parameters {
      switch object[field.name] {
      case nil: object[field.name] = .string(field.value)
      case .array(let values)?: object[field.name] = .array(values + [.string(field.value)])
      case let value?: object[field.name] = .array([value, .string(field.value)])
      }
    }
    return object
  }
}
