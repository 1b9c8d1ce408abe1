import Faults
import HTTPCore
import JSON
import Platform
import Synchronization
import World

/// Whether the app sent the expected requests, and otherwise the nearest ones.
package enum VerifyEndpoint {
  package static let all: [Endpoint] = [
    Endpoint(.post, "/_mock/requests/verify", "verifyRequests", .open) { try verify($0) }.slow(usesDatabase: false)
      .asking
  ]

  /// The expected number of entries.
  struct Expectation {
    let range: ClosedRange<Int>
    let shown: JSONValue

    /// Such as `at least 1`.
    var words: String {
      let members = (shown.object?.members ?? []).compactMap { member -> String? in
        guard let count = member.value.number?.literal else { return nil }
        switch member.key {
        case "exactly": return "exactly \(count)"
        case "atLeast": return "at least \(count)"
        default: return "at most \(count)"
        }
      }
      return members.joined(separator: " and ")
    }

    /// - Throws: ``Problem`` of kind `invalidParameter` when the numbers contradict each other.
    init(_ object: JSONObject) throws(Problem) {
      let counts = 0...Int(Int32.max)
      let exactly = try JournalRequest.integer(object, "exactly", in: counts)
      let least = try JournalRequest.integer(object, "atLeast", in: counts)
      let most = try JournalRequest.integer(object, "atMost", in: counts)
      if let exactly {
        guard least == nil, most == nil else {
          throw Problem(
            .invalidParameter, "\"exactly\" cannot be combined with \"atLeast\" or \"atMost\"", field: "exactly")
        }
        (range, shown) = (exactly...exactly, ["exactly": .number(JSONNumber(exactly))])
        return
      }
      let lower = least ?? (most == nil ? 1 : 0)
      let upper = most ?? counts.upperBound
      guard lower <= upper else {
        throw Problem(.invalidParameter, "\"atLeast\" must not be greater than \"atMost\"", field: "atLeast")
      }
      range = lower...upper
      var members = JSONObject()
      if lower > 0 || most == nil { members["atLeast"] = .number(JSONNumber(lower)) }
      if let most { members["atMost"] = .number(JSONNumber(most)) }
      shown = .object(members)
    }
  }

  private static func verify(_ call: Call) throws(Problem) -> Response {
    let object = try JournalRequest.object(call, members: ["match", "exactly", "atLeast", "atMost", "entries"])
    let query = try JournalRequest.match(object, call.world)
    let expectation = try Expectation(object)
    let showsEntries = object["entries"].flatMap { $0.isNull ? nil : $0 } ?? .bool(false)
    guard let showsEntries = showsEntries.bool else {
      throw Problem(.invalidParameter, "\"entries\" must be true or false", field: "entries")
    }
    call.world.journal.awaitChecks()
    let count = JournalCount(query, in: call.world.journal)
    let verdict = count.isIn(expectation.range)
    // When too many requests matched, near misses do not help.
    let isOfInterest = verdict != true && count.found <= expectation.range.upperBound
    let misses = isOfInterest ? NearMiss.nearest(to: query, among: count.entries) : []
    var members: JSONObject = [
      "satisfied": .bool(verdict == true), "known": .bool(verdict != nil), "count": .number(JSONNumber(count.found)),
      "expected": expectation.shown, "nearest": .array(misses.map(nearMiss)),
    ]
    if verdict == nil, let uncertainty = count.uncertainty.explanation { members["message"] = .string(uncertainty) }
    if showsEntries {
      let found = count.entries.lazy.map(JournalView.init).filter { query.matches($0) }
      members["entries"] = .array(found.map(JournalJSON.entry))
    }
    return .json(.object(members))
  }

  private static func nearMiss(_ miss: NearMiss) -> JSONValue {
    ["request": .object(JournalJSON.summary(miss.view)), "reasons": .array(miss.reasons.map(JSONValue.string))]
  }
}
