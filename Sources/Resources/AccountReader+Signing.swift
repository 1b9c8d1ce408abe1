import JSON
import JSONSchema

// Registering, signing in and out, passwords.

extension AccountReader {
  /// The words of an operation: those of the last two names of its path, and those of its id.
  func words(_ facts: OperationFacts) -> (last: [String], before: [String], id: [String]) {
    let literals = facts.shape.segments.compactMap(\.literal)
    let last = Words.split(literals.last ?? "") + (facts.shape.verb.map(Words.split) ?? [])
    // An id that was made of the path says no more than that.
    let made = [facts.method.lowercased()] + literals.flatMap(Words.split)
    let id = Words.split(facts.id) == made ? [] : Words.split(facts.id)
    return (last, Words.split(literals.dropLast().last ?? ""), id)
  }

  /// What an operation does about sessions and passwords; nil for nothing of that kind.
  func signing(_ facts: OperationFacts) -> AccountUse? {
    guard facts.method != "OPTIONS", facts.method != "HEAD" else { return nil }
    let (last, before, id) = words(facts)
    let isSignOut = [last, id, before + last].contains { AccountWords.contain($0, AccountWords.signOut) }
    let isSession =
      ["session", "auth", "login", "signin"].contains(last.joined()) && Self.isNeutral(before)
      || ["session", "sessions"].contains(before.joined()) && last == ["current"]
    // Below a parameter there is something of one of many.
    let isOfOne = facts.shape.segments.contains { $0.parameter.map { !Self.isOfServer($0) } ?? false }
    if !isOfOne, isSignOut || isSession && facts.method == "DELETE" { return AccountUse(.signOut) }
    if let use = recovery(facts) ?? nameCheck(facts) { return use }
    let endsInParameter = facts.shape.segments.last?.parameter != nil
    guard ["POST", "PUT", "PATCH", "GET"].contains(facts.method), !endsInParameter else { return nil }
    let words = last + id
    let isNamed =
      AccountWords.contain(words, AccountWords.signIn) || AccountWords.contain(last, AccountWords.register)
      || AccountWords.contain(words + before, AccountWords.signInWithPassword) || words.contains("password")
      || AccountWords.contain(id, AccountWords.register) || words.contains("refresh") || words.contains("renew")
      || !AccountWords.recover.isDisjoint(with: words)
    let isCode = words.contains { ["otp", "passcode", "pin"].contains($0) } || words.starts(with: ["verify", "code"])
    guard isNamed || isCode else { return nil }
    let request = sent(facts)
    var use = AccountUse(.signIn)
    read(request, into: &use)
    facts.answer.map { readTokens(in: $0, into: &use) }
    if !isNamed { return use.showsTokens && !use.names.isEmpty && facts.method == "POST" ? use : nil }
    if isOfOne, last.contains("password"), facts.method != "GET", let parameter = Self.account(in: facts.shape) {
      use.role = .changePassword
      use.idParameter = parameter
      return use.newPassword ?? use.password == nil ? nil : use
    }
    if isOfOne, !use.showsTokens || use.refreshTokens.isEmpty { return nil }
    let hasGrant = request.contains { $0.key == "granttype" }
    let isRegistration =
      AccountWords.contain(last, AccountWords.register)
      || AccountWords.contain(id, AccountWords.register) && facts.method == "POST"
    if last.contains("password") || id.contains("password") && use.newPassword != nil {
      guard facts.method != "GET", use.newPassword ?? use.password != nil else { return nil }
      use.role = .changePassword
      return use
    }
    if words.contains("refresh") || words.contains("renew"), use.password == nil,
      use.showsTokens || use.refreshToken != nil
    {
      use.role = .refresh
      return use
    }
    if facts.method == "GET", use.password == nil || use.names.isEmpty { return nil }
    if isRegistration, use.password != nil, !use.names.isEmpty {
      use.role = .register
      return use
    }
    if isRegistration {
      guard use.showsTokens, !use.names.isEmpty else { return nil }
      use.role = .register
      return use
    }
    if AccountWords.contain(words, AccountWords.signIn) {
      let isSure =
        use.password != nil && !use.names.isEmpty
        || use.showsTokens && (!use.names.isEmpty || hasGrant || use.password != nil)
      return isSure ? use : nil
    }
    if AccountWords.contain(words + before, AccountWords.signInWithPassword) {
      let isSure = use.password != nil && !use.names.isEmpty || hasGrant && use.showsTokens
      if isSure, facts.method == "POST" { return use }
      // `/auth/verify-otp`
      if AccountWords.contain(words, AccountWords.signInWithPassword) { return nil }
    }
    if !AccountWords.recover.isDisjoint(with: words) {
      if use.showsTokens, !use.refreshTokens.isEmpty || !use.names.isEmpty { return use }
      use.role = .verify
      use.code = Self.code(in: request)
      let isOnlyNamed = !use.names.isEmpty && use.names.count + (use.code == nil ? 0 : 1) == request.count
      return before.contains("auth") || isOnlyNamed ? use : nil
    }
    return nil
  }

