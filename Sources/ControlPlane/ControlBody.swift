import HTTPCore
import JSON
import World

/// The JSON object of a control call: read field by field, unknown fields refused.
struct ControlBody {
  private let object: JSONObject
  private let known: [String]

  /// Reads the request's content; no content counts as `{}`.
  ///
  /// - Parameters:
  ///   - known: The fields that there are.
  /// - Throws: ``Problem`` for content that is no JSON object, or has a field that there is not.
  init(_ request: Request, known: [String]) throws(Problem) {
    try self.init(request.body.isEmpty ? JSONObject() : request.jsonObject(), known: known)
  }

  /// Reads an object that is part of a body.
  init(_ object: JSONObject, known: [String]) throws(Problem) {
    (self.object, self.known) = (object, known)
    guard let unknown = object.keys.first(where: { !known.contains($0) }) else { return }
    let hint =
      KnownNames(known).nearest(to: unknown).map { "; did you mean \"\($0)\"?" }
      ?? "; there are \(known.joined(separator: ", "))"
    throw Problem(
      .validation, "there is no field \"\(unknown.clipped(to: 60))\"\(hint)", field: unknown.clipped(to: 60))
  }

  /// Whether the field is there and not null.
  func has(_ field: String) -> Bool { value(field) != nil }

  /// The value of a field; nil when it is missing or null.
  func value(_ field: String) -> JSONValue? {
    guard let value = object[field], !value.isNull else { return nil }
    return value
  }

  /// A text of 1 to so many characters.
  func text(_ field: String, upTo limit: Int = 200) throws(Problem) -> String? {
    guard let value = value(field) else { return nil }
    guard let text = value.string, !text.isEmpty, text.unicodeScalars.count <= limit else {
      throw wrong(field, "must be a text of 1 to \(limit) characters", value)
    }
    return text
  }

  func boolean(_ field: String) throws(Problem) -> Bool? {
    guard let value = value(field) else { return nil }
    guard let boolean = value.bool else { throw wrong(field, "must be true or false", value) }
    return boolean
  }

  func integer(_ field: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let value = value(field) else { return nil }
    guard let integer = value.number?.integer, range.contains(integer) else {
      throw wrong(field, "must be a whole number from \(range.lowerBound) to \(range.upperBound)", value)
    }
    return integer
  }

  func number(_ field: String, in range: ClosedRange<Double>) throws(Problem) -> Double? {
    guard let value = value(field) else { return nil }
    guard let number = value.number?.double, range.contains(number) else {
      throw wrong(field, "must be a number from \(range.lowerBound) to \(range.upperBound)", value)
    }
    return number
  }

  func object(_ field: String) throws(Problem) -> JSONObject? {
    guard let value = value(field) else { return nil }
    guard let object = value.object else { throw wrong(field, "must be an object", value) }
    return object
  }

  /// A moment such as `2026-01-01T00:00:00Z`.
  func moment(_ field: String) throws(Problem) -> Timestamp? {
    guard let value = value(field) else { return nil }
    guard let moment = value.string.flatMap(ISO8601Moment.parse) else {
      throw wrong(field, "must be a date-time of ISO 8601 such as 2026-01-01T00:00:00Z", value)
    }
    return moment
  }

  /// A length of time such as `PT15M`, in nanoseconds.
  func duration(_ field: String) throws(Problem) -> Int64? {
    guard let value = value(field) else { return nil }
    guard let duration = value.string.flatMap(ISO8601Duration.nanoseconds) else {
      throw wrong(field, "must be a duration of ISO 8601 such as PT15M or P1DT2H", value)
    }
    return duration
  }

  func wrong(_ field: String, _ rule: String, _ value: JSONValue) -> Problem {
    Problem(.validation, "\(field) \(rule)", field: field, value: value.string ?? value.typeName)
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
