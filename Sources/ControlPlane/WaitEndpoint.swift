import HTTPCore
import JSON
import Platform
import Synchronization
import World

/// Answers once the app has called something often enough, so that a test need not ask again and again.
package enum WaitEndpoint {
  package static let all: [Endpoint] = [
    Endpoint(.post, "/_mock/requests/wait", "waitForRequests", .open) { try wait($0) }.asking
  ]

  /// The longest wait, and that without `timeoutMilliseconds`.
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
      return .json(answer(present.found, wanted, present.uncertainty.explanation))
    }
    let tally = WaitTally(present, query)
    let watch = JournalWatch(
      journal, after: present.position, stream: BodyStream(isOneDocument: true),
      closing: { answer(tally.found, wanted, "not known: the world was deleted, or the server stopped") },
      look: { news, stream in
        tally.add(news)
        // An entry may get its deviations after it was looked at.
        let found = query.asksForDeviations ? JournalCount(query, in: journal).found : tally.found
        guard found >= wanted else { return .goOn }
        stream.push(answer(found, wanted, nil))
        return .end
      })
    try watch.begin { watch in
      RealTimer(afterMilliseconds: timeout) { [weak watch] in
        let (found, uncertainty) = tally.result(journal)
        watch?.end(with: answer(found, wanted, uncertainty.explanation))
      }
    }
    return Response(status: 200, headers: ["Content-Type": Response.jsonType], content: .stream(watch.stream))
  }

  /// - Parameters:
  ///   - doubt: Why there may be more, in words; nil when the count is known.
  private static func answer(_ count: Int, _ wanted: Int, _ uncertainty: String?) -> [UInt8] {
    let isSatisfied = count >= wanted
    var members: JSONObject = [
      "satisfied": .bool(isSatisfied), "known": .bool(isSatisfied || uncertainty == nil),
      "count": .number(JSONNumber(count)), "expected": ["atLeast": .number(JSONNumber(wanted))],
    ]
    if !isSatisfied, let uncertainty { members["message"] = .string(uncertainty) }
    return JSONWriter.serialize(.object(members))
  }
}

/// What a `wait` has found so far: the entries that have a number, each once, also those that were dropped for newer ones
/// since, and the exchanges that are under way now. Entries that were cleared do not count.
private final class WaitTally: Sendable {
  private struct Counts {
    var numbered = 0
    var underWay = 0
    /// The number of the newest entry when the journal was last cleared.
    var clearedThrough = 0
    var uncertainty: JournalUncertainty
    /// Frames that were left out, as far as they are in the doubt.
    var framesLeftOut = 0
  }

  private let query: JournalQuery
  private let counts: Mutex<Counts>

  /// - Parameters:
  ///   - present: What the journal had when the wait began.
  init(_ present: JournalCount, _ query: JournalQuery) {
    self.query = query
    counts = Mutex(
      Counts(
        numbered: present.entries.count { $0.sequence > 0 && query.matches($0) },
        clearedThrough: present.clearedThrough, uncertainty: present.uncertainty, framesLeftOut: present.framesLeftOut))
  }

  /// How many are meant.
  var found: Int { counts.withLock { $0.numbered + $0.underWay } }

  /// Adds what is new.
  func add(_ news: JournalWatch.News) {
    var (found, undecided) = (0, 0)
    for view in news.entries.lazy.map(JournalView.init) {
      if query.matches(view) { found += 1 } else if query.mayMatch(view) { undecided += 1 }
    }
    let underWay = news.underWay.count { query.matches($0) }
    counts.withLock { counts in
      if news.clearedThrough > counts.clearedThrough {
        // All that was counted is gone, and nothing is in doubt that came before.
        counts = Counts(
          clearedThrough: news.clearedThrough, uncertainty: JournalUncertainty(isOff: counts.uncertainty.isOff))
      }
      counts.numbered += found
      counts.underWay = underWay
      counts.uncertainty.undecided += undecided
      counts.uncertainty.missed += news.missed
    }
  }

  /// What is known when the time is over.
  func result(_ journal: Journal) -> (found: Int, uncertainty: JournalUncertainty) {
    let present = JournalCount(query, in: journal)
    var counts = counts.withLock { $0 }
    guard present.clearedThrough == counts.clearedThrough else { return (present.found, present.uncertainty) }
    if query.wantsFrames { counts.uncertainty.frames += max(0, present.framesLeftOut - counts.framesLeftOut) }
    return (query.asksForDeviations ? present.found : counts.numbered + counts.underWay, counts.uncertainty)
  }
}
