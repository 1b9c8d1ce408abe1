import JSONSchema

// By what paths name records beside their ids.

extension ModelBuilder {
  /// The property of a creation that holds the new record's id, which is that of a record of another resource as the
  /// document says: "Id of the practitioner is equal to person.id". nil for none.
  ///
  /// - Parameters:
  ///   - creations: The numbers of the operations that make records of the resource.
  func sharedID(_ number: Int, _ creations: [Int]) -> String? {
    guard !resources[number].sentReferences.isEmpty else { return nil }
    for facts in creations.map({ collections.operations[$0] }) {
      let text = [facts.object["summary"], facts.object["description"]].compactMap { $0?.string }.joined(separator: " ")
      let words = Words.split(String(text.prefix(1000)))
      guard words.contains(where: ["equal", "equals", "same", "identical"].contains) else { continue }
      for (name, target) in resources[number].sentReferences.sorted(by: { $0.key < $1.key }) {
        let own = Words.split(Words.singularKey(target)) + ["id"]
        let isSaid = words.indices.contains { words[$0...].starts(with: own) }
        if isSaid, facts.request.map({ index.shape($0).required.contains(name) }) ?? false { return name }
      }
    }
    return nil
  }

  /// The properties that name a record as well where its ids are numbers and the path takes texts too: `uuid`, `slug`.
  func otherIDs(_ facts: OperationFacts, parameter: String, resource: Int) -> [String] {
    guard let schema = facts.parameters.first(where: { $0.place == "path" && $0.name == parameter })?.schema,
      index.shape(schema).types.contains("string"), let id = resources[resource].idMember,
      let own = shapes[resource].member(id), index.shape(own).isInteger
    else { return [] }
    let described = describedNames(facts, parameter: parameter, resource: resource)
    return described
      + shapes[resource].members.filter { member in
        ["uuid", "shortuuid", "slug", "guid"].contains(member.key) && member.name != id
          && index.shape(member.node).types.contains("string")
      }.map(\.name)
  }

  /// The property that the description of a parameter says records are named by, where it takes texts and their ids are
  /// numbers: `number` for "Order number (e.g. R123)"; none where it says nothing.
  func describedNames(_ facts: OperationFacts, parameter: String, resource: Int) -> [String] {
    guard let parameter = facts.parameters.first(where: { $0.place == "path" && $0.name == parameter }),
      let schema = parameter.schema, index.shape(schema).types == ["string"],
      let id = resources[resource].idMember.flatMap(shapes[resource].member), index.shape(id).isInteger
    else { return [] }
    let words = Words.split(String(parameter.text.prefix(60)))
    let name = ["slug", "number", "key", "code", "username", "handle", "reference", "sku"].first(where: words.contains)
    let member = name.flatMap { name in
      shapes[resource].members.first { $0.key == name && index.shape($0.node).types.contains("string") }
    }
    return (member ?? exemplified(parameter, resource: resource)).map { [$0.name] } ?? []
  }

  /// The one property of a record that has the example of a parameter: that of `{list}` is an address, and so is that of
  /// `address`.
  private func exemplified(_ parameter: ParameterFacts, resource: Int) -> SchemaShape.Member? {
    guard let example = (parameter.object["example"] ?? parameter.schema?["example"])?.string, example.utf8.count > 2
    else { return nil }
    let found = shapes[resource].members.filter { member in
      index.shape(member.node).types.contains("string") && member.node["example"]?.string == example
    }
    return found.count == 1 ? found[0] : nil
  }
}
