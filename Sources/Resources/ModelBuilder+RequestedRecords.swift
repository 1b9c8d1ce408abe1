import JSON
import JSONSchema

/// Operations that name their record in the query or in the content, and those that act on one.
extension ModelBuilder {
  func byQuery(
    _ facts: OperationFacts, _ kind: OperationDescription.Kind, _ parameter: String, resource: Int
  ) -> OperationDescription {
    let name = resources[resource].name
    var made = make(facts, kind, resource, 0.8, "\(facts.method) of \(name) by \(parameter) of the query")
    made.idParameter = parameter
    made.isIDInQuery = true
    readBodies(facts, resource: resource, names: [name], into: &made)
    return made
  }

  func byContent(
    _ facts: OperationFacts, _ kind: OperationDescription.Kind, _ member: String, resource: Int
  ) -> OperationDescription {
    let name = resources[resource].name
    var made = make(facts, kind, resource, 0.8, "\(facts.method) of \(name) by \(member) of the content")
    readBodies(facts, resource: resource, names: [name], into: &made)
    made.idContentMember = member
    return made
  }

  /// The names by which parameters and members of requests call the id of one record of a resource.
  func namesOfID(_ resource: Int) -> Set<String> {
    var names: Set<String> = ["id"]
    if let member = resources[resource].idMember { names.insert(Words.key(member)) }
    for number in groups[resource] {
      var own = [Words.singularKey(nodes[number].literal)]
      if let name = nodes[number].list?.envelope.last, !Vocabulary.listWrappers.contains(Words.key(name)) {
        own.append(Words.singularKey(name))
      }
      if let tokens = nodes[number].record?.place.tokens, tokens.count == 3, tokens[1] == "schemas" {
        own.append(Words.singularKey(tokens[2]))
      }
      for name in own { names.formUnion([name, name + "id", name + "uuid", name + "key", name + "sid"]) }
    }
    return names
  }

  /// The query parameter that names one record.
  func queryID(_ facts: OperationFacts, target: OperationTarget, resource: Int) -> String? {
    if let id = target.id { return facts.query.contains { $0.name == id } ? id : nil }
    let names = idNames[resource]
    if let id = collections.numbers[target.key].flatMap({ collections.idOfQuery(nodes[$0]) }),
      ["GET", "DELETE", "PUT", "PATCH"].contains(facts.method)
    {
      return facts.query.contains { $0.name == id } ? id : nil
    }
    return facts.query.first { parameter in
      let isOne = parameter.schema.map { !index.shape($0).isArray } ?? true
      // `PATCH /todos?id=eq.5`
      let isOwnID = ["PATCH", "PUT"].contains(facts.method) && parameter.name == resources[resource].idMember
      return isOne && (parameter.isRequired || target.verb != nil || isOwnID)
        && names.contains(parameter.key)
    }?.name
  }

  /// A GET whose response shows one record and whose query may name it, by its id or another property: `GET /post?id=`.
  func oneByQuery(_ facts: OperationFacts, resource: Int) -> OperationDescription? {
    let names = idNames[resource]
    guard let place = collections.record(facts, names: [resources[resource].name], known: views[resource]),
      views[resource].contains(place.record)
    else { return nil }
    guard let parameter = facts.query.first(where: { names.contains(Words.key($0.name)) }) else {
      return oneByProperty(facts, resource: resource)
    }
    var made = byQuery(facts, .read, parameter.name, resource: resource)
    made.filters = lists.filters(
      facts, record: shapes[resource], main: resources[resource].viewMember.flatMap(shapes[resource].member),
      used: [parameter.name])
    return made
  }

  /// The same by a parameter that need not be sent; nil for another one.
  func oneByOptionalQuery(_ facts: OperationFacts, _ queryID: String?, resource: Int) -> OperationDescription? {
    guard facts.query.contains(where: { $0.name == queryID && !$0.isRequired }) else { return nil }
    return oneByQuery(facts, resource: resource)
  }

