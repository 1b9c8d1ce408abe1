import JSON
import JSONSchema

/// Finds the accounts of an API and what each operation does for them: by the words of paths and operation ids, and by
/// what requests and responses hold: a password beside an e-mail address, a token, the record of an account.
struct AccountReader {
  /// A property of some content, and where it stands.
  struct Property {
    let path: [String]
    let node: Schema
    let shape: SchemaShape

    var key: String { Words.key(path.last ?? "") }
    var place: String { path.joined(separator: ".") }
  }

  let index: SchemaIndex
  let operations: [OperationFacts]
  /// The schemas that show the records of each resource, by its name.
  let views: [String: Set<Schema>]

  static let (maximumDepth, maximumProperties) = (3, 300)

  /// Finds the accounts; the operations on them get their roles.
  func read(_ model: inout APIModel) {
    var uses = operations.map(signing)
    findRegistrations(model, &uses)
    for (number, use) in uses.enumerated() where use?.role == .signIn && use?.showsTokens == false {
      // `POST /auth` beside `GET /auth/{id}` makes an account.
      let made = model.operations[number]
      let below = (made.path.hasSuffix("/") ? made.path : made.path + "/") + "{"
      guard made.kind == .create,
        model.operations.contains(where: { $0.path.hasPrefix(below) && $0.idParameter != nil })
      else { continue }
      uses[number]?.role = .register
    }
    let candidates = self.candidates(uses, model)
    guard uses.contains(where: { $0?.password != nil || $0?.showsTokens == true }) || !candidates.isEmpty else {
      return
    }
    guard let accounts = accounts(&model, uses, candidates) else { return }
    var description = accounts
    let record = model.resource(accounts.resource).flatMap { index.node(at: $0.schema) }
    for number in operations.indices {
      if uses[number] == nil { uses[number] = acting(number, model, record: record, accounts.resource) }
      guard var use = uses[number], model.operations[number].reason != "x-mock-kind says so" else { continue }
      if use.record == nil, ![.recover, .verify, .checkName, .issueToken].contains(use.role) {
        use.record = recordPlace(number, record, model, use.role)
      }
      if use.role != .me, let place = use.record, place.hasSuffix(".attributes") {
        use.ids.append(place.dropLast("attributes".count) + "id")
      }
      describe(&model.operations[number], number, use, accounts.resource)
    }
    let sent = uses.flatMap { $0?.names ?? [] }.compactMap { AccountUse.names($0).last }
    description.names = names(of: record, sent: sent)
    description.canRegister = uses.indices.contains { uses[$0]?.role == .register && isOpen(operations[$0]) }
    model.accounts = description
    identify(&model, accounts.resource, record)
    OwnershipReader(index: index, operations: operations, record: record).read(&model, accounts: accounts.resource)
    let used = Set(model.operations.compactMap(\.resource) + [accounts.resource])
    model.resources.removeAll { !used.contains($0.name) }
  }

  // MARK: The accounts

  /// Whether the name before another says nothing of what that is about: a version, `api`, `auth`.
  static func isNeutral(_ before: [String]) -> Bool {
    guard let first = before.first else { return true }
    let neutral = [
      "api", "apis", "auth", "rest", "mobile", "app", "public", "web", "client", "identity", "accounts", "oauth",
    ]
    return before.count == 1 && neutral.contains(first)
      || first.first == "v" && before.joined().dropFirst().allSatisfy(\.isNumber)
      || before.count == 1 && AccountWords.people.contains(Words.singular(first))
  }

  /// Whether an object looks like somebody's record: it is named, and identified.
  private func isSomebody(_ shape: SchemaShape) -> Bool {
    guard shape.isObject else { return false }
    let keys = Set(shape.members.map { Words.key($0.name) })
    let named = AccountWords.names.prefix(13).filter(keys.contains).count
    let isIdentified = EnvelopeFinder.hasOwnID(shape) || keys.contains { $0.hasSuffix("id") }
    return named >= 1 && (isIdentified || named >= 2 || keys.contains("firstname"))
      || isIdentified && keys.contains("name") && (keys.contains("avatar") || keys.contains("displayname"))
  }

