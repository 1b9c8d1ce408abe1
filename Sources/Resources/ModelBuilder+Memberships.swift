import JSON
import JSONSchema

// Lists whose members are records of another resource: `PUT /tasks/{id}/labels` sends the id of a label.

extension ModelBuilder {
  /// Has the operations of such lists change who is in them, rather than records below a parent.
  func describeMemberships(_ described: inout [OperationDescription]) {
    for number in nodes.indices {
      let path = nodes[number].segments
      guard path.count >= 3, let literal = path.last?.literal, path[path.count - 2].parameter != nil,
        Words.isPluralName(literal),
        let first = nodes[number].operations.first, let resource = member(number, literal)
      else { continue }
      let all = scopes(collections.targets[first].asCollection, resource: resource)
      guard let owner = all.last?.parent, owner != resources[resource].name, let home = home(of: resource),
        case let depth = parameters(of: home), depth < all.count,
        !isScalar(literal, of: owner)
      else { continue }
      let hasMaker = nodes[number].operations.contains { operation in
        ["POST", "PUT"].contains(collections.operations[operation].method)
          && collections.targets[operation].form == .collection
          && idsSent(collections.operations[operation], resource, literal) == nil
      }
      guard !hasMaker else { continue }
      var list = Membership(.list, owner: owner, name: literal, scopes: all)
      list.shownIn = shown(literal, owner: owner)
      // Links with ids of their own are records of their own.
      let names = memberNames(resource, literal)
      let areMembers = nodes[number].operations.allSatisfy { operation in
        let trailing = collections.targets[operation].trailing
        return trailing.isEmpty || trailing.count == 1 && names.contains(Words.key(trailing[0]))
      }
      guard areMembers else { continue }
      let found = nodes[number].operations.compactMap { operation in
        membership(operation, list, resource: resource).map { (operation, $0) }
      }
      // Members that nothing adds are what a server finds.
      guard found.contains(where: { $0.1.change == .add || $0.1.change == .set }) else { continue }
      for (operation, membership) in found {
        rewrite(&described[operation], membership, operation, resource: resource, depth: depth)
      }
    }
  }

  /// The place of a resource's records below the fewest others.
  private func home(of resource: Int) -> Int? {
    groups[resource].enumerated().min {
      let (left, right) = (parameters(of: $0.element), parameters(of: $1.element))
      return left == right ? $0.offset < $1.offset : left < right
    }?.element
  }

  private func parameters(of node: Int) -> Int { nodes[node].segments.count { $0.parameter != nil } }

  /// The resource whose records a list is of: another one than its own.
  private func member(_ number: Int, _ literal: String) -> Int? {
    func isWhole(_ resource: Int) -> Bool {
      guard !resources[resource].isSingleton, let home = home(of: resource), home != number else { return false }
      return (nodes[home].hasItems || nodes[home].list != nil && nodes[home].canCreate)
        && groups[resource].contains { $0 != number && (nodes[$0].list != nil || nodes[$0].canCreate) }
    }
    guard let record = nodes[number].list?.record else {
      // Where nothing lists the members, the name of the list says what they are.
      return named[Words.singularKey(literal)].flatMap { isWhole($0) ? $0 : nil }
    }
    if let own = nodes[number].resource, isWhole(own) { return own }
    guard index.shape(record).members.count >= 2 else { return nil }
    return resources.indices.first { views[$0].contains(record) && isWhole($0) }
  }

  /// Whether the owner has a text or a number of the list's name, which its paths write.
  private func isScalar(_ literal: String, of owner: String) -> Bool {
    guard let number = resources.firstIndex(where: { $0.name == owner }) else { return false }
    return shapes[number].members.contains { $0.name == literal && index.shape($0.node).isScalar }
  }

  /// What an operation does with a list; nil for none of it.
  private func membership(_ number: Int, _ list: Membership, resource: Int) -> Membership? {
    let facts = collections.operations[number]
    let target = collections.targets[number]
    guard target.verb == nil || target.verb == .create || target.verb == .delete else { return nil }
    var made = list
    // Each operation has its own names of parameters.
    made.scopes = scopes(target.asCollection, resource: resource)
    switch (target.form, facts.method) {
    case (.collection, "GET"): return nodes[collections.numbers[target.key] ?? 0].list == nil ? nil : made
    case (.item, "PUT"), (.item, "POST"):
      guard facts.request.map({ index.shape($0).required.isEmpty }) ?? true,
        facts.pathItem.contains("delete") || list.shownIn != nil
      else { return nil }
      made.change = .add
    case (.item, "DELETE"): made.change = .remove
    case (.collection, "POST"), (.collection, "PUT"), (.collection, "PATCH"):
      guard let sent = idsSent(facts, resource, list.name) else { return nil }
      let words = Set(Words.split(facts.object["summary"]?.string ?? "") + Words.split(facts.id))
      let replaces = facts.method == "PUT" && (facts.pathItem.contains("post") || words.contains("replace"))
      (made.change, made.sentIn) = (replaces || words.contains("set") ? .set : .add, sent)
    case (.collection, "DELETE"):
      made.change = .remove
      made.sentIn = idsSent(facts, resource, list.name) ?? idsAsked(facts, resource, list.name)
    default: return nil
    }
    return made
  }

