import Contract
import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

// Lists of records: filtered, sorted, and cut into pages in the way that the document has.

extension OperationHandler {
  /// Answers with the records that the query asks for.
  func list(
    _ collection: RecordCollection, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder
  ) throws -> RenderedBody {
    try page(collection, call, sent, answers).content
  }

  /// The same, with the number of records in it.
  func page(
    _ collection: RecordCollection, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder
  ) throws -> (content: RenderedBody, count: Int) {
    try requireOneParameter(sent)
    try RecordSeeds(api: api, world: call.world).require(collection, below: parents(call))
    var query = try chosen(collection, call, sent, answers)
    try chooseMarked(&query, collection, call, sent)
    try chooseLinked(&query, collection, call, sent)
    if let list = memberList { list.require(of: try listOwner(list, call).number, &query) }
    if let tree = operation.tree {
      return (try answers.content(showing: nested(tree, query, collection, call), seed: 0), 1)
    }
    try sort(&query, collection, sent)
    if let order = operation.usualOrder, query.order == nil {
      query.order = collection.documents.records.sorting(
        by: collection.path(to: order.member), isFalling: order.isFalling)
    }
    if operation.isNewestFirst, query.order == nil { query.order = newestFirst(collection) }
    requireNews(&query, collection, sent)
    let vicinity = vicinity(collection, sent)
    let wide = query
    if let vicinity { choose(vicinity, &query, collection, isNear: true) }
    let page = try call.world.store.read { connection in
      let parameters = operation.kind == .search ? sent.withContent : sent.query
      let near = try ListPage(connection, collection, query, paging(answers.paging), parameters)
      guard let vicinity, near.total == 0 else { return near }
      query = wide
      choose(vicinity, &query, collection, isNear: false)
      query.require(RowQuery.Part("is_seed = 1"))
      return try ListPage(connection, collection, query, paging(answers.paging), parameters)
    }
    note(total: page.total)
    if page.total == 0 { try requireNamed(collection, sent, answers, call) }
    let link = operation.paging?.hasLinkHeader == true ? page.linkHeader(call.request) : nil
    let isLong = page.records.count > Self.maximumWithInner
    let fields = chosenFields(call)
    let records = try page.records.map { record -> JSONValue in
      // What stood below a deleted record cannot be reached.
      let record = withDistance(record, vicinity, collection)
      let isDeleted = collection.trashMember.map { record.content[$0]?.isNull == false } ?? false
      let whole = shown(isDeleted ? record : try withInnerRecords(record, call, isOneOfMany: isLong), call)
      return wrapped(choosing(fields, of: whole, collection))
    }
    let content = try answers.content(
      showing: .array(records),
      seed: SplitMix64.seed(of: operation.operationID),
      adding: asked(answers) + page.facts(call.request, api.maker, answers.place) + parentBeside(answers, call)
        + referredBeside(page.records, collection, answers, call) + countsBeside(query, collection, answers, call)
        + nextPosition(after: page.records, collection, call, sent, answers)
        + includedFacts(page.records, collection, call),
      headers: link.map { ["Link": $0] } ?? [:])
    return (content, records.count)
  }

  /// - Throws: ``Problem`` of kind `notFound` where a list of nothing was asked for by an id, or by the id of another record
  ///   that is not there, and the document has 404 for it.
  private func requireNamed(
    _ collection: RecordCollection, _ sent: RequestBody, _ answers: ResponseBuilder, _ call: Call
  ) throws {
    guard answers.documented.answers.contains(where: { $0.status == "404" }) else { return }
    if let id = collection.resource.idMember,
      let named = sent.query.parameters.first(where: { operation.filters[$0.name] == id })
    {
      throw missing(collection, named.value)
    }
    for parameter in sent.query.parameters.prefix(20) where !parameter.value.isEmpty {
      guard let member = operation.filters[parameter.name],
        let target = collection.resource.references[member] ?? related(by: member, collection),
        let owner = api.collections[target], owner.isReachableWithoutParents, !owner.resource.isSingleton,
        !owner.resource.isTakenAsItComes, !parameter.value.contains(","), !parameter.value.contains(":")
      else { continue }
      try RecordSeeds(api: api, world: call.world).require(owner, below: [])
      let isThere = try call.world.store.read { connection in
        try owner.contains(connection, id: parameter.value, scope: [:])
          || !owner.lookupMembers.isEmpty
            && owner.id(connection, where: owner.lookupMembers, is: parameter.value, scope: [:]) != nil
      }
      if !isThere { throw missing(owner, parameter.value) }
    }
  }

