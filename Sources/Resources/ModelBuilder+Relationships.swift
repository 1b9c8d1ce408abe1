import JSONSchema

// How the acting account stands to a record: `{id, following, muting}` of `POST /accounts/{id}/follow`.

extension ModelBuilder {
  /// Finds actions whose response has the flag that they set although records have none, the lists of such responses, and
  /// those of the records that an account has marked: `GET /mutes`.
  func findRelationships(in model: inout APIModel) {
    let reader = StateChangeReader(index: index)
    var flags: [String: [(name: String, words: [String])]] = [:]
    var owners: [Schema: String] = [:]
    for number in collections.operations.indices where model.operations[number].kind == .action {
      let (facts, target) = (collections.operations[number], collections.targets[number])
      guard let name = model.operations[number].resource, model.operations[number].idParameter != nil,
        let resource = numbers[name], !resources[resource].isSingleton, facts.method != "GET"
      else { continue }
      if isPersonal(model.operations[number].change, resource), let change = model.operations[number].change {
        markRecord(number, change, resource, in: &model)
        flags[name, default: []].append((change.member, Words.split(change.member) + target.verbWords))
        continue
      }
      guard let (envelope, shown) = relationship(facts, resource: resource),
        let change = reader.change(
          verbWords: target.verbWords, record: index.shape(shown), isUndone: facts.method == "DELETE"),
        change.value.bool != nil, shapes[resource].member(change.member) == nil
      else {
        countMarks(number, target, resource, in: &model)
        if model.operations[number].isRelationship, let flag = model.operations[number].change?.member {
          flags[name, default: []].append((flag, [flag] + target.verbWords))
        }
        continue
      }
      model.operations[number].isRelationship = true
      (model.operations[number].change, model.operations[number].recordSchema) = (change, shown.place)
      (model.operations[number].answerEnvelope, model.operations[number].confidence) = (envelope, 0.9)
      model.operations[number].countMember = countedMark(target, resource)?.member
      model.operations[number].reason += ", and the response shows how the account stands to it"
      flags[name, default: []].append((change.member, Words.split(change.member) + target.verbWords))
      owners[shown] = name
    }
    for number in collections.operations.indices
    where model.operations[number].kind == .action && model.operations[number].change == nil
      && !model.operations[number].isRelationship && model.operations[number].idParameter != nil
      && ["POST", "PUT", "PATCH", "DELETE"].contains(collections.operations[number].method)
    {
      guard let resource = model.operations[number].resource.flatMap({ numbers[$0] }) else { continue }
      model.operations[number].change = reader.stance(
        verbWords: collections.targets[number].verbWords, record: shapes[resource],
        isUndone: collections.operations[number].method == "DELETE")
    }
    if flags.isEmpty { return }
    for number in collections.operations.indices
    where model.operations[number].isRelationship && isSaidToToggle(collections.operations[number]) {
      model.operations[number].change?.isToggle = true
    }
    for number in collections.operations.indices
    where collections.operations[number].method == "GET" && model.operations[number].linked == nil {
      let facts = collections.operations[number]
      guard let answer = facts.answer, let place = finder.list(in: answer, names: []) else { continue }
      if let owner = owners[place.record], let id = facts.query.first(where: { Words.key($0.name).hasPrefix("id") }) {
        var made = call(facts, "the response shows how the account stands to the \(owner)", confidence: 0.9)
        (made.kind, made.resource, made.isRelationship) = (.list, owner, true)
        (made.idParameter, made.isIDInQuery) = (id.name, true)
        (made.recordSchema, made.answerEnvelope) = (place.record.place, place.envelope)
        model.operations[number] = made
      } else if facts.shape.segments.allSatisfy({ $0.parameter == nil }) {
        listMarked(number, facts, place, flags, in: &model)
      } else {
        listMarks(number, facts, place, flags, in: &model)
      }
    }
  }

  /// Whether an operation takes back what it has set when it is sent again, as its words say.
  private func isSaidToToggle(_ facts: OperationFacts) -> Bool {
    let said = [facts.object["summary"]?.string, facts.object["description"]?.string].compactMap(\.self).map {
      String($0.prefix(300))
    }
    return facts.method != "DELETE"
      && (facts.shape.segments.compactMap(\.literal) + [facts.id] + said).contains {
        Words.split($0).contains("toggle")
      }
  }

  /// Flags that each account sets for itself, by the last words of their names.
  private static let personalFlags: Set<String> = Set(
    [
      "like", "favorite", "favourite", "bookmark", "follow", "save", "star", "upvote", "downvote", "subscribe", "watch",
      "join", "attend", "enroll", "enrol", "register",
    ].flatMap(StateChangeReader.forms))

  /// Whether what an action sets is a flag of the record that is another one for each account: `isLiked`.
  private func isPersonal(_ change: OperationDescription.StateChange?, _ resource: Int) -> Bool {
    guard let change, change.value.bool != nil, change.requestMember == nil, !change.isToggle,
      shapes[resource].member(change.member) != nil, !isWritten(change.member, resource)
    else { return false }
    return Words.split(change.member).last.map(Self.personalFlags.contains) ?? false
  }

  /// Whether requests with a schema of their own set a flag of a record, so that it is the same for all accounts.
  private func isWritten(_ flag: String, _ resource: Int) -> Bool {
    groups[resource].contains { node in
      nodes[node].operations.contains { number in
        let facts = collections.operations[number]
        guard ["POST", "PUT", "PATCH"].contains(facts.method), let request = facts.request,
          let sent = finder.record(in: request, names: nodes[node].names)?.record, !views[resource].contains(sent)
        else { return false }
        return index.shape(sent).member(flag) != nil
      }
    }
  }

