import HTTPCore
import World

/// Answers nothing at all.
struct EmptyFault: Fault {
  static let name = "empty"
  static let about = "closes the connection before the first byte of the answer"
  static let fields: [FaultField] = []

  init(_ fields: inout FaultFields) {}

  func change(_ response: inout Response, _ context: FaultContext) {
    response.setDelivery { $0.ending = .empty }
  }

  func answerHandshake(_ context: FaultContext) throws(Problem) -> Response? {
    FaultAnswer.none(.empty)
  }
}
