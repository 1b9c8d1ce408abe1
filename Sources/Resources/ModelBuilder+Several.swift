import JSONSchema

// Operations on the records whose ids a request lists: `DELETE /messages`, `POST /invoices/bulk`, `POST /tasks/bulk_edit`.

extension ModelBuilder {
  /// Such an operation; nil for another one.
  func ofSeveral(
    _ facts: OperationFacts, _ target: OperationTarget, resource: Int, than made: OperationDescription
  ) -> OperationDescription? {
    guard !["GET", "HEAD"].contains(facts.method), target.forced == nil, !resources[resource].isSingleton,
      hasRecords(resource), made.idParameter == nil || made.isIDInQuery, made.idContentMember == nil,
      target.form != .item, target.form != .itemAction, made.membership == nil
    else { return nil }
    if let made = ofItems(facts, target, resource: resource) { return made }
    let literal =
      (facts.shape.segments.last?.literal.map(Words.split) ?? []) + (facts.shape.verb.map(Words.split) ?? [])
    let deletes = facts.method == "DELETE" || literal.contains(where: Self.deleting.contains)
    // `/batch/photos/archive`
    let isOfMany =
      literal.contains(where: Self.many.contains)
      || facts.shape.segments.dropLast().contains { $0.literal.map { Self.many.contains($0.lowercased()) } ?? false }
    guard var several = severalIDs(facts, resource: resource, isPlain: deletes || isOfMany, deletes: deletes) else {
      return nil
    }
    let members = facts.request.map { index.shape($0).members } ?? []
    let texts = members.filter { index.shape($0.node).types == ["string"] || !index.shape($0.node).enumeration.isEmpty }
    several.verb = deletes ? nil : texts.first { Self.verbs.contains($0.key) }?.name
    several.kind = texts.first { Self.kinds.contains($0.key) }?.name
    let name = resources[resource].name
    let place = several.isInQuery ? "the query" : "the content"
    func described(_ kind: OperationDescription.Kind, _ reason: String) -> OperationDescription {
      var described = make(facts, kind, resource, 0.85, reason)
      (described.severalIDs, described.status) = (several, facts.status)
      described.change = kind == .action ? made.change ?? changeOfMany(target, isOfMany, resource) : nil
      if let answer = facts.answer, kind != .delete,
        let list = finder.list(in: answer, names: nodes[groups[resource].first ?? 0].names),
        views[resource].contains(list.record)
      {
        (described.recordSchema, described.answerEnvelope) = (list.record.place, list.envelope)
      }
      return described
    }
    if deletes { return described(.delete, "deletes the \(name) whose ids \(place) lists") }
    if several.verb != nil {
      return described(.action, "does what \(several.verb ?? "") says with the \(name) whose ids \(place) lists")
    }
    let changes = ["PUT", "PATCH"].contains(facts.method) || literal.contains(where: Self.changing.contains)
    let others = members.filter { $0.name != several.name && shapes[resource].member($0.name) != nil }
    if changes, !others.isEmpty { return described(.update, "changes the \(name) whose ids \(place) lists") }
    guard made.kind == .action || isOfMany && made.kind != .create else { return nil }
    return described(.action, "\(literal.joined(separator: " ")) acts on the \(name) whose ids \(place) lists")
  }

  /// A change of the records whose ids a request lists beside what they become: `PATCH /jars` with
  /// `{"keys": [1, 2], "data": {"shelf": 3}}`; nil for another operation.
  func ofListedIDs(_ facts: OperationFacts, resource: Int) -> OperationDescription? {
    guard ["PUT", "PATCH"].contains(facts.method), let request = facts.request.map(index.shape),
      let several = severalIDs(facts, resource: resource, isPlain: true, deletes: false), !several.isInQuery,
      shapes[resource].member(several.name) == nil
    else { return nil }
    let holders = request.members.filter { member in
      let shape = index.shape(member.node)
      return member.name != several.name && shape.isObject
        && (views[resource].contains(member.node)
          || shape.members.contains { shapes[resource].member($0.name) != nil })
    }
    guard holders.count == 1 else { return nil }
    let name = resources[resource].name
    var made = make(facts, .update, resource, 0.9, "changes the \(name) whose ids the content lists")
    (made.severalIDs, made.requestEnvelope, made.status) = (several, [holders[0].name], facts.status)
    if let list = facts.answer.flatMap({ finder.list(in: $0, names: nodes[groups[resource].first ?? 0].names) }),
      views[resource].contains(list.record)
    {
      (made.recordSchema, made.answerEnvelope) = (list.record.place, list.envelope)
    }
    return made
  }

