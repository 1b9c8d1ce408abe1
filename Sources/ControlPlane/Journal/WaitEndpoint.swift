import HTTPCore
import JSON
import Synchronization
import World

/// Answers once the app has called something often enough, so that a test need not ask again and again.
package enum WaitEndpoint {
  package static let all: [Endpoint] = [
    Endpoint(.post, "/_mock/requests/wait", "waitForRequests", .open) { try wait($0) }
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
      return .json(answer(present.found, wanted, present.doubt))
    }
    // Entries that make room for newer ones meanwhile stay counted.
    let tally = Tally(present.entries.lazy.filter { $0.sequence > 0 && query.matches($0) }.count)
    let watch = JournalWatch(journal, after: present.position, stream: ContentStream()) { news, stream in
      let total = tally.add(
        news.entries.lazy.filter { query.matches($0) }.count,
        underWay: news.underWay.lazy.filter { query.matches($0) }.count)
      guard total >= wanted else { return .goOn }
      stream.push(answer(total, wanted, nil))
      return .end
    }
    try watch.begin { watch in
      RealTimer(milliseconds: timeout, repeats: false) { [weak watch] in
        watch?.end(with: answer(tally.total, wanted, present.doubt))
      }
    }
    return Response(status: 200, headers: ["Content-Type": Response.jsonType], content: .stream(watch.stream))
  }

  private static func answer(_ count: Int, _ wanted: Int, _ doubt: String?) -> [UInt8] {
    let isSatisfied = count >= wanted
    var members: JSONObject = [
      "satisfied": .bool(isSatisfied), "known": .bool(isSatisfied || doubt == nil),
      "count": .number(JSONNumber(count)), "expected": ["atLeast": .number(JSONNumber(wanted))],
    ]
    if !isSatisfied, let doubt { members["message"] = .string(JournalCount.explanation(doubt)) }
    return JSONWriter.serialize(.object(members))
  }

  /// What was found so far: the exchanges that have a number, each once, and those that are under way now.
  private final class Tally: Sendable {
    private let counts: Mutex<(numbered: Int, underWay: Int)>

    init(_ numbered: Int) {
      counts = Mutex((numbered, 0))
    }

    var total: Int { counts.withLock { $0.numbered + $0.underWay } }

    func add(_ more: Int, underWay: Int) -> Int {
      counts.withLock { counts in
        counts.numbered += more
        counts.underWay = underWay
        return counts.numbered + counts.underWay
      }
    }
  }
}
