import HTTPCore
import JSON
import World

/// Refuses tokens as not valid, as after a deploy that changed the signing key.
struct InvalidTokenFault: Fault {
  static let name = "invalidToken"
  static let about = "refuses requests with a bearer token as if it were not valid, in the API's own error shape"
  static let fields = [
    FaultField(
      issuedWithin.name,
      "only tokens that were issued before so many seconds of the world's time after the fault was added, 0…1000000000")
  ]

  private static let issuedWithin = (name: "issuedWithinSeconds", maximum: 1_000_000_000)

  private let seconds: Int?

  init(_ fields: inout FaultFields) {
    seconds = fields.optionalInteger(Self.issuedWithin.name, in: 0...Self.issuedWithin.maximum)
  }

  func concerns(_ subject: FaultSubject) -> Bool { subject.request.bearerToken != nil }

  func answer(_ context: FaultContext) throws(Problem) -> Response? {
    if let seconds, let token = context.subject.request.bearerToken, let issuedAt = Self.issuedAt(token) {
      let end = context.begunAt.advanced(byNanoseconds: Int64(seconds) * 1_000_000_000)
      // Claims have whole seconds, so a token of the last second counts as one that came after it.
      guard Int64(issuedAt) < end.seconds else { return nil }
    }
    throw Problem(.unauthenticated, "the token is not valid")
  }

  /// The claim `iat` (RFC 7519 §4.1.6), read without a look at the signature; nil for what is no such token.
  private static func issuedAt(_ token: String) -> Int? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = Base64URL.decode(parts[1].utf8) else { return nil }
    return (try? JSONParser.parse(payload))?["iat"]?.number?.integer
  }
}
