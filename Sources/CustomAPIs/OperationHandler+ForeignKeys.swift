import Contract
import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

// What ties a record to others: ids that must be those of records, and values that no two records have.

extension OperationHandler {
  /// Numbers up to this one name records in examples and guesses, whether or not a record has them.
  private static let usualNumbers = 10

  /// Makes sure that the ids of other records in a request are those of records.
  ///
  /// - Throws: ``Problem`` of the documented kind, else of a validation, that names the first property whose value is no record's id.
  func requireReferences(_ input: JSONObject, _ collection: RecordCollection, _ call: Call) throws {
    guard let documented = try? documented() else { return }
    if let object = collection.resource.resourceObject {
      try RelatedRecords(api: api, world: call.world).requireRelated(in: input, object)
    }
    guard !collection.resource.references.isEmpty || !collection.resource.sentReferences.isEmpty else { return }
    let known = Set(documented.answers.map(\.status))
    let status = ["404", "422", "400"].first(where: known.contains) ?? "422"
    let seeds = RecordSeeds(api: api, world: call.world)
    let all = collection.resource.references.merging(collection.resource.sentReferences) { shown, _ in shown }
    for (name, target) in all.sorted(by: { $0.key < $1.key }) {
      guard let owner = api.collections[target], owner.isKnownToAPI, let above = parents(sharedWith: owner, call),
        !owner.resource.isSingleton, !owner.resource.isTakenAsItComes,
        // What clients cannot make, and records do not show, may be named by others.
        collection.resource.references[name] != nil || owner.isMadeByClients
          || isReadAlone(owner) && showsRecord(of: name, collection)
      else { continue }
      let beside = known.contains("404") ? Self.idsBeside(name, in: input, collection) : []
      // Numbers are ids whatever the property is called: `plan` of a meal. So are the elements of lists.
      let types = collection.members[name]?.types ?? []
      let isNumber = types.contains("integer") || types.contains("number") || types.contains("array")
      let sent = Self.ids(in: input, at: name, whatever: isNumber) + beside
      let scope = Dictionary(above.map { ($0.scope.key, $0.id) }) { first, _ in first }
      for id in sent where !isExample(id, of: name, documented) {
        try seeds.require(owner, below: above)
        let isThere = try call.world.store.read { connection in
          try owner.contains(connection, id: id, scope: scope)
            || owner.lookupMembers.isEmpty == false
              && owner.id(connection, where: owner.lookupMembers, is: id, scope: scope) != nil
        }
        if try isThere || isUnlistedCode(id, of: owner) || isNamesake(id, owner, seeds, call) { continue }
        throw Problem(
          status == "404" ? .notFound : .validation,
          "\(name.clipped(to: 60)): there is no \(target) \"\(id.clipped(to: 60))\"", field: name)
      }
    }
  }

  /// The parents of the request below which a record that it names stands, too: none for one that stands below none; nil
  /// for one that stands below others. `account_id` of `POST /plans/{planId}/payments` names an account of that plan.
  private func parents(sharedWith owner: RecordCollection, _ call: Call) -> [RecordSeeds.Parent]? {
    if owner.isReachableWithoutParents { return [] }
    let own = parents(call)
    let shared = owner.scopes.compactMap { scope in
      own.first { $0.scope.key == scope.key && scope.parent != nil }.map {
        RecordSeeds.Parent(scope: scope, id: $0.id)
      }
    }
    return shared.count == owner.scopes.count ? shared : nil
  }

  /// Whether a resource is there to be chosen from: nothing changes its records.
  private func isReadAlone(_ owner: RecordCollection) -> Bool {
    (api.operations[owner.resource.name] ?? []).allSatisfy { [.list, .read, .search].contains($0.kind) }
  }

