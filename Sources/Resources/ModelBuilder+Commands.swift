import JSON
import JSONSchema

/// Commands whose paths are not those of what they change, as APIs have them that name each operation: `POST /pump_config`
/// beside `GET /pump_info`, `POST /alarm/enable` beside `GET /alarm/status`.
extension ModelBuilder {
  /// Words of commands that change nothing by themselves.
  private static let trying: Set<String> = [
    "test", "validate", "check", "verify", "preview", "calculate", "estimate", "search", "find", "query", "login",
    "logout", "signin", "signout", "auth", "register", "install", "import", "export", "parse", "compare", "lookup",
    "simulate", "token", "password",
  ]
  /// Words for what a GET shows of a thing that commands change.
  private static let views: Set<String> = [
    "status", "state", "info", "settings", "setting", "config", "configuration", "current", "details", "options",
    "preferences",
  ]

  /// What such a command does; nil for another operation.
  func command(_ number: Int) -> OperationDescription? { commandOnOne(number) ?? commandOnRecord(number) }

  /// What it does with a thing that there is one of.
  private func commandOnOne(_ number: Int) -> OperationDescription? {
    let facts = collections.operations[number]
    let literals = facts.shape.segments.compactMap(\.literal)
    guard ["POST", "PUT", "PATCH"].contains(facts.method), collections.targets[number].forced == nil, !facts.isFile,
      !facts.hasFileRequest, literals.count == facts.shape.segments.count, let last = literals.last,
      case let words = Words.split(last) + (facts.shape.verb.map(Words.split) ?? []),
      Self.trying.isDisjoint(with: words)
    else { return nil }
    let things = resources.indices.filter { resources[$0].isSingleton && isReadAlone($0) }
    guard let made = settingOfOne(facts, things) ?? switchOfOne(facts, words, things) else { return nil }
    return made
  }

  /// What a command such as `/setRoomTitle` with `{"room_id": …, "title": …}` changes of the record that it names; nil for
  /// another operation.
  private func commandOnRecord(_ number: Int) -> OperationDescription? {
    let facts = collections.operations[number]
    guard facts.method == "POST", collections.targets[number].forced == nil, !facts.isFile, !facts.hasFileRequest,
      let last = facts.shape.segments.last?.literal, case let words = Words.split(last), words.count > 2,
      Vocabulary.update.contains(words[0]), let request = facts.request,
      case let sent = index.shape(request).members, (2...4).contains(sent.count)
    else { return nil }
    let found = resources.indices.first { resource in
      let key = Words.singularKey(resources[resource].name)
      return !resources[resource].isSingleton && resources[resource].idMember != nil && words[1] == key
        && sent.contains { $0.key == key + "id" }
        && sent.allSatisfy { $0.key == key + "id" || shapes[resource].member($0.name) != nil }
    }
    guard let found, let id = sent.first(where: { $0.key == Words.singularKey(resources[found].name) + "id" }) else {
      return nil
    }
    let name = resources[found].name
    var made = make(
      facts, .update, found, 0.85,
      "\(words.joined(separator: " ")) changes the one of the \(name) that the request names")
    (made.idContentMember, made.status) = (id.name, facts.status)
    return made
  }

  /// Whether a thing is shown by a path without parameters.
  private func isReadAlone(_ thing: Int) -> Bool {
    groups[thing].contains { node in
      nodes[node].segments.allSatisfy { $0.literal != nil }
        && nodes[node].operations.contains { collections.operations[$0].meaning == "GET" }
    }
  }

  /// What takes what another path shows of the thing.
  private func settingOfOne(_ facts: OperationFacts, _ things: [Int]) -> OperationDescription? {
    guard let request = facts.request, case let sent = index.shape(request).members, !sent.isEmpty,
      facts.answer.map({ Acknowledgement.isOne(index.shape($0), index) || index.shape($0).isOpen || $0 == request })
        ?? true
    else { return nil }
    let isSame = { (thing: Int) in
      views[thing].contains(request)
        || views[thing].contains { $0.subschemas("allOf").compactMap(index.node).contains(request) }
    }
    let holds = { (thing: Int) in sent.allSatisfy { shapes[thing].member($0.name) != nil } }
    let near = things.filter { isNear(facts, $0) }
    let choices = [
      near.filter(isSame), sent.count >= 2 ? things.filter(isSame) : [], sent.count >= 2 ? near.filter(holds) : [],
    ]
    guard let found = choices.first(where: { !$0.isEmpty }), found.count == 1 else { return nil }
    let name = resources[found[0]].name
    var made = make(facts, .update, found[0], 0.8, "the request has what GET of the one \(name) shows")
    readBodies(facts, resource: found[0], names: [name], into: &made)
    made.requestEnvelope = []
    made.status = facts.status
    return made
  }

  /// What sets a state of the thing by its verb, or by its own name: `POST /alarm/enable`, `POST /protection` with
  /// `{"enabled": false}` for `protection_enabled`.
  private func switchOfOne(_ facts: OperationFacts, _ words: [String], _ things: [Int]) -> OperationDescription? {
    let near = things.filter { isNear(facts, $0) && isView($0) }
    var found: [(thing: Int, change: OperationDescription.StateChange)] = []
    if Vocabulary.verb(words[0]) == .action, facts.shape.segments.count >= 2 {
      let reader = StateChangeReader(index: index)
      found = near.compactMap { thing in
        reader.change(verbWords: words, record: shapes[thing], isUndone: false, facts: facts).map { (thing, $0) }
      }
      guard found.count == 1 else { return nil }
    } else if let sent = facts.request.map({ index.shape($0).members }), sent.count <= 3 {
      found = things.filter(isView).flatMap { thing in
        sent.compactMap { member -> (thing: Int, change: OperationDescription.StateChange)? in
          guard index.shape(member.node).types == ["boolean"],
            let own = shapes[thing].members.first(where: { $0.words == words + member.words })
          else { return nil }
          return (thing, .init(member: own.name, value: .bool(true), requestMember: member.name))
        }
      }
    }
    guard let (thing, change) = found.first else { return nil }
    let name = resources[thing].name
    var made = make(
      facts, .action, thing, 0.8, "\(words.joined(separator: " ")) sets \(change.member) of the one \(name)")
    made.change = change
    made.status = facts.status
    return made
  }

  /// Whether a thing is what a path such as `/alarm/status` shows.
  private func isView(_ thing: Int) -> Bool {
    groups[thing].contains { node in
      nodes[node].segments.last?.literal.map(Words.split)?.last.map(Self.views.contains) ?? false
    }
  }

  /// Whether a thing is shown beside a command: below the same name, or by a name that begins with the same word.
  private func isNear(_ facts: OperationFacts, _ thing: Int) -> Bool {
    let own = facts.shape.segments.compactMap(\.literal)
    return groups[thing].contains { node in
      let other = nodes[node].segments.compactMap(\.literal)
      guard own.count == other.count, own.dropLast().elementsEqual(other.dropLast()), let last = own.last,
        let shown = other.last
      else { return false }
      if let before = own.dropLast().last, !PathShape.isVersion(before), !["api", "rest"].contains(before.lowercased())
      {
        return true
      }
      let (mine, its) = (Words.split(last), Words.split(shown))
      return mine.count > 1 && its.count > 1 && mine[0] == its[0] && Vocabulary.verb(mine[0]) == nil
    }
  }
}