  /// The same where the one parameter that must be there names a property: `GET /accounts/lookup?handle=`.
  private func oneByProperty(_ facts: OperationFacts, resource: Int) -> OperationDescription? {
    let needed = facts.query.filter(\.isRequired)
    guard facts.method == "GET", needed.count == 1 || facts.query.count == 1,
      let parameter = needed.first ?? facts.query.first,
      let member = shapes[resource].members.first(where: {
        $0.key == parameter.key && index.shape($0.node).types.contains("string")
      })
    else { return nil }
    var made = byQuery(facts, .read, parameter.name, resource: resource)
    // Who is called by one name may be meant by another.
    let others = ["username", "login", "slug"].compactMap { key in shapes[resource].members.first { $0.key == key } }
    made.lookupMembers = [member.name] + others.map(\.name).filter { $0 != member.name }
    made.reason += ", which is a property of the record"
    return made
  }

  /// A GET whose query chooses among a collection's records by their properties, and whose response has the schema of one:
  /// it shows the first of them.
  func oneByFilters(_ facts: OperationFacts, resource: Int) -> OperationDescription? {
    guard facts.method == "GET",
      let place = collections.record(facts, names: [resources[resource].name], known: views[resource]),
      views[resource].contains(place.record)
    else { return nil }
    let filters = lists.filters(facts, record: shapes[resource], used: [], choosesByElements: true)
    guard !filters.isEmpty else { return nil }
    let name = resources[resource].name
    var made = make(facts, .read, resource, 0.7, "GET of one of the \(name), which the query chooses")
    made.isIDInQuery = true
    made.filters = filters
    readBodies(facts, resource: resource, names: [name], into: &made)
    return made
  }

  /// Whether an operation that is called a deletion sets a flag of the record as it is sent: `{"post_id": 1, "deleted":
  /// false}`.
  func setsFlag(_ facts: OperationFacts, _ target: OperationTarget, resource: Int) -> Bool {
    guard facts.method != "DELETE", let request = facts.request, let verb = target.verbWords.first else { return false }
    let forms = Set(StateChangeReader.forms(of: verb))
    let main = resources[resource].viewMember.flatMap(shapes[resource].member).map(index.shape)
    return index.shape(request).members.contains { member in
      index.shape(member.node).types == ["boolean"] && forms.contains(Words.key(member.name))
        && (shapes[resource].member(member.name) ?? main?.member(member.name)) != nil
    }
  }

  /// What an action sets by a property of its request: `saved` by `{"save": true}`, `my_vote` by `{"score": 1}`,
  /// `subscribed` by `{"follow": true}`.
  func requestedChange(_ facts: OperationFacts, _ target: OperationTarget, resource: Int)
    -> OperationDescription.StateChange?
  {
    guard let request = facts.request, let verb = target.verbWords.first else { return nil }
    let record = shapes[resource]
    let sent = index.shape(request).members.map { ($0.name, Words.split($0.name), index.shape($0.node)) }
    let similar = Self.similar.first { $0.contains(verb) } ?? [verb]
    if let flag = sent.first(where: { $0.2.types == ["boolean"] && $0.1.count == 1 && similar.contains($0.1[0]) }) {
      let forms = Set(similar.flatMap(StateChangeReader.forms))
      for member in record.members {
        let shape = index.shape(member.node)
        guard let word = Words.split(member.name).last, forms.contains(word) else { continue }
        if shape.types == ["boolean"] {
          return .init(member: member.name, value: .bool(true), requestMember: flag.0)
        }
        let texts = shape.enumeration.compactMap(\.string)
        if let value = texts.first(where: { forms.contains(Words.key($0)) }) {
          let other = texts.first { ["not", "un", "none", "no"].contains(Words.split($0).first ?? "") }
          return .init(
            member: member.name, value: .string(value), requestMember: flag.0, otherwise: other.map(JSONValue.string))
        }
      }
    }
    let numbers = sent.filter { $0.2.isScalar && !$0.2.types.contains("string") }
    guard let number = numbers.first(where: { Self.votes.contains($0.1.last ?? "") }) else { return nil }
    let member = record.members.first { member in
      let words = Words.split(member.name)
      return words.count > 1 && ["my", "own", "user", "viewer"].contains(words[0]) && Self.votes.contains(words[1])
    }
    return member.map { .init(member: $0.name, value: .null, requestMember: number.0) }
  }

  private static let votes: Set<String> = ["score", "vote", "rating", "like", "value", "reaction"]

  /// Verbs that mean the same of a record.
  private static let similar: [[String]] = [
    ["follow", "subscribe", "join", "watch"], ["like", "favourite", "favorite", "upvote", "star", "heart"],
    ["save", "bookmark", "keep"],
  ]

