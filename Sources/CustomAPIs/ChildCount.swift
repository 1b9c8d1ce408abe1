import JSON
import Records
import Resources
import Store
import Synthesis
import World

/// A property of a record that follows from what belongs to it: `comments_count` of a post, `rating` of a product,
/// `lastMessage` of a conversation, `children` of a category.
struct ChildCount: Sendable {
  /// How it follows.
  enum Kind: Sendable {
    case count
    /// The average of a property.
    case average(of: String)
    /// The newest record.
    case latest
    /// The ids of the records of the same kind whose parent it is.
    case children
    /// The ids of the records of another kind that name it: the `bookIds` of a shelf, where books have `shelfIds`.
    case ids
    /// Whether there are any.
    case any
    /// An object of counts, whose `total` it is.
    case tally(JSONObject)
    /// How many are in a state: `open_tasks`.
    case state(String)
    /// What was there at first with the amounts of what clients made since: the `balance` of an account.
    case balance(ChildBalance)
  }

  let member: String
  let kind: Kind
  let collection: RecordCollection
  /// The property of what is counted that names the record; nil for what is kept below it.
  let reference: String?

  /// Those of a collection: integers that are named like what is kept below its records or refers to them.
  ///
  /// - Parameters:
  ///   - view: The schema by which an operation shows the records; nil for that of whole ones.
  static func all(of owner: RecordCollection, view: JSONPointer? = nil, _ api: CustomAPI) -> [ChildCount] {
    let numbers = owner.orderedMembers.filter { $0.types.contains("integer") || $0.types.contains("number") }
    let latest = owner.orderedMembers.filter { member in
      guard member.types.contains("object"), let first = Words.split(member.name).first else { return false }
      return ["last", "latest", "newest", "recent"].contains(first)
    }
    let below = self.children(of: owner, api)
    let flags = owner.orderedMembers.filter { $0.types.contains("boolean") && Words.split($0.name).first == "has" }
    let summaries = owner.orderedMembers.compactMap { member in api.zeroCounts(member).map { (member, $0) } }
      .filter { $0.1.contains("total") }
    let idLists = self.idLists(of: owner, view: view, api)
    if numbers.isEmpty, latest.isEmpty, flags.isEmpty, summaries.isEmpty { return below + idLists }
    var children = owner.children(api).map { (collection: $0, reference: String?.none) }
    for other in api.collections.values.sorted(by: { $0.resource.name < $1.resource.name })
    where other.isReachableWithoutParents && other !== owner && !owner.resource.isSingleton {
      var names = other.resource.references.filter { $0.value == owner.resource.name && other.members[$0.key] != nil }
      if names.isEmpty { names = other.resource.sentReferences.filter { $0.value == owner.resource.name } }
      let reference =
        other.resource.ownerMembers.first { names[$0] != nil } ?? (names.count == 1 ? names.keys.first : nil)
      if let reference { children.append((other, reference)) }
    }
    children += neighbours(of: owner, api)
    let replies = owner.replyMember.map { (collection: owner, reference: String?.some($0)) }
    let marked = Set((api.operations[owner.resource.name] ?? []).compactMap(\.countMember))
    let newest = latest.compactMap { member -> ChildCount? in
      let name = Words.split(member.name).dropFirst().joined()
      let child = children.first { $0.collection.resource.key == Words.singular(name) }
      return child.map {
        ChildCount(member: member.name, kind: .latest, collection: $0.collection, reference: $0.reference)
      }
    }
    let existing = flags.compactMap { member -> ChildCount? in
      let name = Words.split(member.name).dropFirst().joined()
      let child = children.first { Words.key($0.collection.resource.name) == name }
      return child.map {
        ChildCount(member: member.name, kind: .any, collection: $0.collection, reference: $0.reference)
      }
    }
    let tallies = summaries.compactMap { member, counts -> ChildCount? in
      let word = Words.split(member.name).first.map(Words.singular)
      let child = children.first { Words.split($0.collection.resource.name).last.map(Words.singular) == word }
      return child.map {
        ChildCount(member: member.name, kind: .tally(counts), collection: $0.collection, reference: $0.reference)
      }
    }
    let balances = numbers.compactMap { member -> ChildCount? in
      guard ChildBalance.names.contains(Words.key(member.name)), !owner.resource.isSingleton else { return nil }
      // What clients write again with the rest of a record is what they have seen.
      let isWritten = (api.operations[owner.resource.name] ?? []).contains { operation in
        [.update, .replace].contains(operation.kind)
          && api.requestMembers(of: operation).contains { $0.name == member.name && !$0.isReadOnly }
      }
      if isWritten { return nil }
      return children.lazy.compactMap { child, reference -> ChildCount? in
        ChildBalance(of: child, api).map {
          ChildCount(member: member.name, kind: .balance($0), collection: child, reference: reference)
        }
      }.first
    }
    let states = numbers.compactMap { member -> ChildCount? in
      guard let (word, name) = countedState(member.name) else { return nil }
      let child = children.first { Words.split($0.collection.resource.name).last.map(Words.singular) == name }
      return child.map {
        ChildCount(member: member.name, kind: .state(word), collection: $0.collection, reference: $0.reference)
      }
    }
    return below + idLists + newest + existing + tallies + balances + states
      + numbers.compactMap { member in
        if marked.contains(member.name) { return nil }
        let name = plain(member.name)
        if averages.contains(name) {
          return children.lazy.compactMap { child, reference -> ChildCount? in
            let graded = child.orderedMembers.first { grades.contains(plain($0.name)) }
            return graded.map {
              ChildCount(
                member: member.name, kind: .average(of: $0.name), collection: child, reference: reference)
            }
          }.first
        }
        let reply = Self.replies.contains(name) ? replies : nil
        let child =
          reply
          ?? children.first { child in
            let plural = plain(child.collection.resource.name)
            let singular = plural.hasSuffix("s") ? String(plural.dropLast()) : plural
            if plural == "reviews", ["ratingscount", "ratingcount", "totalratings", "numratings"].contains(name) {
              return true
            }
            // `comments: 3`
            if plural == name, singular != plural { return true }
            return [
              plural + "count", singular + "count", plural + "total", "num" + plural, "total" + plural,
              "numberof" + plural,
            ].contains(name)
          } ?? child(calledInShort: name, among: children.map(\.collection)).map { children[$0] }
        return child.map {
          ChildCount(member: member.name, kind: .count, collection: $0.collection, reference: $0.reference)
        }
      }
  }

