import HTTPCore
import World

/// A journal over a clock that stands still, and ways to put something into it.
struct JournalSample {
  let journal: Journal
  let clock = WorldClock(start: Timestamp(seconds: 1_700_000_000), monotonic: { 0 })

  init(_ limits: JournalLimits = JournalLimits(), monotonic: @escaping @Sendable () -> Int64 = { 0 }) {
    journal = Journal(limits: limits, clock: clock, monotonic: monotonic)
  }

  /// Records an exchange and returns what was begun for it.
  @discardableResult
  func exchange(
    _ method: String = "GET", _ target: String = "/v1/lotes", status: Int = 200, api: String = "agrobridge",
    operationID: String? = "listLotes", account: String? = nil, headers: HeaderFields = [:], body: String = "",
    answer: Response.Content = .empty, faults: [AppliedFault] = [], deviations: [JournalExchange.Deviation] = [],
    sentPath: String? = nil
  ) throws -> PendingExchange? {
    let request = Request(
      method: HTTPMethod(rawValue: method), target: try RequestTarget(Array(target.utf8)), headers: headers,
      body: Array(body.utf8))
    let pending = journal.begin()
    if !deviations.isEmpty { pending?.add(deviations) }
    let details = JournalExchange.Details(
      api: api, operationID: operationID, account: account, faults: faults, durationMicroseconds: 42)
    journal.finish(pending, request, path: sentPath, details, Response(status: status, content: answer))
    return pending
  }

  /// Records a frame.
  func frame(
    _ text: String, _ direction: JournalFrame.Direction = .sent, socket: String = "1", fault: AppliedFault? = nil
  ) {
    journal.frame(
      JournalFrame(
        socket: socket, api: "interspace", path: "/ws", direction: direction, message: .text(Array(text.utf8)),
        fault: fault))
  }

  /// The numbers of all entries.
  var numbers: [Int] { journal.contents().entries.map(\.sequence) }
}

extension JournalEntry {
  /// The exchange of an entry that has one.
  var exchange: JournalExchange? {
    if case .exchange(let exchange) = content { exchange } else { nil }
  }

  /// The frame of an entry that has one.
  var frame: JournalFrame? {
    if case .frame(let frame) = content { frame } else { nil }
  }
}