  /// The member with the id in the record, or each of the records, that is sent.
  func sentID(_ facts: OperationFacts, resource: Int) -> String? {
    guard let member = resources[resource].idMember, let request = facts.request else { return nil }
    let shape = index.shape(request)
    let sent = shape.isArray ? shape.items : finder.record(in: request, names: [resources[resource].name])?.record
    guard let node = sent.flatMap({ index.shape($0).member(member) }), !node.isReadOnly else { return nil }
    return member
  }

  /// The member by which a creation may say what the record's id is to be, where records call the id otherwise:
  /// `customSlug` for `shortCode`; nil for none.
  func requestedID(_ facts: OperationFacts, resource: Int, names: [String]) -> String? {
    guard let id = resources[resource].idMember, resources[resource].idStyle == .text, let request = facts.request,
      case let sent = index.shape(finder.record(in: request, names: names, known: views[resource])?.record ?? request),
      sent.member(id) == nil
    else { return nil }
    return sent.members.first { member in
      guard index.shape(member.node).types.contains("string"), shapes[resource].member(member.name) == nil,
        let last = member.words.last
      else { return false }
      let isPreference = member.words.count > 1 && Self.preferenceWords.contains(member.words[0])
      return isPreference && (Self.aliases.contains(last) || Words.split(id).contains(last))
        || Self.soleAliases.contains(member.key)
    }?.name
  }

  private static let preferenceWords: Set<String> = [
    "custom", "desired", "preferred", "wanted", "vanity", "requested", "own",
  ]
  private static let aliases: Set<String> = ["slug", "alias", "handle", "code", "name", "key", "id"]
  private static let soleAliases: Set<String> = ["slug", "alias", "handle", "shortcode", "callsign"]

  /// The member of the request's content that names one record: none that only responses have.
  func contentID(_ facts: OperationFacts, target: OperationTarget, resource: Int) -> String? {
    guard let request = facts.request else { return nil }
    if let id = target.id { return id }
    let names = idNames[resource]
    return index.shape(request).members.first {
      names.contains($0.key) && !$0.node.isReadOnly && !index.shape($0.node).isArray
        && !index.shape($0.node).isObject
    }?.name
  }

  /// The only member of a request, where it holds an array of records: `items` of `POST /pets/bulk`.
  func soleArray(_ facts: OperationFacts, names: [String], resource: Int) -> String? {
    guard let members = facts.request.map({ index.shape($0).members }), members.count == 1,
      shapes[resource].member(members[0].name) == nil, let items = index.shape(members[0].node).items,
      index.shape(items).isObject
    else { return nil }
    let key = Words.key(members[0].name)
    let isNamed =
      Vocabulary.listWrappers.contains(key) || names.contains { Words.singularKey($0) == Words.singularKey(key) }
    return isNamed ? members[0].name : nil
  }

  /// A change of each of the records that a request lists with their ids: `PATCH /cart/items` with `{"items": [{"id": …,
  /// "quantity": 3}]}`; nil where it lists none.
  func ofSeveralRecords(
    _ facts: OperationFacts, _ kind: OperationDescription.Kind, resource: Int, names: [String]
  ) -> OperationDescription? {
    guard let id = resources[resource].idMember, let member = soleArray(facts, names: names, resource: resource),
      let element = facts.request.flatMap({ index.shape($0).member(member) }).flatMap({ index.shape($0).items }),
      index.shape(element).member(id) != nil
    else { return nil }
    var made = make(
      facts, kind == .replace && facts.method == "PUT" ? .replace : .update, resource, 0.8,
      "\(facts.method) changes the \(resources[resource].name) that the content lists")
    readBodies(facts, resource: resource, names: names, into: &made)
    (made.isBulk, made.requestEnvelope, made.idContentMember) = (true, [member], nil)
    return made
  }

