import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

/// Fills collections with records when they are first asked for, so that a start does not wait for what no test uses.
struct RecordSeeds {
  /// A parent as a path names it.
  struct Parent {
    let scope: OperationDescription.Scope
    let id: String
  }

  let api: CustomAPI
  let world: World

  /// Records below each parent, and of a resource that has none; fewer than a page has, so that a new one is on the first
  /// page.
  private static let usualCount = (child: 3, whole: 10)
  private static let maximumCount = 100_000
  private static let minimalCount = 2
  private static let maximumTaken = 10_000

  /// The member of a supplied account that has its password.
  private static let password = "password"

  /// Records are of no host: the links to this server's pictures in them are local links.
  static let origin = ""

  /// Sees to it that the records are there which a world has from the beginning.
  ///
  /// - Parameters:
  ///   - parents: The parents that the path names, outermost first.
  /// - Throws: ``Problem`` of kind `notFound` when the API keeps records of a parent and has none of this id.
  func require(_ collection: RecordCollection, below parents: [Parent]) throws {
    var path: [String: String] = [:]
    var hasSeedParents = true
    for (index, parent) in parents.enumerated() {
      if let name = parent.scope.parent, let owner = api.collections[name], !owner.resource.isTakenAsItComes {
        let record = try self.record(of: owner, parent.id, below: Array(parents[..<index]))
        guard let record else {
          // What clients made below one of another resource by the same name is there: `missionId` of an offer.
          if try hasRecords(collection, below: parent) {
            (hasSeedParents, path[parent.scope.key]) = (false, parent.id)
            continue
          }
          throw Problem(.notFound, "\(owner.resource.name) has no record \"\(parent.id.clipped(to: 60))\"")
        }
        // The only one of its kind is there from the beginning, but not what others keep below it.
        hasSeedParents = record.isSeed && (hasSeedParents || !owner.resource.isSingleton)
      }
      path[parent.scope.key] = parent.id
    }
    try world.store.require(table: collection.documents.name)
    if collection.isReachableWithoutParents {
      try requireAll(collection)
    } else if hasSeedParents || collection.resource.isSingleton || collection.isPrivate && !collection.isMadeByClients {
      try requireChildren(collection, path, isNew: !hasSeedParents)
    }
  }

  /// Whether a collection that is reached without parents, too, has records that name a parent.
  private func hasRecords(_ collection: RecordCollection, below parent: Parent) throws -> Bool {
    guard collection.isReachableWithoutParents, parent.scope.member != nil else { return false }
    try world.store.require(table: collection.documents.name)
    let query = collection.query([parent.scope.key: parent.id])
    return try world.store.read { try collection.documents.records.contains($0, query) }
  }

  /// A record of the collection below its parents, which are looked up first.
  func record(of collection: RecordCollection, _ id: String, below parents: [Parent]) throws -> StoredRecord? {
    let keys = Set(collection.scopes.map(\.key))
    let own = parents.filter { keys.contains($0.scope.key) }
    try require(collection, below: own)
    let scope = Dictionary(own.map { ($0.scope.key, $0.id) }) { first, _ in first }
    if let record = try world.store.read({ try collection.record($0, id: id, scope: scope) }) { return record }
    guard collection.resource.isTakenAsItComes, !Self.isOfNothing(id) else { return nil }
    return try taken(collection, id, scope)
  }

  /// The record that another one refers to: one that stands below the same parents, where it stands below some.
  ///
  /// - Parameters:
  ///   - scope: The parents of the other record.
  func record(of collection: RecordCollection, _ id: String, beside scope: [String: String]) throws -> StoredRecord? {
    guard !collection.isReachableWithoutParents else { return try record(of: collection, id, below: []) }
    let parents = collection.scopes.compactMap { own in scope[own.key].map { Parent(scope: own, id: $0) } }
    return parents.count == collection.scopes.count ? try record(of: collection, id, below: parents) : nil
  }

  /// Whether an id is the nil UUID (RFC 9562 §5.9), with or without hyphens: clients send it for what is nowhere.
  private static func isOfNothing(_ id: String) -> Bool {
    id.utf8.count { $0 == UInt8(ascii: "0") } == 32 && id.utf8.allSatisfy { "0-".utf8.contains($0) }
  }

