import HTTPCore
import World

/// Lets an answer wait.
struct DelayFault: Fault {
  static let name = "delay"
  static let about = "sends the answer later, by real time"
  static let fields = DelayLength.fields

  private let length: DelayLength

  init(_ fields: inout FieldReader) {
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

/// Leaves the client waiting.
struct TimeoutFault: Fault {
  static let name = "timeout"
  static let about = "never answers; the connection stays until the client gives up"
  static let fields: [FaultField] = []

  init(_ fields: inout FieldReader) {}

  func change(_ response: inout Response, _ context: FaultContext) {
    response.setDelivery { $0.ending = .never }
  }

  func answerHandshake(_ context: FaultContext) throws(Problem) -> Response? {
    FaultAnswer.none(.never)
  }
}

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

  init(_ fields: inout FieldReader) {
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

/// Resets the connection, as a load balancer or a lost network does.
struct ResetFault: Fault {
  static let name = "reset"
  static let about = "resets the connection in place of an answer"
  static let fields: [FaultField] = []

  init(_ fields: inout FieldReader) {}

  func change(_ response: inout Response, _ context: FaultContext) {
    response.setDelivery { $0.ending = .reset }
  }

  func answerHandshake(_ context: FaultContext) throws(Problem) -> Response? {
    FaultAnswer.none(.reset)
  }
}

/// Answers nothing at all.
struct EmptyFault: Fault {
  static let name = "empty"
  static let about = "closes the connection before the first byte of the answer"
  static let fields: [FaultField] = []

  init(_ fields: inout FieldReader) {}

  func change(_ response: inout Response, _ context: FaultContext) {
    response.setDelivery { $0.ending = .empty }
  }

  func answerHandshake(_ context: FaultContext) throws(Problem) -> Response? {
    FaultAnswer.none(.empty)
  }
}

/// Ends an answer in its middle.
struct TruncateFault: Fault {
  static let name = "truncate"
  static let about = "closes the connection in the middle of the content that Content-Length promised"
  static let fields = [
    FaultField("after", "the bytes of the content that are sent, 0…1000000000; half of them without it")
  ]

  private let after: Int?

  init(_ fields: inout FieldReader) {
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

/// Lets an answer trickle in.
struct DribbleFault: Fault {
  static let name = "dribble"
  static let about = "sends the content of the answer slowly"
  static let fields = [
    FaultField("bytesPerSecond", "bytes of the content a second, 1…1000000000", isRequired: true)
  ]

  private let bytesPerSecond: Int

  init(_ fields: inout FieldReader) {
    bytesPerSecond = fields.integer("bytesPerSecond", in: 1...1_000_000_000)
  }

  func change(_ response: inout Response, _ context: FaultContext) {
    // Of two bottlenecks the narrower one counts.
    response.setDelivery { $0.bytesPerSecond = min($0.bytesPerSecond ?? .max, bytesPerSecond) }
  }
}
