import JSONSchema

// The accounts of APIs that call them otherwise than users, and the paths to the own one.

extension AccountReader {
  /// Whether a registration shows in some object the record that it has made: the request says the id of a record that has
  /// a path of its own, as the call sign of an agent.
  func isRegistered(
    _ node: Schema, _ path: [String], _ facts: OperationFacts, _ use: AccountUse?, _ model: APIModel
  ) -> Bool {
    guard use?.role == .register, let name = path.last else { return false }
    let keys = Set(sent(facts).map(\.key))
    // What the request names is there already.
    guard !keys.contains(Words.key(name)) else { return false }
    return model.resources.contains { resource in
      guard !resource.isSingleton, resource.idStyle == .text, let id = resource.idMember,
        views[resource.name]?.contains(node) == true
      else { return false }
      return keys.contains(Words.key(id))
    }
  }

  /// Where a GET of a path such as `/my/agent` shows the acting account, in an API whose accounts are agents; nil for another
  /// operation.
  func ownPlace(
    _ number: Int, _ known: OperationDescription, _ record: Schema?, _ accounts: String, _ model: APIModel
  ) -> String? {
    let facts = operations[number]
    let literals = facts.shape.segments.compactMap(\.literal).map(Words.key)
    guard facts.method == "GET", literals.count == facts.shape.segments.count, literals.count >= 2,
      literals.last == Words.singularKey(accounts), ["my", "me", "current"].contains(literals[literals.count - 2]),
      known.kind != .list
    else { return nil }
    return recordPlace(number, record, model, .me)
  }

  /// Whether a request without a password must say which account it is about: `POST /deleteUser` with `{"username": …}`.
  func namesSomebody(_ facts: OperationFacts) -> Bool {
    let shape = facts.request.map(index.shape)
    let sent =
      facts.query.filter(\.isRequired).map(\.key)
      + (shape?.members.filter { shape?.required.contains($0.name) == true }.map(\.key) ?? [])
    return sent.contains { ["username", "userid"].contains($0) } && !sent.contains { $0.contains("password") }
  }

  /// Whether a request changes a thing that the path before its verb shows whole, and that is no account: `PUT /profile/update`
  /// where `GET /profile` shows other properties than accounts have.
  func isOfOther(
    _ facts: OperationFacts, _ known: OperationDescription, _ record: Schema?, _ accounts: String, _ model: APIModel
  ) -> Bool {
    guard let name = known.resource, name != accounts, [.update, .replace].contains(known.kind),
      let thing = model.resource(name), thing.isSingleton, let request = facts.request,
      request.place == thing.schema || views[name]?.contains(request) == true,
      let at = operations.firstIndex(where: {
        $0.meaning == "GET" && PathShape.key($0.shape.segments) == PathShape.key(facts.shape.segments.dropLast())
      })
    else { return false }
    return recordPlace(at, record, model, .me) == nil
  }

  /// Whether a GET of which the document says nothing but its path shows the acting account: `/api/user` beside
  /// `/api/users/{user}`.
  func isOneOfPeople(_ facts: OperationFacts) -> Bool {
    guard facts.method == "GET", !facts.isFile, facts.isAnswerOpen(index), facts.query.isEmpty,
      let last = facts.shape.segments.last?.literal
    else { return false }
    let plural = PathShape.key(facts.shape.segments.dropLast() + [.literal(Words.plural(last)), .parameter("id")])
    return operations.contains { $0.method == "GET" && PathShape.key($0.shape.segments) == plural }
  }
}