  /// A record that the API can neither list nor make: any id names one. Each is made once, up to a bound.
  private func taken(_ collection: RecordCollection, _ id: String, _ scope: [String: String]) throws -> StoredRecord? {
    try world.store.transaction { connection in
      let count = try collection.documents.records.count(connection)
      guard count < Self.maximumTaken, id.utf8.count <= 200 else { return }
      try connection.unannounced { try insert(count, connection, collection, scope: scope, id: id) }
    }
    return try world.store.read { try collection.record($0, id: id, scope: scope) }
  }

  private func requireAll(_ collection: RecordCollection) throws {
    if collection.resource.isTakenAsItComes { return }
    if collection === api.accounts, api.data[collection.resource.name] != nil {
      try world.store.require(table: collection.passwordsTable)
    }
    try world.deferredSeeds.require("\(api.name)/\(collection.resource.name)") { connection, _ in
      if let data = api.data[collection.resource.name] {
        try insert(data, connection, collection)
      } else {
        for number in 0..<wholeCountNow(collection) {
          try insert(number, connection, collection, scope: seedScope(collection, number))
        }
      }
    }
  }

  /// - Parameters:
  ///   - isNew: Whether a client made the parent, so that nothing has happened yet.
  private func requireChildren(_ collection: RecordCollection, _ path: [String: String], isNew: Bool) throws {
    let place = path.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
    try world.deferredSeeds.require("\(api.name)/\(collection.resource.name)?\(place.clipped(to: 500))") {
      connection, source in
      if let data = api.data[collection.resource.name] {
        // Records of a data file that name no owner belong to the first account.
        let first = api.accounts.map { ($0.resource.name, seedID($0, 0, seedScope($0, 0))) }
        let own = data.filter { content in
          let parents = collection.scope(of: content, path: [:])
          return path.allSatisfy { name, id in
            (parents[name] ?? (first?.0 == name && collection.isPrivate ? first?.1 : nil)) == id
          }
        }
        return try insert(own, connection, collection, path: path)
      }
      // Parents that are taken as they come are without number.
      guard try collection.documents.records.count(connection) < Self.maximumCount else { return }
      let usual = collection.isPrivate ? wholeCount(collection) : Self.usualCount.child
      for number in 0..<count(collection, source.dataset, usual: usual) {
        try insert(number, connection, collection, scope: path, isNew: isNew && collection.resource.isSingleton)
      }
    }
  }

  private static let amounts: Set<String> = ["balance", "points", "credits", "coins", "amount", "total", "totalamount"]

  /// Sets the counts, totals and amounts of a record to zero, as those of a record that was just created.
  private func begin(_ content: inout JSONObject, _ collection: RecordCollection) {
    for member in collection.orderedMembers where content[member.name]?.number != nil {
      let name = Words.key(member.name)
      let role = PropertyRole(member.name, types: member.types)
      guard role == .count || role == .total || Self.amounts.contains(name) || name.hasSuffix("balance") else {
        continue
      }
      let zero = JSONValue.number(JSONNumber(0))
      if api.maker.allows(zero, on: member.place) { content[member.name] = zero }
    }
  }

  private func wholeCount(_ collection: RecordCollection) -> Int {
    if collection.resource.chosenFrom != nil { return Self.usualCount.child }
    let pages = (api.operations[collection.resource.name] ?? []).compactMap(\.paging)
    return min(Self.usualCount.whole, max(2, (pages.map(\.defaultSize).min() ?? 20) / 2))
  }

  /// How many records a collection without parents has at its beginning in this world.
  func wholeCountNow(_ collection: RecordCollection) -> Int {
    api.data[collection.resource.name]?.count
      ?? count(collection, world.deferredSeeds.source.dataset, usual: wholeCount(collection))
  }

  private func count(_ collection: RecordCollection, _ dataset: Dataset, usual: Int) -> Int {
    if collection.resource.isSingleton { return 1 }
    // Of records that no schema describes there is nothing to show before a client makes one.
    let known = collection.resource.schema.tokens.isEmpty ? 0 : usual
    let count = min(collection.resource.seedCount ?? known, Self.maximumCount)
    switch dataset {
    case .demo: return max(0, count)
    case .minimal: return max(0, min(count, Self.minimalCount))
    case .empty: return 0
    }
  }

