import JSON

/// Tells below which parents an operation's records stand.
extension ModelBuilder {
  func scopes(_ target: OperationTarget, resource: Int) -> [OperationDescription.Scope] {
    let shape = shapes[resource]
    var full = target.segments
    if target.form == .item || target.form == .itemAction {
      full += target.trailing.dropLast().map { .parameter($0) }
    }
    var found: [OperationDescription.Scope] = []
    for position in full.indices {
      guard let parameter = full[position].parameter else { continue }
      var start = position
      while start > 0, full[start - 1].parameter != nil, !isStore(full[..<start]) { start -= 1 }
      var parent: Int?
      if let node = collections.numbers[PathShape.key(full[..<start])], let other = nodes[node].resource,
        nodes[node].kind == .collection, hasRecords(other), other != resource || start < target.segments.count,
        isID(parameter, of: node, depth: position - start + 1)
      {
        parent = other
      } else if position - start == 0, start > 0, ["id", "uuid"].contains(Words.split(parameter).last ?? ""),
        let literal = full[start - 1].literal,
        collections.numbers[PathShape.key(full[..<start])] == nil, let other = namesake(of: literal),
        other != resource, hasRecords(other)
      {
        parent = other
      }
      found.append(
        OperationDescription.Scope(
          parameter: parameter, parent: parent.map { resources[$0].name },
          member: scopeMember(parameter, parent: parent, in: shape, of: resource)
            ?? (parent == nil && start == position && start > 0
              ? full[start - 1].literal.flatMap { unkeptParent($0, in: shape, of: resource) } : nil),
          lookupMembers: parent.map { lookups(parameter, in: $0) } ?? []))
    }
    if let node = collections.numbers[target.key], nodes[node].isBelowSingleton,
      let parent = collections.numbers[PathShape.key(target.segments.dropLast())].flatMap({ nodes[$0].resource })
    {
      found.append(
        OperationDescription.Scope(
          parameter: OperationDescription.Scope.onlyOne, parent: resources[parent].name, member: nil))
    }
    return found
  }

  /// The parents that a query must name, and that records do not show: `/dishes?restaurantId=5` stands below a restaurant.
  func queryScopes(
    _ facts: OperationFacts, _ made: OperationDescription, resource: Int
  ) -> [OperationDescription.Scope] {
    guard [.list, .create, .update, .replace, .delete, .action].contains(made.kind), !resources[resource].isSingleton
    else { return [] }
    return facts.query.compactMap { parameter in
      let words = parameter.words
      guard parameter.isRequired, words.count > 1, ["id", "uuid"].contains(words.last ?? ""),
        parameter.name != made.idParameter, made.filters[parameter.name] == nil,
        case let stem = words.dropLast().joined(), let parent = named[stem], parent != resource,
        !resources[parent].isSingleton, hasRecords(parent),
        !shapes[resource].members.contains(where: { [stem, parameter.key].contains($0.key) }),
        !made.scopes.contains(where: { $0.parent == resources[parent].name })
      else { return nil }
      var scope = OperationDescription.Scope(parameter: parameter.name, parent: resources[parent].name, member: nil)
      scope.isInQuery = true
      return scope
    }
  }

  /// Whether records are kept at a path that ends in a parameter.
  private func isStore(_ path: ArraySlice<PathShape.Segment>) -> Bool {
    guard let node = collections.numbers[PathShape.key(path)] else { return false }
    return nodes[node].kind == .collection && nodes[node].canCreate && nodes[node].hasItems
  }

  /// The members of a parent by which its records are found beside their id: `key` for `{issueIdOrKey}`.
  private func lookups(_ parameter: String, in parent: Int) -> [String] {
    RecordReader(index: index).lookupMembers(
      shapes[parent], parameter: parameter, idMember: resources[parent].idMember, literal: resources[parent].name)
  }

  /// Words of ids that no other property has by chance.
  private static let uniqueIDs: Set<String> = ["uid", "uuid", "guid", "sid", "urn"]

  /// Whether records are named by so many parameters behind the node, this one last.
  func isID(_ parameter: String, of node: Int, depth: Int) -> Bool {
    depth == 1 && !nodes[node].hasItems
      || nodes[node].operations.contains { collections.targets[$0].trailing.count == depth }
  }

  /// Whether the API itself can list or create a resource's records.
  func hasRecords(_ resource: Int) -> Bool {
    groups[resource].contains {
      nodes[$0].list != nil || nodes[$0].canCreate || collections.isUnsaidSet(nodes[$0])
    }
  }

  /// The property that names a parent of which the API keeps no records, by what its paths call it: `team`, a UUID, or
  /// `teamId` below `/teams/{tid}`; nil for none.
  private func unkeptParent(_ literal: String, in shape: SchemaShape, of resource: Int) -> String? {
    let own = Words.singularKey(literal)
    return shape.members.first { member in
      let value = index.shape(member.node)
      guard value.isScalar, member.name != resources[resource].idMember else { return false }
      return [own + "id", own + "uuid"].contains(member.key)
        || member.key == own && (value.isInteger || value.format == "uuid")
    }?.name
  }

  func scopeMember(_ parameter: String, parent: Int?, in shape: SchemaShape, of resource: Int) -> String? {
    var wanted = [Words.key(parameter)]
    var own = ""
    if let parent {
      own = Words.singularKey(resources[parent].name)
      wanted += [own + "id", own + "uuid", own + "sid", own]
      if let id = resources[parent].idMember { wanted.append(own + Words.key(id)) }
      // The parent of a comment that is a post itself.
      if parent == resource { wanted += ["parentid", "parent", "inreplytoid", "inreplyto", "replyto"] }
    }
    // The id by which paths name a record is not its parent's, even where they call both the same.
    let isNamed = parent != resource && groups[resource].contains { nodes[$0].hasItems }
    let id = isNamed ? resources[resource].idMember : nil
    let scalars = shape.members.filter { $0.name != id && index.shape($0.node).isScalar }
    for key in wanted where key != "id" {
      if let member = scalars.first(where: { $0.key == key }) { return member.name }
    }
    if let template = parent.flatMap({ resources[$0].nameTemplate }),
      let member = scalars.first(where: { $0.name != "name" && ResourceName.template($0.node) == template })
    {
      return member.name
    }
    // The only other `uid` of a record is that of what it stands below, such as `shareUid`.
    if let word = parent.flatMap({ resources[$0].idMember }).map(Words.key), word == id.map(Words.key),
      Self.uniqueIDs.contains(word)
    {
      let others = scalars.filter { $0.words.last == word && $0.words.count > 1 }
      if others.count == 1 { return others[0].name }
    }
    // `appid` is that of an application.
    return scalars.first { member in
      let key = member.key
      return key.hasSuffix("id") && key.count >= 5 && own.hasPrefix(key.dropLast(2))
    }?.name
  }
}
