import HTTPCore
import Locking
import Synchronization

/// One exchange or one frame in a journal; it is decoded only when it is read.
package struct JournalEntry: Sendable {
  /// The kind of an entry.
  package enum Content: Sendable {
    case exchange(JournalExchange)
    case frame(JournalFrame)
  }

  private enum Record {
    case exchange(PackedExchange)
    indirect case frame(JournalFrame)
  }

  /// The number in the journal, from 1 in the order of the responses.
  package internal(set) var sequence = 0
  /// The world's time when the request or frame arrived.
  package let time: Timestamp
  private let record: Record
  /// The approximate number of bytes that the entry retains, without deviations.
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

  /// Whether it is a frame.
  package var isFrame: Bool {
    if case .frame = record { true } else { false }
  }

  /// Whether more may be found out about it, or was found out after it was recorded: deviations, or that its client
  /// disconnected.
  package var awaitsAdditions: Bool {
    switch record {
    case .exchange(let packed): packed.awaitsAdditions
    case .frame(let frame): frame.remarks != nil
    }
  }

  /// The exchange or frame, which is unpacked each time.
  package var content: Content {
    switch record {
    case .frame(let frame): .frame(frame)
    case .exchange(let packed): .exchange(packed.exchange)
    }
  }

  /// The size of an entry without any text of the client.
  private static let baseBytes = 256
}

/// Findings about a frame after it was recorded.
package final class FrameRemarks: Sendable {
  private let found = OrderedMutex(.leaf, [JournalExchange.Deviation]())
  private let message = OrderedMutex(.leaf, ChannelMessage?.none)

  /// Creates an empty list.
  package init() {}

  /// Adds a finding, unless there are ``PendingExchange/maximumDeviations`` already.
  package func add(_ deviation: JournalExchange.Deviation) {
    found.withLock { found in
      if found.count < PendingExchange.maximumDeviations { found.append(deviation) }
    }
  }

  /// What the frame says on a channel; nil where that is not known.
  package var subject: ChannelMessage? {
    get { message.withLock(\.self) }
    set { message.withLock { $0 = newValue } }
  }

  /// The findings so far.
  var all: [JournalExchange.Deviation] { found.withLock { $0 } }
}

/// A fault that was applied to a request or frame.
package struct AppliedFault: Sendable, Equatable {
  package let id: String
  /// The fault's type, such as `delay`.
  package let type: String

  /// Creates an applied fault.
  package init(id: String, type: String) {
    self.id = id
    self.type = type
  }
}