  /// Records that stand below the same parents as the owner's and name one of them: the issues of a milestone, both of which
  /// stand below a repository.
  private static func neighbours(
    of owner: RecordCollection, _ api: CustomAPI
  ) -> [(collection: RecordCollection, reference: String?)] {
    if owner.isReachableWithoutParents || owner.resource.isSingleton || owner.scopes.isEmpty { return [] }
    let keys = Set(owner.scopes.map(\.key))
    return api.collections.values.sorted { $0.resource.name < $1.resource.name }.compactMap { other in
      guard other !== owner, !other.isReachableWithoutParents, !other.scopes.isEmpty,
        Set(other.scopes.map(\.key)).isSubset(of: keys)
      else { return nil }
      let names = other.resource.references.filter { $0.value == owner.resource.name && other.members[$0.key] != nil }
      guard names.count == 1, let name = names.keys.first else { return nil }
      return (collection: other, reference: name)
    }
  }

  /// The state and the singular of what is counted in a name: `open` and `issue` of `open_issues`, `done` and `task` of
  /// `tasksDoneCount`; nil for other names.
  private static func countedState(_ name: String) -> (state: String, singular: String)? {
    let words = Words.split(name).filter { !["count", "total", "num", "number", "of", "nr"].contains($0) }
    guard words.count == 2, let plural = words.firstIndex(where: { Words.singular($0) != $0 }) else { return nil }
    return (words[1 - plural], Words.singular(words[plural]))
  }