  /// An action on the records that a request lists as objects with their ids: `POST /jars/reorder` with
  /// `{"items": [{"id": 5, "shelf": 2}]}`; nil for another operation.
  private func ofItems(_ facts: OperationFacts, _ target: OperationTarget, resource: Int) -> OperationDescription? {
    guard target.verb != nil, let id = resources[resource].idMember, let request = facts.request.map(index.shape) else {
      return nil
    }
    let lists = request.members.filter { index.shape($0.node).items.map { index.shape($0).isObject } ?? false }
    guard lists.count == 1, let element = index.shape(lists[0].node).items.map(index.shape),
      let own = element.member(id), !own.isReadOnly, element.required.contains(id),
      element.members.contains(where: { $0.name != id && shapes[resource].member($0.name) != nil }),
      shapes[resource].member(lists[0].name) == nil
    else { return nil }
    let words = target.verbWords.joined(separator: " ")
    var made = make(
      facts, .action, resource, 0.85, "\(words) acts on the \(resources[resource].name) that the content lists")
    made.severalIDs = SeveralIDs(name: lists[0].name, item: id)
    made.status = facts.status
    return made
  }

  /// What is set in several records by an operation that is called after it: `private` of `/batch/photos/private`.
  private func changeOfMany(
    _ target: OperationTarget, _ isOfMany: Bool, _ resource: Int
  ) -> OperationDescription.StateChange? {
    guard isOfMany, !target.verbWords.isEmpty else { return nil }
    let change = StateChangeReader(index: index).change(
      verbWords: target.verbWords, record: shapes[resource], isUndone: false)
    return change.flatMap { shapes[resource].member($0.member) == nil ? nil : $0 }
  }

  /// Where a request lists ids of a resource.
  ///
  /// - Parameters:
  ///   - isPlain: Whether a list of texts or numbers that says nothing of itself is meant.
  ///   - deletes: Whether the records go.
  private func severalIDs(_ facts: OperationFacts, resource: Int, isPlain: Bool, deletes: Bool) -> SeveralIDs? {
    func isList(_ schema: Schema?) -> Bool {
      guard var items = schema.flatMap({ index.shape($0).items }).map(index.shape) else { return false }
      // `[{"item": "a"}]`
      if isPlain, items.isObject, items.members.count == 1 { items = index.shape(items.members[0].node) }
      return items.isScalar && !items.types.contains("boolean")
    }
    let last = Words.split(resources[resource].name).last.map(Words.singular) ?? ""
    var names: Set<String> = ["ids", "uuids", last + "ids"]
    for name in idNames[resource] where name.hasSuffix("id") { names.insert(name + "s") }
    if isPlain { names.formUnion(["objects", "items", "records", "keys", "id", Words.plural(last)]) }
    if let parameter = facts.query.first(where: { names.contains($0.key) && isList($0.schema) }) {
      return SeveralIDs(name: parameter.name, isInQuery: true)
    }
    if let parameter = facts.query.first(where: { $0.key.hasSuffix("ids") && names.contains($0.key) }) {
      return SeveralIDs(name: parameter.name, isInQuery: true)
    }
    guard let request = facts.request else { return nil }
    if isList(request) { return facts.method == "DELETE" || deletes ? SeveralIDs(name: "") : nil }
    return index.shape(request).members.first { names.contains($0.key) && isList($0.node) }.map {
      SeveralIDs(name: $0.name)
    }
  }

  private static let deleting: Set<String> = ["delete", "remove", "destroy", "purge", "eliminar", "borrar"]
  private static let changing: Set<String> = ["edit", "update", "editor", "modify", "change"]
  private static let many: Set<String> = ["many", "bulk", "batch", "multiple", "mass", "multi"]
  private static let verbs: Set<String> = ["action", "operation", "method", "command", "op", "bulkaction"]
  private static let kinds: Set<String> = ["objecttype", "resource", "resourcetype", "model", "entity", "entitytype"]

  /// Whether a request is a JSON Patch (RFC 6902) rather than an array of records.
  func isPatch(_ request: Schema) -> Bool {
    guard let items = index.shape(request).items.map(index.shape) else { return false }
    return items.member("op") != nil && items.member("path") != nil
  }
}
