import HTTPCore
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
    let query = try JournalRequest.match(object)
    let wanted = try JournalRequest.integer(object, "atLeast", in: 0...Int(Int32.max)) ?? 1
    let timeout =
      try JournalRequest.integer(object, "timeoutMilliseconds", in: 0...maximumMilliseconds) ?? defaultMilliseconds
    let journal = call.world.journal
    let entries = journal.contents().entries
    let present = entries.lazy.filter { query.matches($0) }.count
    if present >= wanted || timeout == 0 {
      return .json(answer(present, wanted))
    }
    // Entries that make room for newer ones meanwhile stay counted.
    let count = Counter(present)
    let watch = JournalWatch(
      journal, after: entries.last?.sequence ?? 0, stream: ContentStream()
    ) { entries, _, stream in
      let total = count.add(entries.lazy.filter { query.matches($0) }.count)
      guard total >= wanted else { return .goOn }
      stream.push(answer(total, wanted))
      return .end
    }
    try watch.begin { watch in
      RealTimer(milliseconds: timeout, repeats: false) { [weak watch] in
        watch?.end(with: answer(count.value, wanted))
      }
    }
    return Response(status: 200, headers: ["Content-Type": Response.jsonType], content: .stream(watch.stream))
  }

  private static func answer(_ count: Int, _ wanted: Int) -> [UInt8] {
    JSONWriter.serialize([
      "satisfied": .bool(count >= wanted), "count": .number(JSONNumber(count)),
      "expected": ["atLeast": .number(JSONNumber(wanted))],
    ])
  }

  private final class Counter: Sendable {
    private let count: Atomic<Int>

    init(_ count: Int) {
      self.count = Atomic(count)
    }

    var value: Int { count.load(ordering: .relaxed) }

    func add(_ more: Int) -> Int { count.wrappingAdd(more, ordering: .relaxed).newValue }
  }
}
