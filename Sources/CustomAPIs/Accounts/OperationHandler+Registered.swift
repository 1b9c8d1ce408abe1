import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

// What an account has from its registration on, where the response shows it.

extension OperationHandler {
  /// The records that the response to a registration shows beside the account: those of its own, which are made, and those
  /// that the request names.
  func recordsBeside(
    account: StoredRecord, _ sent: RequestBody, _ call: Call, _ answers: ResponseBuilder
  ) throws -> [(path: [String], value: JSONValue)] {
    let outer = Array(operation.answerEnvelope.dropLast())
    guard let own = operation.answerEnvelope.last, let place = answers.place(of: outer) else { return [] }
    return try api.maker.members(of: place).compactMap { member in
      guard member.name != own else { return nil }
      let shape = api.maker.shape(of: member.place)
      let isList = member.types.contains("array")
      guard let shown = (isList ? shape.items : member.place).flatMap(api.resolved),
        let other = api.collections.values.sorted(by: { $0.resource.name < $1.resource.name }).first(where: {
          $0 !== collection && !$0.resource.isSingleton && self.api.resolved($0.resource.schema) == shown
        })
      else { return nil }
      let listing = (api.operations[other.resource.name] ?? []).first { one in
        one.kind == .list && one.scopes.count == 1 && one.scopes[0].parameter == AccountUse.parameter
      }
      if let scope = listing?.scopes.first {
        let records = try first(isList ? Self.listedAtFirst : 1, of: other, scope, account, call)
        let shown = records.map { JSONValue.object(self.shown($0, of: other, call)) }
        return (outer + [member.name], isList ? .array(shown) : shown[0])
      }
      guard !isList, let id = sent.record(operation.requestEnvelope)?[member.name].flatMap(RecordCollection.text),
        let record = try RecordSeeds(api: api, world: call.world).record(of: other, id, beside: [:])
      else { return nil }
      return (outer + [member.name], .object(self.shown(record, of: other, call)))
    }
  }

  /// How many records a list of such a response has.
  private static let listedAtFirst = 2

  /// The first records that an account has from the beginning: generated ones, else those that are made here.
  private func first(
    _ count: Int, of collection: RecordCollection, _ scope: OperationDescription.Scope, _ account: StoredRecord,
    _ call: Call
  ) throws -> [StoredRecord] {
    let seeds = RecordSeeds(api: api, world: call.world)
    try seeds.require(collection, below: [RecordSeeds.Parent(scope: scope, id: account.id)])
    let path = [scope.key: account.id]
    var query = collection.query(path)
    query.limit = count
    let known = try call.world.store.read { try collection.documents.records($0, query) }
    guard known.isEmpty else { return known }
    return try (0..<count).map { _ in
      let content = try begun(
        JSONObject(), collection, scope: path, seeds)
      return try call.world.store.transaction { connection in
        try insert(JSONObject(), content, connection, collection, scope: path, seeds)
      }
    }
  }

  /// Whether an account is made by somebody who is signed in, beside another operation by which people register: it begins
  /// no session.
  func isOfAdmin(_ use: AccountUse) -> Bool {
    !use.isForAnybody && !use.showsTokens && api.model.accounts?.canRegister == true
  }
}
