import JSONSchema

// Lists of records that another record names by their ids, and of those that name it by its id.

extension ModelBuilder {
  /// Has a list below a record of another resource show those that are in a relation with it, where a property with ids
  /// or a list that clients fill says that.
  func linkLists(_ described: inout [OperationDescription]) {
    let free = Set(described.filter { $0.scopes.isEmpty && $0.kind != .call }.compactMap(\.resource))
    let filled = Set(described.filter { $0.kind == .create }.map(\.path))
    var memberships: [String: Membership] = [:]
    for other in described {
      guard let membership = other.membership, let member = other.resource else { continue }
      memberships[membership.owner + "/" + member] = memberships[membership.owner + "/" + member] ?? membership
    }
    for number in described.indices {
      let made = described[number]
      guard made.kind == .list, made.membership == nil, made.scopes.count == 1, let scope = made.scopes.last,
        scope.member == nil, let parent = scope.parent, let name = made.resource, parent != name,
        let listed = numbers[name], let owner = numbers[parent], !resources[listed].isSingleton,
        !resources[owner].isSingleton,
        free.contains(name), !filled.contains(made.path),
        let (link, reason) = link(listed: listed, owner: owner, memberships[name + "/" + parent])
      else { continue }
      described[number].linked = link
      (described[number].scopes, described[number].idParameter) = ([], scope.parameter)
      described[number].lookupMembers = scope.lookupMembers
      described[number].reason = reason
      described[number].confidence = 0.9
    }
  }

  private func link(
    listed: Int, owner: Int, _ filled: Membership?
  ) -> (LinkedList, String)? {
    let (name, parent) = (resources[listed].name, resources[owner].name)
    if let filled {
      return (
        LinkedList(named: parent, membership: filled.key),
        "lists the \(name) into whose \(filled.name) clients have put one of the \(parent)"
      )
    }
    if let member = ids(of: listed, in: owner) {
      return (
        LinkedList(named: parent, member: member, isOfNamed: true),
        "lists the \(name) that \(member) of one of the \(parent) names"
      )
    }
    if let member = ids(of: owner, in: listed) {
      return (LinkedList(named: parent, member: member), "lists the \(name) whose \(member) names one of the \(parent)")
    }
    return nil
  }

  /// The property of a resource's records that is an array of the ids of another one's.
  private func ids(of other: Int, in resource: Int) -> String? {
    let names = Set([Words.singularKey(resources[other].name), Words.key(resources[other].name)])
    let keys = Set(names.flatMap { name in ["id", "ids", "uuids", "keys"].map { name + $0 } })
    // `tracks` of a playlist, which clients send as `[{"id": 5}]`.
    let sent = shapes[resource].members.first { member in
      guard Words.singularKey(member.name) == Words.singularKey(resources[other].name),
        let items = index.shape(member.node).items, views[other].contains(items)
      else { return false }
      return isSent(member.name, to: resource)
    }
    if let sent { return sent.name }
    return shapes[resource].members.first { member in
      let shape = index.shape(member.node)
      guard shape.isArray, shape.items.map({ index.shape($0).isScalar }) == true else { return false }
      return resources[resource].references[member.name] == resources[other].name || keys.contains(member.key)
    }?.name
  }

  /// Whether clients send an array of this name with a resource's records.
  private func isSent(_ name: String, to resource: Int) -> Bool {
    groups[resource].contains { node in
      nodes[node].operations.contains { number in
        let facts = collections.operations[number]
        guard let request = facts.request,
          let sent = finder.record(in: request, names: nodes[node].names, known: views[resource])?.record
        else { return false }
        return index.shape(sent).member(name).map { index.shape($0).isArray } ?? false
      }
    }
  }
}