  /// The names that requests have for the ids of a list's members.
  private func memberNames(_ resource: Int, _ literal: String) -> Set<String> {
    var names: Set<String> = ["id", "uuid"]
    for own in [Words.singularKey(resources[resource].name), Words.singularKey(literal)] {
      names.formUnion([own, own + "id", own + "uuid", own + "key", own + "name", own + "slug"])
    }
    for name in ["user", "userid", "username", "login", "email", "account", "accountid"]
    where ["user", "account", "member", "person", "profile"].contains(Words.singularKey(resources[resource].name)) {
      names.insert(name)
    }
    return names
  }

  /// The property of a request with the ids of members and little else; empty when the content is a list of ids, nil for
  /// a request that says more of a record.
  private func idsSent(_ facts: OperationFacts, _ resource: Int, _ literal: String) -> String? {
    guard let request = facts.request else { return nil }
    let shape = index.shape(request)
    if let items = shape.items.map(index.shape), shape.isArray { return items.isScalar ? "" : nil }
    let names = memberNames(resource, literal)
    func holdsIDs(_ node: Schema) -> Bool {
      let inner = index.shape(node)
      guard inner.isArray, let items = inner.items else { return !inner.isObject }
      // Whole records, of which the ids are taken, where nothing else is sent.
      return !index.shape(items).isObject || shape.members.count == 1 && views[resource].contains(items)
    }
    let sent = shape.members.filter { !$0.node.isReadOnly && !Self.isTime($0.name) }
    guard sent.count <= 4,
      let found = sent.first(where: { names.contains(Words.singularKey($0.name)) && holdsIDs($0.node) })
    else { return nil }
    // What must be sent beside the ids belongs to a record of its own.
    return shape.required.subtracting([found.name]).isEmpty ? found.name : nil
  }

  /// The query parameter with the ids of members.
  private func idsAsked(_ facts: OperationFacts, _ resource: Int, _ literal: String) -> String? {
    let names = memberNames(resource, literal)
    return facts.query.first { names.contains(Words.singularKey($0.name.replacing("[]", with: ""))) }?.name
  }

  private static func isTime(_ name: String) -> Bool {
    ["created", "updated", "createdat", "updatedat", "modified"].contains(Words.key(name))
  }

  /// The property of the owner that shows the members: a list of that name.
  private func shown(_ literal: String, owner: String) -> String? {
    guard let number = resources.firstIndex(where: { $0.name == owner }) else { return nil }
    let lists = shapes[number].members.filter { index.shape($0.node).isArray }
    let key = Words.singularKey(literal)
    return lists.first { [key, key + "id"].contains(Words.singularKey($0.name)) }?.name
  }

  private func rewrite(
    _ made: inout OperationDescription, _ membership: Membership, _ number: Int, resource: Int, depth: Int
  ) {
    let (name, target) = (resources[resource].name, collections.targets[number])
    if membership.change == .list {
      made.resource = name
      made.reason += ", which clients put into the list of one of the \(membership.owner)"
    } else {
      let facts = collections.operations[number]
      let words = membership.change == .remove ? "takes" : "puts"
      let into = membership.change == .remove ? "off" : "into"
      made = make(
        facts, .action, resource, 0.9,
        "\(words) \(name) \(into) the list of one of the \(membership.owner): the request has their ids and no more")
      made.status = facts.status
      if target.form == .item, let id = target.trailing.last {
        made.idParameter = id
        made.lookupMembers = RecordReader(index: index).lookupMembers(
          shapes[resource], parameter: id, idMember: resources[resource].idMember, literal: name)
      }
      readBodies(facts, resource: resource, names: [target.literal], into: &made)
      // The answer may show the member itself, or the link to it, which no other path shows.
      let elsewhere = groups[resource].filter { !nodes[$0].operations.contains(number) }
      if let owner = numbers[membership.owner],
        let place = collections.record(facts, names: [membership.owner], known: views[owner]),
        views[owner].contains(place.record)
      {
        made.showsParent = true
        (made.recordSchema, made.answerEnvelope) = (place.record.place, place.envelope)
      } else if let shown = made.recordSchema.flatMap(index.document.schema(at:)),
        !elsewhere.contains(where: { nodes[$0].views.contains(shown) })
      {
        (made.recordSchema, made.answerEnvelope) = (nil, [])
      }
      made.isBulk = false
    }
    made.membership = membership
    made.scopes = Array(membership.scopes.prefix(depth))
  }
}

extension OperationTarget {
  /// The collection that it is about.
  fileprivate var asCollection: OperationTarget {
    var target = self
    (target.form, target.trailing) = (.collection, [])
    return target
  }
}