  /// The resource of a relationship (JSON:API) by the path of its id: `relationships.parent.data.id`; nil for another path.
  private func related(by member: String, _ collection: RecordCollection) -> String? {
    let names = member.split(separator: ".").map(String.init)
    guard names.count > 1, names[0] == "relationships" else { return nil }
    return collection.resource.resourceObject?.relationship(names[1])?.target
  }

  /// The parameters of the query that the response has beside the list by the same names: the `sortKey` of a page.
  private func asked(_ answers: ResponseBuilder) -> [(path: [String], value: JSONValue?)] {
    guard !operation.answerEnvelope.isEmpty else { return [] }
    let outer = Array(operation.answerEnvelope.dropLast())
    guard let place = answers.place(of: outer) else { return [] }
    return answers.asked(of: api.maker.shape(of: place).members).map { (outer + [$0.key], $0.value) }
  }

  /// The order of feeds: by when records were made, where they say so and no id says where a page ends.
  private func newestFirst(_ collection: RecordCollection) -> RowQuery.Part {
    guard operation.paging?.style != .record, let created = collection.resource.createdAtMember else {
      return RowQuery.Part("number DESC", [])
    }
    let byTime = collection.documents.records.sorting(by: collection.path(to: created), isFalling: true)
    return RowQuery.Part(byTime.sql + ", number DESC", byTime.arguments)
  }

  /// The record that a list is below, where the response shows it beside the list: the pet of `{"pet": {…}, "visits": […]}`.
  private func parentBeside(
    _ answers: ResponseBuilder, _ call: Call
  ) throws -> [(path: [String], value: JSONValue?)] {
    let outer = Array(operation.answerEnvelope.dropLast())
    guard !operation.answerEnvelope.isEmpty, let nearest = parents(call).last,
      let owner = nearest.scope.parent.flatMap({ api.collections[$0] }), let place = answers.place(of: outer)
    else { return [] }
    let key = owner.resource.key
    let shown = api.maker.members(of: place).first { member in
      Words.key(member.name) == key && (member.types.contains("object") || member.types.isEmpty)
        && api.maker.members(of: member.place).contains { owner.idPath == [$0.name] }
    }
    guard let shown else { return [] }
    let above = Array(parents(call).dropLast())
    let record = try RecordSeeds(api: api, world: call.world).record(of: owner, nearest.id, below: above)
    return record.map { [(outer + [shown.name], .object(self.shown($0, of: owner, call)))] } ?? []
  }

  /// The most records of a tree, and how many of them may stand one below the other.
  private static let (maximumNodes, maximumLevels) = (1000, 32)
  static let levels = ["level", "depth"]

  /// The records that stand below none of the others, each with those below it.
  private func nested(
    _ tree: TreeMembers, _ query: RowQuery, _ collection: RecordCollection, _ call: Call
  ) throws -> JSONValue {
    var query = query
    query.limit = Self.maximumNodes
    let records = try call.world.store.read { try collection.documents.records($0, query) }
    let ids = Set(records.map(\.id))
    func parent(_ record: StoredRecord) -> String {
      let value = record.content[tree.parent]
      let id = value?.object.flatMap(collection.idText) ?? value.flatMap(RecordCollection.text) ?? ""
      return ids.contains(id) && id != record.id ? id : ""
    }
    let below = Dictionary(grouping: records, by: parent)
    func nodes(_ id: String, _ level: Int) -> JSONValue {
      let own = level < Self.maximumLevels ? below[id] ?? [] : []
      return .array(
        own.map { record in
          var content = shown(record, of: collection, call)
          content[tree.children] = nodes(record.id, level + 1)
          for name in Self.levels where content[name]?.number != nil { content[name] = .number(JSONNumber(level)) }
          return .object(content)
        })
    }
    return nodes("", 0)
  }

