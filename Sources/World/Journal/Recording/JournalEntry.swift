import HTTPCore

/// One exchange or one frame in a journal; nothing is made readable before somebody looks.
package struct JournalEntry: Sendable {
  /// What an entry is about.
  package enum Content: Sendable {
    case exchange(JournalExchange)
    case frame(JournalFrame)
  }

  enum Record: Sendable {
    case exchange(PackedExchange)
    indirect case frame(JournalFrame)
  }

  /// The number in the journal, from 1 in the order of the answers.
  package internal(set) var sequence = 0
  /// The world's time when the request or frame came.
  package let time: Timestamp
  private let record: Record

  init(time: Timestamp, _ record: Record) {
    (self.time, self.record) = (time, record)
  }

  /// Whether it is a frame and no exchange.
  package var isFrame: Bool {
    if case .frame = record { true } else { false }
  }

  /// The exchange or frame, which is put together anew each time.
  package var content: Content {
    switch record {
    case .frame(let frame): .frame(frame)
    case .exchange(let packed): .exchange(packed.exchange)
    }
  }

  /// About how many octets the entry holds on to, deviations left out.
  var heldBytes: Int {
    switch record {
    case .frame(let frame): Self.baseBytes + frame.message.bytes.count + frame.path.utf8.count
    case .exchange(let packed): Self.baseBytes + packed.heldBytes
    }
  }

  /// What an entry takes without any text of the client's.
  private static let baseBytes = 256
}