  func action(
    _ facts: OperationFacts, _ target: OperationTarget, node: CollectionNode, resource: Int
  ) -> OperationDescription {
    let name = resources[resource].name
    let words = target.verbWords.joined(separator: " ")
    if let answer = facts.answer, Vocabulary.search.contains(target.verbWords.first ?? ""),
      let place = finder.list(in: answer, names: node.names), place.confidence >= 0.7,
      nodes[collections.numbers[target.key] ?? 0].views.contains(place.record)
    {
      return list(
        facts, target, place: place, resource: resource, confidence: 0.85, "\(words) answers with \(name)")
    }
    if target.form == .collectionAction, ["invite", "import", "add"].contains(target.verbWords.first ?? ""),
      let members = facts.request.map({ index.shape($0).members }), let answer = facts.answer,
      let place = finder.list(in: answer, names: node.names), views[resource].contains(place.record),
      case let arrays = members.filter({ member in
        index.shape(member.node).items.map { index.shape($0).isObject } ?? false
      }), arrays.count == 1
    {
      var made = make(facts, .create, resource, 0.8, "\(words) makes each of the \(name) that the request lists")
      (made.isBulk, made.requestEnvelope) = (true, [arrays[0].name])
      (made.answerEnvelope, made.recordSchema) = (place.envelope, place.record.place)
      return made
    }
    if facts.hasFileRequest, facts.method == "POST", target.form == .collectionAction,
      target.verbWords == ["upload"], let place = collections.record(facts, names: node.names, known: views[resource]),
      views[resource].contains(place.record) || showsID(place, of: facts, resource)
    {
      var made = make(facts, .create, resource, 0.9, "a file that is uploaded is a new one of the \(name)")
      readBodies(facts, resource: resource, names: [target.literal], into: &made)
      return made
    }
    if let answer = facts.answer, target.form == .collectionAction, target.verbWords.count == 1,
      let place = finder.list(in: answer, names: node.names), views[resource].contains(place.record),
      listedState(named: target.verbWords[0], record: index.shape(place.record), resource: resource) != nil
    {
      return list(
        facts, target, place: place, resource: resource, confidence: 0.85, "\(words) is a state of \(name)")
    }
    if facts.method == "GET" || facts.method == "HEAD" {
      return call(facts, "GET changes nothing, and the answer is not of the \(name)")
    }
    let queryID = target.form == .itemAction ? nil : self.queryID(facts, target: target, resource: resource)
    let contentID =
      target.form == .itemAction || queryID != nil ? nil : self.contentID(facts, target: target, resource: resource)
    let isOne = target.form == .itemAction || queryID != nil || contentID != nil
    if !isOne, sendsRecord(facts, target, resource: resource) {
      var made = make(facts, .create, resource, 0.85, "\(words) sends one of the \(name), and answers with it")
      readBodies(facts, resource: resource, names: [target.literal], into: &made)
      return made
    }
    var made = make(
      facts, .action, resource, isOne ? 0.9 : 0.7,
      isOne ? "\(words) acts on one of the \(name)" : "\(words) acts on \(name)")
    made.idParameter = queryID ?? (target.form == .itemAction ? target.trailing.last : nil)
    (made.isIDInQuery, made.idContentMember) = (queryID != nil, contentID)
    let isOfAll = target.verbWords.contains("all") || target.verbWords == ["read"]
    if isOne || isOfAll {
      made.change = StateChangeReader(index: index).change(
        verbWords: target.verbWords, record: shapes[resource], isUndone: facts.method == "DELETE", facts: facts)
    }
    if isOne, let change = requestedChange(facts, target, resource: resource) { made.change = change }
    if isOne, made.change == nil { made.change = openFlag(target, resource: resource) }
    if let change = made.change {
      made.confidence = 0.95
      made.reason += " and sets its \(change.member)"
    }
    readBodies(facts, resource: resource, names: [target.literal], into: &made)
    readProduct(facts, target.verbWords, resource: resource, into: &made)
    return made
  }

  /// Whether an operation that names no record sends a whole one and shows it, as `POST /rides/book` does.
  private func sendsRecord(_ facts: OperationFacts, _ target: OperationTarget, resource: Int) -> Bool {
    guard facts.method == "POST", target.form == .collectionAction, !resources[resource].isSingleton,
      Self.trying.isDisjoint(with: target.verbWords), let request = facts.request,
      let sent = finder.record(in: request, names: [resources[resource].name], known: views[resource])?.record
    else { return false }
    let shown = collections.record(facts, names: [resources[resource].name], known: views[resource])?.record
    let isMade =
      shown.map(views[resource].contains) ?? false
      || facts.isAnswerOpen(index) && isMadeByAsking(target, resource: resource)
    guard isMade else { return false }
    let members = index.shape(sent).members.filter { !$0.node.isReadOnly }
    let known = members.count { member in
      shapes[resource].member(member.name) != nil
        || shapes[resource].members.contains { $0.key + "id" == member.key && index.shape($0.node).isObject }
    }
    return known >= 2 && known * 4 >= members.count * 3
  }