  /// Whether an id is a code, such as `GB`, of a list that clients only read: the document has no more of them than examples.
  private func isUnlistedCode(_ id: String, of owner: RecordCollection) -> Bool {
    guard owner.resource.idStyle == .text, isReadAlone(owner), id.utf8.count <= 20 else { return false }
    return id.allSatisfy { $0.isASCII && $0.isLetter || $0 == "_" }
  }

  /// Whether records show in an object what a request names by its id: `issue_type` for `issue_type_id`.
  private func showsRecord(of name: String, _ collection: RecordCollection) -> Bool {
    let key = Words.key(name)
    return collection.orderedMembers.contains { member in
      member.types.contains("object") && [Words.key(member.name) + "id", Words.key(member.name) + "uuid"].contains(key)
    }
  }

  /// Whether an id is that of a record of another resource by the same name: `missionId` may be of `/missions-local` as
  /// well as of `/missions`.
  private func isNamesake(_ id: String, _ owner: RecordCollection, _ seeds: RecordSeeds, _ call: Call) throws -> Bool {
    for other in api.collections.values where other !== owner && other.isKnownToAPI && other.isReachableWithoutParents {
      guard Words.split(other.resource.name).contains(where: { Words.singular($0) == owner.resource.key }) else {
        continue
      }
      try seeds.require(other, below: [])
      if try call.world.store.read({ try other.contains($0, id: id, scope: [:]) }) { return true }
    }
    return false
  }

  /// The ids in a property that is named for one, or holds one whatever its name is: `customer_id`, `lines[].productId` or `label_ids`; none in others.
  private static func ids(in input: JSONObject, at path: String, whatever isNumber: Bool = false) -> [String] {
    let plain = path.lowercased()
    guard isNumber || ["id", "ids", "uuid", "uuids"].contains(where: plain.hasSuffix) else { return [] }
    var values: [JSONValue] = []
    if let mark = path.range(of: "[].") {
      let inner = String(path[mark.upperBound...])
      values = (input[String(path[..<mark.lowerBound])]?.array ?? []).compactMap { $0.object?[inner] }
    } else if let value = input[path] {
      values = value.array ?? [value]
    }
    return values.prefix(100).compactMap { value in
      guard let text = value.string ?? value.number?.literal, !text.isEmpty else { return nil }
      return Int(text).map { $0 <= usualNumbers } == true ? nil : text
    }
  }

  /// The id that a request sends for a property that shows the whole record: `restaurantId` for `restaurant`.
  private static func idsBeside(_ name: String, in input: JSONObject, _ collection: RecordCollection) -> [String] {
    guard let member = collection.members[name], member.types.contains("object") else { return [] }
    let key = Words.key(name)
    let beside = input.members.first { member in
      collection.members[member.key] == nil && [key + "id", key + "uuid"].contains(Words.key(member.key))
    }
    return beside.map { ids(in: input, at: $0.key) } ?? []
  }

  /// Whether an id is one that the document itself has for an example.
  private func isExample(_ id: String, of name: String, _ documented: DocumentedOperation) -> Bool {
    let last = name.split(separator: ".").last.map(String.init) ?? name
    let schema = requestMembers.first { $0.name == name }.flatMap { api.document.root[$0.place]?.object }
    var examples = [schema?["example"], schema?["default"]].compactMap(\.self) + (schema?["examples"]?.array ?? [])
    for content in documented.requestContent {
      for example in content.examples { examples += Self.values(of: last, in: example.value, depth: 0) }
    }
    return examples.contains { ($0.string ?? $0.number?.literal) == id || $0.array?.contains(.string(id)) == true }
  }

  private static func values(of name: String, in value: JSONValue, depth: Int) -> [JSONValue] {
    guard depth < 4 else { return [] }
    if let elements = value.array { return elements.prefix(10).flatMap { values(of: name, in: $0, depth: depth + 1) } }
    return (value.object?.members ?? []).flatMap { member in
      member.key == name ? [member.value] : values(of: name, in: member.value, depth: depth + 1)
    }
  }
}
