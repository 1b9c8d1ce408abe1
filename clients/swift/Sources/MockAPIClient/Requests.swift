import Foundation

/// The journal of a world: what the app asked and what it was answered.
extension Requests {
  /// Which entry comes first.
  public enum Order: String, Sendable {
    /// The oldest.
    case ascending = "asc"
    /// The newest.
    case descending = "desc"
  }

  private struct Waited: Decodable {
    var satisfied: Bool
    var known: Bool
    var message: String?
    var count: Int
  }

  private struct Query: Encodable {
    var match: JournalMatch
    var exactly: Int?
    var atLeast: Int?
    var atMost: Int?
    var timeoutMilliseconds: Int?
  }

  /// The newest entries that match, the oldest of them first; those whose response is being sent are among them, without an
  /// id.
  public func list(
    _ match: JournalMatch = JournalMatch(), limit: Int? = nil, order: Order? = nil
  ) async throws -> [Entry] {
    let found = try await page(match, limit: limit, order: order)
    let most = limit ?? .max
    if order == .descending { return Array((found.pending.reversed() + found.requests).prefix(most)) }
    return Array((found.requests + found.pending).suffix(most))
  }

  /// As `list`, with how many entries match and were dropped.
  public func page(
    _ match: JournalMatch = JournalMatch(), limit: Int? = nil, order: Order? = nil
  ) async throws -> JournalPage {
    try await link.call("listRequests", "GET", "/_mock/requests", query: query(match, limit, order))
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
  ///   - timeout: For how long, in real time.
  /// - Throws: `MockAPIError.unsatisfied` when the time is over.
  @discardableResult
  public func wait(_ match: JournalMatch, atLeast: Int = 1, timeout: TimeSpan = "10s") async throws -> Count {
    let length = try timeout.seconds()
    let deadline = Date(timeIntervalSinceNow: length)
    while true {
      try Task.checkCancellation()
      // The server waits for a minute at most.
      let part = min(max(deadline.timeIntervalSinceNow, 0), 60)
      let result: Waited = try await link.call(
        "waitForRequests", "POST", "/_mock/requests/wait",
        body: Query(match: match, atLeast: atLeast, timeoutMilliseconds: Int(part * 1000)), patience: part)
      if result.satisfied { return Count(count: result.count, known: result.known, message: result.message) }
      guard deadline.timeIntervalSinceNow <= 0.001 else { continue }
      var verdict = try await check(match, exactly: nil, atLeast: atLeast, atMost: nil)
      verdict.count = result.count
      throw unsatisfied(match, verdict, waited: length)
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
