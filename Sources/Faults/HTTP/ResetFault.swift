import HTTPCore
import World

/// Resets the connection, as a load balancer or a lost network does.
struct ResetFault: Fault {
  static let name = "reset"
  static let about = "resets the connection in place of an answer"
  static let fields: [FaultField] = []

  init(_ fields: inout FaultFields) {}

  func change(_ response: inout Response, _ context: FaultContext) {
    response.setDelivery { $0.ending = .reset }
  }

  func answerHandshake(_ context: FaultContext) throws(Problem) -> Response? {
    FaultAnswer.none(.reset)
  }
}
