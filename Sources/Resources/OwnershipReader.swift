import JSON
import JSONSchema

/// Finds what belongs to accounts: records with a property that names an account, and what paths and descriptions assign
/// to the caller.
struct OwnershipReader {
  let index: SchemaIndex
  let operations: [OperationFacts]
  /// The schema of accounts' records.
  let record: Schema?

  /// Properties that name the account that something belongs to.
  private static let owners: Set<String> = [
    "owner", "author", "creator", "user", "account", "customer", "member", "poster", "uploader", "person", "profile",
    "client", "usuario", "sender", "organizer", "buyer", "requester", "reporter", "patient", "autor", "writtenby",
    "seller", "host", "rider", "passenger", "applicant", "tenant", "donor", "student", "renter", "reviewer",
    "commenter", "publisher", "traveler", "player", "guest", "booker", "purchaser",
  ]
  /// What somebody else than the owner may have done: `updatedBy` and `approvedBy` name no owner, as `createdBy` does.
  private static let laterActions: Set<String> = [
    "updated", "modified", "changed", "edited", "deleted", "removed", "archived", "approved", "rejected", "declined",
    "resolved", "closed", "reviewed", "verified", "assigned", "accepted", "confirmed", "locked", "banned", "cancelled",
    "canceled", "liked", "followed", "blocked", "handled", "processed", "published", "completed", "finished", "sorted",
    "ordered", "grouped", "moderated",
  ]
  private static let ids = ["id", "uuid", "uid", "guid", "username", "email"]
  /// Things of which each account has one.
  private static let ownThings: Set<String> = [
    "cart", "basket", "wishlist", "wallet", "preference", "preferences", "profile", "watchlist", "shoppingcart",
    "favorite", "favourite", "bookmark", "carrito", "settings", "setting", "usersettings", "notificationsettings",
  ]
  private static let carts: Set<String> = ["cart", "basket", "shoppingcart", "carrito", "cesta"]
  private static let phrases = [
    "current user", "the authenticated user", "currently authenticated user", "current authenticated user",
    "the logged in user", "the logged-in user", "currently logged in user", "currently logged-in user",
    "the signed in user", "the signed-in user", "owned by authorized user", "owned by the authorized user",
    "current account", "the authenticated account", "current customer",
    "the authenticated customer", "requesting user",
    "user's own", "usuario autenticado", "usuario actual", "the user who", "your own", "belonging to the user",
  ]