  /// What an operation does for somebody who has lost a password; nil for other operations.
  private func recovery(_ facts: OperationFacts) -> AccountUse? {
    guard ["POST", "PUT", "PATCH"].contains(facts.method) else { return nil }
    let (_, before, id) = words(facts)
    let words = Set(facts.shape.segments.compactMap(\.literal).flatMap(Words.split) + id)
    let isLost = !AccountWords.lost.isDisjoint(with: words)
    let isOfPasswords = !words.isDisjoint(with: ["password", "passwords", "pwd", "passwd"])
    let parameters = facts.shape.segments.compactMap(\.parameter).filter { !Self.isOfServer($0) }
    guard isLost || isOfPasswords, parameters.allSatisfy({ AccountWords.codes.contains(Words.key($0)) }) else {
      return nil
    }
    let request = sent(facts)
    var use = AccountUse(.recover)
    read(request, into: &use)
    use.code = Self.code(in: request) ?? parameters.first
    // `POST /forgot-password/pin`
    if use.newPassword == nil, use.password == use.code { use.password = nil }
    let knowsOld = request.contains { AccountWords.oldPasswords.contains($0.key) }
    if use.newPassword ?? use.password != nil {
      guard !knowsOld, use.newPassword == nil || use.password == nil, isLost && !use.names.isEmpty || use.code != nil
      else { return nil }
      // A code beside a new password confirms the change of the account that is signed in.
      let isToken = use.code.flatMap { AccountUse.names($0).last }.map { Words.split($0).last == "token" } ?? false
      if !isLost, use.names.isEmpty, !isToken { return nil }
      use.role = .resetPassword
      facts.answer.map { readTokens(in: $0, into: &use) }
      return use
    }
    // What shows an access token signs in by the code.
    facts.answer.map { readTokens(in: $0, into: &use) }
    let resetTokens = (facts.answer.map(properties) ?? []).filter {
      AccountWords.codes.contains($0.key) && $0.shape.types.contains("string")
    }
    guard use.accessTokens.allSatisfy({ AccountUse.names($0).last.map(Words.key) == "token" }) else { return nil }
    (use.accessTokens, use.refreshTokens, use.ids) = (resetTokens.map(\.place), [], [])
    (use.tokenTypes, use.lifetimes, use.ends) = ([], [], [])
    let keys = use.names.compactMap { AccountUse.names($0).last }.map(Words.key)
    let isAsked = keys.contains { $0 != "name" } || use.code != nil
    return isAsked && (isLost && (isOfPasswords || before == ["auth"]) || isOfPasswords && request.count <= 3)
      ? use : nil
  }

