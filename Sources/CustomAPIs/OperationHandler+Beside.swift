import HTTPCore
import JSON
import Records
import Resources
import Synthesis
import World

// What responses to changes show beside the record, or around it: whose it is, what was sent, and what was done.

extension OperationHandler {
  /// The acting account where a response shows it beside its record, and what was sent in objects that are no records:
  /// `units` of a `transaction`.
  func beside(
    _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder
  ) throws -> [(path: [String], value: JSONValue)] {
    guard let collection, let accounts = api.accounts, accounts !== collection,
      operation.scopes.contains(where: { $0.parameter == AccountUse.parameter })
    else { return [] }
    let envelope = operation.answerEnvelope
    let schema = api.resolved(accounts.resource.schema)
    var found: [(path: [String], value: JSONValue)] = []
    for outer in envelope.isEmpty ? [envelope] : [Array(envelope.dropLast()), envelope] {
      guard let place = answers.place(of: outer) else { continue }
      let isOfRecord = outer == envelope
      for member in api.maker.members(of: place) where member.types.contains("object") {
        let path = outer + [member.name]
        guard path != envelope, !isOfRecord || collection.members[member.name] == nil else { continue }
        if api.resolved(member.place) == schema {
          guard let account = try actingAccount(call) else { continue }
          var content = shown(account, of: accounts, call)
          count(in: &content, of: account, accounts, call.world)
          found.append((path, .object(content)))
        } else if !api.collections.values.contains(where: {
          api.resolved($0.resource.schema) == api.resolved(member.place)
        }) {
          found += said(call, sent, member.place).map { (path + [$0.name], $0.value) }
        }
      }
    }
    return found
  }

  /// What a request says of an object that says what was done: its own properties, the ids of its path, and its action.
  private func said(_ call: Call, _ sent: RequestBody, _ place: JSONPointer) -> [(name: String, value: JSONValue)] {
    let record = sent.record(operation.requestEnvelope) ?? JSONObject()
    let action = operation.path.split(separator: "/").last.map { Words.key(String($0)) }
    return api.maker.members(of: place).compactMap { member in
      if let value = record[member.name], api.maker.allows(value, on: member.place) { return (member.name, value) }
      let key = Words.key(member.name)
      if let parameter = operation.idParameter, key == Words.key(parameter), key != "id" {
        let value = JSONValue.string(call.parameters[parameter])
        return api.maker.allows(value, on: member.place) ? (member.name, value) : nil
      }
      return api.enumeration(of: member)?.first { Words.key($0) == action }.map { (member.name, .string($0)) }
    }
  }

  /// What a creation gives out that records do not have: the `apiKey` or the `confirmation_number` of the new one.
  func givenOut(
    _ record: StoredRecord, _ call: Call, _ answers: ResponseBuilder
  ) -> [(path: [String], value: JSONValue)] {
    guard let issued = answers.plan?.issued, !issued.isEmpty else { return [] }
    let context = ValueContext(now: call.world.clock.now.seconds, origin: RecordSeeds.origin)
    return issued.compactMap { member in
      guard record.content[member.name] == nil,
        let value = try? api.maker.value(member.place, seed: SplitMix64.seed(of: record.id), context: context)
      else { return nil }
      return (operation.answerEnvelope + [member.name], value)
    }
  }

  /// What a request has around its record, where the response has it around the record too: the `vehicle` of a profile
  /// that is sent with its `user`.
  func sentAround(
    _ sent: RequestBody, _ answers: ResponseBuilder
  ) -> [(path: [String], value: JSONValue)] {
    let envelope = operation.requestEnvelope
    guard !envelope.isEmpty, envelope == operation.answerEnvelope else { return [] }
    return envelope.indices.flatMap { depth -> [(path: [String], value: JSONValue)] in
      let path = Array(envelope[..<depth])
      guard let place = answers.place(of: path), let around = sent.record(path) else { return [] }
      let known = Dictionary(
        api.maker.members(of: place).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      return around.members.compactMap { member in
        guard member.key != envelope[depth], let property = known[member.key], !property.isReadOnly,
          !property.isWriteOnly, api.maker.allows(member.value, on: property.place)
        else { return nil }
        return (path + [member.key], member.value)
      }
    }
  }

  /// A record without what a request does not want to see of it: `tracks` with `show_tracks=false`.
  func withoutUnwanted(
    _ shown: JSONValue, _ collection: RecordCollection, _ call: Call, _ answers: ResponseBuilder
  ) -> JSONValue {
    guard var content = shown.object, !call.request.target.rawQuery.isEmpty, let query = try? call.request.query()
    else { return shown }
    for parameter in query.parameters.prefix(100) where ["false", "0", "no"].contains(parameter.value.lowercased()) {
      let words = Words.split(parameter.name)
      guard words.count > 1, ["show", "include", "with", "expand", "embed"].contains(words[0]),
        answers.documented.parameters.contains(where: { $0.location == .query && $0.name == parameter.name }),
        case let key = words.dropFirst().joined(),
        let member = collection.orderedMembers.first(where: { member in
          Words.key(member.name) == key && (member.types.contains("array") || member.types.contains("object"))
        })
      else { continue }
      if !member.isRequired {
        content[member.name] = nil
      } else if member.types.contains("array") {
        content[member.name] = .array([])
      }
    }
    return .object(content)
  }
}
