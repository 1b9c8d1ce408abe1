import HTTPCore
import JSON
import World

/// The JSON object of a control call: a ``FieldReader`` to which unknown fields are wrong, and that refuses the call at
/// the first wrong field.
struct ControlBody {
  private let fields: FieldReader

  /// Reads the request's content; no content counts as `{}`.
  ///
  /// - Parameters:
  ///   - known: The fields that there are.
  /// - Throws: ``Problem`` for content that is no JSON object, or has a field that there is not.
  init(_ request: Request, known: [String]) throws(Problem) {
    try self.init(request.body.isEmpty ? JSONObject() : request.jsonObject(), known: known)
  }

  /// Reads an object that is part of a body.
  ///
  /// - Throws: ``Problem`` of kind `validation` for a field that there is not.
  init(_ object: JSONObject, known: [String]) throws(Problem) {
    fields = FieldReader(object, known: known)
    try fields.finish()
  }

  /// Whether the field is there and not null.
  func has(_ field: String) -> Bool { value(field) != nil }

  /// The value of a field; nil when it is missing or null.
  func value(_ field: String) -> JSONValue? { fields.value(field) }

  /// A text of 1 to so many characters that is not blank; nil when it is missing or null.
  func text(_ field: String, upTo limit: Int = 200) throws(Problem) -> String? {
    try read { $0.optionalText(field, length: 1...limit) }
  }

  /// A text of 1 to so many characters, which may be any; nil when it is missing or null.
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

  /// A moment such as `2026-01-01T00:00:00Z`.
  func moment(_ field: String) throws(Problem) -> Timestamp? {
    try parsed(field, "must be a date-time of ISO 8601 such as 2026-01-01T00:00:00Z", by: ISO8601Moment.parse)
  }

  /// A length of time such as `PT15M`, in nanoseconds.
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

/// The token that calls of the control plane must show.
package struct AdminToken: Sendable {
  /// The header that carries it; `Authorization: Bearer` does as well.
  package static let header = "X-Mock-Admin-Token"

  private let token: [UInt8]

  /// A token of at least one byte; an empty one is never shown.
  package init(_ token: String) {
    self.token = Array(token.utf8)
  }

  /// - Throws: ``Problem`` of kind `unauthenticated` for a request that does not show it.
  package func check(_ request: Request) throws(Problem) {
    let shown = request.headers[Self.header]?.trimmingBlanks() ?? request.bearerToken ?? ""
    guard !token.isEmpty, isSame(Array(shown.utf8)) else {
      throw Problem(
        .unauthenticated, "the control plane of this server needs its token: \(Self.header), or Authorization: Bearer")
    }
  }

  /// In the same time wherever they differ.
  private func isSame(_ shown: [UInt8]) -> Bool {
    guard shown.count == token.count else { return false }
    return zip(shown, token).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