  /// Whether the last name of a path means the account of the caller, and how surely; nil when it does not.
  private func meansMe(_ facts: OperationFacts) -> Double? {
    guard facts.shape.segments.allSatisfy({ $0.parameter.map(Self.isOfServer) ?? true }) else { return nil }
    let (last, before, id) = words(facts)
    let key = last.joined()
    if AccountWords.meAfter[before.joined()]?.contains(key) == true { return 0.95 }
    if AccountWords.me.contains(key), Self.isNeutral(before) || !["me", "self", "myself"].contains(key) { return 0.95 }
    if AccountWords.contain(id, [["current", "user"], ["me"], ["who", "am"], ["whoami"], ["my", "profile"]]),
      ["user", "users", "account", "profile", "current"].contains(key)
    {
      return 0.9
    }
    let chooses = facts.query.contains {
      let words = Words.split($0.name)
      return ["id", "username", "email", "name", "user", "q"].contains(words.last ?? "")
    }
    guard AccountWords.meAlone.contains(key), !chooses else { return nil }
    // `/preferences/user`, which is "the profile of the current user".
    let text =
      Words.split(facts.object["summary"]?.string ?? "") + Words.split(facts.object["description"]?.string ?? "")
    if key != "session", AccountWords.contain(text, AccountWords.whoeverAsks) { return 0.95 }
    return Self.isNeutral(before) ? 0.8 : nil
  }

  /// Whether a parameter chooses the server or its edition rather than a record.
  static func isOfServer(_ name: String) -> Bool {
    ["version", "apiversion", "v", "tenant", "tenantid", "realm", "locale", "lang"].contains(Words.key(name))
  }

  /// A schema that may be that of accounts, with the operations that show it.
  private struct Candidate {
    let schema: Schema
    var weight: Int
  }

  private func candidates(_ uses: [AccountUse?], _ model: APIModel) -> [Candidate] {
    var found: [Candidate] = []
    func add(_ schema: Schema, _ weight: Int) {
      if let known = found.firstIndex(where: { $0.schema == schema }) {
        found[known].weight += weight
      } else {
        found.append(Candidate(schema: schema, weight: weight))
      }
    }
    for (number, facts) in operations.enumerated() {
      guard let answer = facts.answer, !facts.isFile, !index.shape(answer).isArray else { continue }
      let isMe =
        uses[number] == nil && facts.meaning == "GET" && model.operations[number].kind != .list
        && meansMe(facts) != nil
      let signs = uses[number].map { [.signIn, .register, .refresh].contains($0.role) } ?? false
      let shown = signs || isMe ? nil : shownPlace(facts)
      guard isMe || signs || shown != nil else { continue }
      let all = properties(answer)
      var own: [(path: [String], node: Schema)] = [([], answer)]
      own += all.filter(\.shape.isObject).map { ($0.path, $0.node) }
      let envelope = model.operations[number].answerEnvelope
      var found: [[String]] = []
      for (path, node) in own {
        let isWhole = isMe && path == envelope && meansMe(facts) ?? 0 > 0.9 && index.shape(node).members.count >= 2
        guard isWhole || isSomebody(index.shape(node)) || isRegistered(node, path, facts, uses[number], model) else {
          continue
        }
        if let shown, path.first != shown { continue }
        // What stands inside of somebody's record is something of theirs.
        if found.contains(where: { path.starts(with: $0) && !$0.isEmpty || $0.isEmpty && signs && !holdsTokens(answer) }
        ) {
          continue
        }
        found.append(path)
        // `local_user` with a `person_id` is only a part of what the person is.
        let parent = path.dropLast()
        let siblings = all.filter { $0.path.dropLast() == parent && $0.path != path && $0.shape.isObject }
        let isPart = siblings.contains { sibling in
          index.shape(node).members.contains { Words.key($0.name) == sibling.key + "id" }
        }
        add(node, (isMe ? 4 : 3) - (isPart || holdsTokens(node) ? 2 : 0) - (path.count > 2 ? 1 : 0))
      }
    }
    return found
  }

  private func holdsTokens(_ node: Schema) -> Bool {
    index.shape(node).members.contains { AccountWords.accessTokens.contains(Words.key($0.name)) }
  }

  /// The property of a response that shows the acting account: `my_user`; nil for none.
  private func shownPlace(_ facts: OperationFacts) -> String? {
    guard facts.method == "GET", let answer = facts.answer else { return nil }
    return index.shape(answer).members.first { AccountWords.shown.contains(Words.key($0.name)) }?.name
  }