  /// The list of ids of what is below a record of the same kind, where its records name their parent.
  private static func children(of owner: RecordCollection, _ api: CustomAPI) -> [ChildCount] {
    let parents = owner.resource.references.filter { $0.value == owner.resource.name }.map(\.key)
    guard parents.count == 1, Words.split(parents[0]).first == "parent", owner.members[parents[0]] != nil else {
      return []
    }
    let key = Words.key(Words.plural(owner.resource.key))
    return owner.orderedMembers.filter { member in
      guard ["children", "childids", "childrenids", "sub" + key, "child" + key].contains(Words.key(member.name)),
        let element = api.maker.shape(of: member.place).items
      else { return false }
      let types = Set(api.maker.shape(of: element).types)
      return !types.isEmpty && types.isSubset(of: ["integer", "string"])
    }.map { ChildCount(member: $0.name, kind: .children, collection: owner, reference: parents[0]) }
  }

  /// The only collection whose records a number counts by the last word of their name, before which more is said to tell it
  /// from another one, or as lines: `part_count` of `spare-parts`, `line_items` of `order-lines`.
  private static func child(calledInShort name: String, among children: [RecordCollection]) -> Int? {
    let found = children.indices.filter { number in
      let words = Words.split(children[number].resource.name).filter { !$0.allSatisfy(\.isNumber) }
      guard words.count > 1, let last = words.last.map(Words.singular) else { return false }
      if ["lineitems", "lines"].contains(name) { return ["line", "item"].contains(last) }
      return [last + "count", Words.plural(last) + "count"].contains(name)
    }
    // The order's own lines rather than its extra lines.
    let least = found.map { Words.split(children[$0].resource.name).count }.min()
    let shortest = found.filter { Words.split(children[$0].resource.name).count == least }
    return shortest.count == 1 ? shortest[0] : nil
  }

  /// The lists of ids of records that name a record, where no client sends them.
  private static func idLists(of owner: RecordCollection, view: JSONPointer?, _ api: CustomAPI) -> [ChildCount] {
    let further = view.map(api.maker.members(of:)) ?? []
    let members = owner.orderedMembers + further.filter { owner.members[$0.name] == nil }
    return members.compactMap { member -> ChildCount? in
      let words = Words.split(member.name)
      guard member.types.contains("array"), words.count > 1, words.last == "ids",
        let element = api.maker.shape(of: member.place).items, api.maker.members(of: element).isEmpty,
        !api.isSent(member.name, of: owner.resource.name)
      else { return nil }
      let key = words.dropLast().joined()
      let child = api.collections.values.filter { other in
        other !== owner && other.resource.key == key && other.isReachableWithoutParents && other.isMadeByClients
      }.min { $0.resource.name < $1.resource.name }
      let names = child?.resource.references.filter { $0.value == owner.resource.name && child?.members[$0.key] != nil }
      guard let child, let names, names.count == 1, let name = names.keys.first else { return nil }
      return ChildCount(member: member.name, kind: .ids, collection: child, reference: name)
    }
  }

  private static let replies: Set<String> = [
    "repliescount", "replycount", "replies", "numreplies", "totalreplies", "answerscount", "childrencount",
    "childcount",
  ]
  private static let averages: Set<String> = [
    "rating", "averagerating", "avgrating", "ratingaverage", "ratingavg", "averagescore", "averagestars",
  ]
  private static let grades: Set<String> = ["rating", "stars", "score", "rate", "grade"]
  private static let maximumChildren = 1000
  /// The most records of which an average is made.
  private static let maximumGrades = 1000

