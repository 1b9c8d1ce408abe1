import JSONSchema

// One record that is read by a path of its own, and read and changed by the same path with its id: `GET /settings/mail` beside
// `PUT /settings/mail/{id}`.

extension ModelBuilder {
  /// Whether a node has one record: nothing lists or makes records there, and the path without an id shows one.
  func isAlone(_ node: CollectionNode) -> Bool {
    node.kind == .collection && node.hasItems && node.list == nil && !node.canCreate
      && node.operations.contains { readsSole($0, of: node) }
  }

  private func readsSole(_ number: Int, of node: CollectionNode) -> Bool {
    let (facts, target) = (collections.operations[number], collections.targets[number])
    guard facts.method == "GET", target.form == .collection, target.verb == nil, !facts.isFile,
      !facts.query.contains(where: \.isRequired),
      let place = collections.record(facts, names: node.names, known: node.views)
    else { return false }
    return node.views.contains(place.record) && EnvelopeFinder.hasOwnID(index.shape(place.record))
      && !facts.query.contains { namesOfID(of: node).contains($0.key) }
  }

  private func namesOfID(of node: CollectionNode) -> Set<String> {
    let own = Words.singularKey(node.literal)
    return ["id", "uuid", own, own + "id"]
  }

  /// The operation that reads such a record without its id; nil for another one.
  func readOfSole(_ facts: OperationFacts, node: CollectionNode, resource: Int) -> OperationDescription? {
    guard isAlone(node), let place = collections.record(facts, names: node.names, known: views[resource]),
      views[resource].contains(place.record)
    else { return nil }
    let name = resources[resource].name
    var made = make(facts, .read, resource, 0.85, "\(name) is one thing, which is changed by its id")
    (made.isNewestFirst, made.recordSchema, made.answerEnvelope) = (true, place.record.place, place.envelope)
    return made
  }
}
