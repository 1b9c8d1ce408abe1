import JSON

/// The reason for a refusal: one of a fixed set of kinds, which each API renders in its own error shape.
package struct Problem: Error, Sendable, Equatable {
  /// The kinds. Each API maps a kind to its own code and may choose another status of the same class.
  package enum Kind: String, Sendable, CaseIterable {
    /// The message breaks the rules of HTTP.
    case malformedRequest
    /// The body is not JSON, or not an object.
    case malformedBody
    /// A query parameter is invalid.
    case invalidParameter
    /// A well-formed body with invalid fields.
    case validation
    /// No credentials, or credentials that are not valid here.
    case unauthenticated
    /// The credentials have expired.
    case tokenExpired
    /// The password is not that of the user name.
    case wrongCredentials
    /// Authenticated, but not allowed.
    case forbidden
    /// The route exists, the record does not.
    case notFound
    /// No such route.
    case unknownRoute
    /// The path exists under other methods.
    case methodNotAllowed
    /// The record exists already, or is in use.
    case conflict
    /// The body exceeds the limit.
    case contentTooLarge
    /// The target exceeds the limit.
    case uriTooLong
    /// The header fields exceed the limit.
    case headerFieldsTooLarge
    /// A WebSocket route was called without an upgrade.
    case upgradeRequired
    /// Too many requests in the window.
    case rateLimited
    /// A bug or failure of this server.
    case internalError
    /// The disk has no room for the change.
    case insufficientStorage
    /// A transfer coding or feature this server does not have.
    case notImplemented
    /// Too many requests are running; the same request may succeed later.
    case unavailable
  }

  /// One named fact about the refusal; values are always texts, because documented clients decode texts.
  package struct Detail: Sendable, Equatable {
    package let name: String
    package let value: String

    /// A named fact.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package let kind: Kind
  /// One sentence for the developer who reads it: what was sent, and what was expected.
  package let message: String
  /// Named facts, the invalid field first.
  package var details: [Detail]
  /// Headers the refusal needs, such as `Allow` or `Retry-After`.
  package var headers: HeaderFields
  /// The status code to respond with, whatever the kind or the API defines; nil for theirs. Only faults set one.
  package var forcedStatus: Int?

  /// Creates a refusal, with optional named facts and headers.
  package init(_ kind: Kind, _ message: String, details: [Detail] = [], headers: HeaderFields = [:]) {
    self.kind = kind
    self.message = message
    self.details = details
    self.headers = headers
  }

  /// Creates a refusal because of one field, with its value if that can be shown.
  package init(_ kind: Kind, _ message: String, field: String, value: String? = nil) {
    var details = [Detail("field", field)]
    if let value { details.append(Detail("value", value.clipped(to: 100))) }
    self.init(kind, message, details: details)
  }

  /// The same refusal with one more header.
  package func with(header name: String, _ value: String) -> Problem {
    var copy = self
    copy.headers.append(name, value)
    return copy
  }
}

extension Problem {
  /// Creates a refusal with a status that a test chose, of the kind that fits it best.
  ///
  /// - Parameters:
  ///   - status: 400…599.
  package init(
    forcing status: Int, _ message: String, details: [Detail] = [], headers: HeaderFields = [:]
  ) {
    self.init(Kind(fitting: status), message, details: details, headers: headers)
    forcedStatus = status
  }
}

extension Response {
  /// Replaces headers of the same names.
  package mutating func replaceHeaders(with others: HeaderFields) {
    for field in others.fields { headers[field.name] = nil }
    headers = headers + others
  }
}

extension Problem.Kind {
  /// The kind that fits an error's status code best.
  package init(fitting status: Int) {
    self =
      switch status {
      case 401: .unauthenticated
      case 402, 403, 451: .forbidden
      case 404, 410: .notFound
      case 405: .methodNotAllowed
      case 409, 412, 423: .conflict
      case 413: .contentTooLarge
      case 414: .uriTooLong
      case 422: .validation
      case 426: .upgradeRequired
      case 429: .rateLimited
      case 431: .headerFieldsTooLarge
      case 501: .notImplemented
      case 503: .unavailable
      case 507: .insufficientStorage
      case 500...: .internalError
      default: .malformedRequest
      }
  }

  /// The status code (RFC 9110 §15, RFC 6585, RFC 4918 §11.5) unless an API documents another.
  package var status: Int {
    switch self {
    case .malformedRequest, .malformedBody, .invalidParameter: 400
    case .unauthenticated, .tokenExpired, .wrongCredentials: 401
    case .forbidden: 403
    case .notFound, .unknownRoute: 404
    case .methodNotAllowed: 405
    case .conflict: 409
    case .contentTooLarge: 413
    case .uriTooLong: 414
    case .validation: 422
    case .upgradeRequired: 426
    case .rateLimited: 429
    case .headerFieldsTooLarge: 431
    case .internalError: 500
    case .notImplemented: 501
    case .unavailable: 503
    case .insufficientStorage: 507
    }
  }
}

/// The error body of most documented APIs: `{"error":{"code","message","details"}}`.
///
/// The values of `details` are strings, because documented clients decode `[String: String]` (CONTRACT §3.4, §6.3).
package enum ErrorEnvelope {
  /// Renders a refusal.
  ///
  /// - Parameters:
  ///   - code: The API's own name for the problem.
  ///   - status: The status code, if the API documents another than the kind's.
  package static func render(_ problem: Problem, code: String, status: Int? = nil) -> Response {
    var error: [(String, JSONValue)] = [("code", .string(code)), ("message", .string(problem.message))]
    if !problem.details.isEmpty {
      error.append(("details", .object(JSONObject(problem.details.map { ($0.name, .string($0.value)) }))))
    }
    var response = Response.json(
      ["error": .object(JSONObject(error))], status: problem.forcedStatus ?? status ?? problem.kind.status)
    response.replaceHeaders(with: problem.headers)
    return response
  }
}
