import Contract
import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

// Deletions that a document refuses, and those that can be undone.

extension OperationHandler {
  /// The most records among which one is looked for that names another.
  private static let maximumReferring = 1000

  /// - Throws: ``Problem`` of the documented status for a record that records of clients name, where the document refuses
  ///   to delete such ones: "Cannot delete a category with products", "Address is in use".
  func requireUnused(
    _ id: String, _ collection: RecordCollection, _ call: Call, _ documented: DocumentedOperation
  ) throws {
    guard let (status, text) = refusalOfUsed(documented) else { return }
    let words = Set(Words.split(text).map(Words.singular))
    let isGeneral = !words.isDisjoint(with: Self.uses)
    // What is over hinders nothing.
    let isOfCurrent = !words.isDisjoint(with: ["active", "pending", "open", "ongoing", "current"])
    for other in api.collections.values.sorted(by: { $0.resource.name < $1.resource.name }) where other !== collection {
      guard isGeneral || words.contains(other.nameWords.last ?? ""),
        let query = query(other, naming: id, of: collection)
      else { continue }
      try call.world.store.require(table: other.documents.name)
      let records = try call.world.store.read { try other.documents.records($0, query) }
      let using = records.contains { record in
        !record.isSeed && !(isOfCurrent && other.states.contains { Self.isOver(record.content[$0]?.string) })
      }
      guard using else { continue }
      throw Problem(
        forcing: status, text.clipped(to: 200),
        details: [Problem.Detail("id", "\(other.resource.name) name this record")])
    }
  }

  /// Makes a record of another resource of what was deleted, where the query asks for that: `?addBlockedSender=true`, which
  /// keeps the properties that both have.
  func addAsked(by sent: RequestBody, from old: JSONObject, _ call: Call) throws {
    for parameter in sent.query.parameters.prefix(20) where ["true", "1"].contains(parameter.value.lowercased()) {
      let words = Words.split(parameter.name)
      guard words.count > 1, words[0] == "add", case let key = Words.singularKey(Array(words.dropFirst())),
        let owner = api.collections.values.filter({ other in
          other.resource.key == key && other.isReachableWithoutParents && other.isMadeByClients
        }).min(by: { $0.resource.name < $1.resource.name })
      else { continue }
      var input = JSONObject()
      for member in old.members where owner.members[member.key] != nil && member.key != owner.idPath.first {
        if member.value.object == nil, member.value.array == nil { input[member.key] = member.value }
      }
      if input.isEmpty { continue }
      let seeds = RecordSeeds(api: api, world: call.world)
      try seeds.require(owner, below: [])
      let content = try begun(input, owner, scope: [:], seeds)
      _ = try call.world.store.transaction { try insert(input, content, $0, owner, scope: [:], seeds) }
    }
  }

  private static let uses: Set<String> = [
    "used", "referenced", "associated", "linked", "dependent", "dependency", "constraint", "assigned", "attached",
    "reference", "contain",
  ]

  private static func isOver(_ state: String?) -> Bool {
    let words = ["cancel", "complet", "deliver", "done", "close", "refund", "return", "expire", "reject", "finish"]
    return state.map { state in words.contains { state.lowercased().hasPrefix($0) } } ?? false
  }

  /// The status and the description of the response that refuses a deletion because of other records.
  private func refusalOfUsed(_ documented: DocumentedOperation) -> (status: Int, text: String)? {
    let place = JSONPointer(["paths", operation.path, operation.method.lowercased(), "responses"])
    for status in ["409", "400", "422", "403"] where documented.answers.contains(where: { $0.status == status }) {
      guard let at = api.resolved(place.appending(status)), let text = api.document.root[at]?["description"]?.string,
        let number = Int(status)
      else { continue }
      let words = Words.split(text)
      // "Bad request" says nothing of why.
      if words.count >= 3, words.contains("in") && words.contains("use") || words.contains(where: Self.saysInUse) {
        return (number, text)
      }
    }
    return nil
  }

  private static func saysInUse(_ word: String) -> Bool {
    uses.contains(Words.singular(word)) || ["with", "has", "have", "still", "in", "contains"].contains(word)
  }

