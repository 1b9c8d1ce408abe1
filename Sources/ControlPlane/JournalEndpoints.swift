import Faults
import HTTPCore
import JSON
import Platform
import Synchronization
import World

/// All endpoints of the journal.
package enum JournalEndpoints {
  /// The endpoints.
  ///
  /// - Parameters:
  ///   - version: The server's version, for files and responses that contain it.
  ///   - reset: The reset of a world by WireMock's API.
  package static func all(version: String, reset: @escaping @Sendable (World) throws -> Void) -> [Endpoint] {
    RequestEndpoints.all + VerifyEndpoint.all + WaitEndpoint.all + EventEndpoint.all
      + HAREndpoints.all(version: version) + WireMockEndpoints.all(version: version, reset: reset)
  }
}

extension JournalQuery {
  /// Refuses a query that no entry of a world can match.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` that names the nearest possible condition.
  func requirePossible(in world: World) throws(Problem) {
    try requirePossible(in: world, faultTypes: FaultCatalogue.types.map { $0.name })
  }
}

/// The requests of the world's clients, and their responses.
package enum RequestEndpoints {
  /// List, get, count and clear.
  package static let all: [Endpoint] = [
    Endpoint(.get, "/_mock/requests", "listRequests", .open) { try list($0) }.slow(usesDatabase: false),
    Endpoint(.get, "/_mock/requests/{id}", "getRequest", .open) { try find($0) },
    Endpoint(.delete, "/_mock/requests", "clearRequests", .open) { call in
      call.world.journal.removeAll()
      return .noContent
    },
    Endpoint(.post, "/_mock/requests/count", "countRequests", .open) { call in
      let query = try JournalRequest.match(JournalRequest.object(call, members: ["match"]), call.world)
      call.world.journal.awaitChecks()
      let count = JournalCount(query, in: call.world.journal)
      let uncertainty = count.uncertainty.explanation
      var members: JSONObject = ["count": .number(JSONNumber(count.found)), "known": .bool(uncertainty == nil)]
      if let uncertainty { members["message"] = .string(uncertainty) }
      return .json(.object(members))
    }.slow(usesDatabase: false).asking,
  ]

  private static func list(_ call: Call) throws(Problem) -> Response {
    let selection = try JournalRequest.Selection(call, besides: JournalListParameters.names)
    let parameters = try JournalListParameters(call)
    call.world.journal.awaitChecks()
    let contents = call.world.journal.contents()
    let query = JournalQuery(selection.query.criteria + parameters.criteria)
    let found = contents.entries.map(JournalView.init).filter { query.matches($0) }
    let json = { (view: JournalView) -> JSONValue in
      parameters.hasContent ? JournalJSON.entry(view) : .object(JournalJSON.summary(view))
    }
    let chosen = Array(found.suffix(selection.limit ?? found.count))
    var writer = JSONWriter(sortedKeys: false)
    writer.object { writer in
      writer.member("world", JournalJSON.world(call.world))
      writer.key("requests")
      writer.array { writer in
        for view in selection.isNewestFirst ? chosen.reversed() : chosen { writer.value(json(view)) }
      }
      writer.key("pending")
      writer.array { writer in
        for view in contents.pending.map(JournalView.init) where query.matches(view) {
          writer.value(json(view))
        }
      }
      writer.member("total", .number(JSONNumber(found.count)))
      writer.member("dropped", .number(JSONNumber(contents.dropped)))
      writer.member("framesLeftOut", .number(JSONNumber(contents.framesLeftOut)))
    }
    return .json(writer.bytes)
  }

  private static func find(_ call: Call) throws(Problem) -> Response {
    let entry = try JournalRequest.entry(call)
    return .json(JSONWriter.serialize(JournalJSON.entry(JournalView(entry)), sortedKeys: false))
  }
}