  /// The resource of the accounts: the one whose records are shown where accounts are, else one of people, else one of
  /// its own.
  private func accounts(_ model: inout APIModel, _ uses: [AccountUse?], _ candidates: [Candidate])
    -> AccountsDescription?
  {
    var best: (number: Int, score: Int)?
    func weight(_ number: Int) -> Int {
      let resource = model.resources[number]
      var score = 0
      let own = views[resource.name] ?? []
      for one in candidates where own.contains(one.schema) || one.schema.place == resource.schema {
        score += one.weight * 2
      }
      let words = Words.split(resource.name)
      let name = words.last.map(Words.singular) ?? ""
      if words.count > 1, score == 0 { return 0 }
      let rank = AccountWords.people.firstIndex(of: name)
      let isShown = score > 0
      if let rank { score += max(1, 6 - rank) }
      let uses = model.operations.indices.filter { model.operations[$0].resource == resource.name }
      let isOfSigning =
        (["register", "signup", "login", "signin", "session", "token", "registration", "auth"].contains(name)
          || Self.isOfPasswords(words))
        && !uses.contains { model.operations[$0].idParameter != nil }
      for one in uses where allUses[one]?.role == .register && !isOfSigning {
        score += operations[one].path.lowercased().contains("admin") ? 3 : 6
      }
      if isOfSigning { score -= 4 }
      // People whom an app only shows, such as those on photos, are not those who sign in.
      let isSaid =
        !isShown && !candidates.isEmpty && !["user", "account"].contains(name) && resource.idMember != nil
        && !uses.contains { allUses[$0]?.role == .register }
        && index.node(at: resource.schema).map { !isSomebody(index.shape($0)) } ?? false
      // Nor are the members of something, which stand below it alone.
      let isBelow =
        !isShown && !uses.isEmpty && uses.allSatisfy { !model.operations[$0].scopes.isEmpty }
        && !uses.contains { allUses[$0] != nil }
      guard score > 0, !isSaid, !isBelow else { return 0 }
      if resource.isSingleton { score -= 5 }
      if uses.contains(where: { model.operations[$0].kind == .list && model.operations[$0].scopes.isEmpty }) {
        score += 2
      }
      if words.count > 1 { score -= 2 }
      return rank == nil && score < 6 ? 0 : score
    }
    let allUses = uses
    for number in model.resources.indices {
      let score = weight(number)
      if score > best?.score ?? 0 { best = (number, score) }
    }
    let schema = candidates.max { $0.weight < $1.weight }.map { fullest(like: $0.schema, candidates) }
    if let best {
      let number = best.number
      let shape = index.node(at: model.resources[number].schema).map(index.shape) ?? SchemaShape()
      let isShown = schema?.place == model.resources[number].schema && model.resources[number].idMember != nil
      if model.resources[number].isSingleton || !isSomebody(shape) && !isShown, let schema {
        take(schema, for: number, &model)
      }
      if model.resources[number].isSingleton {
        take(index.node(at: model.resources[number].schema), for: number, &model)
      }
      return AccountsDescription(resource: rename(number, &model))
    }
    let request = uses.indices.first { uses[$0]?.role == .register }.flatMap { operations[$0].request }
    guard let own = schema ?? request else { return nil }
    let taken = Set(model.resources.map(\.name))
    let name = ["users", "accounts", "api-users"].first { !taken.contains($0) } ?? "api-accounts"
    model.resources.append(ResourceDescription(name: name, schema: own.place, idMember: nil))
    take(own, for: model.resources.count - 1, &model)
    return AccountsDescription(resource: name)
  }

  /// The view of an account with the most properties among those that have most of what another one has: that of oneself
  /// rather than what a sign-in shows.
  private func fullest(like schema: Schema, _ candidates: [Candidate]) -> Schema {
    let own = Set(index.shape(schema).members.map { Words.key($0.name) })
    let like = candidates.map(\.schema).filter { other in
      let shape = index.shape(other)
      let shared = Set(shape.members.map { Words.key($0.name) }).intersection(own)
      return shared.count * 5 >= own.count * 3 && !holdsTokens(other) && isSomebody(shape)
    }
    let most = like.max { index.shape($0).members.count < index.shape($1).members.count } ?? schema
    return index.shape(most).members.count > index.shape(schema).members.count ? most : schema
  }

