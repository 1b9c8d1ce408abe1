import HTTPCore
import Locking
import Synchronization

/// One exchange or one frame in a journal; nothing is made readable before somebody looks.
package struct JournalEntry: Sendable {
  /// What an entry is about.
  package enum Content: Sendable {
    case exchange(JournalExchange)
    case frame(JournalFrame)
  }

  private enum Record {
    case exchange(PackedExchange)
    indirect case frame(JournalFrame)
  }

  /// The number in the journal, from 1 in the order of the answers.
  package internal(set) var sequence = 0
  /// The world's time when the request or frame came.
  package let time: Timestamp
  private let record: Record
  /// About how many bytes the entry holds on to, deviations left out.
  let heldBytes: Int

  /// An entry for an exchange.
  init(time: Timestamp, _ exchange: PackedExchange) {
    self.time = time
    heldBytes = Self.baseBytes + exchange.heldBytes
    record = .exchange(exchange)
  }

  /// An entry for a frame.
  init(time: Timestamp, _ frame: JournalFrame) {
    self.time = time
    heldBytes = Self.baseBytes + frame.message.bytes.count + frame.path.utf8.count
    record = .frame(frame)
  }

  /// Whether it is a frame and no exchange.
  package var isFrame: Bool {
    if case .frame = record { true } else { false }
  }

  /// Whether more of it may be found out, or may have been after it was recorded: deviations, or that its client left.
  package var awaitsAdditions: Bool {
    switch record {
    case .exchange(let packed): packed.awaitsAdditions
    case .frame(let frame): frame.remarks != nil
    }
  }

  /// The exchange or frame, which is put together anew each time.
  package var content: Content {
    switch record {
    case .frame(let frame): .frame(frame)
    case .exchange(let packed): .exchange(packed.exchange)
    }
  }

  /// What an entry takes without any text of the client's.
  private static let baseBytes = 256
}

/// A request and its answer, as the journal keeps them.
package struct JournalExchange: Sendable {
  /// One difference between a request and its API's document.
  package struct Deviation: Sendable, Equatable {
    /// Where, such as `body/nombre`.
    package let location: String
    package let message: String

    /// A deviation from its parts, which are cut where they are very long.
    package init(location: String, message: String) {
      self.location = location.clipped(to: 200)
      self.message = message.clipped(to: 500)
    }
  }

  /// What was found out about a request until it was answered.
  package struct Details: Sendable {
    /// The API's short name, or `mock` for the server's own routes.
    package var api: String
    /// nil when no endpoint has the path.
    package var operationID: String?
    /// Whose token came with the request.
    package var account: String?
    package var faults: [AppliedFault]
    /// Microseconds of real time from the request to its answer; to the answer's end where that came later.
    package var durationMicroseconds: Int64

    /// Details from their parts.
    package init(
      api: String, operationID: String? = nil, account: String? = nil, faults: [AppliedFault] = [],
      durationMicroseconds: Int64 = 0
    ) {
      self.api = api
      self.operationID = operationID
      self.account = account
      self.faults = faults
      self.durationMicroseconds = durationMicroseconds
    }
  }

  /// The request, its body cut where it is long.
  package let request: Request
  /// The bytes of the whole body, also when it was cut.
  package let requestBytes: Int
  /// The path as the client sent it, with any prefix that was taken off later, without the query.
  package let path: String
  package let details: Details
  /// What went over the wire; nil while the answer is on its way.
  package let transmission: Transmission?
  /// How the answer was to go out; nil for at once, at full speed and whole.
  package let delivery: ResponseDelivery?
  /// The answer as far as its client got it, its content cut where it is long; 101 without content for a switch to
  /// WebSocket; nil when the client got none, or has not yet.
  package let response: Response?
  /// The bytes of the whole content that the answer was to have, also when it was cut or broke off; 0 for a stream.
  package let responseBytes: Int
  package let deviations: [Deviation]

  /// The status that the client saw; nil for none.
  package var status: Int? { response?.status }

  /// Whether the content is a stream, which is not kept.
  package var isStreamed: Bool {
    if case .stream? = response?.content { true } else { false }
  }
}

