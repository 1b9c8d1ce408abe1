import JSONSchema

/// Creations whose paths hold values of the new record, and whose answers hold its id: `POST /clips/{camera}/{label}/create`
/// with `clip_id`, `POST /recording/{room}/from/{start}/to/{end}` with `recording_id`.
extension ModelBuilder {
  private static let making: Set<String> = [
    "create", "creates", "add", "adds", "new", "start", "starts", "begin", "begins", "record", "submit", "submits",
    "queue", "schedule", "generate", "generates",
  ]
  private static let maximumMembers = 8

  /// What such an operation creates, in place of what its path alone would say; nil for another operation.
  func creationByPath(_ number: Int, inPlaceOf made: OperationDescription) -> OperationDescription? {
    let facts = collections.operations[number]
    let segments = facts.shape.segments
    let parameters = segments.compactMap(\.parameter)
    guard facts.method == "POST", collections.targets[number].forced == nil, !facts.isFile,
      made.kind == .call || made.kind == .update || made.kind == .action, !parameters.isEmpty, made.match == nil,
      let answer = facts.answer.map(index.shape), answer.isObject, answer.members.count <= Self.maximumMembers,
      answer.members.allSatisfy({ index.shape($0.node).isScalar }),
      !Self.making.isDisjoint(
        with: Words.split(facts.id).prefix(1) + Words.split(facts.object["summary"]?.string ?? "").prefix(1)
          + (segments.last?.literal.map(Words.split) ?? []))
    else { return nil }
    let literals = Set(segments.compactMap(\.literal).map(Words.singularKey))
    let sent = facts.request.map { index.shape($0).members.map(\.key) } ?? []
    let named = Set(parameters.map(Words.key) + sent)
    let found = resources.indices.first { resource in
      let own = Words.singularKey(resources[resource].name)
      return !resources[resource].isSingleton && resources[resource].idMember != nil && literals.contains(own)
        && answer.members.contains { $0.key == own + "id" } && !named.contains(own + "id") && !named.contains("id")
        && hasRecords(resource)
    }
    guard let found else { return nil }
    let name = resources[found].name
    var creation = make(facts, .create, found, 0.85, "the answer has the id of a new one of the \(name)")
    readBodies(facts, resource: found, names: [name], into: &creation)
    (creation.idContentMember, creation.status) = (nil, facts.status)
    return creation
  }
}
