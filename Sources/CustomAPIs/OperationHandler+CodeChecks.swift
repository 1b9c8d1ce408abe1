import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

// Operations that say whether a code may be used: `POST /coupons/validate`.

extension OperationHandler {
  private static let checking: Set<String> = ["validate", "check", "verify"]
  private static let flags: Set<String> = ["valid", "isvalid", "available", "isavailable", "usable", "isusable"]

  /// Tells whether the record of the code that a request holds may be used now; nil for an operation that checks no code.
  func checkCode(
    _ collection: RecordCollection, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder
  ) throws -> Response? {
    let action = operation.path.split(separator: "/").last.flatMap { Words.split(String($0)).first } ?? ""
    let outer = Array(operation.answerEnvelope.dropLast())
    guard Self.checking.contains(action), let place = answers.place(of: outer),
      let flag = api.maker.members(of: place).first(where: { member in
        member.types.contains("boolean") && Self.flags.contains(Words.key(member.name))
      }),
      let code = sent.body?.object?.members.first(where: { member in
        let name = collection.memberName(like: member.key)
        return collection.members[name] != nil
          && (collection.resource.uniqueProperties.contains(name) || Words.split(name).last == "code")
      }), let text = RecordCollection.text(code.value)
    else { return nil }
    try RecordSeeds(api: api, world: call.world).require(collection, below: parents(call))
    var query = collection.query(scope(call))
    let path = collection.path(to: collection.memberName(like: code.key))
    query.require(collection.documents.records.condition(anyOf: [path], is: text))
    query.limit = 1
    let found = try call.world.store.read { try collection.documents.records($0, query) }.first
    if found == nil, answers.documented.answers.contains(where: { $0.status == "404" }) {
      throw Problem(.notFound, "there is no such code", field: code.key)
    }
    let isValid = found.map { isUsable($0.content, sent, collection, call) } ?? false
    var known = JSONObject()
    known[outer + [flag.name]] = .bool(isValid)
    if let found, let last = operation.answerEnvelope.last, last != flag.name {
      known[outer + [last]] = shown(found, call)
    }
    return try answers.generated(for: sent, with: known)
  }

  /// Whether a code is active, has not ended, is not used up, and is for such an amount.
  private func isUsable(
    _ record: JSONObject, _ sent: RequestBody, _ collection: RecordCollection, _ call: Call
  ) -> Bool {
    let now = call.world.clock.now.iso8601
    func number(_ words: [Set<String>]) -> Double? {
      record.members.first { member in
        let own = Set(Words.split(member.key))
        return words.allSatisfy { !own.isDisjoint(with: $0) }
      }?.value.number?.double
    }
    for member in collection.orderedMembers {
      let (key, words) = (Words.key(member.name), Set(Words.split(member.name)))
      if ["isactive", "active", "enabled", "isenabled"].contains(key), record[member.name]?.bool == false {
        return false
      }
      let ends = !words.isDisjoint(with: ["expires", "expiry", "expiration", "expire", "until", "end", "ends"])
      if ends, member.types.contains("string"), let end = record[member.name]?.string, end < now { return false }
    }
    if let most = number([["max", "maximum", "limit"], ["uses", "use", "usage", "usages", "redemptions"]]),
      let used = number([["used", "usage", "redeemed", "uses"], ["count"]]), used >= most
    {
      return false
    }
    let amount = ["amount", "total", "orderAmount", "orderTotal", "subtotal"].lazy.compactMap {
      sent.body?[$0]?.number?.double
    }.first
    if let least = number([["min", "minimum"], ["amount", "total", "order", "purchase"]]), let amount {
      return amount >= least
    }
    return true
  }
}
