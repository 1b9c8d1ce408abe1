import HTTPCore
import JSON
import Locking
import World

/// Responds with a status and an optional body.
struct StatusFault: Fault {
  static let name = "status"
  static let about = "responds with a status, headers and a body of your choice"

  private let status: Int
  private let body: JSONValue?
  private let headers: HeaderFields

  init(_ fields: inout FaultFields) {
    status = fields.integer("status", in: 200...599, "the status code")
    body = fields.anything(
      "body", "a text, sent unchanged, or any other JSON value; without it, an error in the API's own shape")
    headers = AddedHeaders.read("headers", "an object of headers by name", &fields)
  }

  func respond(to context: FaultContext) throws(Problem) -> Response? {
    if body == nil, status >= 400 {
      throw FaultResponse.problem(status, "a fault responds with \(status)", headers, context)
    }
    var response = response
    response.replaceHeaders(with: headers)
    return response
  }

  private var response: Response {
    // RFC 9110 §15.3.5, §15.3.6 and §15.4.5: these have no body.
    if [204, 205, 304].contains(status) { return Response(status: status) }
    switch body {
    case nil: return Response(status: status)
    case .string(let text):
      return Response(
        status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], content: .bytes(Array(text.utf8)))
    case let value?: return .json(value, status: status)
    }
  }
}

/// Refuses like a server that is overloaded or in maintenance.
struct UnavailableFault: Fault {
  static let name = "unavailable"
  static let about = "responds with 503 and Retry-After, in the API's own error shape"

  private let seconds: Int

  init(_ fields: inout FaultFields) {
    seconds = RetryAfter.read(&fields)
  }

  func respond(to context: FaultContext) throws(Problem) -> Response? {
    throw FaultResponse.problem(
      503, "the service is not available; try again in \(seconds) s", ["Retry-After": "\(seconds)"], context)
  }
}

/// Refuses as if the client had sent too many requests.
struct RateLimitedFault: Fault {
  static let name = "rateLimited"
  static let about = "responds with 429 and Retry-After, in the API's own error shape"

  private let seconds: Int

  init(_ fields: inout FaultFields) {
    seconds = RetryAfter.read(&fields)
  }

  func respond(to context: FaultContext) throws(Problem) -> Response? {
    throw Problem(
      .rateLimited, "too many requests; try again in \(seconds) s",
      details: [Problem.Detail("retryAfter", "\(seconds)")], headers: ["Retry-After": "\(seconds)"])
  }
}

/// Refuses tokens as invalid, as after a deployment that changed the signing key.
struct InvalidTokenFault: Fault {
  static let name = "invalidToken"
  static let about = "refuses requests with a bearer token as if it were invalid, in the API's own error shape"

  private let seconds: Int?
  private let hasRefreshTokens: Bool

  init(_ fields: inout FaultFields) {
    hasRefreshTokens = fields.flag("refreshTokens", "true to refuse refresh tokens in the body, too")
    seconds = fields.optionalInteger(
      "issuedWithinSeconds", in: 0...1_000_000_000,
      "only tokens that were issued before this many seconds of the world's time after the fault was added")
  }

  func concerns(_ subject: FaultSubject) -> Bool {
    subject.request.bearerToken != nil || (hasRefreshTokens && subject.refreshTokenIssuedAt != nil)
  }

  func respond(to context: FaultContext) throws(Problem) -> Response? {
    let subject = context.subject
    let refresh = hasRefreshTokens ? subject.refreshTokenIssuedAt : nil
    if let seconds, let issuedAt = refresh ?? subject.request.bearerToken.flatMap(Self.issuedAt) {
      let end = context.begunAt.advanced(byNanoseconds: Int64(seconds) * 1_000_000_000)
      // Claims have whole seconds, so a token of the last second counts as newer.
      guard issuedAt < end.seconds else { return nil }
    }
    throw Problem(.unauthenticated, "the token is not valid")
  }

  /// The claim `iat` (RFC 7519 §4.1.6), read without verification; nil for any other text.
  private static func issuedAt(_ token: String) -> Int64? {
    JSONWebSignature.uncheckedClaims(of: token)?["iat"]?.number?.integer.map(Int64.init)
  }
}

