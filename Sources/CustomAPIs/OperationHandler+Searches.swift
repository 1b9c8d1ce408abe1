import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

// Searches over several resources.

extension OperationHandler {
  private static let (usualSize, maximumSize) = (20, 100)

  /// Answers with the records of several resources that hold the text of the query: each list has those of its kind.
  func searchAll(_ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder) throws -> Response {
    let text = operation.searchParameter.flatMap { sent.query[$0] } ?? ""
    let size = sent.query["limit"].flatMap { Int($0) }.map { max(1, min($0, Self.maximumSize)) } ?? Self.usualSize
    // `type=statuses`, `type_=Posts`: the list of that name alone, where there is one.
    let kinds = sent.query.parameters.filter { Words.key($0.name).hasPrefix("type") || Words.key($0.name) == "kind" }
      .map { Words.key($0.value) }
    let isKnown = operation.lists.keys.contains { kinds.contains(Words.key($0)) }
    var found = JSONObject()
    for (name, resource) in operation.lists.sorted(by: { $0.key < $1.key }) {
      guard let collection = api.collections[resource], !isKnown || kinds.contains(Words.key(name)) else {
        found[name] = .array([])
        continue
      }
      try RecordSeeds(api: api, world: call.world).require(collection, below: [])
      var query = RowQuery()
      query.limit = size
      if !text.isEmpty { query.require(collection.documents.records.condition(containing: String(text.prefix(200)))) }
      let records = try call.world.store.read { try collection.documents.records($0, query) }
      found[name] = .array(records.map { .object(shown($0, of: collection, call)) })
    }
    return try answers.response(showing: .object(found), seed: SplitMix64.seed(of: operation.operationID))
  }

  /// A record of another resource as responses show it: a view with its parts.
  func shown(_ record: StoredRecord, of collection: RecordCollection, _ call: Call) -> JSONObject {
    var content = record.content
    ViewParts(collection, api)?.show(in: &content, id: record.id, call.world)
    return content
  }

  /// What stands beside a view in a response and is a view of another resource that it shows: the community of a post.
  func shownBeside(_ shown: JSONValue, _ answers: ResponseBuilder, _ call: Call) -> [(
    path: [String], value: JSONValue?
  )] {
    guard let parts = collection?.resource.viewParts, !parts.isEmpty, operation.answerEnvelope.count == 1,
      let place = answers.place
    else { return [] }
    var found: [(path: [String], value: JSONValue?)] = []
    for member in api.maker.members(of: place) where member.name != operation.answerEnvelope[0] {
      guard let schema = api.resolved(member.place),
        let (part, owner) = parts.lazy.compactMap({ part, target in
          self.api.collections[target].map { (part, $0) }
        }).first(where: { self.api.resolved($0.1.resource.schema) == schema }),
        let name = owner.idPath.last, let id = shown[part]?[name].flatMap(RecordCollection.text),
        let record = try? RecordSeeds(api: api, world: call.world).record(of: owner, id, below: [])
      else { continue }
      found.append(([member.name], .object(self.shown(record, of: owner, call))))
    }
    return found
  }
}
