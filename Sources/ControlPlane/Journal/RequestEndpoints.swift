import HTTPCore
import JSON
import World

/// What the world's clients asked, and what they were answered.
package enum RequestEndpoints {
  /// List, look up, count and forget.
  package static let all: [Endpoint] = [
    Endpoint(.get, "/_mock/requests", "listRequests", .open) { try list($0) }.slow(usesDatabase: false),
    Endpoint(.get, "/_mock/requests/{id}", "getRequest", .open) { try lookUp($0) },
    Endpoint(.delete, "/_mock/requests", "clearRequests", .open) { call in
      call.world.journal.removeAll()
      return .noContent
    },
    Endpoint(.post, "/_mock/requests/count", "countRequests", .open) { call in
      let query = try JournalRequest.match(JournalRequest.object(call, members: ["match"]), call.world)
      let count = JournalCount(query, in: call.world.journal)
      var members: JSONObject = ["count": .number(JSONNumber(count.found)), "known": .bool(count.doubt == nil)]
      if let doubt = count.doubt { members["message"] = .string(JournalCount.explanation(doubt)) }
      return .json(.object(members))
    }.slow(usesDatabase: false),
  ]

  private static func list(_ call: Call) throws(Problem) -> Response {
    let selection = try JournalRequest.Selection(call)
    let contents = call.world.journal.contents()
    let found = contents.entries.map(JournalView.init).filter { selection.query.matches($0) }
    let chosen = Array(found.suffix(selection.limit))
    var writer = JSONWriter(sortedKeys: false)
    writer.object { writer in
      writer.key("requests")
      writer.array { writer in
        for view in selection.isNewestFirst ? chosen.reversed() : chosen { writer.value(JournalJSON.entry(view)) }
      }
      writer.key("underWay")
      writer.array { writer in
        for view in contents.underWay.map(JournalView.init) where selection.query.matches(view) {
          writer.value(JournalJSON.entry(view))
        }
      }
      writer.member("total", .number(JSONNumber(found.count)))
      writer.member("dropped", .number(JSONNumber(contents.dropped)))
      writer.member("framesLeftOut", .number(JSONNumber(contents.framesLeftOut)))
    }
    return .json(writer.bytes)
  }

  private static func lookUp(_ call: Call) throws(Problem) -> Response {
    let text = call.parameters["id"]
    guard let id = Int(text), id > 0, !text.hasPrefix("+") else {
      throw Problem(.invalidParameter, "an entry's id is a whole number from 1", field: "id", value: text)
    }
    guard let entry = call.world.journal.contents(after: id - 1).entries.first, entry.sequence == id else {
      let isComing = id > call.world.journal.lastSequence
      throw Problem(
        .notFound,
        "the journal has no entry \(id)" + (isComing ? " yet" : "; it was cleared or had to make room for newer ones"))
    }
    return .json(JSONWriter.serialize(JournalJSON.entry(JournalView(entry)), sortedKeys: false))
  }
}