  /// Whether a name is that of lost passwords rather than of people: `password_resets`.
  private static func isOfPasswords(_ words: [String]) -> Bool {
    words.contains { ["password", "passwords"].contains($0) || AccountWords.lost.contains($0) }
  }

  /// Calls the records of accounts by what they are where their resource is called by its path, such as `me`.
  private func rename(_ number: Int, _ model: inout APIModel) -> String {
    let old = model.resources[number].name
    let names = Set(model.resources.map(\.name))
    let isOfPath =
      AccountWords.me.union(AccountWords.meAlone).contains(Words.key(old)) || Self.isOfPasswords(Words.split(old))
    guard isOfPath, let new = ["users", "accounts"].first(where: { !names.contains($0) }) else { return old }
    model.resources[number].name = new
    for one in model.operations.indices {
      if model.operations[one].resource == old { model.operations[one].resource = new }
      for scope in model.operations[one].scopes.indices where model.operations[one].scopes[scope].parent == old {
        model.operations[one].scopes[scope].parent = new
      }
    }
    for one in model.resources.indices {
      model.resources[one].references = model.resources[one].references.mapValues { $0 == old ? new : $0 }
      model.resources[one].sentReferences = model.resources[one].sentReferences.mapValues { $0 == old ? new : $0 }
    }
    return new
  }

  /// Has a resource hold many records of a schema.
  private func take(_ schema: Schema?, for number: Int, _ model: inout APIModel) {
    guard let schema else { return }
    let (shape, reader) = (index.shape(schema), RecordReader(index: index))
    // What people are called is as good as the path's name: `userId` in a profile.
    let ids = AccountWords.people.map { $0 + "id" }
    let member =
      reader.idMember(shape, literal: model.resources[number].name, parameters: [])
      ?? ids.lazy.compactMap { id in shape.members.first { Words.key($0.name) == id } }.first?.name
    model.resources[number].schema = schema.place
    model.resources[number].idMember = member
    model.resources[number].idStyle = reader.idStyle(
      member.flatMap(shape.member), record: schema, member: member, parameters: [])
    (model.resources[number].createdAtMember, model.resources[number].updatedAtMember) = reader.times(shape)
    model.resources[number].isTakenAsItComes = false
    model.resources[number].isSingleton = false
  }

  /// The properties of a record that name its account at a sign-in.
  private func names(of record: Schema?, sent: [String]) -> [String] {
    let members = record.map { index.shape($0).members.map(\.name) } ?? []
    let keys = AccountWords.names.filter { !["user", "account", "identity", "identifier"].contains($0) }
    var found = keys.compactMap { key in members.first { Words.key($0) == key } }
    for name in sent
    where keys.contains(Words.key(name)) && !found.contains(where: { Words.key($0) == Words.key(name) }) {
      found.append(name)
    }
    // Where a record has a surer one, a name is what somebody is called.
    let weak: Set<String> = ["name", "userid", "nickname", "usernameoremail", "emailorusername"]
    let hasSurer = members.contains { keys.contains(Words.key($0)) && !weak.contains(Words.key($0)) }
    return hasSurer ? found.filter { !weak.contains(Words.key($0)) } : found
  }

  // MARK: Roles

