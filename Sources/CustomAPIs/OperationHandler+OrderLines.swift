import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

// Lines of carts and orders: what they take from the record that they name, what they cost, and orders made of a cart.

extension OperationHandler {
  private static let takenNames: Set<String> = [
    "name", "title", "sku", "currency", "image", "imageurl", "thumbnail", "thumbnailurl",
  ]
  private static let carts: Set<String> = ["cart", "basket", "bag", "shoppingcart", "carrito", "cesta"]

  /// A new line with the price and the name of the record that it names, where these were not sent, and with what it
  /// costs; other records stay as they are. Call it outside of transactions.
  func line(_ input: JSONObject, _ collection: RecordCollection, _ call: Call) throws -> JSONObject {
    guard collection.isLine || namesOnly(collection) else { return input }
    var line = input
    for (name, target) in collection.resource.references.sorted(by: { $0.key < $1.key }) {
      guard let owner = api.collections[target], owner.isReachableWithoutParents, owner !== api.accounts,
        let id = input[name].flatMap(RecordCollection.text),
        let record = try RecordSeeds(api: api, world: call.world).record(of: owner, id, below: [])
      else { continue }
      take(record.content, into: &line, collection.orderedMembers)
    }
    return withTotal(line, collection)
  }

  /// Whether requests hold nothing but what a new record names: the product of a wishlist's line.
  private func namesOnly(_ collection: RecordCollection) -> Bool {
    guard operation.kind == .create, !requestMembers.isEmpty, requestMembers.count <= 3 else { return false }
    return requestMembers.allSatisfy { collection.resource.references[$0.name] != nil }
  }

  private func take(_ named: JSONObject, into line: inout JSONObject, _ members: [ValueGenerator.Member]) {
    let byName = Dictionary(named.members.map { (Words.key($0.key), $0.value) }) { first, _ in first }
    let price = LineAmounts.prices.lazy.compactMap { byName[$0] }.first
    for member in members where line[member.name] == nil {
      let name = Words.key(member.name)
      let value =
        LineAmounts.prices.contains(name) ? byName[name] ?? price : Self.takenNames.contains(name) ? byName[name] : nil
      if let value, !value.isNull, api.maker.allows(value, on: member.place) { line[member.name] = value }
    }
  }

  /// A line with what it costs: its price, so many times.
  func withTotal(_ line: JSONObject, _ collection: RecordCollection) -> JSONObject {
    collection.isLine ? withTotal(line, collection.orderedMembers) : line
  }

  private func withTotal(_ line: JSONObject, _ members: [ValueGenerator.Member]) -> JSONObject {
    let names = Set(line.members.map { Words.key($0.key) })
    guard !names.isDisjoint(with: LineAmounts.quantities), !names.isDisjoint(with: LineAmounts.prices),
      let amount = LineAmounts.amount(of: line)
    else { return line }
    var line = line
    for member in members where LineAmounts.lineTotals.contains(Words.key(member.name)) {
      set(amount, to: member, of: &line)
    }
    return line
  }

  private func set(_ amount: Double, to member: ValueGenerator.Member, of record: inout JSONObject) {
    guard let value = LineAmounts.value(amount, like: member), api.maker.allows(value, on: member.place) else { return }
    record[member.name] = value
  }

  /// A new record whose lines, which were sent, have the names and prices of what they name, with what it costs in all;
  /// other records stay as they are. Call it outside of transactions.
  func withLines(_ input: JSONObject, _ collection: RecordCollection, _ call: Call) throws -> JSONObject {
    guard collection.hasLines else { return input }
    var input = input
    for (path, target) in collection.resource.references.sorted(by: { $0.key < $1.key }) {
      guard let mark = path.range(of: "[]."), let owner = api.collections[target],
        case (let name, let inner) = (String(path[..<mark.lowerBound]), String(path[mark.upperBound...])),
        let lines = input[name]?.array, lines.count <= Self.maximumLines, let list = collection.members[name],
        let element = api.maker.shape(of: list.place).items, case let members = api.maker.members(of: element),
        members.contains(where: { LineAmounts.quantities.contains(Words.key($0.name)) })
      else { continue }
      try call.world.store.require(table: owner.documents.name)
      let shown = try lines.map { line -> JSONValue in
        guard var object = line.object, let id = object[inner].flatMap(RecordCollection.text) else { return line }
        let record =
          owner.isReachableWithoutParents
          ? try RecordSeeds(api: api, world: call.world).record(of: owner, id, below: [])
          : try call.world.store.read { try owner.record($0, id: id, scope: [:]) }
        if let record { take(record.content, into: &object, members) }
        return .object(withTotal(object, members))
      }
      input[name] = .array(shown)
      addSums(of: shown.compactMap(\.object), to: &input, collection)
    }
    return input
  }

