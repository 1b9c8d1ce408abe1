import HTTPCore
import JSON
import Platform
import Synchronization
import World

/// Responds when the app has sent the expected number of requests, so that a test need not poll.
package enum WaitEndpoint {
  package static let all: [Endpoint] = [
    Endpoint(.post, "/_mock/requests/wait", "waitForRequests", .open) { try wait($0) }.asking
  ]

  /// The longest timeout, and the default of `timeoutMilliseconds`.
  private static let maximumMilliseconds = 60_000
  private static let defaultMilliseconds = 10_000

  private static func wait(_ call: Call) throws(Problem) -> Response {
    let object = try JournalRequest.object(call, members: ["match", "atLeast", "timeoutMilliseconds"])
    let query = try JournalRequest.match(object, call.world)
    let wanted = try JournalRequest.integer(object, "atLeast", in: 0...Int(Int32.max)) ?? 1
    let timeout =
      try JournalRequest.integer(object, "timeoutMilliseconds", in: 0...maximumMilliseconds) ?? defaultMilliseconds
    let journal = call.world.journal
    let present = JournalCount(query, in: journal)
    if present.found >= wanted || timeout == 0 {
      return .json(result(present.found, wanted, present.uncertainty.explanation))
    }
    let tally = WaitTally(present, query)
    let watch = JournalWatch(
      journal, after: present.position, stream: BodyStream(isOneDocument: true),
      closing: { result(tally.found, wanted, "not known: the world was deleted, or the server stopped") },
      receive: { news, stream in
        tally.add(news)
        // An entry may get its deviations after it was read.
        let found = query.asksForAdditions ? JournalCount(query, in: journal).found : tally.found
        guard found >= wanted else { return .goOn }
        stream.push(result(found, wanted, nil))
        return .end
      })
    try watch.begin { watch in
      RealTimer(afterMilliseconds: timeout) { [weak watch] in
        let (found, uncertainty) = tally.result(journal)
        watch?.end(with: result(found, wanted, uncertainty.explanation))
      }
    }
    return Response(status: 200, headers: ["Content-Type": Response.jsonType], content: .stream(watch.stream))
  }

  /// - Parameters:
  ///   - doubt: Why there may be more, in words; nil when the count is certain.
  private static func result(_ count: Int, _ wanted: Int, _ uncertainty: String?) -> [UInt8] {
    let isSatisfied = count >= wanted
    var members: JSONObject = [
      "satisfied": .bool(isSatisfied), "known": .bool(isSatisfied || uncertainty == nil),
      "count": .number(JSONNumber(count)), "expected": ["atLeast": .number(JSONNumber(wanted))],
    ]
    if !isSatisfied, let uncertainty { members["message"] = .string(uncertainty) }
    return JSONWriter.serialize(.object(members))
  }
}

/// The entries that a `wait` has found so far: those with a number, each once, including later dropped ones, and the
/// pending exchanges. Cleared entries do not count.
private final class WaitTally: Sendable {
  private struct Counts {
    var numbered = 0
    var pending = 0
    /// The number of the newest entry when the journal was last cleared.
    var clearedThrough = 0
    var uncertainty: JournalUncertainty
    /// Omitted frames that are already part of the uncertainty.
    var framesLeftOut = 0
  }

  private let query: JournalQuery
  private let counts: Mutex<Counts>

  /// - Parameters:
  ///   - present: The journal's state when the wait began.
  init(_ present: JournalCount, _ query: JournalQuery) {
    self.query = query
    counts = Mutex(
      Counts(
        numbered: present.entries.count { $0.sequence > 0 && query.matches($0) },
        clearedThrough: present.clearedThrough, uncertainty: present.uncertainty, framesLeftOut: present.framesLeftOut))
  }

  /// The number of matching entries.
  var found: Int { counts.withLock { $0.numbered + $0.pending } }

  /// Adds new entries.
  func add(_ news: JournalWatch.News) {
    var (found, undecided) = (0, 0)
    for view in news.entries.lazy.map(JournalView.init) {
      if query.matches(view) { found += 1 } else if query.mayMatch(view) { undecided += 1 }
    }
    let pending = news.pending.count { query.matches($0) }
    counts.withLock { counts in
      if news.clearedThrough > counts.clearedThrough {
        // All counted entries were cleared, and earlier uncertainty does not matter any more.
        counts = Counts(
          clearedThrough: news.clearedThrough, uncertainty: JournalUncertainty(isOff: counts.uncertainty.isOff))
      }
      counts.numbered += found
      counts.pending = pending
      counts.uncertainty.undecided += undecided
      counts.uncertainty.missed += news.missed
    }
  }

  /// The result at the timeout.
  func result(_ journal: Journal) -> (found: Int, uncertainty: JournalUncertainty) {
    let present = JournalCount(query, in: journal)
    var counts = counts.withLock { $0 }
    guard present.clearedThrough == counts.clearedThrough else { return (present.found, present.uncertainty) }
    if query.wantsFrames { counts.uncertainty.frames += max(0, present.framesLeftOut - counts.framesLeftOut) }
    return (query.asksForAdditions ? present.found : counts.numbered + counts.pending, counts.uncertainty)
  }
}