  /// What an operation does for the acting account beside sessions; nil for nothing.
  private func acting(_ number: Int, _ model: APIModel, record: Schema?, _ accounts: String) -> AccountUse? {
    let facts = operations[number]
    let known = model.operations[number]
    if let sure = meansMe(facts), known.kind != .list, known.kind != .search {
      let isAlone = sure < 0.9
      var place = recordPlace(number, record, model, .me)
      if place == nil, !isAlone, facts.meaning == "GET", !facts.isFile {
        let isNeutral = facts.shape.segments.dropLast().compactMap(\.literal).allSatisfy {
          Self.isNeutral(Words.split($0))
        }
        let isShown = known.kind == .read && known.recordSchema != nil && isNeutral
        if isShown || isNeutral && facts.isAnswerOpen(index) { place = known.answerEnvelope.joined(separator: ".") }
      }
      if place == nil, isAlone, isOneOfPeople(facts) { place = "" }
      switch facts.meaning {
      case "GET": if place != nil { return me(place) }
      case "PUT", "PATCH", "POST":
        guard facts.method != "POST" || !isAlone || showsMe(at: facts.path, record, model) else { return nil }
        if place != nil || sharesProperties(facts, record), !isAlone || showsMe(at: facts.path, record, model) {
          return me(place)
        }
      case "DELETE": if !isAlone || showsMe(at: facts.path, record, model) { return me(place) }
      default: break
      }
      return nil
    }
    if let place = ownPlace(number, known, record, accounts, model) { return me(place) }
    if setsOwnPicture(facts), let place = recordPlace(number, record, model, .me) ?? picturePlace(facts) {
      return me(place)
    }
    if let use = settingOwnProperty(facts, known, record) { return use }
    let (last, before, id) = words(facts)
    let hasParameters = facts.shape.segments.contains { $0.parameter.map { !Self.isOfServer($0) } ?? false }
    let words = Set(last).union(id)
    // `PATCH /users/update`
    let isOfPeople =
      last.count == 1 && AccountWords.changes.contains(last[0]) && before.count == 1
      && AccountWords.people.contains(Words.singular(before[0]))
    if known.match != nil || isOfOther(facts, known, record, accounts, model) { return nil }
    if !hasParameters, isOfPeople || !AccountWords.own.subtracting(["settings"]).isDisjoint(with: last) {
      if facts.method != "GET", facts.method != "DELETE", !AccountWords.changes.isDisjoint(with: words),
        known.kind != .create, sharesProperties(facts, record)
      {
        return me(recordPlace(number, record, model, .me))
      }
      if facts.method == "DELETE" || facts.method == "POST", !AccountWords.deletions.isDisjoint(with: last),
        AccountWords.deletions.union(AccountWords.own).isSuperset(of: last), !facts.path.lowercased().contains("admin"),
        !facts.query.contains(where: { Words.split($0.name).last == "id" }), !namesSomebody(facts)
      {
        return me(nil)
      }
    }
    if let use = issuing(facts, known, model) { return use }
    if let use = completing(number, model, record, accounts) { return use }
    if let shown = shownPlace(facts), let answer = facts.answer {
      let node = index.shape(answer).member(shown)
      let inner = node.flatMap { place(of: record, in: $0) }
      guard let inner else { return nil }
      var use = AccountUse(.shows)
      use.record = ([shown] + inner).joined(separator: ".")
      return use
    }
    return nil
  }

  /// Words of what somebody does to another account than the own.
  private static let towardsOthers: Set<String> = [
    "friend", "friends", "follow", "block", "mute", "invite", "invitation", "contact", "contacts", "request", "search",
    "find", "lookup", "member", "members", "admin", "create", "add", "new", "import", "user", "users",
  ]

  /// How somebody who has registered says more of themselves, where the answer shows the account that nothing in the request
  /// names: `POST /onboard/complete`; nil for another operation.
  private func completing(
    _ number: Int, _ model: APIModel, _ record: Schema?, _ accounts: String
  ) -> AccountUse? {
    let (facts, known) = (operations[number], model.operations[number])
    guard ["POST", "PUT", "PATCH"].contains(facts.method), known.kind == .create, known.resource == accounts,
      known.scopes.isEmpty, facts.shape.segments.allSatisfy({ $0.parameter == nil }),
      Self.towardsOthers.isDisjoint(with: facts.shape.segments.compactMap(\.literal).flatMap(Words.split)),
      let request = facts.request, let record, !index.shape(request).isArray,
      case let sent = index.shape(request).members, !sent.isEmpty, sent.count <= 8,
      !sent.contains(where: { AccountWords.isPassword($0.name) }),
      case let own = Set(index.shape(record).members.map(\.key)), sent.allSatisfy({ own.contains($0.key) }),
      operations.contains(where: { signing($0)?.role == .register })
    else { return nil }
    return recordPlace(number, record, model, .me).map(me)
  }