  func read(_ model: inout APIModel, accounts: String) {
    for number in model.resources.indices where model.resources[number].name != accounts {
      let owners = owners(model.resources[number], accounts, model)
      model.resources[number].ownerMembers = owners
      for member in owners where model.resources[number].references[member] == nil {
        let key = Words.key(member)
        // A name of somebody is no id.
        if !key.hasSuffix("name"), !key.hasSuffix("email") { model.resources[number].references[member] = accounts }
      }
    }
    for number in model.resources.indices { nameResponsible(&model.resources[number], accounts, model) }
    for number in model.resources.indices { nameMaker(&model.resources[number], accounts, model) }
    // What is listed below an account is what says that it is that account's.
    for number in model.operations.indices {
      let owner = model.operations[number].resource.flatMap(model.resource)?.ownerMembers.first
      for scope in model.operations[number].scopes.indices
      where model.operations[number].scopes[scope].parent == accounts
        && model.operations[number].scopes[scope].member == nil
      {
        model.operations[number].scopes[scope].member = owner
      }
    }
    var areOwn = Array(repeating: false, count: operations.count)
    let prefixes = Set(
      operations.indices.filter { model.operations[$0].account?.role == .me && operations[$0].method == "GET" }
        .map { operations[$0].path })
    let held = heldInside(model)
    for number in operations.indices {
      guard let resource = model.operations[number].resource, resource != accounts,
        !model.operations[number].scopes.contains(where: { $0.parent == accounts }),
        !(model.operations[number].isRelationship && model.operations[number].kind == .list),
        !(model.operations[number].isNewestFirst && model.operations[number].kind == .read)
      else { continue }
      areOwn[number] = isOwn(number, prefixes, model) || held.contains(resource)
      if areOwn[number], let member = assignee(number, resource, accounts, model) {
        (model.operations[number].ownMember, areOwn[number]) = (member, false)
      }
    }
    // What is kept below the one cart of an account is the account's, too.
    let ownOnes = Set(
      operations.indices.filter { areOwn[$0] }.compactMap { model.operations[$0].resource }.filter {
        model.resource($0)?.isSingleton == true
      })
    for number in operations.indices {
      let scope = model.operations[number].scopes.last
      guard scope?.parameter == OperationDescription.Scope.onlyOne, let parent = scope?.parent else { continue }
      areOwn[number] = ownOnes.contains(parent)
    }
    for number in operations.indices
    where model.operations[number].kind == .read && model.operations[number].isNewestFirst {
      model.operations[number].ownMember = model.operations[number].resource.flatMap(model.resource)?.ownerMembers.first
    }
    let places = Dictionary(model.resources.indices.map { (model.resources[$0].name, $0) }) { first, _ in first }
    for number in operations.indices where isOfferedOnce(number, model) {
      guard let at = model.operations[number].resource.flatMap({ places[$0] }) else { continue }
      model.resources[at].isOnePerAccount = true
    }
    for number in operations.indices {
      guard let at = model.operations[number].resource.flatMap({ places[$0] }), let names = madeOnce(number, model)
      else { continue }
      model.resources[at].uniqueTogether = names
    }
    let uses = Dictionary(grouping: operations.indices.filter { model.operations[$0].resource != nil }) {
      model.operations[$0].resource ?? ""
    }
    for (resource, numbers) in uses where numbers.contains(where: { areOwn[$0] }) {
      let lists = numbers.filter { [.list, .search].contains(model.operations[$0].kind) }
      let isPrivate = lists.allSatisfy { areOwn[$0] || isOfAdmins($0) }
      let member = model.resource(resource)?.ownerMembers.first
      for number in numbers where areOwn[number] || isPrivate || model.operations[number].kind == .create {
        let scopes = model.operations[number].scopes
        if isOfAdmins(number) || scopes.contains(where: { $0.parent == accounts }) { continue }
        // What stands below something of an account's is found by that.
        if !scopes.isEmpty, !areOwn[number] { continue }
        model.operations[number].scopes.insert(
          .init(parameter: AccountUse.parameter, parent: accounts, member: member), at: 0)
      }
    }
  }

  /// Whether a creation below a parent conflicts with another one by the same account: it documents a conflict, and nothing
  /// else of the record can be the reason.
  private func isOfferedOnce(_ number: Int, _ model: APIModel) -> Bool {
    let made = model.operations[number]
    guard made.kind == .create,
      made.scopes.contains(where: { $0.parent != nil && $0.parameter != AccountUse.parameter }),
      operations[number].object["responses"]?["409"] != nil, let resource = made.resource.flatMap(model.resource),
      // The name of a new record may be taken.
      resource.idMember.map({ id in
        id == "id" || operations[number].request.map { index.shape($0).member(id) == nil } ?? true
      }) ?? true
    else { return false }
    return !resource.ownerMembers.isEmpty && resource.uniqueProperties.isEmpty && resource.uniqueTogether.isEmpty
  }

