import HTTPCore
import World

/// Refuses as a server does that is overloaded or being changed.
struct UnavailableFault: Fault {
  static let name = "unavailable"
  static let about = "answers 503 with Retry-After, in the API's own error shape"
  static let fields = [RetryAfter.field]

  private let seconds: Int

  init(_ fields: inout FaultFields) {
    seconds = RetryAfter.read(&fields)
  }

  func answer(_ context: FaultContext) throws(Problem) -> Response? {
    throw FaultAnswer.problem(
      503, "the service is not available; try again in \(seconds) s", ["Retry-After": "\(seconds)"], context)
  }
}
