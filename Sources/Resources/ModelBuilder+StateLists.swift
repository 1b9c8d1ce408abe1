import JSON
import JSONSchema

// Lists whose name is a state of their records: `GET /tasks/completed`, `GET /bookmarks`, `POST /documents.archived`.

extension ModelBuilder {
  /// What holds for all records of a list by its name; nil for a list of all of them.
  ///
  /// - Parameters:
  ///   - name: The last name of the path, or the word of a command.
  func listedState(named name: String, record: SchemaShape, resource: Int) -> QueryCondition? {
    guard let last = Words.split(name).last,
      case let word = Words.singular(last), word != Words.singularKey(resources[resource].name),
      // `rules` of the mail rules are all of them.
      word != Words.split(resources[resource].name).last.map(Words.singular)
    else { return nil }
    let forms = Set(StateChangeReader.forms(of: word) + [last])
    let flag = record.members.first { member in
      index.shape(member.node).types == ["boolean"] && Words.split(member.name).last.map(forms.contains) ?? false
    }
    if let flag { return QueryCondition([flag.name], .has, value: "true") }
    if let state = StateChangeReader(index: index).state(named: [word, last], of: record) {
      return QueryCondition([state.member], .has, value: state.value)
    }
    // `archivedAt` is set for what is archived.
    let moment = record.members.first { member in
      Self.momentWords.contains(member.words.last ?? "")
        && [word, last].contains(member.words.dropLast().joined()) && index.shape(member.node).types.contains("string")
    }
    if let moment { return QueryCondition([moment.name], .isSet) }
    guard let sign = Self.timeLists[last], let time = beginning(of: record, isDue: last == "overdue") else {
      return nil
    }
    return QueryCondition([time], sign)
  }

  /// The state of what is made in one of several collections of the same kind of record, by the collection's name: who is
  /// put into `/groups/{id}/bans` is `banned`, and is one of the group's members otherwise.
  func madeState(
    _ facts: OperationFacts, _ target: OperationTarget, resource: Int
  ) -> OperationDescription.StateChange? {
    let own = resources[resource]
    guard facts.method == "POST", !own.schema.tokens.isEmpty, let last = Words.split(target.literal).last,
      schemaCounts[own.schema.tokens] ?? 0 > 1,
      let state = StateChangeReader(index: index).state(
        named: StateChangeReader.forms(of: Words.singular(last)), of: shapes[resource]),
      facts.request.map({ index.shape($0).member(state.member) == nil }) ?? true
    else { return nil }
    return OperationDescription.StateChange(member: state.member, value: .string(state.value))
  }

  /// A GET whose path means the newest record of the collection before its last name: `/rides/current`, `/orders/latest`.
  func newest(_ facts: OperationFacts, _ target: OperationTarget) -> OperationDescription? {
    guard facts.method == "GET", let (last, at) = newestOf(target), nodes[at].kind == .collection,
      let resource = nodes[at].resource,
      let place = collections.record(facts, names: nodes[at].names, known: views[resource]),
      views[resource].contains(place.record) || isFuller(place.record, resource)
    else { return nil }
    let name = resources[resource].name
    var made = make(facts, .read, resource, 0.85, "the newest of the \(name)")
    if last != "latest", last != "last" { made.reason += " that has not ended" }
    (made.isNewestFirst, made.recordSchema, made.answerEnvelope) = (true, place.record.place, place.envelope)
    return made
  }

  /// Whether a schema has the id and nearly all other properties of a resource's records.
  private func isFuller(_ schema: Schema, _ resource: Int) -> Bool {
    let (shape, own) = (index.shape(schema), shapes[resource].members)
    guard let id = resources[resource].idMember, shape.member(id) != nil else { return false }
    return own.filter { shape.member($0.name) != nil }.count * 5 >= own.count * 4
  }

  /// The word that means the newest record, and the collection: those of `/rides/current` and of `/current_journey`.
  private func newestOf(_ target: OperationTarget) -> (word: String, node: Int)? {
    guard let last = target.segments.last?.literal else { return nil }
    let before = target.segments.dropLast()
    if Self.newestWords.contains(last.lowercased()) {
      return before.isEmpty ? nil : collections.numbers[PathShape.key(before)].map { (last.lowercased(), $0) }
    }
    let words = Words.split(last)
    guard words.count == 2, Self.newestWords.contains(words[0]) else { return nil }
    let node = [Words.plural(words[1]), words[1]].lazy.compactMap { name in
      self.collections.numbers[PathShape.key(before + [.literal(name)])]
    }.first
    return node.map { (words[0], $0) }
  }