  /// The properties that tell what an account has made already: its own id, and those of the records that a creation names.
  /// The document has a conflict for it, and says that there may be one: "Already made an offer on this mission". nil for
  /// other creations.
  private func madeOnce(_ number: Int, _ model: APIModel) -> [String]? {
    let made = model.operations[number]
    guard made.kind == .create, let conflict = operations[number].object["responses"]?["409"],
      let resource = made.resource.flatMap(model.resource), resource.uniqueProperties.isEmpty,
      resource.uniqueTogether.isEmpty, !resource.isOnePerAccount, let schema = index.node(at: resource.schema),
      let request = operations[number].request.map(index.shape)
    else { return nil }
    let texts = [conflict["description"], operations[number].object["description"]].compactMap { $0?.string }
    let words = texts.flatMap { Words.split(String($0.prefix(500))) }
    guard words.contains("already") || words.contains("once") || words.contains("one") && words.contains("per") else {
      return nil
    }
    let record = index.shape(schema)
    let owner = resource.ownerMembers.first { name in record.member(name).map { index.shape($0).isScalar } ?? false }
    let named = request.members.filter { member in
      ["id", "uuid"].contains(member.words.last ?? "") && member.words.count > 1 && member.name != resource.idMember
        && index.shape(member.node).isScalar && record.member(member.name) != nil
        && !resource.ownerMembers.contains(member.name)
    }
    guard let owner, !named.isEmpty else { return nil }
    return [owner] + named.map(\.name)
  }

  /// Has the one account that a new record must name, and that its request does not, be who makes it: the `workerId` of an
  /// offer.
  private func nameMaker(_ resource: inout ResourceDescription, _ accounts: String, _ model: APIModel) {
    guard resource.name != accounts, resource.ownerMembers.isEmpty, let schema = index.node(at: resource.schema) else {
      return
    }
    let record = index.shape(schema)
    let named = resource.references.filter { $0.value == accounts && !$0.key.contains("[]") }.keys.filter { name in
      record.member(name).map { index.shape($0).isScalar } ?? false
    }
    let name = resource.name
    let creations = operations.indices.filter { number in
      model.operations[number].kind == .create && model.operations[number].resource == name
    }
    guard named.count == 1, let member = named.first, record.required.contains(member),
      record.member(member).map({ !index.shape($0).types.contains("null") }) ?? false, !creations.isEmpty,
      creations.allSatisfy({ number in
        let sent = operations[number].request.map(index.shape)
        return sent.map { !$0.members.isEmpty && $0.member(member) == nil } ?? false
          && !model.operations[number].scopes.contains { $0.parent == accounts }
      })
    else { return }
    resource.ownerMembers = [member]
  }

  /// People who have something to do with a record without owning it.
  private static let responsible: Set<String> = [
    "driver", "courier", "assignee", "agent", "handler", "technician", "worker", "responder", "approver", "manager",
    "recipient", "receiver", "invitee", "mentor", "teacher", "coach", "doctor", "therapist",
  ]

  /// Has properties such as `driverId` name accounts, where the API has no drivers of their own.
  private func nameResponsible(_ resource: inout ResourceDescription, _ accounts: String, _ model: APIModel) {
    guard resource.name != accounts, let schema = index.node(at: resource.schema) else { return }
    for member in index.shape(schema).members where resource.references[member.name] == nil {
      var words = member.words
      let isID = words.count > 1 && Self.ids.contains(words.last ?? "")
      if isID { words.removeLast() }
      let shape = index.shape(member.node)
      var rest = words[...]
      if words.count > 1, words.first == "assigned" { rest = rest.drop { ["assigned", "to"].contains($0) } }
      let named = rest.isEmpty ? "assignee" : rest.joined()
      // `assignedToUserId`
      let isAssigned = words.first == "assigned" && ["user", "account", Words.singularKey(accounts)].contains(named)
      guard Self.responsible.contains(named) || isAssigned,
        isAssigned || !model.resources.contains(where: { Words.singularKey($0.name) == named }), !shape.isArray,
        shape.isObject ? isAccount(member.node, shape) : isID && shape.isScalar
      else { continue }
      resource.references[member.name] = accounts
    }
  }

