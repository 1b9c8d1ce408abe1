import CMicroHTTPD
import HTTPCore
import World

/// An outcome that is sent late, slowly, in part or not at all. Used only by the thread that serves its connection.
final class Delivery {
  let outcome: Outcome
  /// Whether the connection must be closed after it.
  let isLast: Bool
  /// Identifies its connection in ``SuspendedConnections``.
  let waitID: UInt64
  /// Provides the body piece by piece; nil when libmicrohttpd gets it completely.
  let reader: BodyReader?
  let ending: ResponseDelivery.Ending
  /// Receives how much of the response was sent.
  let report: DeliveryReport?
  /// Whether its body is a stream, whose length is unknown before its end.
  var streams: Bool {
    if case .respond(let response) = outcome, case .stream = response.content { true } else { false }
  }
  /// When the response begins, in nanoseconds of ``SystemTime``.
  let due: Int64

  /// Creates a delivery that begins now.
  ///
  /// - Parameters:
  ///   - method: The request's method: the response to HEAD has no body.
  ///   - socket: The connection's socket.
  init(
    _ outcome: Outcome, to method: HTTPMethod, isLast: Bool, suspended: SuspendedConnections, waitID: UInt64,
    socket: Int32
  ) {
    (self.outcome, self.isLast, self.waitID) = (outcome, isLast, waitID)
    let requested: ResponseDelivery?
    switch outcome {
    case .respond(let response):
      requested = response.delivery
      let reader = BodyReader(response, suspended: suspended, waitID: waitID, socket: socket)
      // Releasing a reader abandons its stream.
      self.reader = method == .head || Self.forbidsContent(response.status) ? nil : reader
    case .upgrade(let upgrade):
      requested = upgrade.delivery
      reader = nil
    }
    (ending, report) = (requested?.ending ?? .whole, requested?.report)
    due = SystemTime.monotonicNanoseconds() + Self.wait(requested)
  }

  /// Whether a response with this status has no body (RFC 9110 §6.4.1).
  private static func forbidsContent(_ status: Int) -> Bool { status < 200 || status == 204 || status == 304 }

  /// The nanoseconds until the response begins.
  private static func wait(_ requested: ResponseDelivery?) -> Int64 {
    guard let requested else { return 0 }
    let longest = ResponseDelivery.longestWaitSeconds * 1000
    let milliseconds = requested.ending == .never ? longest : min(max(0, requested.delayMilliseconds), longest)
    return Int64(milliseconds) * 1_000_000
  }
}

extension Outcome {
  /// Whether the client receives at least a part of a response.
  var sendsResponse: Bool {
    switch self {
    case .respond(let response): response.delivery?.ending != .never && response.delivery?.ending != .empty
    case .upgrade: true
    }
  }

  /// Whether it is sent immediately, completely and at full speed.
  var isPlain: Bool {
    switch self {
    case .respond(let response):
      if case .stream = response.content { return false }
      return response.delivery?.isUndisturbed ?? true
    case .upgrade(let upgrade): return upgrade.delivery?.isUndisturbed ?? true
    }
  }

  /// How it is sent; nil when nothing delays or changes it.
  var delivery: ResponseDelivery? {
    switch self {
    case .respond(let response): response.delivery
    case .upgrade(let upgrade): upgrade.delivery
    }
  }

  /// The number of bytes of the body that a client receives if nothing fails; 0 for a stream, where it is unknown.
  func contentBytes(for method: HTTPMethod) -> Int {
    guard method != .head, case .respond(let response) = self else { return 0 }
    return response.content.count
  }
}

/// Limits the speed of a body: the bytes of a twentieth of a second, then a pause of that length.
struct SendRate {
  private static let portionsPerSecond = 20
  /// The longest delay that a slow client may catch up, in nanoseconds.
  private static let maximumDelay: Int64 = 250_000_000

  private let bytesPerSecond: Int
  /// When the next portion may be sent, in nanoseconds; nil before the first.
  private var next: Int64?

  /// - Parameters:
  ///   - bytesPerSecond: At least 1; smaller values count as 1.
  init(bytesPerSecond: Int) {
    self.bytesPerSecond = max(1, bytesPerSecond)
  }

  /// The number of bytes per portion, at least 1.
  var portion: Int { max(1, bytesPerSecond / Self.portionsPerSecond) }

  /// When the next portion may be sent, in nanoseconds; nil for now.
  func pause(now: Int64) -> Int64? {
    guard let next, next > now else { return nil }
    return next
  }

  /// Notes that this many bytes are sent now.
  mutating func pass(_ count: Int, now: Int64) {
    let (product, isTooLong) = Int64(count).multipliedReportingOverflow(by: 1_000_000_000)
    let duration = isTooLong ? .max : product / Int64(bytesPerSecond)
    let start = max(next ?? now, now - Self.maximumDelay)
    next = start.addingReportingOverflow(duration).overflow ? .max : start + duration
  }
}
