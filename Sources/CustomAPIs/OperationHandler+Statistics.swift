import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

// What a dashboard shows of other records: numbers such as `total_tasks` and `completed_tasks`, and lists such as
// `recentOrders` and `upcomingAppointments`.

extension OperationHandler {
  private static let names: Set<String> = [
    "stats", "statistics", "dashboard", "summary", "overview", "analytics", "counts", "metrics", "totals", "home",
    "homepage", "main", "landing", "widgets",
  ]

  /// The most records that a list of a dashboard has.
  private static let maximumShown = 50

  /// Answers with the numbers and the lists of what is kept; nil for another operation, and where nothing in the response
  /// is about records.
  func statistics(_ call: Call, _ answers: ResponseBuilder) throws -> RenderedBody? {
    guard collection?.resource.isSingleton == true, let place = answers.place, shownParent(answers) == nil else {
      return nil
    }
    if let counts = try countsByState(place, call) {
      return try answers.content(
        showing: answers.withoutEnvelope(.object(counts)), seed: SplitMix64.seed(of: operation.operationID))
    }
    guard
      operation.path.split(separator: "/").contains(where: { name in
        Words.split(String(name)).contains { Self.names.contains($0) }
      })
    else { return nil }
    var shown = JSONObject()
    for member in api.maker.members(of: place) {
      if let known = try fact(member, call) {
        shown[member.name] = known
      } else if member.types.contains("object") {
        let members = api.maker.members(of: member.place)
        var inner = JSONObject(try members.compactMap { one in try fact(one, call).map { (one.name, $0) } })
        addBalance(to: &inner, members)
        if !inner.isEmpty { shown[member.name] = .object(inner) }
      }
    }
    addBalance(to: &shown, api.maker.members(of: place))
    guard !shown.isEmpty else { return nil }
    addOthers(to: &shown, place)
    return try answers.content(
      showing: answers.withoutEnvelope(.object(shown)), seed: SplitMix64.seed(of: operation.operationID))
  }

  /// Has a dashboard show its other numbers, too: of what is not kept there is nothing.
  private func addOthers(to shown: inout JSONObject, _ place: JSONPointer) {
    for member in api.maker.members(of: place) where shown[member.name] == nil {
      guard member.types.contains("integer") || member.types.contains("number") else { continue }
      let zero = JSONValue.number(JSONNumber(0))
      if api.maker.allows(zero, on: member.place) { shown[member.name] = zero }
    }
  }

  /// How many records are in each state, where the response is a map of numbers and the document says whose: "returns pet
  /// inventories by status"; nil for another response.
  private func countsByState(_ place: JSONPointer, _ call: Call) throws -> JSONObject? {
    let schema = api.resolved(place).flatMap { api.document.root[$0]?.object }
    guard schema?["properties"] == nil,
      ["integer", "number"].contains(schema?["additionalProperties"]?["type"]?.string ?? "")
    else { return nil }
    let place = JSONPointer(["paths", operation.path, operation.method.lowercased()])
    let said = ["summary", "description"].compactMap { api.document.root[place.appending($0)]?.string }
    let words = Set(said.flatMap(Words.split).map(Words.singular))
    for counted in api.collections.values.sorted(by: { $0.resource.name < $1.resource.name })
    where !counted.resource.isSingleton && counted.isReachableWithoutParents && words.contains(counted.resource.key) {
      let member = counted.orderedMembers.first { member in
        words.contains(Words.key(member.name)) && api.enumeration(of: member) != nil
      }
      guard let member, let values = api.enumeration(of: member) else { continue }
      try RecordSeeds(api: api, world: call.world).require(counted, below: [])
      let path = counted.path(to: member.name)
      return try call.world.store.read { connection in
        var counts = JSONObject()
        for value in values.prefix(100) {
          var query = counted.query([:])
          query.require(counted.documents.records.condition(path, in: [value]))
          counts[value] = .number(JSONNumber(try counted.documents.records.count(connection, query)))
        }
        return counts
      }
    }
    return nil
  }

  private func fact(_ member: ValueGenerator.Member, _ call: Call) throws -> JSONValue? {
    try number(member, call) ?? records(member, call)
  }

  /// How many records a property is about; nil for one that counts none.
  private func number(_ member: ValueGenerator.Member, _ call: Call) throws -> JSONValue? {
    guard member.types.contains("integer") || member.types.contains("number") else { return nil }
    let words = Words.split(member.name).filter { !["total", "count", "num", "number", "of", "all"].contains($0) }
    guard let (counted, parents, chosen) = try selection(named: words, call) else {
      return try sum(member, words, call)
    }
    var query = chosen
    counted.require(spanOf: call, &query)
    try RecordSeeds(api: api, world: call.world).require(counted, below: parents)
    let total = try call.world.store.read { try counted.documents.records.count($0, query) }
    return .number(JSONNumber(total))
  }