  /// Whether what an operation is about belongs to the caller.
  private func isOwn(_ number: Int, _ prefixes: Set<String>, _ model: APIModel) -> Bool {
    let facts = operations[number]
    if isOfAdmins(number) { return false }
    let literals = facts.shape.segments.compactMap(\.literal).map(Words.key)
    let isBelowMe =
      literals.dropLast().contains { ["me", "self", "myself", "my", "currentuser"].contains($0) }
      || literals.indices.dropFirst().dropLast().contains {
        AccountWords.meAfter[literals[$0 - 1]]?.contains(literals[$0]) == true
          && facts.shape.segments.first?.parameter == nil
      }
    if isBelowMe || prefixes.contains(where: { facts.path.hasPrefix($0 + "/") }) { return true }
    // Nobody sees the lines of another account's cart: `/carts/items`.
    let segments = facts.shape.segments
    if let cart = segments.firstIndex(where: { Self.carts.contains(Words.singularKey($0.literal ?? "")) }),
      segments.indices.contains(cart + 1), segments[cart + 1].literal != nil,
      !segments[..<cart].contains(where: { $0.parameter != nil })
    {
      return true
    }
    let last = Words.split(facts.shape.segments.compactMap(\.literal).last ?? "")
    let kind = model.operations[number].kind
    let isOne = model.operations[number].resource.flatMap(model.resource)?.isSingleton == true
    if isOne, !facts.shape.segments.contains(where: { $0.parameter != nil }) {
      if Self.ownThings.contains(last.map { String($0) }.joined()) { return true }
    }
    guard kind == .list || kind == .search || isOne, model.operations[number].scopes.isEmpty else { return false }
    if last.first == "my" || last == ["mine"] || Words.split(facts.id).contains("my")
      || Words.split(facts.id).contains("mine")
    {
      return true
    }
    let text = [facts.object["summary"]?.string, facts.object["description"]?.string].compactMap(\.self)
      .joined(separator: " ").lowercased()
    if isEvidentlyPrivate(number, last, model) { return true }
    if choosesOwner(number, model) { return false }
    return text.hasPrefix("my ") || text.contains(" my ") || text.contains(" your ")
      || Self.phrases.contains(where: text.contains)
  }

  /// Whether a parameter of a list chooses among owners: it is for those who see all.
  private func choosesOwner(_ number: Int, _ model: APIModel) -> Bool {
    guard let owners = model.operations[number].resource.flatMap(model.resource)?.ownerMembers else { return false }
    return model.operations[number].filters.values.contains(where: owners.contains)
  }

  /// Whether a list is of things that apps show to nobody but their owner: notifications, or orders that say whose they
  /// are.
  private func isEvidentlyPrivate(_ number: Int, _ words: [String], _ model: APIModel) -> Bool {
    let isPartOfList = model.operations[number].listed != nil
    let words =
      isPartOfList
      ? operations[number].shape.segments.compactMap(\.literal).dropLast().last.map(Words.split) ?? [] : words
    guard model.accounts?.canRegister == true, let last = words.last,
      model.operations[number].kind == .list || operations[number].isReading,
      let resource = model.operations[number].resource.flatMap(model.resource),
      !choosesOwner(number, model)
    else { return false }
    let name = (words.dropLast() + [Words.singular(last)]).joined()
    return Self.privateThings.contains(name) || Self.ownedThings.contains(name) && !resource.ownerMembers.isEmpty
  }

  /// Things that belong to one account each, whether their records say so or not.
  private static let privateThings: Set<String> = [
    "notification", "address", "useraddress", "shippingaddress", "paymentmethod", "wishlist", "favorite", "favourite",
    "bookmark", "watchlist", "card", "creditcard", "bankaccount", "habit", "goal", "reminder", "budget", "expense",
    "workout", "medication", "savedpost", "savedjob", "savedsearch",
  ]
  /// Things that belong to one account each where their records name it.
  private static let ownedThings: Set<String> = [
    "ticket", "order", "booking", "reservation", "appointment", "subscription", "transaction", "invoice", "payment",
    "expense", "budget", "goal", "habit", "workout", "reminder", "card", "wallet", "device",
  ]

