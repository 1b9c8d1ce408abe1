import HTTPCore
import World

/// Lets an answer wait.
struct DelayFault: Fault {
  static let name = "delay"
  static let about = "sends the answer later, by real time"
  static let fields = DelayLength.fields

  private let length: DelayLength

  init(_ fields: inout FaultFields) {
    length = DelayLength(&fields)
  }

  func change(_ response: inout Response, _ context: FaultContext) {
    let milliseconds = length.milliseconds(context.chance)
    response.setDelivery { delivery in
      let sum = delivery.delayMilliseconds.addingReportingOverflow(milliseconds)
      delivery.delayMilliseconds = sum.overflow ? DelayLength.maximumMilliseconds : sum.partialValue
      delivery.delayMilliseconds = min(delivery.delayMilliseconds, DelayLength.maximumMilliseconds)
    }
  }
}