  /// Whether a resource's records are listed, and nothing makes any but an operation that asks for one: `POST
  /// /withdrawals/request`.
  private func isMadeByAsking(_ target: OperationTarget, resource: Int) -> Bool {
    !Self.asking.isDisjoint(with: target.verbWords) && groups[resource].contains { nodes[$0].list != nil }
      && !groups[resource].contains { nodes[$0].canCreate }
  }

  /// Verbs by which somebody asks for a record.
  private static let asking: Set<String> = [
    "request", "submit", "apply", "send", "book", "order", "report", "reserve", "schedule", "write", "open",
  ]

  /// Verbs of what changes nothing.
  private static let trying: Set<String> = [
    "preview", "validate", "check", "calculate", "estimate", "test", "quote", "simulate", "verify", "search", "match",
    "compare", "parse", "lookup",
  ]

  private static let copying: Set<String> = ["copy", "duplicate", "clone", "fork"]

  /// Reads what an action's answer shows: the record itself, or one of another resource that comes of it.
  func readProduct(
    _ facts: OperationFacts, _ verbWords: [String], resource: Int, into made: inout OperationDescription
  ) {
    let isOne = made.idParameter != nil || made.idContentMember != nil || resources[resource].isSingleton
    if isOne, let verb = verbWords.first, Self.copying.contains(verb), facts.method == "POST" {
      made.produced = resources[resource].name
    }
    guard let shown = made.recordSchema.flatMap(index.document.schema(at:)), !views[resource].contains(shown) else {
      return
    }
    (made.recordSchema, made.answerEnvelope) = (nil, [])
    defer {
      if isOne, made.produced == nil, made.recordSchema == nil, let (envelope, view) = partialView(facts, resource) {
        (made.recordSchema, made.answerEnvelope) = (view.place, envelope)
      }
    }
    guard isOne, facts.method == "POST", facts.answer.map({ !index.shape($0).isArray }) ?? false,
      let other = views.indices.first(where: {
        $0 != resource && !resources[$0].isSingleton && views[$0].contains(shown) && hasRecords($0)
      }), index.shape(shown).members.count >= 2
    else { return }
    // What the request names is there already: the driver that a ride is given to.
    let sent = facts.request.map { index.shape($0).members } ?? []
    let names = idNames[other].subtracting(["id"])
    guard !sent.contains(where: { names.contains($0.key) }),
      let place = collections.record(facts, names: [resources[other].name], known: views[other])
    else { return }
    made.produced = resources[other].name
    (made.recordSchema, made.answerEnvelope) = (place.record.place, place.envelope)
    made.reason += "; the answer is a new one of the \(resources[other].name)"
  }

  /// The object in a response that shows some objects of a resource's record, by their names and schemas, as what has
  /// changed: `{"data": {"fuel": {…}}}`; nil for none.
  private func partialView(_ facts: OperationFacts, _ resource: Int) -> (envelope: [String], view: Schema)? {
    guard let answer = facts.answer, !facts.isFile else { return nil }
    let holders = index.shape(answer).members.filter { Vocabulary.recordWrappers.contains($0.key) }
    return ([([], answer)] + holders.map { ([$0.name], $0.node) }).first { _, view in
      let shape = index.shape(view)
      return shape.isObject && !EnvelopeFinder.hasOwnID(shape)
        && shape.members.contains { index.shape($0.node).isObject && shapes[resource].member($0.name) == $0.node }
    }
  }

  /// Whether a response shows no more of a new record than its ids, and the request has properties that records have.
  private func showsID(_ place: EnvelopeFinder.Place, of facts: OperationFacts, _ resource: Int) -> Bool {
    let shown = index.shape(place.record)
    guard EnvelopeFinder.hasOwnID(shown), shown.members.allSatisfy({ shapes[resource].member($0.name) != nil }),
      let sent = facts.request.map(index.shape)
    else { return false }
    return sent.members.filter { member in shapes[resource].members.contains { $0.key == member.key } }.count >= 2
  }
}
