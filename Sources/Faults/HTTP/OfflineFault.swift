import HTTPCore
import World

/// The network is gone for a while, or now and again.
struct OfflineFault: Fault {
  static let name = "offline"
  static let about = "resets every connection and cuts every socket, for some seconds of the world's time"
  static let fields = [
    FaultField("seconds", "how long, 1…1000000000", isRequired: true),
    FaultField("everySeconds", "from one beginning to the next, more than seconds; once without it"),
  ]
  static let scope = FaultScope.both

  private let seconds: Int
  private let everySeconds: Int?

  init(_ fields: inout FaultFields) {
    let range = 1...1_000_000_000
    seconds = fields.integer("seconds", in: range)
    everySeconds = fields.optionalInteger("everySeconds", in: range)
    if let everySeconds, everySeconds <= seconds { fields.reject("everySeconds", "must be more than seconds") }
  }

  var window: FaultWindow? { FaultWindow(lengthSeconds: seconds, periodSeconds: everySeconds) }

  func answer(_ context: FaultContext) throws(Problem) -> Response? { FaultAnswer.none(.reset) }

  /// Another fault may have answered before.
  func change(_ response: inout Response, _ context: FaultContext) {
    response.setDelivery { $0.ending = .reset }
  }

  func socketFault(chance: WorldRandom) -> (any SocketFault)? { Cut() }

  private struct Cut: SocketFault {
    mutating func begin() -> [FrameEffect] { [.abort] }
  }
}
