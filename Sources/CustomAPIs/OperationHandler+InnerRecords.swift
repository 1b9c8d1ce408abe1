import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

extension OperationHandler {
  /// A record with what is kept below it now, and with the numbers that follow from that.
  ///
  /// - Parameters:
  ///   - isOneOfMany: Whether so many records are shown that no others are looked through for each.
  func withInnerRecords(
    _ record: StoredRecord, of owner: RecordCollection? = nil, _ call: Call, isOneOfMany: Bool = false
  ) throws -> StoredRecord {
    guard let owner = owner ?? collection else { return record }
    let all = innerRecords(of: owner)
    return all.isEmpty ? record : try showing(all, in: record, of: owner, call, isOneOfMany: isOneOfMany)
  }

  /// What is kept below a record and stands beside it in the response: the bookmarks of
  /// `{"collection": {…}, "bookmarks": […]}`.
  func innerRecordsBeside(
    _ record: StoredRecord, _ answers: ResponseBuilder, _ call: Call
  ) throws -> [(path: [String], value: JSONValue?)] {
    guard let collection, let own = operation.answerEnvelope.last else { return [] }
    let outer = Array(operation.answerEnvelope.dropLast())
    let all = listsBeside(collection) {
      guard let place = answers.place(of: outer) else { return [] }
      let names = Set(api.maker.members(of: place).map(\.name)).subtracting([own])
      return InnerRecords.all(of: collection, api, view: place).filter {
        names.contains($0.member) && collection.members[$0.member] == nil
      }
    }
    if all.isEmpty { return [] }
    let whole = try showing(all, in: record, of: collection, call, isOneOfMany: false)
    return all.map { (outer + [$0.member], whole.content[$0.member] ?? .array([])) }
  }

  /// The parent that a view such as `/people/{id}/overview`, which nothing else is done with, shows by its own name, and the
  /// property that does so; nil for another operation.
  func shownParent(_ answers: ResponseBuilder) -> (owner: RecordCollection, member: String)? {
    guard let collection, collection.resource.isSingleton,
      let owner = operation.scopes.last?.parent.flatMap({ api.collections[$0] }),
      (api.operations[collection.resource.name] ?? []).allSatisfy({ $0.kind == .read }),
      let place = answers.place(of: operation.answerEnvelope)
    else { return nil }
    let named = api.maker.members(of: place).first { member in
      Words.key(member.name) == owner.resource.key && member.types.contains("object")
        && api.maker.members(of: member.place).contains { [$0.name] == owner.idPath }
    }
    return named.map { (owner, $0.name) }
  }

  /// What such a view shows of the record that its path names: the record, and lists of what is kept below it or names it.
  func partsOfParent(_ call: Call, _ answers: ResponseBuilder) throws -> [(path: [String], value: JSONValue?)] {
    guard let (owner, name) = shownParent(answers), let nearest = parents(call).last,
      let place = answers.place(of: operation.answerEnvelope)
    else { return [] }
    let above = Array(parents(call).dropLast())
    guard let record = try RecordSeeds(api: api, world: call.world).record(of: owner, nearest.id, below: above) else {
      return []
    }
    let lists = listsBeside(owner) {
      let names = Set(api.maker.members(of: place).map(\.name))
      return InnerRecords.all(of: owner, api, view: place).filter {
        names.contains($0.member) && owner.members[$0.member] == nil
      }
    }
    let whole = try showing(lists, in: record, of: owner, call, isOneOfMany: false)
    return [(operation.answerEnvelope + [name], .object(shown(record, of: owner, call)))]
      + lists.map { (operation.answerEnvelope + [$0.member], whole.content[$0.member] ?? .array([])) }
  }

  private func showing(
    _ all: [InnerRecords], in record: StoredRecord, of owner: RecordCollection, _ call: Call, isOneOfMany: Bool
  ) throws -> StoredRecord {
    var record = record
    for inner in all
    where record.isSeed || record.content[inner.member]?.array?.isEmpty != false
      || owner.members[inner.member]?.isReadOnly == true
    {
      let child = inner.collection
      if inner.areIDs {
        try showIDs(of: inner, in: &record, owner, call)
        continue
      }
      // To look for those that only name the record takes as long as there are records.
      if inner.reference != nil, try isOneOfMany || !isFew(child, call) { continue }
      let scope = inner.reference == nil ? child.scope(below: record, of: owner) : [:]
      guard let scope else { continue }
      let parents = child.scopes.compactMap { one in scope[one.key].map { RecordSeeds.Parent(scope: one, id: $0) } }
      try RecordSeeds(api: api, world: call.world).require(child, below: parents)
      var query = child.query(scope)
      if let name = inner.reference { query.require(child.names(record.id, of: owner, in: name)) }
      query.limit = 100
      let records = try call.world.store.read { try child.documents.records($0, query) }
      if inner.isOne {
        if let newest = records.last { record.content[inner.member] = .object(newest.content) }
        continue
      }
      record.content[inner.member] = .array(
        records.map { one in
          var content = one.content
          inner.references.show(in: &content, beside: one.scope, api, call.world)
          return .object(content)
        })
      addTotals(to: &record, inner, records, owner)
    }
    return record
  }

