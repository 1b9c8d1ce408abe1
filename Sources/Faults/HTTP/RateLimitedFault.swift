import HTTPCore
import World

/// Refuses as if the client had asked too often.
struct RateLimitedFault: Fault {
  static let name = "rateLimited"
  static let about = "answers 429 with Retry-After, in the API's own error shape"
  static let fields = [RetryAfter.field]

  private let seconds: Int

  init(_ fields: inout FaultFields) {
    seconds = RetryAfter.read(&fields)
  }

  func answer(_ context: FaultContext) throws(Problem) -> Response? {
    throw Problem(
      .rateLimited, "too many requests; try again in \(seconds) s",
      details: [Problem.Detail("retryAfter", "\(seconds)")], headers: ["Retry-After": "\(seconds)"])
  }
}
