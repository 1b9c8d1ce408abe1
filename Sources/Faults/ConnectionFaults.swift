import HTTPCore
import World

/// Delays a response.
struct DelayFault: Fault {
  static let name = "delay"
  static let about = "delays the response, by real time"

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

/// Never responds.
struct TimeoutFault: Fault {
  static let name = "timeout"
  static let about = "never responds; the connection stays until the client gives up"

  init(_ fields: inout FaultFields) {}

  func change(_ response: inout Response, _ context: FaultContext) -> Bool { response.end(.never) }

  func respondToHandshake(_ context: FaultContext) throws(Problem) -> Response? {
    FaultResponse.none(.never)
  }
}

/// The network is offline for a time, or repeatedly.
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

  func respond(to context: FaultContext) throws(Problem) -> Response? { FaultResponse.none(.reset) }

  /// Another fault may have responded before.
  func change(_ response: inout Response, _ context: FaultContext) -> Bool { response.end(.reset) }

  func socketFault(chance: WorldRandom) -> (any SocketFault)? { Cut() }

  private struct Cut: SocketFault {
    mutating func begin() -> [FrameEffect] { [.abort] }
  }
}

/// Resets the connection, as a load balancer or a lost network does.
struct ResetFault: Fault {
  static let name = "reset"
  static let about = "resets the connection instead of a response"

  init(_ fields: inout FaultFields) {}

  func change(_ response: inout Response, _ context: FaultContext) -> Bool { response.end(.reset) }

  func respondToHandshake(_ context: FaultContext) throws(Problem) -> Response? {
    FaultResponse.none(.reset)
  }
}

/// Closes the connection without a response.
struct EmptyFault: Fault {
  static let name = "empty"
  static let about = "closes the connection before the first byte of the response"

  init(_ fields: inout FaultFields) {}

  func change(_ response: inout Response, _ context: FaultContext) -> Bool { response.end(.empty) }

  func respondToHandshake(_ context: FaultContext) throws(Problem) -> Response? {
    FaultResponse.none(.empty)
  }
}

/// Truncates a response.
struct TruncateFault: Fault {
  static let name = "truncate"
  static let about = "closes the connection in the middle of the body that Content-Length announced"

  private let after: Int?

  init(_ fields: inout FaultFields) {
    after = fields.optionalInteger(
      "after", in: 0...1_000_000_000, "the bytes of the body that are sent", absent: "half of them")
  }

  func change(_ response: inout Response, _ context: FaultContext) -> Bool {
    let count = response.content.count
    if case .stream = response.content { return response.end(.truncated(after: after ?? 0)) }
    guard count > 0 else { return false }
    // At least the last byte is missing, otherwise the fault would have no effect.
    return response.end(.truncated(after: min(after ?? count / 2, count - 1)))
  }
}

/// Sends a response slowly.
struct DribbleFault: Fault {
  static let name = "dribble"
  static let about = "sends the body of the response slowly"

  private let bytesPerSecond: Int

  init(_ fields: inout FaultFields) {
    bytesPerSecond = fields.integer("bytesPerSecond", in: 1...1_000_000_000, "bytes of the body per second")
  }

  func change(_ response: inout Response, _ context: FaultContext) -> Bool {
    // Of two limits the lower one counts.
    guard bytesPerSecond < response.delivery?.bytesPerSecond ?? .max else { return false }
    if case .stream = response.content {
    } else if response.content.count == 0 {
      return false
    }
    response.setDelivery { $0.bytesPerSecond = bytesPerSecond }
    return true
  }
}
