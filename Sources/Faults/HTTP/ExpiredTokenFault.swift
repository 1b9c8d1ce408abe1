import HTTPCore
import World

/// Refuses a token as expired, whether it is or not.
struct ExpiredTokenFault: Fault {
  static let name = "expiredToken"
  static let about = "refuses requests with a bearer token as if the token had expired, in the API's own error shape"
  static let fields: [FaultField] = []

  init(_ fields: inout FaultFields) {}

  /// Calls without a token, such as signing in again, go on.
  func concerns(_ subject: FaultSubject) -> Bool { subject.request.bearerToken != nil }

  func answer(_ context: FaultContext) throws(Problem) -> Response? {
    throw Problem(.tokenExpired, "the token has expired")
  }
}
