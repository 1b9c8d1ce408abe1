import JSONSchema

extension ModelBuilder {
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