  /// A query for the records that name one of another collection; nil where none can.
  private func query(_ other: RecordCollection, naming id: String, of collection: RecordCollection) -> RowQuery? {
    let records = other.documents.records
    var parts: [RowQuery.Part] = []
    for (name, target) in other.resource.references where target == collection.resource.name {
      if let mark = name.range(of: "[].") {
        parts.append(
          records.condition(
            elementsOf: RecordTable.path(String(name[..<mark.lowerBound])), have: String(name[mark.upperBound...]),
            is: id))
      } else {
        let path = other.path(to: name)
        parts.append(records.condition(anyOf: [path, path + ".id"], is: id))
      }
    }
    // What requests send to name it, although records show it in another way.
    for (name, target) in other.resource.sentReferences where target == collection.resource.name {
      parts.append(records.condition(anyOf: [RecordTable.path(name)], is: id))
    }
    if parts.isEmpty { return nil }
    var query = other.query([:])
    query.require(.joined(parts, by: "OR"))
    query.limit = Self.maximumReferring
    return query
  }

  /// The answer to the deletion of one record that is a list of its kind: those that are left. nil for another answer.
  func rest(_ collection: RecordCollection, _ call: Call, _ answers: ResponseBuilder) throws -> Response? {
    guard operation.idParameter != nil, let id = collection.idPath.first, let place = answers.place,
      let element = api.maker.shape(of: place).items,
      api.maker.members(of: element).contains(where: { $0.name == id })
    else { return nil }
    var query = collection.query(scope(call))
    query.limit = Self.maximumReferring
    let records = try call.world.store.read { try collection.documents.records($0, query) }
    return try answers.response(
      showing: .array(records.map { shown($0, call) }), seed: SplitMix64.seed(of: operation.operationID))
  }

  // MARK: Deletions that can be undone

  /// Whether the operation brings back what was deleted.
  var restores: Bool { collection?.trashMember != nil && RecordCollection.isRestoring(operation) }

  /// Whether a deletion is for good, although others can be undone.
  func deletesForGood(_ sent: RequestBody) -> Bool {
    let last = operation.path.split(separator: "/").last.map { Words.split(String($0)) } ?? []
    let isAsked = sent.query.parameters.contains { parameter in
      ["force", "permanent", "permanently", "hard", "purge"].contains(Words.split(parameter.name).first ?? "")
        && ["true", "1", "yes", ""].contains(parameter.value.lowercased())
    }
    return isAsked || last.contains { ["permanent", "permanently", "force", "hard", "purge"].contains($0) }
  }

  /// How a list shows what was deleted and can be brought back.
  enum Trash { case left, included, alone }

  /// What a list shows of what was deleted, by its path and its query: `GET /notes/trash`, `?deleted=only`.
  func trash(_ sent: RequestBody, _ member: String) -> Trash {
    if operation.listed?.members.contains(member) == true { return .alone }
    for parameter in sent.query.parameters {
      let words = Words.split(parameter.name)
      guard words.contains(where: Self.trashWords.contains) else { continue }
      let value = Words.split(parameter.value)
      if ["false", "0", "no", "active", "none", "without", ""].contains(parameter.value.lowercased()) { continue }
      let isAll = words.contains { ["include", "with", "show", "including"].contains($0) }
      let asksForAll = value.contains { ["all", "any", "with", "include", "both"].contains($0) }
      return isAll || asksForAll ? .included : .alone
    }
    return .left
  }

  private static let trashWords: Set<String> = ["deleted", "trash", "trashed", "removed"]
}

extension RecordCollection {
  /// The property that says when a record was deleted that can be brought back; nil where deleted records are gone.
  var trashMember: String? {
    guard isRestorable else { return nil }
    return orderedMembers.first { member in
      Self.deletions.contains(Words.key(member.name)) && !member.types.contains("boolean")
    }?.name ?? "deletedAt"
  }

  private static let deletions: Set<String> = [
    "deletedat", "deletedon", "deleteddate", "deletiondate", "trashedat", "removedat",
  ]

  /// Whether an operation brings a record back that was deleted.
  static func isRestoring(_ operation: OperationDescription) -> Bool {
    let last = operation.path.split(separator: "/").last.map { Words.split(String($0)) } ?? []
    return operation.kind == .action && operation.idParameter != nil
      && last.first.map(["restore", "undelete", "untrash"].contains) ?? false
  }

  /// Holds for records that are not deleted, where deleted ones are kept to be brought back.
  func withoutDeleted(_ query: inout RowQuery) {
    guard let trashMember else { return }
    query.require(documents.records.condition(path(to: trashMember), Comparison(.is, "null")))
  }

  /// Holds for records that are deleted and can be brought back.
  func onlyDeleted(_ query: inout RowQuery) {
    guard let trashMember else { return }
    query.require(.negated(documents.records.condition(path(to: trashMember), Comparison(.is, "null"))))
  }
}
