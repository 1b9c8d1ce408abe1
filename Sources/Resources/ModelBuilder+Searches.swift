import JSONSchema

extension ModelBuilder {
  /// A search of what stands below one record, by a path that says no more than that: `POST /channels/{id}/search` of the
  /// channel's messages; nil for another operation.
  func searchBelow(_ facts: OperationFacts, _ target: OperationTarget) -> OperationDescription? {
    let segments = facts.shape.segments
    guard target.forced == nil, let last = segments.last?.literal, Vocabulary.search.contains(last.lowercased()),
      segments.count >= 3, let parameter = segments[segments.count - 2].parameter, let answer = facts.answer
    else { return nil }
    let above = PathShape.key(segments.dropLast())
    let child = nodes.indices.first { number in
      guard PathShape.key(nodes[number].segments.dropLast()) == above, let resource = nodes[number].resource,
        let place = finder.list(in: answer, names: nodes[number].names)
      else { return false }
      return !resources[resource].isSingleton && views[resource].contains(place.record)
    }
    guard let child, let resource = nodes[child].resource, let first = nodes[child].operations.first,
      let place = finder.list(in: answer, names: nodes[child].names)
    else { return nil }
    var made = list(
      facts, target, place: place, resource: resource, confidence: 0.85,
      "\(last) answers with the \(resources[resource].name) below that record")
    var own = collections.targets[first]
    (own.form, own.trailing) = (.collection, [])
    made.scopes = scopes(own, resource: resource)
    guard !made.scopes.isEmpty, segments.count(where: { $0.parameter != nil }) == made.scopes.count else { return nil }
    made.scopes[made.scopes.count - 1].parameter = parameter
    made.status = facts.status
    return made
  }

  /// Has searches over several kinds of records answer with each: `GET /search?q=` with lists of `posts`, `comments` and
  /// `users`.
  func findSearches(in model: inout APIModel) {
    let searches = collections.operations.indices.filter { number in
      let facts = collections.operations[number]
      return facts.method == "GET" && collections.targets[number].forced == nil
        && facts.shape.segments.suffix(1).allSatisfy {
          $0.literal.map { Vocabulary.search.contains($0.lowercased()) } ?? false
        }
    }
    for number in searches {
      let facts = collections.operations[number]
      guard let answer = facts.answer, let parameter = lists.searchParameter(facts) else { continue }
      var found: [String: String] = [:]
      let data = index.shape(answer).member("data").flatMap { index.shape($0).isObject ? $0 : nil }
      for member in index.shape(data ?? answer).members {
        guard let items = index.shape(member.node).items,
          let resource = views.indices.first(where: { views[$0].contains(items) && hasRecords($0) })
        else { continue }
        found[member.name] = resources[resource].name
      }
      guard found.count >= 2, let place = model.operations.firstIndex(where: { $0.operationID == facts.id }) else {
        continue
      }
      var made = call(facts, "the response has lists of several resources, and the query has a text", confidence: 0.85)
      (made.lists, made.searchParameter) = (found, parameter)
      made.answerEnvelope = data == nil ? [] : ["data"]
      model.operations[place] = made
    }
  }
}