  // MARK: One record

  private func insert(
    _ number: Int, _ connection: Connection, _ collection: RecordCollection, scope: [String: String],
    id given: String? = nil, isNew: Bool = false
  ) throws {
    if let source = collection.resource.chosenFrom.flatMap({ api.collections[$0] }), given == nil {
      // The same as the record of that number there, which may not be made yet.
      guard let chosen = seeded(number, of: source) else { return }
      return try collection.documents.insert(connection, id: chosen.id, scope: scope, chosen.content, isSeed: true)
    }
    let seed = seed(collection, number, scope)
    var id = given ?? seedID(collection, number, scope)
    if given == nil, try collection.contains(connection, id: id, scope: scope) { id += "-\(number + 1)" }
    var content = content(number, id, scope, collection, seed)
    if isNew { begin(&content, collection) }
    try collection.tellApart(connection, &content, scope: scope) { _ in nil }
    let shown = collection.resource.isSingleton || given != nil ? nil : collection.idText(content)
    let whole = collection.otherScopes.isEmpty ? scope : collection.scope(of: content, path: scope)
    try collection.documents.insert(connection, id: shown ?? id, scope: whole, content, isSeed: true)
  }

  private func content(
    _ number: Int, _ id: String, _ scope: [String: String], _ collection: RecordCollection, _ seed: UInt64,
    depth: Int = 0
  ) -> JSONObject {
    var known = JSONObject()
    addIdentity(to: &known, id: id, scope: scope, collection)
    addReferences(to: &known, number, collection) { owner, id in
      // One that shows another in turn has its id alone.
      guard depth == 0 else { return nil }
      let found = (0..<wholeCountNow(owner)).first { seedID(owner, $0, seedScope(owner, $0)) == id }
      return found.flatMap { seeded($0, of: owner, depth: depth + 1)?.content }
    }
    // What no schema describes has nothing at first.
    if collection.resource.schema.tokens.isEmpty { return known }
    // Of the day alone, so that all starts of a day generate the same.
    let context = ValueContext(now: world.clock.now.startOfDay.seconds, number: number, origin: Self.origin)
    do throws(SynthesisFailure) {
      let made = try api.maker.value(collection.resource.schema, seed: seed, context: context, fixed: .object(known))
      guard var whole = made.object.map({ withInnerReferences($0, number, collection) }) else { return known }
      showAsKept(&whole, collection)
      relate(&whole, number, below: scope, collection)
      if let name = collection.unshownCreation { whole[name] = .string(world.clock.now.startOfDay.iso8601) }
      // What is listed as marked is what somebody marks.
      for flag in collection.markedFlags { whole[flag] = .bool(collection.areListedAsMarkedAlone) }
      ViewParts(collection, api)?.refer(&whole) { owner in
        let count = owner.isReachableWithoutParents ? wholeCountNow(owner) : 0
        return count > 0 ? seedID(owner, number % count, seedScope(owner, number % count)) : nil
      }
      // A record that stands below none has no parent of its own kind.
      for parent in collection.scopes where parent.parent == collection.resource.name && scope[parent.key] == nil {
        if let member = parent.member, collection.members[member]?.isRequired == false { whole[member] = nil }
      }
      // Who is in its lists is kept beside it.
      for list in api.listsOfOwners[collection.resource.name] ?? [] {
        if let name = list.membership.shownIn { whole[name] = .array([]) }
      }
      return collection === api.accounts ? AccountNames.withoutPasswords(whole, collection) : whole
    } catch {
      api.report("no record of \(collection.resource.name) can be made: \(error)")
      return known
    }
  }

  /// Has a record that lists show say nothing of its deletion: no `deletedAt`, and no state `Deleted`.
  private func showAsKept(_ whole: inout JSONObject, _ collection: RecordCollection) {
    for member in collection.orderedMembers where whole[member.name].map({ !$0.isNull }) ?? false {
      if Words.split(member.name).first == "deleted" {
        if member.isNullable {
          whole[member.name] = .null
        } else if !member.isRequired {
          whole[member.name] = nil
        }
      } else if let state = whole[member.name]?.string, collection.states.contains(member.name),
        Self.gone.contains(Words.key(state)),
        let other = api.enumeration(of: member)?.first(where: { !Self.gone.contains(Words.key($0)) })
      {
        whole[member.name] = .string(other)
      }
    }
  }