  /// The property of records that names whose they are for now, where `my` means that and nothing says who owns them.
  private func assignee(_ number: Int, _ name: String, _ accounts: String, _ model: APIModel) -> String? {
    guard model.operations[number].kind == .list, let resource = model.resource(name), resource.ownerMembers.isEmpty,
      model.operations.contains(where: { $0.resource == name && $0.kind == .list && $0.path != operations[number].path }
      )
    else { return nil }
    // An id before the object that shows the same.
    let names = resource.references.filter { $0.value == accounts }.keys.sorted {
      ($0.count, $0) > ($1.count, $1)
    }
    return names.first {
      Words.split($0).contains { $0.hasPrefix("assign") || ["driver", "courier", "agent", "responsible"].contains($0) }
    }
  }

  private func isOfAdmins(_ number: Int) -> Bool {
    operations[number].path.lowercased().contains("admin")
  }

  /// Resources without parents whose records stand in an array of accounts' records: the second factors of a user.
  private func heldInside(_ model: APIModel) -> Set<String> {
    let arrays = Set(
      record.map {
        index.shape($0).members.compactMap { index.shape($0.node).isArray ? index.shape($0.node).items : nil }
      }
        ?? [])
    return Set(
      model.resources.filter { resource in
        guard let schema = index.node(at: resource.schema), arrays.contains(schema) else { return false }
        return !model.operations.contains { $0.resource == resource.name && ($0.kind == .list || !$0.scopes.isEmpty) }
      }.map(\.name))
  }

  /// The properties of a record that name or show the account that it belongs to.
  private func owners(_ resource: ResourceDescription, _ accounts: String, _ model: APIModel) -> [String] {
    guard let schema = index.node(at: resource.schema) else { return [] }
    let ofAccounts = Words.singularKey(accounts)
    return index.shape(schema).members.compactMap { member -> String? in
      guard member.name != resource.idMember else { return nil }
      var words = member.words
      if words.count > 1, let last = words.last, Self.ids.contains(last) { words.removeLast() }
      // `createdByUserId`
      if words.count > 2, words[1] == "by", ["user", "account", "member", ofAccounts].contains(words[2]) {
        words.removeLast()
      }
      let key = words.joined()
      let isAction =
        words.count == 2 && words[1] == "by" && words[0].hasSuffix("ed") && !Self.laterActions.contains(words[0])
      let isNamed = Self.owners.contains(key) || key == ofAccounts || isAction
      guard isNamed else { return nil }
      let shape = index.shape(member.node)
      if shape.isArray || shape.types.contains("boolean") || !shape.enumeration.isEmpty { return nil }
      if let other = resource.references[member.name] { return other == accounts ? member.name : nil }
      if shape.isObject { return isAccount(member.node, shape) ? member.name : nil }
      // A text may be the name of somebody; an id is one of another resource where that has the name.
      let named = model.resources.contains { Words.singularKey($0.name) == key && $0.name != accounts }
      // `author` may be a name, unless it is said to be an id.
      let isID = member.words.count > words.count || index.saysID(member.node) || shape.isInteger
      return !named && isID ? member.name : nil
    }
  }

  /// Whether an object shows an account.
  private func isAccount(_ node: Schema, _ shape: SchemaShape) -> Bool {
    guard let record else { return false }
    if node == record { return true }
    let own = Set(index.shape(record).members.map(\.name))
    let names = Set(shape.members.map(\.name))
    if names.intersection(own).count * 2 > names.count { return true }
    // What is identified, and named as people are.
    let keys = Set(shape.members.map { Words.key($0.name) })
    let namesOfPeople: Set<String> = [
      "username", "email", "firstname", "lastname", "fullname", "displayname", "avatar", "avatarurl", "nickname",
    ]
    return EnvelopeFinder.hasOwnID(shape) && !namesOfPeople.isDisjoint(with: keys)
  }
}
