import HTTPCore
import World

/// Answers that several faults give.
enum FaultAnswer {
  /// Seconds of `Retry-After` where a test did not say any.
  private static let retryAfter = "30"

  /// A refusal in the error shape of the request's own API, with the code that it documents for such a status. One of
  /// 429 always says when to try again (RFC 6585 §4).
  ///
  /// - Parameters:
  ///   - status: 400…599.
  static func problem(
    _ status: Int, _ message: String, _ headers: HeaderFields, _ context: FaultContext
  ) -> Problem {
    var headers = headers
    if status == 429, headers["Retry-After"] == nil { headers.append("Retry-After", retryAfter) }
    var details: [Problem.Detail] = []
    if let seconds = headers["Retry-After"] { details.append(Problem.Detail("retryAfter", seconds)) }
    if status >= 500 { details.append(Problem.Detail("errorId", context.errorID)) }
    return Problem(forcing: status, message, details: details, headers: headers)
  }

  /// None that the client will see; it stands for what became of the connection.
  static func none(_ ending: ResponseDelivery.Ending) -> Response {
    var response = Response(status: 503)
    response.setDelivery { $0.ending = ending }
    return response
  }
}

extension FaultContext {
  /// What a client could ask about with those who run the server; the same in equal runs.
  fileprivate var errorID: String { Hex.encode(chance.bytes(8)) }
}

extension Response {
  /// Changes the way in which the answer goes out.
  mutating func setDelivery(_ change: (inout ResponseDelivery) -> Void) {
    var changed = delivery ?? ResponseDelivery()
    change(&changed)
    delivery = changed
  }
}
