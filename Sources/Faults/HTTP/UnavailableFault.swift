import HTTPCore
import World

/// Refuses as a server does that is overloaded or being changed.
struct UnavailableFault: Fault {
  static let name = "unavailable"
  static let about = "answers 503 with Retry-After"
  static let fields = [RetryAfter.field]

  private let seconds: Int

  init(_ fields: inout FaultFields) {
    seconds = RetryAfter.read(&fields)
  }

  func answer(_ context: FaultContext) throws(Problem) -> Response? {
    var response = FaultAnswer.refusal(status: 503, "the service is not available; try again in \(seconds) s")
    response.headers.append("Retry-After", "\(seconds)")
    return response
  }
}