  /// How an operation says whether a name is taken: `GET /auth/check-email?email=`, `/username/{username}/available`.
  private func nameCheck(_ facts: OperationFacts) -> AccountUse? {
    let words = Set(facts.shape.segments.compactMap(\.literal).flatMap(Words.split) + Words.split(facts.id))
    guard ["GET", "POST"].contains(facts.method), !words.isDisjoint(with: AccountWords.checks),
      let answer = facts.answer
    else { return nil }
    let request = sent(facts)
    let parameters = facts.shape.segments.compactMap(\.parameter).filter { !Self.isOfServer($0) }
    guard request.count <= 4, parameters.allSatisfy({ AccountWords.names.prefix(13).contains(Words.key($0)) }) else {
      return nil
    }
    var use = AccountUse(.checkName)
    read(request, into: &use)
    use.names += parameters
    let flag = properties(answer).first { property in
      property.shape.types.contains("boolean") && AccountWords.taken[property.key] != nil
    }
    // The content of the response is the flag itself.
    if flag == nil, index.shape(answer).types == ["boolean"], use.password == nil, facts.request != nil,
      !words.isDisjoint(with: AccountWords.taken.keys),
      let name = use.names.first ?? request.first(where: { Self.isName($0) })?.place
    {
      (use.names, use.taken) = ([name], "")
      use.isTrueForFree = words.contains { AccountWords.taken[$0] == false }
      return use
    }
    guard let flag, use.password == nil, use.names.contains(where: { Words.key($0) != "name" }) else { return nil }
    (use.taken, use.isTrueForFree) = (flag.place, AccountWords.taken[flag.key] == false)
    return use
  }

  /// Whether a property holds what an account is called by its last word: `customerEmail`.
  private static func isName(_ property: Property) -> Bool {
    property.shape.types.contains("string")
      && ["email", "username", "login", "phone"].contains(property.path.last.flatMap { Words.split($0).last } ?? "")
  }

  /// Where a request holds a code or a token that was sent to somebody.
  private static func code(in request: [Property]) -> String? {
    request.first { AccountWords.codes.contains($0.key) && !$0.shape.isObject && !$0.shape.isArray }?.place
  }

  /// The parameter of the account that a path is about: `/users/{id}/password`.
  static func account(in shape: PathShape) -> String? {
    let segments = shape.segments
    return segments.indices.dropFirst().lazy.compactMap { place -> String? in
      guard let parameter = segments[place].parameter, let name = segments[place - 1].literal,
        AccountWords.people.contains(Words.singularKey(name))
      else { return nil }
      return parameter
    }.first
  }

  /// The properties of an operation's request and the parameters of its query.
  func sent(_ facts: OperationFacts) -> [Property] {
    let query = facts.query.compactMap { parameter -> Property? in
      parameter.schema.map { Property(path: [parameter.name], node: $0, shape: index.shape($0)) }
    }
    return (facts.request.map(properties) ?? []) + query
  }

  /// The properties of content, and those of the objects inside of it, in the order of their depth.
  func properties(_ node: Schema) -> [Property] {
    var found: [Property] = []
    var queue: [(node: Schema, path: [String])] = [(node, [])]
    var next = 0
    while next < queue.count, found.count < Self.maximumProperties {
      let (node, path) = queue[next]
      next += 1
      for member in index.shape(node).members {
        let shape = index.shape(member.node)
        found.append(Property(path: path + [member.name], node: member.node, shape: shape))
        if shape.isObject, path.count < Self.maximumDepth { queue.append((member.node, path + [member.name])) }
      }
    }
    return found
  }

