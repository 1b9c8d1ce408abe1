import CMicroHTTPD
import HTTPCore
import World

/// An outcome that is sent late, slowly, in part or not at all. Touched only by the thread that serves its connection.
final class Delivery {
  let outcome: Outcome
  /// Whether the connection shall be closed after it.
  let isLast: Bool
  /// Names its connection among those that wait.
  let waitID: UInt64
  /// What gives the content out piece by piece; nil when libmicrohttpd gets it whole.
  let reader: BodyReader?
  let ending: ResponseDelivery.Ending
  /// Told how much of the answer was sent.
  let report: DeliveryReport?
  /// Whether its content is a stream, whose length is not known before its end.
  var streams: Bool {
    if case .respond(let response) = outcome, case .stream = response.content { true } else { false }
  }
  /// When the answer begins, in nanoseconds of ``SystemTime``.
  let due: Int64

  /// A delivery that begins now.
  ///
  /// - Parameters:
  ///   - method: The request's: the answer to a HEAD has no content.
  ///   - socket: The connection's.
  init(
    _ outcome: Outcome, to method: HTTPMethod, isLast: Bool, suspended: SuspendedConnections, waitID: UInt64,
    socket: Int32
  ) {
    (self.outcome, self.isLast, self.waitID) = (outcome, isLast, waitID)
    let wish: ResponseDelivery?
    switch outcome {
    case .respond(let response):
      wish = response.delivery
      let reader = BodyReader(response, suspended: suspended, waitID: waitID, socket: socket)
      // A reader that is not kept abandons its stream.
      self.reader = method == .head || Self.forbidsContent(response.status) ? nil : reader
    case .upgrade(let upgrade):
      wish = upgrade.delivery
      reader = nil
    }
    (ending, report) = (wish?.ending ?? .whole, wish?.report)
    due = SystemTime.monotonicNanoseconds() + Self.wait(wish)
  }

  /// Whether an answer with this status has no content (RFC 9110 §6.4.1).
  private static func forbidsContent(_ status: Int) -> Bool { status < 200 || status == 204 || status == 304 }

  /// The nanoseconds until the answer begins.
  private static func wait(_ wish: ResponseDelivery?) -> Int64 {
    guard let wish else { return 0 }
    let longest = ResponseDelivery.longestWaitSeconds * 1000
    let milliseconds = wish.ending == .never ? longest : min(max(0, wish.delayMilliseconds), longest)
    return Int64(milliseconds) * 1_000_000
  }
}

extension Outcome {
  /// Whether the client gets at least a part of an answer.
  var endsInAnswer: Bool {
    switch self {
    case .respond(let response): response.delivery?.ending != .never && response.delivery?.ending != .empty
    case .upgrade: true
    }
  }

  /// Whether it goes out at once, at full speed and whole.
  var isPlain: Bool {
    switch self {
    case .respond(let response):
      if case .stream = response.content { return false }
      return response.delivery?.isUndisturbed ?? true
    case .upgrade(let upgrade): return upgrade.delivery?.isUndisturbed ?? true
    }
  }

  /// How it is sent; nil when nothing delays or disturbs it.
  var delivery: ResponseDelivery? {
    switch self {
    case .respond(let response): response.delivery
    case .upgrade(let upgrade): upgrade.delivery
    }
  }

  /// How many bytes of content a client gets when nothing goes wrong; 0 for a stream, where that is not known.
  func contentBytes(for method: HTTPMethod) -> Int {
    guard method != .head, case .respond(let response) = self else { return 0 }
    return response.content.count
  }
}

/// Limits how fast content is sent: the bytes of a twentieth of a second at once, then a pause of that length.
struct SendRate {
  private static let portionsPerSecond = 20
  /// How much time a client that was late may make up for, in nanoseconds.
  private static let maximumDelay: Int64 = 250_000_000

  private let bytesPerSecond: Int
  /// When the next portion may go, in nanoseconds; nil before the first.
  private var next: Int64?

  /// - Parameters:
  ///   - bytesPerSecond: At least 1; what is less is taken as 1.
  init(bytesPerSecond: Int) {
    self.bytesPerSecond = max(1, bytesPerSecond)
  }

  /// How many bytes may go at once, at least 1.
  var portion: Int { max(1, bytesPerSecond / Self.portionsPerSecond) }

  /// Until when to wait, in nanoseconds; nil when a portion may be sent now.
  func pause(now: Int64) -> Int64? {
    guard let next, next > now else { return nil }
    return next
  }

  /// Notes that so many bytes go now.
  mutating func pass(_ count: Int, now: Int64) {
    let (product, isTooLong) = Int64(count).multipliedReportingOverflow(by: 1_000_000_000)
    let duration = isTooLong ? .max : product / Int64(bytesPerSecond)
    let start = max(next ?? now, now - Self.maximumDelay)
    next = start.addingReportingOverflow(duration).overflow ? .max : start + duration
  }
}