  /// The sum of the amounts of all records of a kind: `totalIncome` of the entries whose `type` is `INCOME`; nil for a
  /// property that names none.
  private func sum(_ member: ValueGenerator.Member, _ words: [String], _ call: Call) throws -> JSONValue? {
    guard words.count == 1, case let kind = Words.singular(words[0]) else { return nil }
    for summed in api.collections.values.sorted(by: { $0.resource.name < $1.resource.name })
    where !summed.resource.isSingleton && summed.isMadeByClients {
      let amount = summed.orderedMembers.first { one in
        ["amount", "total", "value"].contains(Words.key(one.name)) && !one.types.contains("string")
      }
      let type = summed.orderedMembers.lazy.compactMap { one in
        self.api.enumeration(of: one)?.first { Words.singular(Words.key($0)) == kind }.map { (one.name, $0) }
      }.first
      guard let amount, let (name, value) = type, let parents = try parents(of: summed, call) else { continue }
      var query = summed.query(Dictionary(parents.map { ($0.scope.key, $0.id) }) { first, _ in first })
      query.require(summed.documents.records.condition(summed.path(to: name), in: [value]))
      summed.require(spanOf: call, &query)
      try RecordSeeds(api: api, world: call.world).require(summed, below: parents)
      let path = summed.path(to: amount.name)
      return LineAmounts.value(
        try call.world.store.read { [query] in try summed.documents.sum($0, of: path, query) }, like: member)
    }
    return nil
  }

  /// What is left of an income after the expenses, where a dashboard shows the three.
  private func addBalance(to shown: inout JSONObject, _ members: [ValueGenerator.Member]) {
    func value(_ word: String) -> Double? {
      shown.members.first { Words.split($0.key).map(Words.singular).contains(word) }?.value.number?.double
    }
    let balance = members.first { ["balance", "net", "netincome", "netbalance"].contains(Words.key($0.name)) }
    guard let balance, let income = value("income"), let expense = value("expense"),
      let left = LineAmounts.value(income - expense, like: balance)
    else { return }
    shown[balance.name] = left
  }

  /// The records that a property lists; nil for one that lists none that are kept.
  private func records(_ member: ValueGenerator.Member, _ call: Call) throws -> JSONValue? {
    guard member.types.contains("array"), let items = api.maker.shape(of: member.place).items else { return nil }
    let words = Words.split(member.name).filter { !["my", "list", "items", "top", "all", "nearby"].contains($0) }
    let isNewest = words.contains { ["recent", "latest", "new", "newest", "last"].contains($0) }
    let plain = words.filter { !["recent", "latest", "new", "newest", "last", "popular", "trending"].contains($0) }
    guard let (listed, parents, chosen) = try selection(named: plain, call) else { return nil }
    // Whatever the property is called, its records have an id of that resource.
    guard let id = listed.idPath.first, api.maker.members(of: items).contains(where: { $0.name == id }) else {
      return nil
    }
    try RecordSeeds(api: api, world: call.world).require(listed, below: parents)
    var query = chosen
    if isNewest { query.order = RowQuery.Part("number DESC", []) }
    query.limit = Self.maximumShown
    let found = try call.world.store.read { try listed.documents.records($0, query) }
    return .array(found.map { .object(shown($0, of: listed, call)) })
  }

  /// The records of the acting account, or of all, that some words name, perhaps in a state: `completed tasks`; nil where
  /// they name no resource.
  private func selection(
    named words: [String], _ call: Call
  ) throws -> (RecordCollection, [RecordSeeds.Parent], RowQuery)? {
    var words = words
    guard let last = words.popLast(), words.count <= 1 else { return nil }
    let name = Words.singular(last)
    let all = api.collections.values.filter { !$0.resource.isSingleton && $0.isKnownToAPI }.sorted {
      $0.resource.name < $1.resource.name
    }
    // `clients_orders` are a resource of that name rather than orders in a state.
    let whole = all.first { $0.resource.key == Words.singularKey(words + [last]) }
    if whole != nil { words = [] }
    let named = all.filter { Words.split($0.resource.name).last.map(Words.singular) == name }
    guard let found = whole ?? all.first(where: { $0.resource.key == name }) ?? (named.count == 1 ? named[0] : nil)
    else { return nil }
    guard let parents = try parents(of: found, call) else { return nil }
    var query = found.query(Dictionary(parents.map { ($0.scope.key, $0.id) }) { first, _ in first })
    if let word = words.first {
      guard let part = future(word, found, call) ?? state(word, of: found) else { return nil }
      query.require(part)
    }
    return (found, parents, query)
  }

  /// The parents below which records are counted: the acting account, or those that the path of the dashboard names; nil
  /// for records below others.
  private func parents(of counted: RecordCollection, _ call: Call) throws -> [RecordSeeds.Parent]? {
    if counted.isPrivate, let scope = counted.scopes.first(where: { $0.parameter == AccountUse.parameter }) {
      return [RecordSeeds.Parent(scope: scope, id: try actingAccount(call)?.id ?? "")]
    }
    let own = self.parents(call)
    let shared = counted.scopes.compactMap { scope in
      own.first { $0.scope.key == scope.key && scope.parent != nil }.map {
        RecordSeeds.Parent(scope: scope, id: $0.id)
      }
    }
    if shared.count == counted.scopes.count { return shared }
    return counted.isReachableWithoutParents ? [] : nil
  }

  /// Holds for records whose first date is to come, where a word says so.
  private func future(_ word: String, _ collection: RecordCollection, _ call: Call) -> RowQuery.Part? {
    guard ["upcoming", "next", "future"].contains(word),
      let moment = collection.orderedMembers.first(where: { member in
        ["date", "date-time"].contains(member.format ?? "") && PropertyRole(member.name, types: member.types) != .moment
      })
    else { return nil }
    return collection.documents.records.condition(
      collection.path(to: moment.name), Comparison(.greaterOrEqual, call.world.clock.now.iso8601))
  }
}
