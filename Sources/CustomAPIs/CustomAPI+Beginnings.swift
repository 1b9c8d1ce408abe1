import JSON
import Resources
import Synthesis

extension CustomAPI {
  /// What a new record has in a property that was not sent: what the document says, else what properties of such a name
  /// have at the beginning of a record's life. nil for a property that a new record need not have.
  ///
  /// - Parameters:
  ///   - isServers: Whether only the server sets the property, since requests have no such one.
  func beginning(of member: ValueGenerator.Member, isServers: Bool) -> CreationPlan.Value? {
    if let state = lifecycleTable?.initialState(of: member) { return .fixed(.string(state)) }
    if let value = defaultValue(at: member.place) ?? firstState(of: member) { return .fixed(value) }
    // What says that all went well is the answer's.
    if ["success", "ok", "succeeded"].contains(member.name.lowercased()) { return nil }
    let isServers = isServers || member.isReadOnly
    if isServers, !member.isRequired, Self.isLater(member.name) { return nil }
    switch PropertyRole(member.name, types: member.types) {
    case .laterFlag: return .fixed(.bool(false))
    case .initialFlag where isServers: return .fixed(.bool(true))
    case .count where isServers || !member.isRequired: if let zero = zero(member) { return .fixed(zero) }
    case .total where isServers: if let zero = zero(member) { return .fixed(zero) }
    case .moment where isServers: return .now(member)
    case .laterMoment where member.isNullable: return member.isRequired ? .fixed(.null) : nil
    case .laterMoment where !member.isRequired: return nil
    default: break
    }
    if isServers, let counts = zeroCounts(member) { return .fixed(.object(counts)) }
    // Nothing is below a new record.
    if isServers, member.types == ["boolean"], Words.split(member.name).first == "has" { return .fixed(.bool(false)) }
    // What the server dates has not happened yet.
    if isServers, member.isNullable, Self.isOpenMoment(member) { return member.isRequired ? .fixed(.null) : nil }
    if member.isReadOnly { return .made(member.place) }
    if member.isRequired, member.isNullable { return .fixed(.null) }
    if member.types == ["array"], member.isRequired || isServers { return .fixed(.array([])) }
    // What neither a client sends nor the schema demands is there all the same: the token of an application.
    guard isServers, !member.isRequired, !member.isNullable, !member.types.contains("object") else { return nil }
    if member.types == ["boolean"] { return .fixed(.bool(false)) }
    return member.types.isEmpty ? nil : .made(member.place)
  }

  /// An object of counts as a new record has it: `{"total": 0, "unread": 0}` in `commentsSummary`; nil for other objects.
  func zeroCounts(_ member: ValueGenerator.Member) -> JSONObject? {
    guard member.types == ["object"], !Self.tallies.isDisjoint(with: Words.split(member.name)) else { return nil }
    let inner = maker.members(of: member.place)
    guard !inner.isEmpty, inner.allSatisfy({ $0.types.contains("integer") || $0.types.contains("number") }) else {
      return nil
    }
    let zeros = inner.compactMap { one in zero(one).map { (one.name, $0) } }
    return zeros.count == inner.count ? JSONObject(zeros) : nil
  }

  private static let tallies: Set<String> = [
    "summary", "count", "counts", "stats", "statistics", "totals", "total", "counters", "metrics",
  ]

  /// The members that only some of the alternatives have that a schema is made of, or that have another constant in each:
  /// `channel_type`, and the `recipients` of groups alone.
  func alternativeMembers(of place: JSONPointer) -> Set<String> {
    guard let own = resolved(place), let schema = document.root[own]?.object,
      let keyword = ["oneOf", "anyOf"].first(where: { schema[$0]?.array?.count ?? 0 > 1 })
    else { return [] }
    let branches = (schema[keyword]?.array ?? []).indices.map {
      maker.members(of: own.appending(keyword).appending($0))
    }.filter { !$0.isEmpty }
    guard branches.count > 1 else { return [] }
    let names = branches.map { Set($0.map(\.name)) }
    let common = names.dropFirst().reduce(names[0]) { $0.intersection($1) }
    let constants = branches.joined().filter { enumeration(of: $0)?.count == 1 }.map(\.name)
    return names.reduce(Set()) { $0.union($1) }.subtracting(common).union(constants)
  }