  /// The value of the property.
  ///
  /// - Parameters:
  ///   - count: How many records there are.
  func value(_ count: Int, _ query: RowQuery, _ owner: RecordCollection, _ connection: Connection) throws -> JSONValue {
    var query = query
    switch kind {
    case .count, .state: return .number(JSONNumber(count))
    case .balance: return .null
    case .any: return .bool(count > 0)
    case .tally(var counts):
      counts["total"] = .number(JSONNumber(count))
      return .object(counts)
    case .average(let graded):
      query.limit = Self.maximumGrades
      let none = owner.members[member]?.isNullable == true ? JSONValue.null : .number(JSONNumber(0))
      return average(try collection.documents.records(connection, query), of: graded) ?? none
    case .latest:
      (query.limit, query.order) = (1, RowQuery.Part("number DESC", []))
      return try collection.documents.records(connection, query).first.map { .object($0.content) } ?? .null
    case .children, .ids:
      query.limit = Self.maximumChildren
      return .array(try collection.documents.records(connection, query).map { collection.idValue($0.id) })
    }
  }

  /// Whether records have it that are there from the start, although nothing belongs to them.
  var isOfEverything: Bool {
    switch kind {
    case .children, .ids: true
    default: false
    }
  }

  /// The average of a property of some records, rounded to hundredths; nil for none.
  private func average(_ records: [StoredRecord], of member: String) -> JSONValue? {
    let grades = records.compactMap { $0.content[member]?.number?.double }
    guard !grades.isEmpty else { return nil }
    let mean = (grades.reduce(0, +) / Double(grades.count) * 100).rounded() / 100
    return JSONNumber(mean).map { .number($0) }
  }

  /// A name in small letters, without the number of a resource such as `users-2`.
  private static func plain(_ name: String) -> String { name.lowercased().filter(\.isLetter) }

  /// Chooses what belongs to a record; nil where a parent of it is not known.
  func query(_ record: StoredRecord, of owner: RecordCollection) -> RowQuery? {
    guard let reference else { return collection.scope(below: record, of: owner).map { collection.query($0) } }
    let keys = Set(collection.scopes.map(\.key))
    var query = collection.query(
      collection.isReachableWithoutParents ? [:] : record.scope.filter { keys.contains($0.key) })
    let isList = collection.members[reference]?.types.contains("array") == true
    query.require(
      isList
        ? collection.documents.records.condition(collection.path(to: reference), in: [record.id])
        : collection.names(record.id, of: owner, in: reference))
    return query
  }
}

extension OperationHandler {
  /// Has the numbers of a record count what is below it now. What is generated below a record that was there from the
  /// beginning is generated when it is first asked for; until then the number stays.
  func count(in content: inout JSONObject, of record: StoredRecord, _ collection: RecordCollection, _ world: World) {
    guard record.number > 0 || !record.isSeed else { return }
    for (name, list) in record.isSeed ? [] : collection.listCounts {
      if let count = content[list]?.array?.count { content[name] = .number(JSONNumber(count)) }
    }
    for count in childCounts(of: collection) {
      let child = count.collection
      guard var query = count.query(record, of: collection),
        (try? world.store.require(table: child.documents.name)) != nil
      else { continue }
      if case .state(let word) = count.kind {
        guard let part = state(word, of: child) ?? writtenState(word, of: child) else { continue }
        query.require(part)
      }
      if case .balance(let balance) = count.kind {
        // What was there from the beginning is in it already.
        query.require(RowQuery.Part("is_seed = 0"))
        guard let left = balance.left(in: content, count.member), let member = collection.members[count.member],
          let sum = try? world.store.read({ [query] in try balance.sum(query, $0) }), sum != 0,
          let value = LineAmounts.value(left + sum, like: member)
        else { continue }
        content[count.member] = value
        continue
      }
      guard
        let found = try? world.store.read({ [query] connection -> JSONValue? in
          let number = try child.documents.records.count(connection, query)
          guard number > 0 || !record.isSeed || count.isOfEverything else { return nil }
          return try count.value(number, query, collection, connection)
        })
      else { continue }
      if found.isNull, collection.members[count.member]?.isNullable != true {
        content[count.member] = nil
      } else {
        content[count.member] = found
      }
    }
  }
}
