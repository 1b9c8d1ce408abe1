import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

// Lists of the texts that records have in a property: `GET /tags` beside posts with `tags`, and changes of all of them.

extension OperationHandler {
  /// The most records that are read for such a list.
  private static let maximumRead = 2000
  private static let searches: Set<String> = ["q", "search", "searchterm", "query", "term", "name"]

  /// Answers with the different texts of the property that the path names; nil for another operation, and where no records,
  /// or several kinds of them, have such a property.
  func distinctValues(_ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder) throws -> RenderedBody? {
    guard operation.method == "GET", collection?.resource.isSingleton == true, let whole = answers.place,
      !operation.scopes.contains(where: { $0.parent != nil || $0.parameter == AccountUse.parameter }),
      let name = operation.path.split(separator: "/").last.map(String.init), !name.hasPrefix("{"),
      let path = textsPlace(whole, Words.key(name)), let (owner, member) = textOwner(Words.key(name)), isOnlyRead
    else { return nil }
    if owner.isReachableWithoutParents { try RecordSeeds(api: api, world: call.world).require(owner, below: []) }
    try call.world.store.require(table: owner.documents.name)
    var query = owner.query([:])
    query.limit = Self.maximumRead
    let records = try call.world.store.read { try owner.documents.records($0, query) }
    let wanted = sent.query.parameters.first { Self.searches.contains(Words.key($0.name)) }?.value.lowercased() ?? ""
    var texts: [JSONValue] = []
    var seen: Set<String> = []
    for text in records.flatMap({ $0.content[member]?.array ?? [] }).compactMap(\.string)
    where (wanted.isEmpty || text.lowercased().contains(wanted)) && seen.insert(text).inserted {
      texts.append(.string(text))
    }
    return try answers.content(
      showing: answers.withoutEnvelope(path.reversed().reduce(.array(texts)) { .object(JSONObject([($1, $0)])) }),
      seed: SplitMix64.seed(of: operation.operationID))
  }

  private static let oldNames: Set<String> = ["oldname", "old", "from", "currentname", "oldvalue"]
  private static let newNames: Set<String> = ["newname", "new", "to", "newvalue"]

  /// Renames a text in all records that have it, or takes texts out of them: `PUT /tags` with `{"oldName": …, "newName": …}`,
  /// `DELETE /tags?tags[]=…`; nil for another operation.
  ///
  /// - Throws: ``Problem`` when no record has the old text, or one has the new one and the document has a conflict.
  func changeTexts(_ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder) throws -> Response? {
    guard operation.method != "GET", collection?.resource.isSingleton == true,
      !operation.scopes.contains(where: { $0.parent != nil || $0.parameter == AccountUse.parameter }),
      let name = operation.path.split(separator: "/").last.map(String.init), !name.hasPrefix("{"), isOnlyRead,
      let (owner, member) = textOwner(Words.key(name))
    else { return nil }
    let body = sent.body?.object?.members ?? []
    let new = body.first { Self.newNames.contains(Words.key($0.key)) }?.value.string
    let isRemoval = operation.method == "DELETE"
    let wanted =
      isRemoval
      ? sent.query.parameters.filter { Words.singularKey($0.name) == Words.singularKey(name) }.flatMap {
        $0.value.split(separator: ",").map(String.init)
      } : body.first { Self.oldNames.contains(Words.key($0.key)) }?.value.string.map { [$0] } ?? []
    let old = Set(wanted.prefix(100))
    guard !old.isEmpty, isRemoval || new != nil else { return nil }
    try call.world.store.require(table: owner.documents.name)
    try call.world.store.transaction { connection in
      var query = owner.query([:])
      query.limit = Self.maximumRead
      let records = try owner.documents.records(connection, query)
      func has(_ record: StoredRecord, _ texts: Set<String>) -> Bool {
        (record.content[member]?.array ?? []).contains { $0.string.map(texts.contains) ?? false }
      }
      let found = records.filter { has($0, old) }
      if let new {
        guard !found.isEmpty else {
          throw Problem(.notFound, "no record has that text in \(member)", field: "oldName")
        }
        if !old.contains(new), documentsConflicts, records.contains(where: { has($0, [new]) }) {
          throw Problem(.conflict, "there are records with \"\(new.clipped(to: 60))\" in \(member) already")
        }
      }
      for var record in found {
        var texts: [JSONValue] = []
        for text in record.content[member]?.array ?? [] {
          let isOld = text.string.map(old.contains) ?? false
          guard let kept = isOld ? new.map(JSONValue.string) : text, !texts.contains(kept) else { continue }
          texts.append(kept)
        }
        record.content[member] = .array(texts)
        try owner.documents.update(
          connection, number: record.number, id: record.id, scope: record.scope, record.content)
      }
    }
    return try answers.generated(for: sent)
  }

  /// Whether nothing but reading and deleting is done with what clients would set.
  private var isOnlyRead: Bool {
    (api.operations[collection?.resource.name ?? ""] ?? []).allSatisfy { other in
      api.requestMembers(of: other).allSatisfy { !$0.types.contains("array") }
    }
  }

  /// Where a response has a list of texts of that name, or of no other: `data` in `tags`.
  private func textsPlace(_ place: JSONPointer, _ key: String, depth: Int = 0) -> [String]? {
    let shape = api.maker.shape(of: place)
    if let items = shape.items {
      return Set(api.maker.shape(of: items).types) == ["string"] ? [] : nil
    }
    guard depth < 2 else { return nil }
    for member in api.maker.members(of: place)
    where Words.key(member.name) == key || ["data", "items", "results", "values"].contains(Words.key(member.name)) {
      if let inner = textsPlace(member.place, key, depth: depth + 1) { return [member.name] + inner }
    }
    return nil
  }

  /// The only records that have a list of texts of a name, with the property.
  private func textOwner(_ key: String) -> (RecordCollection, String)? {
    let owners = api.collections.values.compactMap { other -> (RecordCollection, String)? in
      guard other !== collection, !other.resource.isSingleton, other.isMadeByClients else { return nil }
      let member = other.orderedMembers.first { member in
        Words.key(member.name) == key && member.types.contains("array")
          && api.maker.shape(of: member.place).items.map { Set(api.maker.shape(of: $0).types) == ["string"] } ?? false
      }
      return member.map { (other, $0.name) }
    }
    return owners.count == 1 ? owners[0] : nil
  }
}
