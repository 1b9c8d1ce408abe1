import JSONSchema

// What resources are called beside their own names.

extension ModelBuilder {
  /// Has names mean the collection of all records rather than one below a parent: `routineId` is one of `/routines`,
  /// although `/price-models/{id}/routines` comes first.
  mutating func preferWholeCollections() {
    for number in resources.indices where !resources[number].isSingleton {
      let first = nodes[groups[number][0]]
      let key = Words.singularKey(first.literal)
      guard !first.segments.contains(where: { $0.parameter != nil }), let other = named[key], other != number,
        !groups[other].contains(where: { node in !nodes[node].segments.contains { $0.parameter != nil } })
      else { continue }
      named[key] = number
    }
  }

  /// Has each path that lists or makes records name them: `restaurant_id` is one of `/restaurants`, although
  /// `/management/update-restaurant-infos` is what changes them.
  mutating func nameByPaths() {
    for (number, group) in groups.enumerated() where !resources[number].isSingleton {
      for node in group.map({ nodes[$0] }) where node.list != nil || node.canCreate {
        let literal = node.literal.lowercased()
        guard Words.isPluralName(node.literal), !node.segments.contains(where: { $0.parameter != nil }),
          !Vocabulary.feeds.contains(literal), !Vocabulary.search.contains(literal)
        else { continue }
        let key = Words.singularKey(node.literal)
        if named[key] == nil, !["id", "uuid"].contains(key) { named[key] = number }
      }
    }
  }

  /// People by what they are to each other: `/person/{patientId}/orders` says that a patient is one of the persons.
  mutating func findOtherNames() {
    var found: [String: Set<Int>] = [:]
    for facts in collections.operations {
      let segments = facts.shape.segments
      for place in segments.indices.dropFirst() {
        guard let parameter = segments[place].parameter, let literal = segments[place - 1].literal else { continue }
        let words = Words.split(parameter)
        guard words.count == 2, ["id", "uuid"].contains(words[1]), Self.people.contains(words[0]),
          named[words[0]] == nil, case let key = Words.singularKey(literal), Self.humans.contains(key),
          let resource = named[key], !resources[resource].isSingleton
        else { continue }
        found[words[0], default: []].insert(resource)
      }
    }
    for (name, owners) in found.sorted(by: { $0.key < $1.key }) where owners.count == 1 {
      guard let owner = owners.first else { continue }
      otherwiseNamed[name] = owner
      resources[owner].otherNames.append(name)
    }
  }

  /// Resources of people as such.
  private static let humans: Set<String> = ["person", "user", "account", "member", "contact", "profile", "human"]
  /// What such people are to each other.
  private static let people: Set<String> = Vocabulary.people.union([
    "patient", "customer", "client", "guest", "student", "employee", "doctor", "teacher", "driver", "passenger",
    "tenant", "practitioner", "friend", "recipient", "provider", "applicant", "candidate", "parent", "child",
  ])

  /// The resource of a path whose last name is that of a collection elsewhere, in the singular or the plural:
  /// `/person/{id}/orders` stands below `/persons`. nil for none.
  func namesake(of literal: String) -> Int? {
    let key = Words.singularKey(literal)
    guard let resource = named[key], !resources[resource].isSingleton,
      groups[resource].contains(where: { node in
        Words.singularKey(nodes[node].literal) == key && !nodes[node].segments.contains { $0.parameter != nil }
      })
    else { return nil }
    return resource
  }

  /// Query parameters that name a record by another word than the property that holds its id, with these: `patientId` and
  /// `personId`.
  func filtersByOtherNames(_ facts: OperationFacts, resource: Int, used: Set<String>) -> [String: String] {
    var filters: [String: String] = [:]
    for parameter in facts.query where !used.contains(parameter.name) {
      let words = parameter.words
      if let member = longerName(of: words, resource: resource) { filters[parameter.name] = member }
      guard words.count == 2, words[1] == "id", let owner = otherwiseNamed[words[0]] else { continue }
      let members = shapes[resource].members.filter { member in
        let own = member.words
        guard own.count > 1, own.last == "id" else { return false }
        return named[own.dropLast().joined()] == owner
      }
      if members.count == 1 { filters[parameter.name] = members[0].name }
    }
    return filters
  }

  /// The only property that says more of what a parameter of the query calls in short: `review_status` for `status`,
  /// `leadPersonId` for `personId`; nil for none.
  private func longerName(of words: [String], resource: Int) -> String? {
    let isID = words.count == 2 && ["id", "uuid"].contains(words[1])
    guard isID || words.count == 1 && ["status", "state"].contains(words[0]) else { return nil }
    let key = words.joined()
    let own = shapes[resource].members
    guard !own.contains(where: { $0.key == key || isID && $0.key == words[0] }) else { return nil }
    let members = own.filter { member in
      member.words.count == words.count + 1 && member.words.suffix(words.count).elementsEqual(words)
        && index.shape(member.node).isScalar
    }
    return members.count == 1 ? members[0].name : nil
  }
}