  /// How a creation shows a token that neither requests nor the records have.
  private func issuing(_ facts: OperationFacts, _ known: OperationDescription, _ model: APIModel) -> AccountUse? {
    guard facts.method == "POST", known.kind == .create, !known.showsParent, let answer = facts.answer,
      let resource = known.resource.flatMap(model.resource)
    else { return nil }
    var use = AccountUse(.issueToken)
    // The keys of an account, which the documents of many APIs show in one schema wherever they stand.
    if resource.name != "tokens",
      Words.split(resource.name).map(Words.singular).suffix(2).elementsEqual(["api", "key"])
        || ["apikey", "accesskey", "apitoken", "accesstoken"].contains(resource.key)
    {
      let sentKeys = Set(sent(facts).map(\.key))
      let keys = AccountWords.accessTokens.union(["key", "apikey", "secret", "secretkey", "plaintext", "rawkey"])
      let shown = properties(answer).first {
        keys.contains($0.key) && $0.shape.types.contains("string") && !sentKeys.contains($0.key)
      }
      if let shown {
        use.accessTokens = [shown.place]
        return use
      }
    }
    guard resource.schema != answer.place else { return nil }
    readTokens(in: answer, into: &use)
    let shown = operations.indices.filter {
      model.operations[$0].resource == resource.name && [.read, .list].contains(model.operations[$0].kind)
    }.compactMap { operations[$0].answer }
    let others = Set((shown.flatMap(properties) + sent(facts)).map(\.node))
    let own = properties(answer).filter { !others.contains($0.node) }.map(\.place)
    let keys = Set(sent(facts).map(\.key))
    use.accessTokens.removeAll { !own.contains($0) || keys.contains(AccountUse.names($0).last.map(Words.key) ?? "") }
    use.ids = []
    return use.showsTokens ? use : nil
  }

  /// Whether an operation sends the picture of the acting account: `POST /me/avatar`.
  private func setsOwnPicture(_ facts: OperationFacts) -> Bool {
    let literals = facts.shape.segments.compactMap(\.literal).map(Words.key)
    guard facts.shape.segments.count == literals.count, literals.count >= 2, let last = literals.last,
      ["avatar", "photo", "picture", "image", "profilepicture", "profileimage", "profilephoto", "cover"].contains(last)
    else { return false }
    let before = literals[literals.count - 2]
    return facts.hasFileRequest && (AccountWords.me.contains(before) || AccountWords.meAlone.contains(before))
  }

  /// Where a response shows the address of a picture: the object with that property; nil for nowhere.
  private func picturePlace(_ facts: OperationFacts) -> String? {
    let pictures: Set<String> = ["avatar", "photo", "picture", "image", "cover"]
    return facts.answer.flatMap { answer in
      properties(answer).first { property in
        property.shape.types.contains("string") && !pictures.isDisjoint(with: Words.split(property.path.last ?? ""))
      }
    }.map { $0.path.dropLast().joined(separator: ".") }
  }

  func me(_ place: String?) -> AccountUse {
    var use = AccountUse(.me)
    use.record = place
    return use
  }

  /// Whether a GET of a path shows the acting account.
  private func showsMe(at path: String, _ record: Schema?, _ model: APIModel) -> Bool {
    operations.indices.contains { other in
      operations[other].path == path && operations[other].meaning == "GET" && meansMe(operations[other]) != nil
        && model.operations[other].kind != .list && recordPlace(other, record, model, .me) != nil
    }
  }

  /// Whether a request has at least two properties of the accounts' records.
  private func sharesProperties(_ facts: OperationFacts, _ record: Schema?) -> Bool {
    guard let record else { return false }
    let request = facts.request.map(properties) ?? (facts.method == "GET" ? [] : sent(facts))
    let own = Set(index.shape(record).members.map { Words.key($0.name) }).subtracting(["id", "type", "status"])
    return Set(request.filter { $0.path.count <= 2 }.map(\.key)).intersection(own).count >= 2
      || !own.isDisjoint(with: Set(request.map(\.key))) && request.count <= 3
  }

  /// Where an operation's response shows an account's record; nil for nowhere.
  func recordPlace(_ number: Int, _ record: Schema?, _ model: APIModel, _ role: AccountUse.Role) -> String? {
    guard role != .signOut, role != .shows, let answer = operations[number].answer, !operations[number].isFile,
      !index.shape(answer).isArray
    else { return nil }
    if let place = place(of: record, in: answer) { return place.joined(separator: ".") }
    // The response shows who signs in, also in another view than others see.
    guard [.signIn, .register, .refresh].contains(role) else { return nil }
    let found = properties(answer).first { $0.shape.isObject && isSomebody($0.shape) }
    // `user` of which the document says no more than that it is an object, or has an id.
    let open = properties(answer).first { property in
      ["user", "account", "profile", "currentuser", "userinfo"].contains(property.key) && property.shape.isObject
        && !property.shape.isArray
        && (property.shape.members.isEmpty || EnvelopeFinder.hasOwnID(property.shape)
          || shares(property.shape, with: record))
    }
    return (found ?? open)?.path.joined(separator: ".")
  }