/// One message of a WebSocket, as the journal keeps it.
package struct JournalFrame: Sendable {
  /// Which way it went.
  package enum Direction: String, Sendable, CaseIterable {
    /// From the client.
    case received
    /// To the client.
    case sent
  }

  /// The socket's id, as the list of sockets has it.
  package let socket: String
  package let api: String
  /// The path of the handshake, as the client sent it, without the query.
  package let path: String
  package let direction: Direction
  /// What was sent, or would have been but for the fault. The journal cuts it when it is long.
  package private(set) var message: WebSocketMessage
  /// The bytes of the whole payload, also when it was cut.
  package let payloadBytes: Int
  package let account: String?
  /// The id of the ``Device`` that opened the socket.
  package let device: String?
  package let fault: AppliedFault?
  /// What the session finds wrong with it; nil for what the server sends.
  package let remarks: FrameRemarks?
  /// What became of it; nil while it is under way.
  package private(set) var ending: Transmission.Ending?
  /// Whether a fault holds it back until something lets it go on, if anything does.
  package let isHeld: Bool

  /// A frame from its parts.
  package init(
    socket: String, api: String, path: String, direction: Direction, message: WebSocketMessage,
    account: String? = nil, device: String? = nil, fault: AppliedFault? = nil, remarks: FrameRemarks? = nil,
    ending: Transmission.Ending? = .whole, isHeld: Bool = false
  ) {
    (self.ending, self.isHeld) = (ending, isHeld)
    self.socket = socket
    self.api = api
    self.path = path
    self.direction = direction
    self.message = message
    self.account = account
    self.device = device
    self.fault = fault
    self.remarks = remarks
    payloadBytes = message.bytes.count
  }

  /// Whether it arrived: a received frame at its session, a sent one at the system, which has all its bytes. nil while it
  /// is on its way and no fault holds it.
  package var isDelivered: Bool? {
    if let ending { return ending == .whole }
    return isHeld ? false : nil
  }

  /// The frame when it is known what became of it.
  func ended(_ ending: Transmission.Ending) -> JournalFrame {
    var copy = self
    copy.ending = ending
    return copy
  }

  /// The frame before that is known.
  var underWay: JournalFrame {
    var copy = self
    copy.ending = nil
    return copy
  }

  /// Whether the payload was cut.
  package var isTruncated: Bool { message.bytes.count < payloadBytes }

  /// Whether it is a text message.
  package var isText: Bool {
    if case .text = message { true } else { false }
  }

  /// The frame with at most so many bytes of its payload.
  func cut(to limit: Int) -> JournalFrame {
    guard payloadBytes > limit else { return self }
    var copy = self
    let prefix = Array(message.bytes.prefix(limit))
    copy.message = isText ? .text(prefix) : .binary(prefix)
    return copy
  }
}

/// What is found wrong with a frame after it was recorded.
package final class FrameRemarks: Sendable {
  private let found = OrderedMutex(.leaf, [JournalExchange.Deviation]())

  /// Nothing so far.
  package init() {}

  /// Adds a finding, while there are less than ``PendingExchange/maximumDeviations``.
  package func add(_ deviation: JournalExchange.Deviation) {
    found.withLock { found in
      if found.count < PendingExchange.maximumDeviations { found.append(deviation) }
    }
  }

  /// What was found so far.
  var all: [JournalExchange.Deviation] { found.withLock { $0 } }
}

/// A fault that was applied to a request or frame.
package struct AppliedFault: Sendable, Equatable {
  package let id: String
  /// The fault's type, such as `delay`.
  package let type: String

  /// A fault by its id and type.
  package init(id: String, type: String) {
    self.id = id
    self.type = type
  }
}

/// An exchange that is not recorded yet, or not completely: when the request came, where it differs from its API's
/// document, and what became of an answer that did not go out at once and whole.
package final class PendingExchange: Sendable {
  /// What became of an answer.
  package struct Conclusion: Sendable, Equatable {
    package let transmission: Transmission
    /// Microseconds of real time from the request to the answer's end, delays included.
    package let durationMicroseconds: Int64
  }

  /// What was found out since the request came.
  struct Additions {
    var deviations: [JournalExchange.Deviation] = []
    var conclusion: Conclusion?
    /// Whether the answer is on its way, and what becomes of it will be told.
    var isUnderWay = false
  }

  /// The most deviations that are kept of one request.
  package static let maximumDeviations = 20

  /// The world's time when the request came.
  package let time: Timestamp
  private let found = OrderedMutex(.journalTicket, Additions())
  private let isNeeded = Atomic(false)

  init(time: Timestamp) {
    self.time = time
  }

  /// Has the entry take what is found out after the request is answered, too. To be called before it is.
  package func awaitAdditions() {
    isNeeded.store(true, ordering: .releasing)
  }

  /// Adds what the contract checks found; any thread may.
  package func add(_ deviations: [JournalExchange.Deviation]) {
    awaitAdditions()
    found.withLock { found in
      let space = max(0, Self.maximumDeviations - found.deviations.count)
      found.deviations.append(contentsOf: deviations.prefix(space))
    }
  }

  /// Has the exchange be under way until ``conclude(_:)``.
  func begin() {
    awaitAdditions()
    found.withLock { $0.isUnderWay = true }
  }

  /// Says what became of the answer; the entry has it from now on if it was to await additions.
  package func conclude(_ conclusion: Conclusion) {
    found.withLock { $0.conclusion = conclusion }
  }

  /// What was found out so far.
  var additions: Additions { found.withLock { $0 } }

  /// Whether anything was found out or will be.
  var hasAdditions: Bool { isNeeded.load(ordering: .acquiring) }
}

extension PendingExchange.Conclusion {
  /// A conclusion from its parts.
  package init(_ transmission: Transmission, durationMicroseconds: Int64) {
    (self.transmission, self.durationMicroseconds) = (transmission, durationMicroseconds)
  }
}
