import HTTPCore
import World

/// An outcome that does not simply go out: it comes late, in pieces or not at all. Touched only by the thread that
/// serves its connection.
final class Delivery {
  let outcome: Outcome
  /// Whether the connection shall be closed after it.
  let isLast: Bool
  /// Its connection's pass into the waiting room.
  let pass: UInt64
  /// What reads the content when it is not handed over whole.
  let reader: ContentReader?
  let ending: ResponseDelivery.Ending
  /// Who is told what became of it.
  let report: DeliveryReport?
  /// Whether its content comes into being while it is sent, so that nobody knows its length.
  var streams: Bool {
    if case .respond(let response) = outcome, case .stream = response.content { true } else { false }
  }
  /// When something happens first, in nanoseconds of ``SystemTime``.
  let due: Int64

  /// A delivery that begins now.
  ///
  /// - Parameters:
  ///   - method: The request's, which says whether the client gets content at all.
  ///   - socket: The connection's.
  init(_ outcome: Outcome, to method: HTTPMethod, isLast: Bool, room: WaitingRoom, pass: UInt64, socket: Int32) {
    (self.outcome, self.isLast, self.pass) = (outcome, isLast, pass)
    let wish: ResponseDelivery?
    switch outcome {
    case .respond(let response):
      wish = response.delivery
      let reader = ContentReader(response, room: room, pass: pass, socket: socket)
      // One that is not kept abandons its stream.
      self.reader = method == .head || Self.forbidsContent(response.status) ? nil : reader
    case .upgrade(let upgrade):
      wish = upgrade.delivery
      reader = nil
    }
    (ending, report) = (wish?.ending ?? .whole, wish?.report)
    due = SystemTime.monotonicNanoseconds() + Self.wait(wish)
  }

  /// RFC 9110 §6.4.1.
  private static func forbidsContent(_ status: Int) -> Bool { status < 200 || status == 204 || status == 304 }

  /// Nanoseconds to wait.
  private static func wait(_ wish: ResponseDelivery?) -> Int64 {
    guard let wish else { return 0 }
    let longest = ResponseDelivery.longestWaitSeconds * 1000
    let milliseconds = wish.ending == .never ? longest : min(max(0, wish.delayMilliseconds), longest)
    return Int64(milliseconds) * 1_000_000
  }
}

extension Outcome {
  /// Whether at least a part of an answer comes of it.
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

  /// How it goes out; nil for as it should.
  var delivery: ResponseDelivery? {
    switch self {
    case .respond(let response): response.delivery
    case .upgrade(let upgrade): upgrade.delivery
    }
  }

  /// The bytes of content that a client gets of it when nothing goes wrong; 0 for a stream, whose are not known.
  func contentBytes(for method: HTTPMethod) -> Int {
    guard method != .head, case .respond(let response) = self else { return 0 }
    return response.content.count
  }
}