  private static let gone: Set<String> = ["deleted", "removed", "trashed"]

  /// The record of a number that a collection without parents has at its beginning; nil for one that it has not.
  private func seeded(
    _ number: Int, of collection: RecordCollection, depth: Int = 0
  ) -> (id: String, content: JSONObject)? {
    let scope = seedScope(collection, number)
    let id = seedID(collection, number, scope)
    if let data = api.data[collection.resource.name] {
      return data.indices.contains(number) ? (id, data[number]) : nil
    }
    guard number < wholeCountNow(collection) else { return nil }
    return (id, content(number, id, scope, collection, seed(collection, number, scope), depth: depth))
  }

  private func insert(
    _ data: [JSONObject], _ connection: Connection, _ collection: RecordCollection, path: [String: String] = [:]
  ) throws {
    for (number, var content) in data.enumerated() {
      let id = collection.idText(content) ?? String(number + 1)
      let scope = collection.scope(of: content, path: path)
      let password = collection === api.accounts && path.isEmpty ? content[Self.password]?.string : nil
      // No response shows one.
      if password != nil, collection.members[Self.password]?.isRequired != true { content[Self.password] = nil }
      try collection.documents.insert(connection, id: id, scope: scope, content, isSeed: true)
      if let password, let account = try collection.record(connection, id: id, scope: scope) {
        try collection.keep(password: password, of: account, connection)
      }
    }
  }

  /// Writes a record's id, and the ids of its parents, into the members that hold them.
  func addIdentity(
    to content: inout JSONObject, id: String, scope: [String: String], _ collection: RecordCollection
  ) {
    if id != RecordIDs.ofSingleton { content[collection.idPath] = collection.idValue(id, below: scope) }
    let place = collection.resource.schema.tokens
    if let member = collection.members["@type"], member.types.contains("string"), place.dropLast().last == "schemas",
      let type = place.last?.split(separator: ".").first
    {
      // As JSON-LD has it: the name of the schema, without that of the form.
      content["@type"] = .string(String(type))
    }
    addParents(to: &content, scope: scope, collection)
  }

  /// Writes the ids of a record's parents into the members that hold them.
  func addParents(to content: inout JSONObject, scope: [String: String], _ collection: RecordCollection) {
    for parent in collection.scopes + collection.otherScopes {
      guard let member = parent.member, let value = scope[parent.key] else { continue }
      let owner = parent.parent.flatMap { api.collections[$0] }
      if let types = collection.members[member]?.types, types.contains("object"), !types.contains("string") {
        // It shows the whole parent; what is known of another one is not this one's.
        if let owner, content[member]?.object.flatMap(owner.idText) != value {
          var shown = JSONObject()
          shown[owner.idPath] = owner.idValue(value)
          content[member] = .object(shown)
        }
        continue
      }
      content[member] = reference(value, to: owner, below: scope, in: collection.members[member])
    }
  }

  /// Has members that name records of other resources name some that are there, and those that show one show it.
  ///
  /// - Parameters:
  ///   - onlyRequired: Whether members that may be missing are left out.
  ///   - find: Finds a record by its id.
  func addReferences(
    to content: inout JSONObject, _ number: Int, _ collection: RecordCollection, onlyRequired: Bool = false,
    find: (_ owner: RecordCollection, _ id: String) -> JSONObject?
  ) {
    func isShown(_ name: String) -> Bool {
      let types = collection.members[name]?.types ?? []
      return types.contains("object") && !types.contains("string")
    }
    // The ids first: `project` is that of `projectId`.
    let all = collection.resource.references.sorted { $0.key < $1.key }
    let references = all.filter { !isShown($0.key) } + all.filter { isShown($0.key) }
    for (name, target) in references where content[name] == nil || content[name]?.object?.count == 1 {
      // A new record refers to nothing that it need not.
      guard let member = collection.members[name], !onlyRequired || member.isRequired && !member.isNullable,
        let owner = api.collections[target], owner.isReachableWithoutParents, !owner.resource.isSingleton
      else { continue }
      let count = wholeCountNow(owner)
      guard count > 0 else { continue }
      var numbers = [number % count, (number + 1) % count]
      if owner === collection {
        // No record is its own parent; the first has none.
        if number == 0, !member.isRequired || member.isNullable {
          if member.isNullable { content[name] = .null }
          continue
        }
        numbers = [number == 0 ? 1 % count : (number - 1) / 2 % count, (number + 1) % count]
      }
      let ids = numbers.map { seedID(owner, $0, seedScope(owner, $0)) }
      if member.types.contains("array") {
        content[name] = .array(ids.prefix(count).map { owner.idValue($0) })
      } else if isShown(name) {
        guard !owner.idPath.isEmpty else { continue }
        let sibling = references.first { $0.value == target && $0.key != name && $0.key.hasPrefix(name) }
        let known = content[name]?.object.flatMap(owner.idText)
        let id = known ?? sibling.flatMap { content[$0.key] }.flatMap(RecordCollection.text) ?? ids[0]
        var object = find(owner, id) ?? JSONObject()
        object[owner.idPath] = owner.idValue(id)
        content[name] = .object(object)
      } else {
        content[name] = reference(ids[0], to: owner, below: seedScope(owner, number % count), in: member)
      }
    }
  }

