import HTTPCore
import JSON
import Platform
import World

/// The JSON object of a control call: a ``FieldReader`` that refuses unknown fields, and refuses the call at the first
/// invalid field.
struct ControlBody {
  private let fields: FieldReader

  /// Reads the request's body; an empty body counts as `{}`.
  ///
  /// - Parameters:
  ///   - known: The allowed fields.
  /// - Throws: ``Problem`` for a body that is not a JSON object, or has an unknown field.
  init(_ request: Request, known: [String]) throws(Problem) {
    try self.init(request.body.isEmpty ? JSONObject() : request.jsonObject(), known: known)
  }

  /// Reads an object within a body.
  ///
  /// - Throws: ``Problem`` of kind `validation` for an unknown field.
  init(_ object: JSONObject, known: [String]) throws(Problem) {
    fields = FieldReader(object, known: known)
    try fields.finish()
  }

  /// Whether the field is present and not null.
  func has(_ field: String) -> Bool { value(field) != nil }

  /// The value of a field; nil when it is missing or null.
  func value(_ field: String) -> JSONValue? { fields.value(field) }

  /// A text of 1 to `limit` characters that is not blank; nil when it is missing or null.
  func text(_ field: String, upTo limit: Int = 200) throws(Problem) -> String? {
    try read { $0.optionalText(field, length: 1...limit) }
  }

  /// A text of 1 to `limit` characters, of any kind; nil when it is missing or null.
  func content(_ field: String, upTo limit: Int) throws(Problem) -> String? {
    try read { $0.optionalContent(field, length: 1...limit) }
  }

  func boolean(_ field: String) throws(Problem) -> Bool? {
    try read { $0.optionalBoolean(field) }
  }

  func integer(_ field: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    try read { $0.optionalInteger(field, in: range) }
  }

  func number(_ field: String, in range: ClosedRange<Double>) throws(Problem) -> Double? {
    has(field) ? try read { $0.number(field, in: range) } : nil
  }

  func object(_ field: String) throws(Problem) -> JSONObject? {
    try read { $0.optionalObject(field) }
  }

  /// A timestamp such as `2026-01-01T00:00:00Z`.
  func moment(_ field: String) throws(Problem) -> Timestamp? {
    try parsed(field, "must be a date-time of ISO 8601 such as 2026-01-01T00:00:00Z", by: ISO8601Moment.parse)
  }

  /// A duration such as `PT15M`, in nanoseconds.
  func duration(_ field: String) throws(Problem) -> Int64? {
    try parsed(field, "must be a duration of ISO 8601 such as PT15M or P1DT2H", by: ISO8601Duration.nanoseconds)
  }

  private func parsed<Value>(
    _ field: String, _ rule: String, by parse: (String) -> Value?
  ) throws(Problem) -> Value? {
    guard let value = value(field) else { return nil }
    if let parsed = value.string.flatMap(parse) { return parsed }
    try read { $0.reject(field, rule) }
    return nil
  }

  private func read<Value>(_ body: (inout FieldReader) -> Value) throws(Problem) -> Value {
    var fields = fields
    let value = body(&fields)
    try fields.finish()
    return value
  }
}

/// The token that calls of the control plane must send.
package struct AdminToken: Sendable {
  /// The header of the token; `Authorization: Bearer` is accepted as well.
  package static let header = "X-Mock-Admin-Token"

  private let token: [UInt8]

  /// A token of at least one byte; clients cannot send an empty one.
  package init(_ token: String) {
    self.token = Array(token.utf8)
  }

  /// - Throws: ``Problem`` of kind `unauthenticated` for a request without it.
  package func check(_ request: Request) throws(Problem) {
    let shown = request.headers[Self.header]?.trimmingBlanks() ?? request.bearerToken ?? ""
    guard !token.isEmpty, isSame(Array(shown.utf8)) else {
      throw Problem(
        .unauthenticated, "the control plane of this server needs its token: \(Self.header), or Authorization: Bearer")
    }
  }

  /// Takes the same time wherever they differ.
  private func isSame(_ shown: [UInt8]) -> Bool {
    guard shown.count == token.count else { return false }
    return zip(shown, token).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