  /// Whether an account that an operation makes is an admin's by its path: true for `isAdmin` of `POST /admin/sign-up`; nil for
  /// other properties and paths.
  func adminFlag(_ member: ValueGenerator.Member, madeBy operation: OperationDescription) -> Bool? {
    guard member.types.contains("boolean"), ["isadmin", "admin"].contains(Words.key(member.name)),
      operation.account?.role == .register,
      operation.path.split(separator: "/").contains(where: { Words.split(String($0)).contains("admin") })
    else { return nil }
    return true
  }

  /// The role that an operation gives to the accounts that it makes, by its path: `staff` for `POST /create-staff`; nil for
  /// other properties, and where the path names none.
  func role(of member: ValueGenerator.Member, madeBy operation: OperationDescription) -> String? {
    guard Self.roles.contains(Words.key(member.name)), member.types.contains("string") else { return nil }
    let names = operation.path.split(separator: "/").filter { !$0.hasPrefix("{") }
    let words = Set(names.suffix(2).flatMap { Words.split(String($0)) }.map(Words.singular))
    if let values = enumeration(of: member) {
      return values.first { value in Words.split(value).contains { words.contains(Words.singular($0)) } }
    }
    guard let word = Self.kindsOfPeople.first(where: words.contains) else { return nil }
    let example = resolved(member.place).flatMap { document.root[$0]?["example"]?.string } ?? ""
    return !example.isEmpty && example == example.uppercased() ? word.uppercased() : word
  }

  private static let roles: Set<String> = ["role", "userrole", "usertype", "accounttype", "type"]
  private static let kindsOfPeople = [
    "staff", "driver", "vendor", "agent", "doctor", "patient", "seller", "customer", "client", "student", "teacher",
    "employee", "manager", "courier", "rider",
  ]

  /// The state of a new record of which the document does not say which ones there are: that of what waits for somebody,
  /// such as an order, is `pending`. nil for other properties, and where the document says more.
  func openState(of member: ValueGenerator.Member, isServers: Bool, _ resource: String) -> CreationPlan.Value? {
    guard ["status", "state"].contains(Words.key(member.name)),
      member.types == ["string"],
      enumeration(of: member) == nil, defaultValue(at: member.place) == nil,
      let last = Words.split(resource).last.map(Words.singular),
      case let state = Self.waiting.contains(last) ? "pending" : Self.opened.contains(last) ? "open" : nil, let state
    else { return nil }
    let schema = resolved(member.place).flatMap { document.root[$0] }
    let said = [schema?["example"]?.string, schema?["description"]?.string].compactMap(\.self).joined(separator: " ")
    // What it names may be all that there is.
    if !said.isEmpty, !said.lowercased().contains(state) {
      // A description may speak of the property alone: "the type of the state of an issue".
      guard state == "open", schema?["example"] == nil else { return nil }
    }
    let capitalized = state.prefix(1).uppercased() + state.dropFirst()
    let text =
      said.contains(state.uppercased()) ? state.uppercased() : said.contains(capitalized) ? capitalized : state
    return .fixed(.string(text))
  }

  /// What somebody closes in the end.
  private static let opened: Set<String> = [
    "issue", "ticket", "milestone", "pull", "discussion", "complaint", "incident",
  ]

  private static let waiting: Set<String> = [
    "order", "booking", "reservation", "appointment", "request", "payment", "application", "invoice", "transaction",
    "delivery", "refund", "claim", "offer", "invitation", "bid", "proposal", "withdrawal", "deposit",
  ]

  /// Whether a property is about what may happen to a record: why it was cancelled, or how it was rated.
  private static func isLater(_ name: String) -> Bool {
    let words = Words.split(name)
    let actions: Set<String> = [
      "cancel", "cancelled", "canceled", "cancellation", "reject", "rejected", "rejection", "refund", "refunded",
      "failure", "failed", "error", "decline", "declined", "resolution", "completion", "admin",
    ]
    return words.count > 1 && ["reason", "note", "notes", "comment", "message", "remarks"].contains(words.last ?? "")
      && !actions.isDisjoint(with: words)
      || words.count == 1 && ["rating", "feedback", "stars"].contains(words[0])
  }