  /// Has objects in arrays name records that are there: the products of an order's lines.
  private func withInnerReferences(
    _ content: JSONObject, _ number: Int, _ collection: RecordCollection
  ) -> JSONObject {
    var content = content
    for (path, target) in collection.resource.references.sorted(by: { $0.key < $1.key }) {
      guard let mark = path.range(of: "[]."), let owner = api.collections[target], owner.isReachableWithoutParents,
        !owner.resource.isSingleton, case let count = wholeCountNow(owner), count > 0
      else { continue }
      let (name, inner) = (String(path[..<mark.lowerBound]), String(path[mark.upperBound...]))
      guard let elements = content[name]?.array else { continue }
      content[name] = .array(
        elements.enumerated().map { place, element in
          guard var object = element.object, let old = object[inner], !old.isNull else { return element }
          let other = (number + place) % count
          let id = seedID(owner, other, seedScope(owner, other))
          object[inner] = old.number == nil ? .string(id) : JSONNumber(literal: id).map { .number($0) } ?? old
          return .object(object)
        })
    }
    return content
  }

  private func reference(
    _ id: String, to owner: RecordCollection?, below scope: [String: String], in member: ValueGenerator.Member?
  ) -> JSONValue {
    if let owner, owner.resource.nameTemplate != nil { return owner.idValue(id, below: scope) }
    guard let member, !member.types.isEmpty, !member.types.contains("string"), let number = JSONNumber(literal: id)
    else {
      return .string(id)
    }
    return .number(number)
  }

  // MARK: What follows from the seed

  func seedID(_ collection: RecordCollection, _ number: Int, _ scope: [String: String]) -> String {
    if let data = api.data[collection.resource.name], data.indices.contains(number) {
      return collection.idText(data[number]) ?? String(number + 1)
    }
    return RecordIDs(collection: collection, maker: api.maker).seeded(number, seed: seed(collection, number, scope))
  }

  /// The parents of a record that is there from the beginning: its nearest parent, and those that one has.
  func seedScope(_ collection: RecordCollection, _ number: Int, depth: Int = 0) -> [String: String] {
    guard depth < 8, let nearest = collection.scopes.last, let name = nearest.parent, name != collection.resource.name,
      let owner = api.collections[name], owner.isReachableWithoutParents, !owner.resource.isSingleton
    else { return [:] }
    let count = wholeCountNow(owner)
    guard count > 0 else { return [:] }
    var scope = seedScope(owner, number % count, depth: depth + 1)
    scope[nearest.key] = seedID(owner, number % count, scope)
    return scope
  }

  /// A number that differs for each record of each resource, and is the same in each world of a seed.
  private func seed(_ collection: RecordCollection, _ number: Int, _ scope: [String: String]) -> UInt64 {
    let parents = scope.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
    // Children of different parents differ, but for those whose parents are drawn for them.
    let place = collection.isReachableWithoutParents ? "" : parents
    return SplitMix64.number(
      at: UInt64(clamping: number) &+ 1,
      ofSeed: world.randomSeed ^ SplitMix64.seed(of: "\(api.name)/\(collection.resource.name)?\(place)"))
  }
}
