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
  let reader: ContentReader?
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
      let reader = ContentReader(response, suspended: suspended, waitID: waitID, socket: socket)
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

/// Content that libmicrohttpd asks for piece by piece, because it is a stream, is slowed down or is cut off. Touched only
/// by the thread that serves its connection. When it is released, it abandons its stream.
final class ContentReader {
  /// Bytes that are asked for at once.
  private static let blockBytes = 16 << 10

  private let content: Response.Content
  /// Bytes after which the connection is closed; `Int.max` for never.
  private let cut: Int
  private var pace: Pace?
  private let suspended: SuspendedConnections
  private let waitID: UInt64
  private let report: DeliveryReport?
  /// The connection's socket.
  private let socket: Int32
  /// Whether the client had ended its half, at least, before the last bytes were sent.
  private(set) var clientMayBeGone = false
  /// The bytes that were sent so far; nil while the header section is not sent.
  private(set) var sentBytes: Int?

  /// - Returns: nil when the content can be handed over whole.
  init?(_ response: Response, suspended: SuspendedConnections, waitID: UInt64, socket: Int32) {
    content = response.content
    (self.suspended, self.waitID, self.socket) = (suspended, waitID, socket)
    report = response.delivery?.report
    let pace = response.delivery?.bytesPerSecond.map(Pace.init(bytesPerSecond:))
    self.pace = pace
    if case .truncated(let count) = response.delivery?.ending { cut = max(0, count) } else { cut = .max }
    if case .stream(let stream) = content {
      stream.onReady { suspended.wake(waitID) }
    } else {
      guard pace != nil || cut < content.count else { return nil }
    }
  }

  deinit {
    if case .stream(let stream) = content { stream.abandon() }
  }

  /// A response of libmicrohttpd that reads from this object and retains it; nil when the library has no memory.
  func response() -> OpaquePointer? {
    let retained = Unmanaged.passRetained(self)
    let read: MHD_ContentReaderCallback = { context, position, buffer, count in
      guard let context, let buffer else { return mock_end_with_error() }
      let space = UnsafeMutableRawBufferPointer(start: buffer, count: count)
      return Unmanaged<ContentReader>.fromOpaque(context).takeUnretainedValue().read(
        at: Int(clamping: position), into: space)
    }
    let release: MHD_ContentReaderFreeCallback = { context in
      guard let context else { return }
      Unmanaged<ContentReader>.fromOpaque(context).release()
    }
    let handle = mock_response_reading(length, Self.blockBytes, read, retained.toOpaque(), release)
    if handle == nil { retained.release() }
    return handle
  }

  /// Whether there is nothing to read.
  var isEmpty: Bool { length == 0 }

  private var length: Int64 {
    if case .stream = content { return -1 }
    return Int64(content.count)
  }

  /// Fills a buffer with what may be sent now.
  ///
  /// - Returns: How many bytes; 0 when the connection is suspended until there are some.
  private func read(at position: Int, into space: UnsafeMutableRawBufferPointer) -> Int {
    // The library asks for more when everything before it is sent.
    sentBytes = position
    while true {
      guard position < cut else {
        // Reported before the client can see it.
        report?.settle(Transmission(.truncated, hasHead: true, contentBytes: position))
        return cutOff(space)
      }
      let deadline = pace?.pause(now: SystemTime.monotonicNanoseconds())
      if deadline == nil {
        let limit = min(space.count, cut - position, pace?.portion ?? .max)
        switch piece(at: position, upTo: limit) {
        case .end:
          settleWhole(position)
          return mock_end_of_content()
        case .nothingYet: break
        case .broken: return cutOff(space)
        case .bytes(let bytes):
          if position + bytes.count == content.count { settleWhole(content.count) }
          bytes.withUnsafeBytes { space.copyMemory(from: $0) }
          pace?.pass(bytes.count, now: SystemTime.monotonicNanoseconds())
          return bytes.count
        }
      }
      switch suspended.suspend(waitID, until: deadline) {
      case .suspended: return 0
      case .clientLeft: return cutOff(space)
      case .goOn: continue
      case .stopping:
        // The rest of an answer that is slowed down goes out at once; a stream gives nothing more.
        guard deadline != nil else {
          if case .stream(let stream) = content, stream.isOneDocument { return cutOff(space) }
          settleWhole(position)
          return mock_end_of_content()
        }
        pace = nil
      }
    }
  }

  /// Ends the connection in the middle of its content: the byte that follows cannot be sent. A reader may also say that
  /// it has failed, but then libmicrohttpd (0.9.75) forgets a connection that was suspended before: it closes it only
  /// after its timeout.
  private func cutOff(_ space: UnsafeMutableRawBufferPointer) -> Int {
    guard !space.isEmpty else { return mock_end_with_error() }
    Socket.endSending(socket)
    space[0] = 0
    return 1
  }

  /// Reports that the answer is whole, before the client can see its last bytes. When the client has ended its half, it
  /// may be gone, so that is reported only when they are sent.
  private func settleWhole(_ count: Int) {
    guard let report else { return }
    clientMayBeGone = Socket.clientHasLeft(socket)
    guard !clientMayBeGone else { return }
    report.settle(Transmission(.whole, hasHead: true, contentBytes: count))
  }

  private func piece(at position: Int, upTo limit: Int) -> ContentStream.Piece {
    switch content {
    case .stream(let stream): stream.take(upTo: limit)
    case .empty: .end
    case .bytes(let bytes): .bytes(Array(bytes[position..<min(bytes.count, position + limit)]))
    case .shared(let buffer):
      buffer.withBytes { .bytes(Array($0[position..<min($0.count, position + limit)])) }
    }
  }
}

/// Limits how fast content is sent: the bytes of a twentieth of a second at once, then a pause of that length.
struct Pace {
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
