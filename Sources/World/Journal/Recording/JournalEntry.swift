import HTTPCore
import Synchronization

/// One exchange or one frame in a journal. It retains the values that the server worked with anyway; nothing is
/// written out before somebody looks.
package final class JournalEntry: Sendable {
  /// What an entry is about.
  package enum Content: Sendable {
    case exchange(JournalExchange)
    case frame(JournalFrame)
  }

  enum Subject: Sendable {
    /// The request, its body cut, with the length of the whole body and the path as the client sent it.
    case exchange(Request, bytes: Int, path: String)
    case frame(JournalFrame)
  }

  /// What becomes known after the request came.
  private struct Completion {
    var finding = JournalExchange.Finding(api: "")
    var response = Response(status: 0)
    var responseBytes = 0
    var deviations: [JournalExchange.Deviation] = []
  }

  /// The most deviations that are kept of one request.
  package static let maximumDeviations = 20

  /// The world's time when the request or frame came.
  package let time: Timestamp
  private let subject: Subject
  private let completion = Mutex(Completion())
  private let number = Atomic(0)

  init(time: Timestamp, subject: Subject) {
    self.time = time
    self.subject = subject
  }

  /// The number in the journal, from 1 in the order of the answers; 0 until the request is answered.
  package var sequence: Int { number.load(ordering: .acquiring) }

  /// Whether it is a frame and no exchange.
  package var isFrame: Bool {
    if case .frame = subject { true } else { false }
  }

  /// What is known by now.
  package var content: Content {
    switch subject {
    case .frame(let frame):
      return .frame(frame)
    case .exchange(let request, let bytes, let path):
      return completion.withLock { known in
        .exchange(
          JournalExchange(
            request: request, requestBytes: bytes, path: path, finding: known.finding, response: known.response,
            responseBytes: known.responseBytes, deviations: known.deviations))
      }
    }
  }

  /// Adds what the contract checks found, whenever they are done; any thread may.
  package func add(_ deviations: [JournalExchange.Deviation]) {
    completion.withLock { known in
      let space = max(0, Self.maximumDeviations - known.deviations.count)
      known.deviations.append(contentsOf: deviations.prefix(space))
    }
  }

  /// Adds the answer.
  func complete(_ finding: JournalExchange.Finding, _ response: Response, bytes: Int) {
    completion.withLock { known in
      known.finding = finding
      known.response = response
      known.responseBytes = bytes
    }
  }

  /// Gives the entry its number, once.
  func setSequence(_ sequence: Int) {
    number.store(sequence, ordering: .releasing)
  }

  /// About how many octets the entry holds on to, deviations left out.
  var heldBytes: Int {
    switch subject {
    case .frame(let frame):
      return Self.baseBytes + frame.message.bytes.count + frame.path.utf8.count
    case .exchange(let request, _, let path):
      let answer = completion.withLock { ($0.response.headers.heldBytes, $0.response.content.count) }
      return Self.baseBytes + path.utf8.count + request.target.rawQuery.count + request.headers.heldBytes
        + request.body.count + answer.0 + answer.1
    }
  }

  /// What an entry takes without any text of the client's.
  private static let baseBytes = 512
}

extension HeaderFields {
  /// Names and values, and what the list itself takes.
  fileprivate var heldBytes: Int {
    var sum = 0
    for field in fields { sum += 32 + field.name.utf8.count + field.value.utf8.count }
    return sum
  }
}
