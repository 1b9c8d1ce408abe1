import JSON
import Records
import Resources
import Store
import Synthesis
import World

// Where records stand that are below others of their kind.

extension OperationHandler {
  /// What was sent of a new record with how deep it stands below others of its kind, and with its names from the topmost
  /// one: `level` and `full_path`.
  func withLevel(_ input: JSONObject, _ collection: RecordCollection, _ call: Call) throws -> JSONObject {
    func isOpen(_ name: String) -> Bool { collection.members[name] != nil && input[name] == nil }
    let level = Self.levels.first(where: isOpen)
    let path = collection.treePaths.first { member in
      isOpen(member.name) && (member.isReadOnly || !requestMembers.contains { $0.name == member.name })
    }?.name
    guard level != nil || path != nil else { return input }
    let named = parentMember(collection)
    let parent = try parentOfKind(input, named, collection, call)
    var result = input
    if let level, let above = parent?.content[level]?.number?.integer {
      result[level] = .number(JSONNumber(max(0, min(above, 1_000_000)) + 1))
    } else if let level, parent == nil, named != nil, collection.members[level]?.isReadOnly == true {
      result[level] = .number(JSONNumber(0))
    }
    if let path, named != nil, let name = ["name", "title"].lazy.compactMap({ input[$0]?.string }).first {
      let above = parent.flatMap { $0.content[path]?.string ?? $0.content["name"]?.string }
      result[path] = .string(([above].compactMap(\.self) + [name]).joined(separator: "/"))
    }
    return result
  }

  /// The property that names the record of the same kind which one stands below; nil for none.
  private func parentMember(_ collection: RecordCollection) -> String? {
    collection.resource.references.filter { $0.value == collection.resource.name }.keys.sorted().first {
      Words.split($0).first == "parent"
    }
  }

  /// The record of the same kind that a new one stands below, by its path or by a property; nil for none.
  private func parentOfKind(
    _ input: JSONObject, _ member: String?, _ collection: RecordCollection, _ call: Call
  ) throws -> StoredRecord? {
    let seeds = RecordSeeds(api: api, world: call.world)
    if let nearest = parents(call).last, nearest.scope.parent == collection.resource.name {
      return try seeds.record(of: collection, nearest.id, below: parents(call).dropLast())
    }
    let id = member.flatMap { input[$0] }.flatMap { $0.object.flatMap(collection.idText) ?? RecordCollection.text($0) }
    return try id.flatMap { try seeds.record(of: collection, $0, below: parents(call)) }
  }

  /// Parameters that ask for what is below a record of a tree as well.
  private static let cascading: Set<String> = [
    "cascade", "recursive", "includechildren", "includedescendants", "includesubcategories", "includesubgroups",
    "includenested", "withdescendants", "withchildren", "subtree",
  ]
  /// The most records of a branch.
  private static let maximumBranch = 1000

  /// Keeps what names a record of a tree or one below it, where the request asks for that: `?category=5&cascade=true`.
  ///
  /// - Returns: The filters that it took.
  func filterByBranches(
    _ query: inout RowQuery, _ collection: RecordCollection, _ sent: RequestBody, _ call: Call
  ) throws -> Set<String> {
    let isAsked = sent.query.parameters.contains { parameter in
      Self.cascading.contains(Words.key(parameter.name)) && ["true", "1", "yes"].contains(parameter.value.lowercased())
    }
    guard isAsked else { return [] }
    var taken: Set<String> = []
    for (parameter, shown) in operation.filters.sorted(by: { $0.key < $1.key }) {
      let member = stored(shown)
      guard let id = sent.query[parameter], !id.isEmpty,
        let owner = collection.resource.references[member].flatMap({ api.collections[$0] }),
        owner.isReachableWithoutParents, let name = parentMember(owner)
      else { continue }
      try RecordSeeds(api: api, world: call.world).require(owner, below: [])
      let ids = try call.world.store.read { connection in
        var (ids, next) = ([id], [id])
        while !next.isEmpty, ids.count < Self.maximumBranch {
          var children = owner.query([:])
          children.require(owner.documents.records.condition(owner.path(to: name), in: next))
          children.limit = Self.maximumBranch
          next = try owner.documents.records(connection, children).map(\.id).filter { !ids.contains($0) }
          ids += next
        }
        return ids
      }
      query.require(collection.documents.records.condition(collection.path(to: member), in: ids))
      taken.insert(parameter)
    }
    return taken
  }
}
