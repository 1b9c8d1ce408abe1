import JSON

/// Actions that no known verb names.
extension ModelBuilder {
  /// What is sent to a name behind one record, such as `PUT /users/{id}/silence`, acts on that record; nil for others.
  func unnamedAction(_ facts: OperationFacts, _ target: OperationTarget) -> OperationDescription? {
    guard ["POST", "PUT", "PATCH", "DELETE"].contains(facts.method), target.forced == nil, target.form == .collection,
      !facts.isFile, let literal = target.segments.last?.literal
    else { return nil }
    var before = target.segments
    before.removeLast()
    var trailing: [String] = []
    while let name = before.last?.parameter {
      trailing.insert(name, at: 0)
      before.removeLast()
    }
    if trailing.isEmpty { return partByQuery(facts, below: before, literal) }
    guard let id = trailing.last, let node = collections.numbers[PathShape.key(before)],
      let resource = nodes[node].resource,
      nodes[node].kind == .collection
    else { return nil }
    let acting = OperationTarget(
      form: .itemAction, segments: before, literal: before.last?.literal ?? "", trailing: trailing,
      verbWords: Words.split(literal), verb: .action)
    var made = action(facts, acting, node: nodes[node], resource: resource)
    let shows = made.recordSchema != nil
    if made.change == nil {
      made.confidence = shows ? 0.9 : facts.answer == nil ? 0.8 : 0.7
      made.reason =
        shows
        ? "what stands behind \(id) is answered with that record"
        : "what stands behind \(id) is done to that record of \(resources[resource].name)"
    }
    made.status = facts.status
    made.scopes = scopes(acting, resource: resource)
    return made
  }

  /// What is sent to the name of a property behind a collection, with the id of the record in the query, changes that
  /// property: `POST /users/settings?userId=5`; nil for other operations.
  private func partByQuery(
    _ facts: OperationFacts, below before: [PathShape.Segment], _ literal: String
  ) -> OperationDescription? {
    guard ["POST", "PUT", "PATCH"].contains(facts.method), let node = collections.numbers[PathShape.key(before)],
      let resource = nodes[node].resource, nodes[node].kind == .collection, nodes[node].hasItems,
      let part = shapes[resource].members.first(where: { $0.key == Words.key(literal) }),
      index.shape(part.node).isObject
    else { return nil }
    let acting = OperationTarget(
      form: .collectionAction, segments: before, literal: before.last?.literal ?? "", verbWords: Words.split(literal),
      verb: .action)
    guard let parameter = queryID(facts, target: acting, resource: resource) else { return nil }
    let name = resources[resource].name
    var made = make(facts, .action, resource, 0.85, "what is sent is the \(part.name) of one of the \(name)")
    (made.idParameter, made.isIDInQuery, made.status) = (parameter, true, facts.status)
    return made
  }
}
