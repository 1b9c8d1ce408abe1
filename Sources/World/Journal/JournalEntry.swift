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

  /// The exchange or frame, which is put together again each time.
  package var content: Content {
    switch record {
    case .frame(let frame): .frame(frame)
    case .exchange(let packed): .exchange(packed.exchange)
    }
  }

  /// What an entry takes without any text of the client's.
  private static let baseBytes = 256
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