  /// Whether a property holds the moment of something that its name does not say to be the record's beginning.
  private static func isOpenMoment(_ member: ValueGenerator.Member) -> Bool {
    let words = Words.split(member.name)
    return (member.format == "date" || member.format == "date-time") && words.count > 1
      && ["date", "at", "time", "on"].contains(words.last ?? "")
  }

  /// Nothing, as the property writes it: `0`, or `0.00` in a text; nil where its schema does not allow that.
  private func zero(_ member: ValueGenerator.Member) -> JSONValue? {
    let isText = !member.types.contains("integer") && !member.types.contains("number")
    let value = isText ? JSONValue.string("0.00") : .number(JSONNumber(0))
    return maker.allows(value, on: member.place) ? value : nil
  }

  /// What a new record has in a property that says which state it is in: the first of the documented values, or one that
  /// says that it begins; nil for other properties.
  private func firstState(of member: ValueGenerator.Member) -> JSONValue? {
    let name = Words.key(member.name)
    if Self.roles.contains(name), name != "type", let values = enumeration(of: member) {
      return AccountNames.ordinaryRole(of: values).map(JSONValue.string)
    }
    guard ["status", "state", "stage"].contains(where: name.hasSuffix), member.types.contains("string"),
      let values = enumeration(of: member)
    else { return nil }
    let plain = { (text: String) in Words.key(text) }
    let beginnings: Set<String> = [
      "new", "draft", "pending", "open", "todo", "created", "requested", "placed", "unpaid", "notpaid",
      "notstarted", "unverified", "queued", "scheduled", "waiting", "submitted", "initiated", "unfulfilled",
      // ISO 20022 has RCVD and PDNG.
      "awaitingauthorisation", "awaitingauthorization", "rcvd", "pdng",
    ]
    // What was begun before it is submitted, or waits again, has another state at its beginning.
    let begun = values.firstIndex { Self.begun.contains(plain($0)) } ?? values.endIndex
    if let place = values.firstIndex(where: { beginnings.contains(plain($0)) }),
      place < begun || !Self.resumed.contains(plain(values[place]))
    {
      return .string(values[place])
    }
    guard ["status", "state", "stage"].contains(name) else {
      if let first = values.first, plain(first) == "received" { return .string(first) }
      // Nobody is suspended from the beginning.
      return values.first { plain($0) == "active" }.map(JSONValue.string)
    }
    return (values.first { !Self.isUnknown(plain($0)) } ?? values.first).map(JSONValue.string)
  }

  private static let begun: Set<String> = ["inprogress", "started", "running", "processing", "ongoing"]
  private static let resumed: Set<String> = ["submitted", "waiting", "queued", "scheduled"]

  /// Whether a value says that nothing is known, as the first one of enumerations often does.
  private static func isUnknown(_ key: String) -> Bool {
    key.hasSuffix("unspecified") || ["notdefined", "undefined", "unknown", "none", "notset", "unset"].contains(key)
  }

  /// The state that an operation's description has its new records be in: `Planned` of "The appointment is created in
  /// confirmed (Planned) state"; nil where it names none, or several.
  func statedBeginning(of member: ValueGenerator.Member, madeBy operation: OperationDescription) -> JSONValue? {
    guard ["status", "state", "stage"].contains(Words.split(member.name).last ?? ""),
      let values = enumeration(of: member),
      let described = document.root[JSONPointer(["paths", operation.path, operation.method.lowercased()])]
    else { return nil }
    let text = "\(described["summary"]?.string ?? ""). \(described["description"]?.string ?? "")".prefix(1000)
    for sentence in text.split(whereSeparator: { ".\n;".contains($0) }) {
      let words = sentence.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
      let isAbout = words.contains { ["state", "status", "stage", "initially"].contains($0.lowercased()) }
      let isOfNewOnes = words.contains {
        ["created", "new", "initial", "initially", "starts"].contains($0.lowercased())
      }
      let named = Set(values).intersection(words).filter { $0.utf8.count > 2 }
      if isAbout, isOfNewOnes, named.count == 1, let value = named.first { return .string(value) }
    }
    return nil
  }
}
