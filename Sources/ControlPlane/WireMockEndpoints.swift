import HTTPCore
import JSON
import World

/// WireMock's administration of its journal, in WireMock's own JSON
/// (https://wiremock.org/docs/standalone/admin-api-reference/), for existing test suites.
package enum WireMockEndpoints {
  /// The endpoints.
  ///
  /// - Parameters:
  ///   - version: The server's version.
  ///   - reset: The effect of `POST /__admin/reset` on a world.
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
        let found = try Matching(call)
        return respond(call, ["count": .number(JSONNumber(found.views.count))], isKnown: found.isKnown)
      }.slow(usesDatabase: false),
      Endpoint(.post, "/__admin/requests/find", "wireMockFindRequests", .open) { call in
        let found = try Matching(call)
        return respond(call, ["requests": .array(found.views.map(WireMockJSON.request))], isKnown: found.isKnown)
      }.slow(usesDatabase: false),
      Endpoint(.get, "/__admin/requests/unmatched", "wireMockUnmatchedRequests", .open) { call in
        let contents = call.world.journal.contents()
        let unmatched = exchanges(contents).filter { $0.operationID == nil }
        return respond(
          call, ["requests": .array(unmatched.map(WireMockJSON.request))], isKnown: contents.lostExchanges.count == 0)
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
    let limit = try parameters.integer("limit", in: 0...JournalRequest.maximumLimit)
    let contents = call.world.journal.contents()
    var views = exchanges(contents).filter { $0.entry.sequence > 0 }
    var isKnown = contents.lostExchanges.count == 0
    if let since = parameters.dateText("since") {
      guard let time = ISO8601Moment.parse(since) else {
        throw Problem(.invalidParameter, "\"since\" must be a date and time of ISO 8601", field: "since", value: since)
      }
      views.removeAll { $0.entry.time < time }
      isKnown = contents.lostExchanges.areBefore(.time(time))
    }
    if parameters["unmatched"] == "true" { views.removeAll { $0.operationID != nil } }
    return respond(
      call,
      [
        "requests": .array(views.reversed().prefix(limit ?? views.count).map(WireMockJSON.serveEvent)),
        "meta": ["total": .number(JSONNumber(views.count))],
      ], isKnown: isKnown)
  }

  private static func clear(_ call: Call) -> Response {
    call.world.journal.removeAll()
    return .json([:])
  }

  /// The exchanges that match the pattern in a call's body.
  private struct Matching {
    let views: [JournalView]
    /// Whether there can be no others: none was dropped, and no body that the pattern has a condition on was truncated.
    let isKnown: Bool

    init(_ call: Call) throws(Problem) {
      let pattern = try WireMockPattern(call.request.jsonObject())
      try pattern.requirePossible(in: call.world)
      let contents = call.world.journal.contents()
      var found: [JournalView] = []
      var isKnown = contents.lostExchanges.count == 0
      for view in exchanges(contents) {
        switch try pattern.matches(view) {
        case true?: found.append(view)
        case false?: break
        case nil: isKnown = false
        }
      }
      (views, self.isKnown) = (found, isKnown)
    }
  }

  /// The exchanges, including pending ones.
  private static func exchanges(_ contents: Journal.Contents) -> [JournalView] {
    (contents.entries + contents.pending).filter { !$0.isFrame }.map(JournalView.init)
  }

  /// - Parameters:
  ///   - isKnown: Whether the journal is complete. WireMock's clients refuse to verify when the journal is disabled; an
  ///     incomplete journal is reported in the same way.
  private static func respond(_ call: Call, _ members: JSONObject, isKnown: Bool) -> Response {
    var members = members
    members["requestJournalDisabled"] = .bool(!call.world.journal.isOn || !isKnown)
    return .json(JSONWriter.serialize(.object(members), sortedKeys: false))
  }
}