/// Refuses a token as expired, whether it is or not.
struct ExpiredTokenFault: Fault {
  static let name = "expiredToken"
  static let about = "refuses requests with a bearer token as if the token had expired, in the API's own error shape"

  init(_ fields: inout FaultFields) {}

  /// Calls without a token, such as a sign-in, are not affected.
  func concerns(_ subject: FaultSubject) -> Bool { subject.request.bearerToken != nil }

  func respond(to context: FaultContext) throws(Problem) -> Response? {
    throw Problem(.tokenExpired, "the token has expired")
  }
}

/// Declares another media type than that of the body.
struct ContentTypeFault: Fault {
  static let name = "contentType"
  static let about = "sends the body with a wrong Content-Type"

  private let contentType: String

  init(_ fields: inout FaultFields) {
    let wrong = "text/html; charset=utf-8"
    let text =
      fields.optionalText("contentType", length: 1...200, "the media type to declare", absent: wrong) ?? wrong
    if !FieldSyntax.isValue(text) { fields.reject("contentType", "must be printable ASCII characters") }
    contentType = text
  }

  func change(_ response: inout Response, _ context: FaultContext) -> Bool {
    guard response.headers["Content-Type"] != contentType else { return false }
    response.headers["Content-Type"] = contentType
    return true
  }
}

/// Makes the body invalid for every JSON parser.
struct MalformedFault: Fault {
  static let name = "malformed"
  static let about = "damages the end of the body, so that it is not JSON"

  init(_ fields: inout FaultFields) {}

  func change(_ response: inout Response, _ context: FaultContext) -> Bool {
    if case .stream = response.content { return false }
    var bytes = response.content.bytes
    // A response without a body, such as 204, has none to make invalid.
    guard !bytes.isEmpty else { return false }
    while let last = bytes.last, [0x20, 0x09, 0x0A, 0x0D].contains(last) { bytes.removeLast() }
    // Without its last byte an object, an array or a text is incomplete, and "{]" continues none of them.
    bytes = bytes.dropLast() + Array("{]".utf8)
    response.content = .bytes(bytes)
    // Headers about the bytes are not correct any more.
    response.headers["ETag"] = nil
    return true
  }
}

/// Responds like an outdated cache or replica.
struct StaleFault: Fault {
  static let name = "stale"
  static let about =
    "repeats the first response to the same call of the same account since the fault was added; writes take effect"

  private let memory = StaleResponses()

  init(_ fields: inout FaultFields) {}

  private init() {}

  func begun() -> any Fault { StaleFault() }

  func change(_ response: inout Response, _ context: FaultContext) -> Bool {
    guard let first = memory.first(response, of: context.subject) else { return false }
    response = first
    return true
  }
}

/// The first responses of calls, limited in number and in bytes; others are sent unchanged.
private final class StaleResponses: Sendable {
  private struct Key: Hashable {
    let method: HTTPMethod
    let path: String
    let query: [UInt8]
    let api: String
    let account: String?
  }

  private struct State {
    var responses: [Key: Response] = [:]
    var bytes = 0
  }

  private static let maximumCount = 1000
  private static let maximumBytes = 16 << 20

  private let state = OrderedMutex(.leaf, State())

  /// The first response of the call; nil when it is this one, or when there is no room to keep it.
  func first(_ response: Response, of subject: FaultSubject) -> Response? {
    let target = subject.request.target
    let key = Key(
      method: subject.request.method, path: target.rawPath, query: target.rawQuery, api: subject.api,
      account: subject.account)
    return state.withLock { state in
      if var known = state.responses[key] {
        // The delivery is not part of the content.
        known.delivery = response.delivery
        return known
      }
      if case .stream = response.content { return nil }
      let size = response.content.count + key.path.utf8.count + key.query.count
      guard state.responses.count < Self.maximumCount, state.bytes + size <= Self.maximumBytes else { return nil }
      state.responses[key] = response
      state.bytes += size
      return nil
    }
  }
}