  /// Whether an object has at least two properties of the accounts' records.
  private func shares(_ shape: SchemaShape, with record: Schema?) -> Bool {
    let own = record.map { Set(index.shape($0).members.map(\.key)) } ?? []
    return shape.members.filter { own.contains($0.key) }.count >= 2
  }

  /// Where content shows an account's record: the object of its schema, else one that looks like it.
  private func place(of record: Schema?, in content: Schema) -> [String]? {
    if content == record { return [] }
    let whole = Set(index.shape(content).members.map { Words.key($0.name) })
    let objects = properties(content).filter(\.shape.isObject)
    let exact = objects.first { $0.node == record }
    if let exact, !AccountWords.accessTokens.isDisjoint(with: whole) { return exact.path }
    if let record, isSomebody(index.shape(content)) {
      // A fuller view of the record, such as that of oneself.
      let own = Set(index.shape(record).members.map { Words.key($0.name) })
      if whole.intersection(own).count * 5 >= own.count * 3 { return [] }
    }
    if let exact { return exact.path }
    let own = record.map { Set(index.shape($0).members.map { Words.key($0.name) }) } ?? []
    func isLike(_ node: Schema) -> Bool {
      let shape = index.shape(node)
      let keys = Set(shape.members.map { Words.key($0.name) })
      return isSomebody(shape) && (own.isEmpty || keys.intersection(own).count * 2 >= min(keys.count, own.count))
    }
    if isLike(content) { return [] }
    return objects.first { isLike($0.node) }?.path
  }

  private func describe(
    _ operation: inout OperationDescription, _ number: Int, _ use: AccountUse, _ accounts: String
  ) {
    let facts = operations[number]
    var use = use
    // Accounts that are made by those who are signed in are for them.
    use.isForAnybody =
      use.role == .register
      ? isOpen(facts) : [.signIn, .refresh, .recover, .resetPassword, .verify, .checkName].contains(use.role)
    operation.account = use
    let before = operation
    if use.role == .shows || use.role == .issueToken { return }
    operation.resource = accounts
    (operation.idParameter, operation.idContentMember, operation.change, operation.isBulk) = (nil, nil, nil, false)
    (operation.paging, operation.sorting, operation.searchParameter) = (nil, nil, nil)
    (operation.filters, operation.lookupMembers, operation.corrections) = ([:], [], [])
    operation.answerEnvelope = use.record.map(AccountUse.names) ?? []
    operation.recordSchema = use.record.flatMap { place in
      facts.answer.flatMap { answer in
        place.isEmpty ? answer.place : properties(answer).first { $0.place == place }?.node.place
      }
    }
    let names = use.names.first.map(AccountUse.names) ?? []
    switch use.role {
    case .register:
      operation.kind = .create
      operation.requestEnvelope = Array(names.dropLast())
      operation.confidence = use.password == nil ? 0.8 : 0.95
      operation.reason = "creates an account that signs in with what it sends"
      if before.resource == accounts, before.kind == .create {
        operation.scopes = before.scopes
      } else {
        operation.scopes = []
      }
    case .me:
      operation.scopes = []
      operation.requestEnvelope = before.requestEnvelope
      let request = facts.request.map { index.shape($0).members } ?? []
      if request.count == 1, let only = request.first, index.shape(only.node).isObject {
        // `{"user": {"bio": "..."}}`
        operation.requestEnvelope = [only.name]
      }
      let deletes =
        facts.method == "DELETE"
        || facts.method == "POST" && use.record == nil && !AccountWords.deletions.isDisjoint(with: words(facts).last)
      operation.kind = facts.meaning == "GET" ? .read : deletes ? .delete : .update
      operation.confidence = 0.9
      operation.reason = "the account that the request acts as"
    default:
      operation.scopes = []
      operation.kind = .action
      operation.confidence = [.recover, .verify, .checkName].contains(use.role) ? 0.7 : 0.9
      operation.reason = "\(use.role.rawValue): by its name and by what request and response hold"
    }
  }
}