  func read(_ request: [Property], into use: inout AccountUse) {
    var (old, plain): (String?, String?) = (use.password, nil)
    for property in request where !property.shape.isArray && !property.shape.isObject {
      let key = property.key
      if AccountWords.oldPasswords.contains(key) {
        old = property.place
      } else if AccountWords.passwords.contains(key) {
        plain = plain ?? property.place
      } else if AccountWords.newPasswords.contains(key) {
        use.newPassword = use.newPassword ?? property.place
      } else if AccountWords.isConfirmation(key) {
        use.confirmation = use.confirmation ?? property.place
      } else if AccountWords.refreshTokens.contains(key) {
        use.refreshToken = use.refreshToken ?? property.place
      } else if AccountWords.names.contains(key) {
        use.names.append(property.place)
      }
    }
    use.password = old ?? plain
    // `{"current_password": …, "password": …}`
    if old != nil, use.newPassword == nil, let plain, plain != old { use.newPassword = plain }
    let ranks = Dictionary(AccountWords.names.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
    func rank(_ place: String) -> Int { AccountUse.names(place).last.flatMap { ranks[Words.key($0)] } ?? .max }
    use.names = use.names.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
      .map(\.element)
    // A name is what somebody is called where another property names the account.
    if use.names.contains(where: { rank($0) < 17 }) { use.names.removeAll { rank($0) > 20 } }
  }

  func readTokens(in answer: Schema, into use: inout AccountUse) {
    let whole = index.shape(answer)
    if whole.types == ["string"] { use.accessTokens = [""] }
    for property in properties(answer) where !property.shape.isArray && !property.shape.isObject {
      var key = property.key
      let parent = property.path.dropLast().last.map(Words.key) ?? ""
      // `{refresh: {token, expires}}`
      if key == "token" || key == "value", parent.hasPrefix("refresh") || parent.hasPrefix("access") { key = parent }
      let isText = property.shape.types.contains("string") || property.shape.types.isEmpty
      if AccountWords.refreshTokens.contains(key), isText {
        use.refreshTokens.append(property.place)
      } else if AccountWords.accessTokens.contains(key), isText {
        use.accessTokens.append(property.place)
      } else if ["userid", "accountid", "customerid", "memberid", "uid"].contains(key), property.path.count <= 2 {
        use.ids.append(property.place)
      } else if key == "tokentype" {
        use.tokenTypes.append(property.place)
      } else if AccountWords.lifetimes.contains(key), !isText {
        use.lifetimes.append(property.place)
      } else if AccountWords.ends.contains(key) {
        use.ends.append(property.place)
      }
    }
    // Of a session alone, the id is that of its account.
    if use.ids.isEmpty, let id = whole.members.first(where: { $0.key == "id" }),
      AccountWords.tellSession(whole.members.map(\.key))
    {
      use.ids = [id.name]
    }
    if use.accessTokens.isEmpty {
      (use.refreshTokens, use.tokenTypes, use.lifetimes, use.ends) = ([], [], [], [])
    }
  }

  /// Creations with a password in collections of people are registrations: `POST /users`.
  func findRegistrations(_ model: APIModel, _ uses: inout [AccountUse?]) {
    for (number, facts) in operations.enumerated() where uses[number] == nil && facts.method == "POST" {
      let made = ["create", "new", "add", "register"]
      guard let literal = facts.shape.segments.last?.literal,
        !facts.shape.segments.contains(where: { $0.parameter.map { !Self.isOfServer($0) } ?? false }),
        case let words = Words.split(literal).filter({ !made.contains($0) }), words.count <= 1,
        words.isEmpty || AccountWords.people.contains(Words.singular(words[0])),
        !words.isEmpty || Words.split(facts.path).map(Words.singular).contains(where: AccountWords.people.contains),
        model.operations[number].kind != .list, model.operations[number].kind != .search
      else { continue }
      var use = AccountUse(.register)
      read(sent(facts), into: &use)
      guard use.password != nil, !use.names.isEmpty else { continue }
      facts.answer.map { readTokens(in: $0, into: &use) }
      uses[number] = use
    }
  }

  /// Whether somebody who has no account can register: what only those do who are signed in is not for them.
  func isOpen(_ facts: OperationFacts) -> Bool {
    let (last, _, id) = words(facts)
    let isNamed =
      AccountWords.contain(last, AccountWords.register) || AccountWords.contain(id, [["signup"], ["register"]])
    let security = facts.object["security"] ?? index.root["security"]
    return isNamed || security?.array?.isEmpty ?? true
      || security?.array?.contains { $0.object?.isEmpty == true } == true
  }
}
