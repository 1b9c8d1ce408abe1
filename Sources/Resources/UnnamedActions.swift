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
}
