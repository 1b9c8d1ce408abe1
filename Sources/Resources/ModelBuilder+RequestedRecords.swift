import JSON

/// Operations that name their record in the query or in the content, and those that act on one.
extension ModelBuilder {
  func byQuery(
    _ facts: OperationFacts, _ kind: OperationDescription.Kind, _ parameter: String, resource: Int
  ) -> OperationDescription {
    let name = resources[resource].name
    var made = make(facts, kind, resource, 0.8, "\(facts.method) of \(name) by \(parameter) of the query")
    made.idParameter = parameter
    made.isIDInQuery = true
    readBodies(facts, resource: resource, names: [name], into: &made)
    return made
  }

  func byContent(
    _ facts: OperationFacts, _ kind: OperationDescription.Kind, _ member: String, resource: Int
  ) -> OperationDescription {
    let name = resources[resource].name
    var made = make(facts, kind, resource, 0.8, "\(facts.method) of \(name) by \(member) of the content")
    readBodies(facts, resource: resource, names: [name], into: &made)
    made.idContentMember = member
    return made
  }

  /// The names by which parameters and members of requests call the id of one record of a resource.
  func namesOfID(_ resource: Int) -> Set<String> {
    var names: Set<String> = ["id"]
    if let member = resources[resource].idMember { names.insert(Words.key(member)) }
    for number in groups[resource] {
      var own = [Words.singularKey(nodes[number].literal)]
      if let name = nodes[number].list?.envelope.last, !Vocabulary.listWrappers.contains(Words.key(name)) {
        own.append(Words.singularKey(name))
      }
      if let tokens = nodes[number].record?.pointer.tokens, tokens.count == 3, tokens[1] == "schemas" {
        own.append(Words.singularKey(tokens[2]))
      }
      for name in own { names.formUnion([name, name + "id", name + "uuid", name + "key", name + "sid"]) }
    }
    return names
  }

  /// The query parameter that names one record.
  func queryID(_ facts: OperationFacts, target: OperationTarget, resource: Int) -> String? {
    if let id = target.id { return facts.query.contains { $0.name == id } ? id : nil }
    let names = idNames[resource]
    return facts.query.first { parameter in
      let isOne = parameter.schema.map { !index.shape($0).isArray } ?? true
      // `PATCH /todos?id=eq.5`
      let isOwnID = ["PATCH", "PUT"].contains(facts.method) && parameter.name == resources[resource].idMember
      return isOne && (parameter.isRequired || target.verb != nil || isOwnID)
        && names.contains(Words.key(parameter.name))
    }?.name
  }

  /// The member with the id in the record, or each of the records, that is sent.
  func sentID(_ facts: OperationFacts, resource: Int) -> String? {
    guard let member = resources[resource].idMember, let request = facts.request else { return nil }
    let shape = index.shape(request)
    let sent = shape.isArray ? shape.items : finder.record(in: request, names: [resources[resource].name])?.record
    return sent.flatMap { index.shape($0).member(member) } == nil ? nil : member
  }

  /// The member of the request's content that names one record.
  func contentID(_ facts: OperationFacts, target: OperationTarget, resource: Int) -> String? {
    guard let request = facts.request else { return nil }
    if let id = target.id { return id }
    let names = idNames[resource]
    return index.shape(request).members.first {
      names.contains(Words.key($0.name)) && !index.shape($0.node).isArray && !index.shape($0.node).isObject
    }?.name
  }

  /// The only member of a request, where it holds an array of records: `items` of `POST /pets/bulk`.
  func soleArray(_ facts: OperationFacts, names: [String], resource: Int) -> String? {
    guard let members = facts.request.map({ index.shape($0).members }), members.count == 1,
      shapes[resource].member(members[0].name) == nil, let items = index.shape(members[0].node).items,
      index.shape(items).isObject
    else { return nil }
    let key = Words.key(members[0].name)
    let isNamed =
      Vocabulary.listWrappers.contains(key) || names.contains { Words.singularKey($0) == Words.singularKey(key) }
    return isNamed ? members[0].name : nil
  }

  func action(
    _ facts: OperationFacts, _ target: OperationTarget, node: CollectionNode, resource: Int
  ) -> OperationDescription {
    let name = resources[resource].name
    let words = target.verbWords.joined(separator: " ")
    if let answer = facts.answer, Vocabulary.search.contains(target.verbWords.first ?? ""),
      let place = finder.list(in: answer, names: node.names), place.confidence >= 0.7,
      nodes[collections.numbers[target.key] ?? 0].views.contains(place.record.key)
    {
      return list(
        facts, target, place: place, resource: resource, confidence: 0.85, "\(words) answers with \(name)")
    }
    if facts.method == "GET" || facts.method == "HEAD" {
      return call(facts, "GET changes nothing, and the answer is not of the \(name)")
    }
    let queryID = target.form == .itemAction ? nil : self.queryID(facts, target: target, resource: resource)
    let contentID =
      target.form == .itemAction || queryID != nil ? nil : self.contentID(facts, target: target, resource: resource)
    let isOne = target.form == .itemAction || queryID != nil || contentID != nil
    var made = make(
      facts, .action, resource, isOne ? 0.9 : 0.7,
      isOne ? "\(words) acts on one of the \(name)" : "\(words) acts on \(name)")
    made.idParameter = queryID ?? (target.form == .itemAction ? target.trailing.last : nil)
    (made.isIDInQuery, made.idContentMember) = (queryID != nil, contentID)
    made.change =
      isOne
      ? StateChangeReader(index: index).change(
        verbWords: target.verbWords, record: shapes[resource], isUndone: facts.method == "DELETE") : nil
    if let change = made.change {
      made.confidence = 0.95
      made.reason += " and sets its \(change.member)"
    }
    readBodies(facts, resource: resource, names: [target.literal], into: &made)
    if let place = made.recordSchema, !views[resource].contains(place.description) {
      made.recordSchema = nil
      made.answerEnvelope = []
    }
    return made
  }
}
