import Foundation

/// The journal of a world: what the app asked and what it was answered.
public struct Requests: Sendable {
  let link: Link

  /// Which entry comes first.
  public enum Order: String, Sendable {
    /// The oldest.
    case ascending = "asc"
    /// The newest.
    case descending = "desc"
  }

  private struct Query: Encodable {
    var match: JournalMatch
    var exactly: Int?
    var atLeast: Int?
    var atMost: Int?
    var timeoutMilliseconds: Int?
  }

  /// The entries that match.
  public func list(
    _ match: JournalMatch = JournalMatch(), limit: Int? = nil, order: Order? = nil
  ) async throws -> EntryPage {
    try await link.call("listRequests", "GET", "/_mock/requests", query: query(match, limit, order))
  }

  /// One entry, with headers and bodies.
  public func get(_ id: Int) async throws -> Entry {
    try await link.call("getRequest", "GET", "/_mock/requests/{id}", path: ["id": String(id)])
  }

  /// Why a request matched what it did, or nothing: the nearest operations and faults, member by member.
  public func explain(_ id: Int) async throws -> Explanation {
    try await link.call("explainRequest", "GET", "/_mock/requests/{id}/explanation", path: ["id": String(id)])
  }

  /// Carries out a request once more, as if the app had sent it again: with its token, and with what faults do to it.
  ///
  /// - Parameters:
  ///   - id: The number of its entry.
  ///   - headers: Other headers; one of nil is left out.
  ///   - body: Another content: a text, sent as it is, or any other JSON.
  @discardableResult
  public func replay(_ id: Int, headers: [String: String?]? = nil, body: JSONValue? = nil) async throws -> Replay {
    var change: [String: JSONValue] = [:]
    if let headers { change["headers"] = .object(headers.mapValues { $0.map { .string($0) } ?? .null }) }
    if let body { change["body"] = body }
    return try await link.call(
      "replayRequest", "POST", "/_mock/requests/{id}/replay", path: ["id": String(id)], body: change)
  }

  /// How many entries match.
  public func count(_ match: JournalMatch = JournalMatch()) async throws -> Count {
    try await link.call("countRequests", "POST", "/_mock/requests/count", body: Query(match: match))
  }

  /// Verifies how often something was asked: at least once, unless said otherwise.
  ///
  /// - Throws: `MockAPIError.unsatisfied` with the nearest entries and why they do not count.
  @discardableResult
  public func verify(
    _ match: JournalMatch, exactly: Int? = nil, atLeast: Int? = nil, atMost: Int? = nil
  ) async throws -> Verification {
    let verdict = try await check(match, exactly: exactly, atLeast: atLeast, atMost: atMost)
    guard verdict.satisfied else { throw unsatisfied(match, verdict, waited: nil) }
    return verdict
  }

  /// Waits until something was asked often enough. The server answers as soon as it was; nothing is asked again and again.
  ///
  /// - Parameters:
  ///   - match: What is waited for. `.frame(…)` waits for messages over sockets.
  ///   - atLeast: How often.
  ///   - timeout: For how many seconds of real time.
  /// - Throws: `MockAPIError.unsatisfied` when the time is over.
  @discardableResult
  public func wait(_ match: JournalMatch, atLeast: Int = 1, timeout: TimeInterval = 10) async throws -> Count {
    let deadline = Date(timeIntervalSinceNow: timeout)
    while true {
      try Task.checkCancellation()
      // The server waits for a minute at most.
      let part = min(max(deadline.timeIntervalSinceNow, 0), 60)
      let result: WaitResult = try await link.call(
        "waitForRequests", "POST", "/_mock/requests/wait",
        body: Query(match: match, atLeast: atLeast, timeoutMilliseconds: Int(part * 1000)), patience: part)
      if result.satisfied { return Count(count: result.count, known: result.known, message: result.message) }
      guard deadline.timeIntervalSinceNow <= 0.001 else { continue }
      var verdict = try await check(match, exactly: nil, atLeast: atLeast, atMost: nil)
      verdict.count = result.count
      throw unsatisfied(match, verdict, waited: timeout)
    }
  }

  /// Entries as they come, those of all kinds unless the match says otherwise.
  ///
  /// - Parameters:
  ///   - match: Which ones.
  ///   - id: The number of an entry; those behind it come first. 0 gives the whole journal first.
  public func follow(_ match: JournalMatch = JournalMatch(), after id: Int? = nil) throws
    -> AsyncThrowingStream<JournalEvent, any Error>
  {
    var request = try link.request(
      "followRequests", "GET", "/_mock/events", query: match.queryItems(), patience: 86_400)
    if let id { request.setValue(String(id), forHTTPHeaderField: "Last-Event-ID") }
    return EventStream.open(request, link: link)
  }

  /// Exchanges as a HAR 1.2 file.
  public func har(
    _ match: JournalMatch = JournalMatch(), limit: Int? = nil, order: Order? = nil
  ) async throws -> Data {
    try await link.send("exportHAR", "GET", "/_mock/har", query: query(match, limit, order))
  }

  /// Forgets all entries.
  public func clear() async throws { try await link.send("clearRequests", "DELETE", "/_mock/requests") }

  private func check(
    _ match: JournalMatch, exactly: Int?, atLeast: Int?, atMost: Int?
  ) async throws -> Verification {
    try await link.call(
      "verifyRequests", "POST", "/_mock/requests/verify",
      body: Query(match: match, exactly: exactly, atLeast: atLeast, atMost: atMost))
  }

  private func unsatisfied(_ match: JournalMatch, _ verdict: Verification, waited: TimeInterval?) -> MockAPIError {
    .unsatisfied(.init(world: link.world ?? "default", match: match, verdict: verdict, waited: waited))
  }

  private func query(_ match: JournalMatch, _ limit: Int?, _ order: Order?) throws -> [URLQueryItem] {
    var items = try match.queryItems()
    if let limit { items.append(URLQueryItem(name: "limit", value: String(limit))) }
    if let order { items.append(URLQueryItem(name: "order", value: order.rawValue)) }
    return items
  }
}
