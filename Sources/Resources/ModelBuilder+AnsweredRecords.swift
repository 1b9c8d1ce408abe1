import JSON
import JSONSchema

/// Operations whose paths say little, and whose answers show a record that other paths show: `POST /checkout` answers
/// with an order.
extension ModelBuilder {
  /// Words of what only asks, or is about a session rather than a record.
  private static let asking: Set<String> = [
    "login", "signin", "logout", "signout", "auth", "authenticate", "session", "token", "refresh", "verify", "validate",
    "preview", "calculate", "estimate", "check", "test", "search", "query", "filter", "lookup", "compare", "password",
    "forgot", "reset", "recover", "suggest", "find", "parse", "export", "resend", "otp", "oauth", "callback", "webhook",
    "status", "info", "get", "list", "update", "edit", "change", "set", "delete", "remove", "upload", "picture",
    "avatar", "image", "photo", "import", "merge", "sync",
  ]

  /// What such an operation does with the record: it makes one, or acts on the one that the request names. nil for an
  /// operation whose answer shows no record.
  func answeredRecord(_ number: Int) -> OperationDescription? {
    let facts = collections.operations[number]
    let target = collections.targets[number]
    guard ["POST", "PUT", "PATCH"].contains(facts.method), target.forced == nil, !facts.isFile,
      let answer = facts.answer
    else { return nil }
    let words = target.verbWords + (facts.shape.segments.compactMap(\.literal).last.map(Words.split) ?? [])
    let isOwn = facts.shape.segments.contains { ["me", "self", "current", "profile"].contains($0.literal ?? "") }
    let isChange = words.first.map(Vocabulary.update.contains) ?? false
    guard isChange || Self.asking.isDisjoint(with: words), !isOwn else { return nil }
    guard let (resource, _) = owner(ofRecordIn: answer) else {
      return isChange ? nil : answeredSingleton(facts, answer)
    }
    let name = resources[resource].name
    let verb = target.verbWords.isEmpty ? words : target.verbWords
    let queryID = self.queryID(facts, target: target, resource: resource)
    let sentID = queryID == nil ? self.contentID(facts, target: target, resource: resource) : nil
    let contentID = sentID.flatMap { ["id", "uuid", "key"].contains(Words.split($0).last ?? "") ? $0 : nil }
    var made: OperationDescription
    if isChange {
      // `/editNoteText` with the `note_id` of the content.
      guard let contentID, facts.method == "POST" else { return nil }
      made = make(facts, .update, resource, 0.85, "the answer shows the one of the \(name) that the request names")
      made.idContentMember = contentID
    } else if queryID != nil || contentID != nil {
      made = make(facts, .action, resource, 0.85, "the answer shows the one of the \(name) that the request names")
      (made.idParameter, made.isIDInQuery, made.idContentMember) = (queryID, queryID != nil, contentID)
      made.change = StateChangeReader(index: index).change(
        verbWords: verb, record: shapes[resource], isUndone: false, facts: facts)
    } else {
      guard facts.method != "PATCH", facts.shape.segments.last?.parameter == nil else { return nil }
      made = make(facts, .create, resource, 0.8, "the answer shows one of the \(name), which no request names yet")
    }
    readBodies(facts, resource: resource, names: [name], into: &made)
    if made.kind == .create { made.idContentMember = nil }
    if made.kind == .update { made.idContentMember = contentID }
    // What is sent on, or copied, is there twice.
    if made.kind == .action, facts.method == "POST", let first = verb.first,
      ["copy", "duplicate", "clone", "forward", "repost"].contains(first)
    {
      made.produced = name
    }
    made.status = facts.status
    return made
  }

  /// What writes a record that there is one of, at another path than that which shows it: `POST /affiliate/apply` answers
  /// with what `GET /affiliate/status` shows. nil for another operation.
  private func answeredSingleton(_ facts: OperationFacts, _ answer: Schema) -> OperationDescription? {
    guard facts.method == "POST", facts.hasRequest, !facts.shape.segments.contains(where: { $0.parameter != nil }),
      index.shape(answer).members.count >= 2
    else { return nil }
    let first = facts.shape.segments.first?.literal
    let found = views.indices.filter { number in
      resources[number].isSingleton && views[number].contains(answer)
        && groups[number].contains { nodes[$0].segments.first?.literal == first }
    }
    guard found.count == 1 else { return nil }
    var made = make(facts, .create, found[0], 0.75, "the answer shows the one \(resources[found[0]].name)")
    readBodies(facts, resource: found[0], names: [resources[found[0]].name], into: &made)
    made.status = facts.status
    return made
  }

  /// The resource with paths of its own whose record stands in an answer: by itself, one level down, or below the only
  /// member.
  private func owner(ofRecordIn answer: Schema, depth: Int = 0) -> (Int, Schema)? {
    let whole = index.shape(answer)
    if whole.members.count == 1, depth < 2, let inner = owner(ofRecordIn: whole.members[0].node, depth: depth + 1) {
      return inner
    }
    let isEnvelope = whole.members.count <= 4 && !EnvelopeFinder.hasOwnID(whole)
    let inner = isEnvelope ? whole.members.map(\.node).filter { index.shape($0).isObject } : []
    // `anyOf` a record, or `true`.
    let choices = inner.flatMap { schema in ["anyOf", "oneOf"].flatMap(schema.subschemas).compactMap(index.node) }
    for schema in [answer] + inner + choices where index.shape(schema).members.count >= 2 {
      let owner = views.indices.first { number in
        views[number].contains(schema) && !resources[number].isSingleton && hasRecords(number)
      }
      if let owner { return (owner, schema) }
    }
    return nil
  }

  /// Where the record stands in an answer, which may be the only element of a list: `{"data": [{…}]}`. Where the same
  /// schema is that of all records, an answer is no list of one.
  func recordPlace(
    _ facts: OperationFacts, of resource: Int, names: [String], known: Set<Schema>
  ) -> EnvelopeFinder.Place? {
    let place = collections.record(facts, names: names, known: known)
    guard let place, place.envelope.isEmpty, !known.contains(place.record), let answer = facts.answer,
      let list = finder.list(in: answer, names: names), known.contains(list.record)
    else { return place }
    if resources[resource].isSingleton, list.envelope.count == 1 { return list }
    // What answers for one id is that one, by whatever schema lists have.
    if facts.meaning == "GET", facts.shape.segments.last?.parameter != nil {
      return lists.isPaged(facts) ? place : list
    }
    let isOfAll = groups[resource].flatMap { nodes[$0].operations }.contains { number in
      let other = collections.operations[number]
      return other.method == "GET" && other.answer == answer
    }
    return isOfAll ? place : list
  }
}
