import HTTPCore
import World

/// Lets an answer trickle in.
struct DribbleFault: Fault {
  static let name = "dribble"
  static let about = "sends the content of the answer slowly"
  static let fields = [
    FaultField("bytesPerSecond", "bytes of the content a second, 1…1000000000", isRequired: true)
  ]

  private let bytesPerSecond: Int

  init(_ fields: inout FaultFields) {
    bytesPerSecond = fields.integer("bytesPerSecond", in: 1...1_000_000_000)
  }

  func change(_ response: inout Response, _ context: FaultContext) {
    // Of two bottlenecks the narrower one counts.
    response.setDelivery { $0.bytesPerSecond = min($0.bytesPerSecond ?? .max, bytesPerSecond) }
  }
}
