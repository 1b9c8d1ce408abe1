import HTTPCore
import World

/// Lets an answer wait.
struct DelayFault: Fault {
  static let name = "delay"
  static let about = "sends the answer later, by real time"

  private let length: DelayLength

  init(_ fields: inout FaultFields) {
    length = DelayLength(&fields)
  }

  func change(_ response: inout Response, _ context: FaultContext) -> Bool {
    let milliseconds = length.milliseconds(context.chance)
    response.delay(byMilliseconds: milliseconds)
    return milliseconds > 0
  }
}

/// Never answers.
struct TimeoutFault: Fault {
  static let name = "timeout"
  static let about = "never answers; the connection stays until the client gives up"

  init(_ fields: inout FaultFields) {}

  func change(_ response: inout Response, _ context: FaultContext) -> Bool { response.end(.never) }

  func answerHandshake(_ context: FaultContext) throws(Problem) -> Response? {
    FaultResponse.none(.never)
  }
}

/// The network is gone for a while, or now and again.
struct OfflineFault: Fault {
  static let name = "offline"
  static let about = "resets every connection and cuts every socket, for some seconds of the world's time"
  static let scope = FaultScope.both

  private let seconds: Int
  private let everySeconds: Int?

  init(_ fields: inout FaultFields) {
    let range = 1...1_000_000_000
    seconds = fields.integer("seconds", in: range, "how long")
    everySeconds = fields.optionalInteger(
      "everySeconds", in: range, "from one beginning to the next, more than seconds", absent: "once")
    if let everySeconds, everySeconds <= seconds { fields.reject("everySeconds", "must be more than seconds") }
  }

  var window: FaultWindow? { FaultWindow(lengthSeconds: seconds, periodSeconds: everySeconds) }

  func answer(_ context: FaultContext) throws(Problem) -> Response? { FaultResponse.none(.reset) }

  /// Another fault may have answered before.
  func change(_ response: inout Response, _ context: FaultContext) -> Bool { response.end(.reset) }

  func socketFault(chance: WorldRandom) -> (any SocketFault)? { Cut() }

  private struct Cut: SocketFault {
    mutating func begin() -> [FrameEffect] { [.abort] }
  }
}

/// Resets the connection, as a load balancer or a lost network does.
struct ResetFault: Fault {
  static let name = "reset"
  static let about = "resets the connection in place of an answer"

  init(_ fields: inout FaultFields) {}

  func change(_ response: inout Response, _ context: FaultContext) -> Bool { response.end(.reset) }

  func answerHandshake(_ context: FaultContext) throws(Problem) -> Response? {
    FaultResponse.none(.reset)
  }
}

/// Answers nothing at all.
struct EmptyFault: Fault {
  static let name = "empty"
  static let about = "closes the connection before the first byte of the answer"

  init(_ fields: inout FaultFields) {}

  func change(_ response: inout Response, _ context: FaultContext) -> Bool { response.end(.empty) }

  func answerHandshake(_ context: FaultContext) throws(Problem) -> Response? {
    FaultResponse.none(.empty)
  }
}

/// Ends an answer in its middle.
struct TruncateFault: Fault {
  static let name = "truncate"
  static let about = "closes the connection in the middle of the content that Content-Length promised"

  private let after: Int?

  init(_ fields: inout FaultFields) {
    after = fields.optionalInteger(
      "after", in: 0...1_000_000_000, "the bytes of the content that are sent", absent: "half of them")
  }

  func change(_ response: inout Response, _ context: FaultContext) -> Bool {
    let count = response.content.count
    if case .stream = response.content { return response.end(.truncated(after: after ?? 0)) }
    guard count > 0 else { return false }
    // At least the last byte is missing, or nothing would be wrong.
    return response.end(.truncated(after: min(after ?? count / 2, count - 1)))
  }
}

/// Lets an answer trickle in.
struct DribbleFault: Fault {
  static let name = "dribble"
  static let about = "sends the content of the answer slowly"

  private let bytesPerSecond: Int

  init(_ fields: inout FaultFields) {
    bytesPerSecond = fields.integer("bytesPerSecond", in: 1...1_000_000_000, "bytes of the content a second")
  }

  func change(_ response: inout Response, _ context: FaultContext) -> Bool {
    // Of two bottlenecks the narrower one counts.
    guard bytesPerSecond < response.delivery?.bytesPerSecond ?? .max else { return false }
    if case .stream = response.content {
    } else if response.content.count == 0 {
      return false
    }
    response.setDelivery { $0.bytesPerSecond = bytesPerSecond }
    return true
  }
}
