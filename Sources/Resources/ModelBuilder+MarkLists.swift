import JSONSchema

// Lists of those whom an account follows, of those who follow it, and of those who like something.

extension ModelBuilder {
  /// Reads a list below one record, such as `/users/{id}/followers`, whose name is that of marks.
  ///
  /// - Parameters:
  ///   - flags: The flags of the marks, by the resource that is marked.
  func listMarks(
    _ number: Int, _ facts: OperationFacts, _ place: EnvelopeFinder.Place,
    _ flags: [String: [(name: String, words: [String])]], in model: inout APIModel
  ) {
    var segments = facts.shape.segments
    // `/users/{id}/likes/tracks`
    if let kind = segments.last?.literal, segments.count >= 4, segments[segments.count - 2].literal != nil,
      segments[segments.count - 3].parameter != nil, named[Words.singularKey(kind)] != nil
    {
      segments.removeLast()
    }
    guard segments.filter({ $0.parameter != nil }).count == 1, let last = segments.last?.literal,
      let parameter = segments.dropLast().last?.parameter,
      let node = collections.numbers[PathShape.key(segments.dropLast(2))],
      let named = nodes[node].resource.map({ resources[$0].name })
    else { return }
    // Below a record, such a list is no resource of its own.
    let resource = model.operations[number].resource
    let own = model.operations.contains { $0.resource == resource && $0.scopes.isEmpty } ? nil : resource
    let shows = { (name: String) in
      guard let at = numbers[name], name != own || name == named, !resources[at].isSingleton else { return false }
      return views[at].contains(place.record) || isLike(place.record, at) || isPart(place.record, at)
    }
    let words = Words.split(last)
    let isAgent = last.hasSuffix("ers") || words.contains("by")
    func flag(of resource: String) -> String? {
      flags[resource]?.first { !Self.markNames(of: $0.words).isDisjoint(with: words) }?.name
    }
    var found: (list: MarkList, resource: String)?
    if let flag = flag(of: named), isAgent || !shows(named),
      let people = shows(named) ? named : mostUsed(resources.map(\.name).filter { $0 != named && shows($0) }, model)
    {
      found = (MarkList(flag: flag, marked: named, named: named, isOfMarkers: true), people)
    } else if !isAgent, let marked = flags.keys.sorted().first(where: { shows($0) && flag(of: $0) != nil }) {
      found = (MarkList(flag: flag(of: marked) ?? "", marked: marked, named: named, isOfMarkers: false), marked)
    }
    guard let found, let at = numbers[named] else { return }
    let scope = model.operations[number].scopes.last
    var made = model.operations[number]
    (made.kind, made.resource, made.scopes) = (.list, found.resource, [])
    (made.recordSchema, made.answerEnvelope) = (place.record.place, place.envelope)
    (made.isRelationship, made.marks, made.idParameter) = (true, found.list, parameter)
    made.lookupMembers =
      scope?.lookupMembers
      ?? RecordReader(index: index).lookupMembers(
        shapes[at], parameter: parameter, idMember: resources[at].idMember, literal: named)
    (made.listed, made.confidence) = (nil, 0.9)
    made.reason =
      found.list.isOfMarkers
      ? "lists the \(found.resource) that set \(found.list.flag) at one of the \(named)"
      : "lists the \(found.resource) at which one of the \(named) set \(found.list.flag)"
    model.operations[number] = made
  }

  /// The resource of people, else that with the most operations.
  private func mostUsed(_ names: [String], _ model: APIModel) -> String? {
    // The records of people are not those of what they do, such as followings.
    if let people = names.first(where: { AccountWords.people.contains(Words.singularKey($0)) }) { return people }
    return names.map { name in (name, model.operations.filter { $0.resource == name }.count) }
      .max { $0.1 < $1.1 }?.0
  }

  /// Whether a schema shows some members of a resource's records, the id among them.
  private func isPart(_ schema: Schema, _ resource: Int) -> Bool {
    let members = index.shape(schema).members
    guard members.count >= 2, let id = resources[resource].idMember else { return false }
    return members.contains { $0.name == id } && members.allSatisfy { shapes[resource].member($0.name) != nil }
  }

  /// What lists call marks that a verb sets: `follow` is behind `followers` and `following`.
  private static func markNames(of verbs: [String]) -> Set<String> {
    let joining: Set<String> = [
      "join", "member", "joined", "attend", "attending", "rsvp", "going", "enroll", "register",
    ]
    let people = verbs.contains(where: joining.contains) ? ["members", "participants", "attendees", "guests"] : []
    return Set(
      people
        + verbs.flatMap { verb in
          StateChangeReader.forms(of: verb) + ["s", "ers", "rs", "er", "ings", "ees"].map { verb + $0 }
        })
  }
}