  private static let maximumLines = 200
  private static let additions: Set<String> = ["fee", "tax", "shipping", "tip", "vat", "surcharge"]
  private static let deductions: Set<String> = ["discount", "rebate"]

  /// Sets what a record costs: the sum of its lines, and that with what comes on top.
  private func addSums(of lines: [JSONObject], to record: inout JSONObject, _ collection: RecordCollection) {
    let amounts = lines.map(LineAmounts.amount)
    guard !lines.isEmpty, amounts.allSatisfy({ $0 != nil }) else { return }
    let sum = amounts.reduce(0) { $0 + ($1 ?? 0) }
    var total = sum
    let numbers = collection.orderedMembers.filter { $0.types.contains("number") || $0.types.contains("integer") }
    for member in numbers {
      let words = Set(Words.split(member.name))
      let sign = words.isDisjoint(with: Self.additions) ? (words.isDisjoint(with: Self.deductions) ? 0.0 : -1) : 1
      guard sign != 0, words.isDisjoint(with: ["percent", "percentage", "rate"]) else { continue }
      if record[member.name] == nil { set(0, to: member, of: &record) }
      total += sign * (record[member.name]?.number?.double ?? 0)
    }
    for member in numbers where record[member.name] == nil {
      let name = Words.key(member.name)
      if LineAmounts.itemSums.contains(name) {
        set(sum, to: member, of: &record)
      } else if LineAmounts.sums.contains(name) || ["amount", "price"].contains(name) {
        set(total, to: member, of: &record)
      }
    }
  }

  // MARK: Orders

  /// What an order is made of, where a request that has no lines of its own makes it: the lines of the account's cart.
  struct CartContent {
    /// What it gives to the order.
    let members: [(name: String, value: JSONValue)]
    private let lines: [StoredRecord]
    private let collection: RecordCollection
    private let query: RowQuery

    init(
      _ members: [(name: String, value: JSONValue)], of lines: [StoredRecord], in collection: RecordCollection,
      _ query: RowQuery
    ) {
      (self.members, self.lines, self.collection, self.query) = (members, lines, collection, query)
    }

    /// Empties the cart. Call it inside the transaction that makes the order.
    ///
    /// - Throws: ``Changed`` when another request has changed the cart since it was read.
    func take(_ connection: Connection) throws {
      let now = try collection.documents.records(connection, query)
      guard now.map(\.number) == lines.map(\.number), now.map(\.content) == lines.map(\.content) else {
        throw Changed()
      }
      for line in lines { try collection.documents.delete(connection, number: line.number) }
    }

    /// The cart is another one than the order was made of.
    struct Changed: Error {}
  }

  /// The lines of a cart, and the cart's own record where there is one.
  private struct Cart {
    let lines: RecordCollection
    /// What ties the lines to the account.
    let scope: [String: String]
    let record: (record: StoredRecord, collection: RecordCollection)?
  }

  /// The cart of the acting account: the one that a path shows, else what stands behind its name, as in `/carts/items`.
  private func cart(besides collection: RecordCollection, _ call: Call) throws -> Cart? {
    let account = try actingAccount(call)?.id ?? ""
    let whole = api.collections.values.first { one in
      one.resource.isSingleton && Self.carts.contains(Words.key(one.resource.name))
    }
    if let whole {
      guard whole !== collection, let inner = innerRecords(of: whole).first else { return nil }
      let parents = whole.scopes.map { RecordSeeds.Parent(scope: $0, id: account) }
      let record = try RecordSeeds(api: api, world: call.world).record(
        of: whole, RecordIDs.ofSingleton, below: parents)
      guard let record, let scope = inner.collection.scope(below: record, of: whole) else { return nil }
      return Cart(lines: inner.collection, scope: scope, record: (record, whole))
    }
    let lines = api.collections.values.sorted { $0.resource.name < $1.resource.name }.first { one in
      one.isPrivate && one !== collection && one.isMadeByClients
        && (api.operations[one.resource.name] ?? []).contains { operation in
          operation.kind == .create && Self.isBehindCart(operation.path)
        }
    }
    return lines.map { lines in
      Cart(lines: lines, scope: Dictionary(lines.scopes.map { ($0.key, account) }) { first, _ in first }, record: nil)
    }
  }