  /// Has an action mark a record that shows the mark, and perhaps how many there are.
  private func markRecord(
    _ number: Int, _ change: OperationDescription.StateChange, _ resource: Int, in model: inout APIModel
  ) {
    model.operations[number].isRelationship = true
    let word = Words.split(change.member).last ?? ""
    let stems = Self.stems(of: word)
    model.operations[number].countMember =
      shapes[resource].members.first { member in
        index.shape(member.node).isNumber
          && stems.contains { stem in
            ["s", "count", "scount", "rscount", "erscount", "ers", "total", "stotal"].contains {
              stem + $0 == member.key
            }
          }
      }?.name ?? countOfPeople(resource, word)
    model.operations[number].reason += " for the account"
  }

  /// The number of those who take part, where records have one: `students_count` for those who enrolled.
  private func countOfPeople(_ resource: Int, _ word: String) -> String? {
    let joins = ["joined", "member", "enrolled", "enroled", "attending", "registered", "going"]
    guard joins.contains(word) else { return nil }
    let people = [
      "member", "student", "participant", "attendee", "enrollment", "enrolled", "people", "player", "guest",
    ]
    return shapes[resource].members.first { member in
      index.shape(member.node).isNumber && member.words.contains { people.contains(Words.singular($0)) }
        && !member.words.contains { ["max", "maximum", "min", "limit", "capacity"].contains($0) }
    }?.name
  }

  /// The verbs that a participle may come of: `like` of `liked`.
  private static func stems(of word: String) -> [String] {
    // `favoritings_count` counts what is a favorite.
    [word, (word.hasSuffix("e") ? String(word.dropLast()) : word) + "ing"]
      + ["ed", "d", "ing"].compactMap { word.hasSuffix($0) ? String(word.dropLast($0.count)) : nil }
  }

  /// Has an action mark a record that a number alone shows.
  private func countMarks(_ number: Int, _ target: OperationTarget, _ resource: Int, in model: inout APIModel) {
    guard model.operations[number].change == nil, let (flag, member) = countedMark(target, resource) else { return }
    model.operations[number].isRelationship = true
    model.operations[number].countMember = member
    let isSet = model.operations[number].method != "DELETE" && !(target.verbWords.first?.hasPrefix("un") ?? false)
    model.operations[number].change = .init(member: flag, value: .bool(isSet))
    model.operations[number].confidence = 0.9
    model.operations[number].reason += ", and \(member) counts who did"
  }

  /// What an account marks by an action of which records show the number alone: `like` and `likes_count`.
  private func countedMark(_ target: OperationTarget, _ resource: Int) -> (flag: String, member: String)? {
    let words = target.verbWords.first == "toggle" ? Array(target.verbWords.dropFirst()) : target.verbWords
    guard words.count == 1, var verb = words.first else { return nil }
    if verb.hasPrefix("un"), verb.count > 4 { verb.removeFirst(2) }
    let names = [verb + "s", verb + "count", verb + "scount", verb + "rscount", verb + "erscount", verb + "ers"]
    let member = shapes[resource].members.first {
      names.contains(Words.key($0.name)) && index.shape($0.node).isNumber
    }
    return member.map { (verb, $0.name) }
  }

  /// Has a list by the name of a flag show the records that have it: `GET /mutes` those of `muting`.
  private func listMarked(
    _ number: Int, _ facts: OperationFacts, _ place: EnvelopeFinder.Place,
    _ flags: [String: [(name: String, words: [String])]], in model: inout APIModel
  ) {
    let words = facts.shape.segments.last?.literal.map(Words.split) ?? []
    guard let last = words.last else { return }
    // `/me/liked-tracks`
    var forms = Set(StateChangeReader.forms(of: Words.singular(last)) + words)
    // `/me/likes/tracks`
    if let mark = facts.shape.segments.dropLast().last?.literal.map(Words.split), mark.count == 1, words.count == 1,
      let owner = named[Words.singular(last)], flags[resources[owner].name] != nil
    {
      forms.formUnion(StateChangeReader.forms(of: Words.singular(mark[0])) + mark)
    }
    for (owner, found) in flags.sorted(by: { $0.key < $1.key }) {
      guard let resource = numbers[owner], views[resource].contains(place.record) || isLike(place.record, resource),
        let flag = found.first(where: { !forms.isDisjoint(with: $0.words) })
      else { continue }
      model.operations[number].resource = owner
      (model.operations[number].kind, model.operations[number].scopes) = (.list, [])
      (model.operations[number].recordSchema, model.operations[number].answerEnvelope) =
        (place.record.place, place.envelope)
      (model.operations[number].flag, model.operations[number].isRelationship) = (flag.name, true)
      model.operations[number].listed = nil
      model.operations[number].reason = "lists the \(owner) of which the account's \(flag.name) holds"
      return
    }
  }

  /// Whether a schema shows a resource's records with little more than they have.
  func isLike(_ schema: Schema, _ resource: Int) -> Bool {
    let own = Set(shapes[resource].members.map(\.name))
    let common = index.shape(schema).members.filter { own.contains($0.name) }.count
    return common >= 4 && common * 20 >= own.count * 17
  }

  /// The object in an action's response that is no record of its resource: it has flags.
  private func relationship(_ facts: OperationFacts, resource: Int) -> (envelope: [String], shown: Schema)? {
    guard let answer = facts.answer else { return nil }
    let inside = index.shape(answer).member("data").map { (["data"], $0) }
    let (envelope, shown) = inside ?? ([], answer)
    guard !views[resource].contains(shown), !index.shape(shown).isArray else { return nil }
    return index.shape(shown).members.contains { index.shape($0.node).types == ["boolean"] } ? (envelope, shown) : nil
  }
}