  /// Has a record show the ids of what was made below it; one that was there from the beginning keeps what it has.
  private func showIDs(
    of inner: InnerRecords, in record: inout StoredRecord, _ owner: RecordCollection, _ call: Call
  ) throws {
    let child = inner.collection
    try call.world.store.require(table: child.documents.name)
    var query = RowQuery()
    query.require(child.documents.parent(owner.resource.name, is: record.id, mayBeMissing: false))
    query.limit = 1000
    let ids = try call.world.store.read { try child.documents.records($0, query) }.map { child.idValue($0.id) }
    if ids.isEmpty, record.isSeed { return }
    record.content[inner.member] = .array(ids)
  }

  /// The most records that are looked through for those that name another one.
  private static let maximumLookedThrough = 1000

  private func isFew(_ collection: RecordCollection, _ call: Call) throws -> Bool {
    try call.world.store.require(table: collection.documents.name)
    return try call.world.store.read { try collection.documents.records.count($0) } <= Self.maximumLookedThrough
  }

  /// Answers with the parent of the record that something was done to; nil for an operation that answers otherwise.
  func parentResponse(_ call: Call, _ answers: ResponseBuilder) throws -> Response? {
    guard operation.showsParent, let nearest = parents(call).last,
      let owner = nearest.scope.parent.flatMap({ api.collections[$0] })
    else { return nil }
    let seeds = RecordSeeds(api: api, world: call.world)
    guard let record = try seeds.record(of: owner, nearest.id, below: parents(call).dropLast()) else {
      throw missing(owner, nearest.id)
    }
    let whole = try withInnerRecords(record, of: owner, call)
    return try answers.response(showing: .object(whole.content), seed: UInt64(bitPattern: record.number))
  }

  // MARK: Numbers that follow

  /// Has a record's counts and totals be those of what is kept below it.
  private func addTotals(
    to record: inout StoredRecord, _ inner: InnerRecords, _ records: [StoredRecord], _ owner: RecordCollection
  ) {
    let lines = records.map(\.content)
    let quantity = lines.reduce(0) { $0 + (LineAmounts.quantity(of: $1) ?? 1) }
    let hasQuantities = ["quantity", "qty", "count", "units"].contains { inner.collection.members[$0] != nil }
    for member in owner.orderedMembers {
      guard PropertyRole(member.name, types: member.types) == .count else { continue }
      let words = member.name.lowercased()
      let isOfLines = words.contains("line") || words.contains("unique") || words.contains("distinct")
      let isTotal = words.contains("quantity") || words.contains("item") || isOfLines
      guard hasQuantities && isTotal || words.hasPrefix(inner.stem) else { continue }
      let value = hasQuantities && !isOfLines ? quantity : Double(lines.count)
      record.content[member.name] = .number(JSONNumber(Int(value.rounded().clamped)))
    }
    // Amounts of a record that was there before may hold more than its lines.
    guard hasQuantities, !record.isSeed || records.isEmpty || records.contains(where: { !$0.isSeed }) else { return }
    let amounts = lines.map(LineAmounts.amount)
    guard amounts.allSatisfy({ $0 != nil }) else { return }
    let sum = amounts.reduce(0) { $0 + ($1 ?? 0) }
    for member in owner.orderedMembers where LineAmounts.sums.contains(Words.key(member.name)) {
      if let value = LineAmounts.value(sum, like: member, lines) { record.content[member.name] = value }
    }
  }
}

extension InnerRecords {
  /// What the names of counts of them begin with.
  fileprivate var stem: String { member.lowercased().hasSuffix("s") ? String(member.lowercased().dropLast()) : member }
}

extension Double {
  /// The nearest number that an `Int` can hold.
  fileprivate var clamped: Double { isNaN ? 0 : Swift.min(Swift.max(self, -1e15), 1e15) }
}
