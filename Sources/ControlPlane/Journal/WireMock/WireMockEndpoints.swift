import HTTPCore
import JSON
import World

/// WireMock's administration of its journal, in WireMock's own JSON (https://wiremock.org/docs/standalone/admin-api-reference/),
/// so that suites written for it ask here as they did there.
package enum WireMockEndpoints {
  /// The endpoints.
  ///
  /// - Parameters:
  ///   - version: The server's.
  ///   - reset: What `POST /__admin/reset` does to a world.
  package static func all(version: String, reset: @escaping @Sendable (World) throws -> Void) -> [Endpoint] {
    [
      Endpoint(.get, "/__admin/health", "wireMockHealth", .open) { health($0.world, version: version) },
      Endpoint(.post, "/__admin/reset", "wireMockReset", .open) { call in
        try reset(call.world)
        return .json([:])
      }.slow(),
      Endpoint(.get, "/__admin/requests", "wireMockListRequests", .open) { try list($0) }.slow(usesDatabase: false),
      Endpoint(.delete, "/__admin/requests", "wireMockDeleteRequests", .open) { clear($0) },
      Endpoint(.post, "/__admin/requests/reset", "wireMockResetRequests", .open) { clear($0) },
      Endpoint(.post, "/__admin/requests/count", "wireMockCountRequests", .open) { call in
        let count = try matching(call).count
        let isKnown = call.world.journal.contents().lostExchanges.count == 0
        return answer(call, ["count": .number(JSONNumber(count))], isKnown: isKnown)
      }.slow(usesDatabase: false),
      Endpoint(.post, "/__admin/requests/find", "wireMockFindRequests", .open) { call in
        answer(call, ["requests": .array(try matching(call).map(WireMockJSON.request))])
      }.slow(usesDatabase: false),
      Endpoint(.get, "/__admin/requests/unmatched", "wireMockUnmatchedRequests", .open) { call in
        let unmatched = exchanges(call).filter { $0.operationID == nil }
        return answer(call, ["requests": .array(unmatched.map(WireMockJSON.request))])
      }.slow(usesDatabase: false),
    ]
  }

  private static func health(_ world: World, version: String) -> Response {
    .json([
      "status": "healthy", "message": "mock-api is ok", "version": .string(version),
      "uptimeInSeconds": .number(JSONNumber(Int(world.clock.elapsedNanoseconds / 1_000_000_000))),
      "timestamp": .string(world.clock.now.iso8601Milliseconds),
    ])
  }

  private static func list(_ call: Call) throws(Problem) -> Response {
    let parameters = try call.request.query()
    for parameter in parameters.parameters {
      try JournalQueryReader.requireKnown(
        parameter.name, among: ["limit", "since", "unmatched"], what: "query parameter")
    }
    let limit = try parameters.integer("limit", in: 0...JournalRequest.maximumLimit) ?? JournalRequest.maximumLimit
    var views = exchanges(call).filter { $0.entry.sequence > 0 }
    if let since = parameters.dateText("since") {
      guard let time = ISO8601Moment.parse(since) else {
        throw Problem(.invalidParameter, "\"since\" must be a date and time of ISO 8601", field: "since", value: since)
      }
      views.removeAll { $0.entry.time < time }
    }
    if parameters["unmatched"] == "true" { views.removeAll { $0.operationID != nil } }
    return answer(
      call,
      [
        "requests": .array(views.reversed().prefix(limit).map(WireMockJSON.serveEvent)),
        "meta": ["total": .number(JSONNumber(views.count))],
      ])
  }

  private static func clear(_ call: Call) -> Response {
    call.world.journal.removeAll()
    return .json([:])
  }

  /// The exchanges that the pattern in the body means.
  private static func matching(_ call: Call) throws(Problem) -> [JournalView] {
    let pattern = try WireMockPattern(call.request.jsonObject())
    var found: [JournalView] = []
    for view in exchanges(call) where try pattern.matches(view) { found.append(view) }
    return found
  }

  /// The exchanges, those too whose answer is on its way.
  private static func exchanges(_ call: Call) -> [JournalView] {
    let contents = call.world.journal.contents()
    return (contents.entries.filter { !$0.isFrame } + contents.underWay).map(JournalView.init)
  }

  /// - Parameters:
  ///   - isKnown: Whether the journal has forgotten nothing. Clients of WireMock refuse to verify by a journal that is
  ///     disabled; so they do by one that cannot know.
  private static func answer(_ call: Call, _ members: JSONObject, isKnown: Bool = true) -> Response {
    var members = members
    members["requestJournalDisabled"] = .bool(!call.world.journal.isOn || !isKnown)
    return .json(JSONWriter.serialize(.object(members), sortedKeys: false))
  }
}
