import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

extension OperationHandler {
  /// A record with what is kept below it now, and with the numbers that follow from that.
  func withInnerRecords(_ record: StoredRecord, of owner: RecordCollection? = nil, _ call: Call) throws -> StoredRecord
  {
    guard let owner = owner ?? collection else { return record }
    let isOwn = owner.resource.name == collection?.resource.name
    let all = isOwn ? innerRecords : InnerRecords.all(of: owner, api)
    if all.isEmpty { return record }
    var record = record
    for inner in all
    where record.isSeed || record.content[inner.member]?.array?.isEmpty != false
      || owner.members[inner.member]?.isReadOnly == true
    {
      let child = inner.collection
      guard let scope = child.scope(below: record, of: owner) else { continue }
      let parents = child.scopes.compactMap { one in scope[one.key].map { RecordSeeds.Parent(scope: one, id: $0) } }
      try RecordSeeds(api: api, world: call.world).require(child, below: parents)
      var query = child.query(scope)
      query.limit = 100
      let records = try call.world.store.read { try child.documents.records($0, query) }
      record.content[inner.member] = .array(
        records.map { one in
          var content = one.content
          inner.references.show(in: &content, api, call.world)
          return .object(content)
        })
      addTotals(to: &record, inner, records, owner)
    }
    return record
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
    let quantities = lines.map { line in Self.quantityNames.lazy.compactMap { line[$0]?.number?.double }.first }
    let quantity = quantities.reduce(0) { $0 + ($1 ?? 1) }
    let hasQuantities = Self.quantityNames.contains { inner.collection.members[$0] != nil }
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
    let amounts = zip(lines, quantities).map { Self.amount(of: $0, quantity: $1 ?? 1) }
    guard amounts.allSatisfy({ $0 != nil }) else { return }
    let sum = amounts.reduce(0) { $0 + ($1 ?? 0) }
    for member in owner.orderedMembers {
      let name = member.name.lowercased().filter(\.isLetter)
      guard Self.sums.contains(name), let value = Self.money(sum, like: member, lines) else { continue }
      record.content[member.name] = value
    }
  }

  private static let quantityNames = ["quantity", "qty", "count", "units"]
  private static let sums: Set<String> = [
    "total", "subtotal", "itemtotal", "itemstotal", "itemssubtotal", "totalprice", "totalamount", "grandtotal",
    "amountdue", "displaytotal", "displayitemtotal", "displaysubtotal", "displayamountdue", "pricetotal", "sum",
    "totalitemsprice", "subtotalprice",
  ]

  /// What a line costs: its own total, else its price so many times.
  private static func amount(of line: JSONObject, quantity: Double) -> Double? {
    func number(_ name: String) -> Double? {
      line[name].flatMap { $0.number?.double ?? $0.string.flatMap(Double.init) }
    }
    for name in ["price", "unit_price", "unitPrice", "unit_amount", "unitAmount"] {
      if let price = number(name) { return price * quantity }
    }
    return ["total", "subtotal", "line_total", "lineTotal", "total_price", "totalPrice", "amount"].lazy
      .compactMap(number).first
  }

  /// An amount in the way of a property; nil for one that holds no amounts.
  private static func money(_ amount: Double, like member: ValueGenerator.Member, _ lines: [JSONObject]) -> JSONValue? {
    guard amount.isFinite, abs(amount) < 1e12 else { return nil }
    let cents = Int((amount * 100).rounded())
    if member.types.contains("integer") { return .number(JSONNumber(Int(amount.rounded()))) }
    let text = "\(cents / 100)." + String("0\(abs(cents % 100))".suffix(2))
    if member.types.contains("number") { return JSONNumber(literal: text).map { .number($0) } }
    guard member.types.contains("string") else { return nil }
    guard member.name.lowercased().hasPrefix("display") else { return .string(text) }
    let shown = lines.lazy.compactMap { $0["display_price"]?.string ?? $0["display_total"]?.string }.first
    let sign = shown.map { String($0.prefix { !$0.isNumber && $0 != "-" }) } ?? "$"
    return .string(sign + text)
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