  /// A record inside of what a search says of it: `document` of `{"ranking": 0.9, "document": {…}}`.
  private func wrapped(_ record: JSONValue) -> JSONValue {
    operation.itemMember.map { .object([$0: record]) } ?? record
  }

  /// The most records of a list that show those that name them.
  private static let maximumWithInner = 50

  /// The most records that stand beside a list.
  private static let maximumBeside = 100

  /// Lists of the records that those of a list refer to, where the response has such lists beside it: the `documents` of
  /// `{"stars": […], "documents": […]}`.
  private func referredBeside(
    _ records: [StoredRecord], _ collection: RecordCollection, _ answers: ResponseBuilder, _ call: Call
  ) throws -> [(path: [String], value: JSONValue?)] {
    let outer = Array(operation.answerEnvelope.dropLast())
    guard let own = operation.answerEnvelope.last, let place = answers.place(of: outer) else { return [] }
    return try api.maker.members(of: place).compactMap { member in
      guard member.name != own, member.types.contains("array"),
        let items = api.maker.shape(of: member.place).items.flatMap(api.resolved),
        let (name, owner) = collection.resource.references.sorted(by: { $0.key < $1.key }).lazy.compactMap({
          name, target in
          self.api.collections[target].map { (name, $0) }
        }).first(where: { $0.1.isReachableWithoutParents && self.api.resolved($0.1.resource.schema) == items })
      else { return nil }
      var ids: [String] = []
      for id in records.compactMap({ $0.content[name].flatMap(RecordCollection.text) }) where !ids.contains(id) {
        ids.append(id)
      }
      let seeds = RecordSeeds(api: api, world: call.world)
      let found = try ids.prefix(Self.maximumBeside).compactMap { try seeds.record(of: owner, $0, below: []) }
      return (outer + [member.name], .array(found.map { .object(shown($0, of: owner, call)) }))
    }
  }

  /// The records that the query of a request chooses.
  func chosen(
    _ collection: RecordCollection, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder
  ) throws -> RowQuery {
    var query = collection.query(scope(call), trash: collection.trashMember.map { trash(sent, $0) } ?? .left)
    let below = try filterByBranches(&query, collection, sent, call)
    filter(&query, collection, sent, answers.documented, but: below)
    try requireRelated(&query, collection, sent, call)
    if operation.kind == .list { collection.require(spanOf: call, &query) }
    requireListed(&query, collection, call.world.clock.now)
    if let member = operation.ownMember, let accounts = api.accounts, let account = try actingAccount(call) {
      query.require(collection.names(account.id, of: accounts, in: member))
    }
    return query
  }
}

/// A place in a list as a text that clients hand back as it is.
package enum Cursor {
  private static let prefix = "at:"

  /// The text of a place.
  package static func text(_ offset: Int) -> String { Base64URL.encode(Array("\(prefix)\(offset)".utf8)) }

  /// The text of a place for a cursor that is a date-time: as many seconds after the beginning of 1970.
  package static func moment(_ offset: Int) -> String { Timestamp(seconds: Int64(offset)).iso8601 }

  /// The place of a text; nil for one that was not given out.
  package static func offset(_ text: String) -> Int? {
    // A document may have numbers for cursors.
    if let offset = Int(text) { return (0...Int(Int32.max)).contains(offset) ? offset : nil }
    if let moment = ISO8601Moment.parse(text) {
      return (0...Int64(Int32.max)).contains(moment.seconds) ? Int(moment.seconds) : nil
    }
    guard let bytes = Base64URL.decode(text.utf8), let plain = String(validating: bytes, as: UTF8.self),
      plain.hasPrefix(prefix), let offset = Int(plain.dropFirst(prefix.count)), (0...Int(Int32.max)).contains(offset)
    else { return nil }
    return offset
  }
}
