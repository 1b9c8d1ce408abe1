import HTTPCore
import World

/// Ends an answer in its middle.
struct TruncateFault: Fault {
  static let name = "truncate"
  static let about = "closes the connection in the middle of the content that Content-Length promised"
  static let fields = [
    FaultField("after", "the bytes of the content that are sent, 0…1000000000; half of them without it")
  ]

  private let after: Int?

  init(_ fields: inout FaultFields) {
    after = fields.optionalInteger("after", in: 0...1_000_000_000)
  }

  func change(_ response: inout Response, _ context: FaultContext) {
    let count = response.content.count
    if case .stream = response.content {
      response.setDelivery { $0.ending = .truncated(after: after ?? 0) }
    } else if count > 0 {
      // At least the last byte is missing, or nothing would be wrong.
      response.setDelivery { $0.ending = .truncated(after: min(after ?? count / 2, count - 1)) }
    }
  }
}
