import HTTPCore
import World

/// Leaves the client waiting.
struct TimeoutFault: Fault {
  static let name = "timeout"
  static let about = "never answers; the connection stays until the client gives up"
  static let fields: [FaultField] = []

  init(_ fields: inout FaultFields) {}

  func change(_ response: inout Response, _ context: FaultContext) {
    response.setDelivery { $0.ending = .never }
  }

  func answerHandshake(_ context: FaultContext) throws(Problem) -> Response? {
    FaultAnswer.none(.never)
  }
}