  private static func isBehindCart(_ path: String) -> Bool {
    let parts = path.split(separator: "/").map { Words.singularKey(String($0)) }
    return parts.count > 1 && carts.contains(parts[parts.count - 2])
  }

  /// - Throws: ``Problem`` of the documented status for a checkout of an empty cart.
  private func requireLines() throws {
    let last = operation.path.split(separator: "/").last.map { Words.key(String($0)) } ?? ""
    guard ["checkout", "placeorder"].contains(last) else { return }
    let known = try documented().answers.map(\.status)
    guard let status = ["400", "422", "409"].first(where: known.contains).flatMap({ Int($0) }) else { return }
    throw Problem(forcing: status, "the cart is empty")
  }

  /// What the cart holds for a new record; nil for one that has lines of its own, or no lines.
  func cartContent(
    for input: JSONObject, _ collection: RecordCollection, _ call: Call
  ) throws -> CartContent? {
    guard collection.hasLines,
      let reference = collection.resource.references.keys.sorted().first(where: { $0.contains("[].") }),
      let mark = reference.range(of: "[]."), case let name = String(reference[..<mark.lowerBound]),
      input[name]?.array?.isEmpty != false,
      let list = collection.members[name], let element = api.maker.shape(of: list.place).items,
      let cart = try cart(besides: collection, call)
    else { return nil }
    let seeds = RecordSeeds(api: api, world: call.world)
    try seeds.require(
      cart.lines,
      below: cart.lines.scopes.compactMap { one in
        cart.scope[one.key].map { RecordSeeds.Parent(scope: one, id: $0) }
      })
    let query = cart.lines.query(cart.scope)
    let lines = try call.world.store.read { try cart.lines.documents.records($0, query) }
    guard !lines.isEmpty else {
      try requireLines()
      return nil
    }
    let products = collection.resource.references[reference].flatMap { api.collections[$0] }
    let idName = String(reference.dropFirst(name.count + 3))
    let members = api.maker.members(of: element)
    let shown = try lines.map { stored -> JSONValue in
      var line = JSONObject()
      for member in members { line[member.name] = stored.content[member.name] }
      if let products, let id = stored.content[idName].flatMap(RecordCollection.text),
        let product = try seeds.record(of: products, id, below: [])
      {
        take(product.content, into: &line, members)
      }
      return .object(withTotal(line, members))
    }
    var found: [(name: String, value: JSONValue)] = [(name, .array(shown))]
    let whole = try cart.record.map { try withInnerRecords($0.record, of: $0.collection, call).content } ?? JSONObject()
    for member in collection.orderedMembers where input[member.name] == nil && whole[member.name] != nil {
      guard LineAmounts.lineTotals.contains(Words.key(member.name)), let value = whole[member.name],
        api.maker.allows(value, on: member.place)
      else { continue }
      found.append((member.name, value))
    }
    return CartContent(found, of: lines, in: cart.lines, query)
  }

  // MARK: Flags that one record has

  /// Has no other record beside this one be the default one. Call it inside a transaction.
  func keepOneDefault(
    _ content: JSONObject, _ collection: RecordCollection, id: String, scope: [String: String],
    _ connection: Connection
  ) throws {
    for name in collection.exclusiveFlags where content[name]?.bool == true {
      var query = collection.query(scope)
      query.require(collection.documents.records.condition(collection.path(to: name), in: ["true"]))
      query.limit = 100
      for other in try collection.documents.records(connection, query) where other.id != id {
        var changed = other.content
        changed[name] = .bool(false)
        try collection.documents.update(
          connection, number: other.number, id: other.id, scope: other.scope, changed)
      }
    }
  }
}
