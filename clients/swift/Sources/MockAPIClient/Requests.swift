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
    var entries: Bool?
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

  /// Verifies how often something was requested: at least once, unless said otherwise.
  ///
  /// - Returns: The entries that match, the oldest first.
  /// - Throws: `MockAPIError.unsatisfied` with the nearest entries and why they do not count.
  @discardableResult
  public func verify(
    _ match: JournalMatch, exactly: Int? = nil, atLeast: Int? = nil, atMost: Int? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws -> [Entry] {
    let verdict = try await check(match, exactly: exactly, atLeast: atLeast, atMost: atMost)
    guard verdict.satisfied else { throw unsatisfied(match, verdict, CallPlace(fileID, filePath, line)) }
    return noted(verdict.entries ?? [], match)
  }

  /// Waits until something was requested often enough. The server answers as soon as it was, so nothing is polled.
  ///
  /// - Parameters:
  ///   - match: What is waited for. `.frame(…)` waits for messages over sockets.
  ///   - atLeast: How often.
  ///   - timeout: For how long, in real time.
  /// - Returns: The entries that match, the oldest first.
  /// - Throws: `MockAPIError.unsatisfied` when the time is over.
  @discardableResult
  public func wait(
    _ match: JournalMatch, atLeast: Int = 1, timeout: TimeSpan = "10s", fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async throws -> [Entry] {
    let length = try timeout.seconds()
    let deadline = Date(timeIntervalSinceNow: length)
    while true {
      try Task.checkCancellation()
      // The server waits for a minute at most.
      let part = min(max(deadline.timeIntervalSinceNow, 0), 60)
      let result: Waited = try await link.call(
        "waitForRequests", "POST", "/_mock/requests/wait",
        body: Query(match: match, atLeast: atLeast, timeoutMilliseconds: Int(part * 1000)), patience: part)
      guard result.satisfied || deadline.timeIntervalSinceNow <= 0.001 else { continue }
      var verdict = try await check(match, exactly: nil, atLeast: result.satisfied ? 0 : atLeast, atMost: nil)
      if result.satisfied { return noted(verdict.entries ?? [], match) }
      verdict.count = result.count
      throw unsatisfied(match, verdict, CallPlace(fileID, filePath, line), waited: length)
    }
  }

  /// Verifies that requests came in an order: one for each step, each after the one before. Others may come between.
  ///
  /// - Returns: An entry for each step.
  /// - Throws: `MockAPIError.unsatisfied` that names the first step without an entry.
  @discardableResult
  public func verifyInOrder(
    _ steps: [JournalMatch], fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws -> [Entry] {
    var found: [Entry] = []
    for (number, step) in steps.enumerated() {
      let verdict = try await check(step, exactly: nil, atLeast: 0, atMost: nil)
      let last = found.last?.id ?? 0
      guard let next = verdict.entries?.first(where: { $0.id ?? 0 > last }) else {
        let times = verdict.entries?.count ?? 0
        var details = ["step \(number + 1) of \(steps.count) was not requested in this order: \(step)"]
        details += found.map { "before it: \($0)" }
        details.append(times == 0 ? "no request matches it" : "\(times) matched, all before the step before it")
        throw unsatisfied(step, verdict, CallPlace(fileID, filePath, line), details: details)
      }
      found.append(next)
      link.notes?.add(verified: [next], of: step)
    }
    return found
  }

  /// Verifies that nothing else was requested than what `verify`, `wait` and `verifyInOrder` of this world have met.
  ///
  /// - Parameter match: Which requests to look at; all unless said otherwise.
  /// - Throws: `MockAPIError.unsatisfied` that lists the other requests.
  public func verifyNoOther(
    _ match: JournalMatch = JournalMatch(), fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws {
    for pending in link.notes?.pendingMatches ?? [] {
      _ = noted(try await check(pending, exactly: nil, atLeast: 0, atMost: nil).entries ?? [], pending)
    }
    var verdict = try await check(match, exactly: nil, atLeast: 0, atMost: nil)
    let known = link.notes?.verifiedEntries ?? []
    let isPendingKnown = !(link.notes?.pendingMatches.isEmpty ?? true)
    let others = (verdict.entries ?? []).filter { entry in entry.id.map { !known.contains($0) } ?? !isPendingKnown }
    guard !others.isEmpty else { return }
    verdict.count = others.count
    let number = others.count == 1 ? "1 request" : "\(others.count) requests"
    let head = "\(number) of world \(link.world ?? "default") that nothing verified:"
    throw unsatisfied(
      match, verdict, CallPlace(fileID, filePath, line), details: [head] + others.map(\.description))
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
      body: Query(match: match, exactly: exactly, atLeast: atLeast, atMost: atMost, entries: true))
  }

  private func noted(_ entries: [Entry], _ match: JournalMatch) -> [Entry] {
    link.notes?.add(verified: entries, of: match)
    return entries
  }

  private func unsatisfied(
    _ match: JournalMatch, _ verdict: Verification, _ place: CallPlace, waited: TimeInterval? = nil,
    details: [String] = []
  ) -> MockAPIError {
    let failure = MockAPIError.Unsatisfied(
      world: link.world ?? "default", match: match, verdict: verdict, waited: waited, details: details, place: place)
    link.notes?.add(failure: failure)
    return .unsatisfied(failure)
  }

  private func query(_ match: JournalMatch, _ limit: Int?, _ order: Order?) throws -> [URLQueryItem] {
    var items = try match.queryItems()
    if let limit { items.append(URLQueryItem(name: "limit", value: String(limit))) }
    if let order { items.append(URLQueryItem(name: "order", value: order.rawValue)) }
    return items
  }
}