  /// A GET of which the document says nothing but its path, which means some of the records of the collection before its
  /// last name: `/missions/available`, `/missions/worker/mine`, `/messages/thread/{missionId}`; nil for another one.
  func openList(_ facts: OperationFacts) -> OperationDescription? {
    guard facts.method == "GET", facts.isAnswerOpen(index) else { return nil }
    var before = facts.shape.segments
    let parameter = before.last?.parameter
    if parameter != nil { before.removeLast() }
    guard let last = before.popLast()?.literal, let word = Words.split(last).last else { return nil }
    var at = collections.numbers[PathShape.key(before)]
    // `/missions/worker/mine`
    if at.map({ nodes[$0].kind != .collection }) ?? true, parameter == nil, word == "mine", before.last?.literal != nil
    {
      at = collections.numbers[PathShape.key(before.dropLast())]
    }
    guard let at, nodes[at].kind == .collection, let resource = nodes[at].resource, hasRecords(resource),
      let record = index.node(at: resources[resource].schema)
    else { return nil }
    let shape = index.shape(record)
    let named = parameter.flatMap { name in shape.members.first { Words.key($0.name) == Words.key(name) }?.name }
    let member = named ?? (parameter == nil ? nil : dayAsked(last, of: nodes[at]))
    let isList =
      parameter == nil
      ? Self.listWords.contains(word) || isSearch(facts, word)
        || listedState(named: last, record: shape, resource: resource) != nil
      : member != nil
    guard isList else { return nil }
    let place = EnvelopeFinder.Place(
      envelope: facts.openHolder(index).map { [$0] } ?? [], record: record, confidence: 0.7)
    var made = list(
      facts, collections.targets[nodes[at].operations[0]], place: place, resource: resource, confidence: 0.7,
      "the path names some of the \(resources[resource].name), and the document leaves open what it answers")
    made.listed = parameter == nil ? listedState(named: last, record: shape, resource: resource) : nil
    if let parameter, let member {
      made.scopes = [OperationDescription.Scope(parameter: parameter, parent: nil, member: member)]
    }
    made.status = facts.status
    return made
  }

  /// Whether a path asks for records by a text: `/lamps/search?query=`.
  private func isSearch(_ facts: OperationFacts, _ word: String) -> Bool {
    Vocabulary.search.contains(word) && lists.searchParameter(facts) != nil
  }

  /// The property with the day of what clients write down, where a path asks for one: `/naps/date/{date}`; nil for another
  /// path.
  private func dayAsked(_ literal: String, of node: CollectionNode) -> String? {
    let isTaken = node.operations.contains { number in
      collections.operations[number].method == "POST" && collections.takesDay(collections.operations[number])
    }
    return literal.lowercased() == "date" && isTaken ? "date" : nil
  }

  private static let listWords: Set<String> = [
    "mine", "my", "all", "available", "feed", "nearby", "popular", "recent", "latest", "trending", "recommended",
    "history", "public", "top", "newest", "list",
  ]

  private static let newestWords: Set<String> = ["current", "active", "ongoing", "latest", "last"]
  private static let momentWords: Set<String> = ["at", "on", "date", "time"]
  private static let timeLists: [String: QueryCondition.Sign] = [
    "upcoming": .isFuture, "future": .isFuture, "next": .isFuture, "past": .isPast, "previous": .isPast,
    "overdue": .isPast,
  ]

  private static let otherMoments: Set<String> = [
    "created", "updated", "modified", "changed", "birth", "end", "ends", "expires", "expiry", "published",
  ]

  /// The date or time at which what a record is about begins, or is due.
  private func beginning(of record: SchemaShape, isDue: Bool) -> String? {
    let words: Set<String> =
      isDue ? ["due", "deadline"] : ["start", "starts", "begin", "begins", "scheduled", "departure", "date", "due"]
    return record.members.first { member in
      let shape = index.shape(member.node)
      return ["date", "date-time"].contains(shape.format ?? "") && !words.isDisjoint(with: member.words)
        && Self.otherMoments.isDisjoint(with: member.words)
    }?.name
  }
}
