import HTTPCore
import JSON
import Locking
import Synchronization

/// How many faults of a table may still happen; what a request looks at first.
final class FaultActivity: Sendable {
  let count = Atomic(0)
}

/// A fault at work in a world: its definition, and how often it happened.
package final class FaultRule: Sendable {
  private struct Counts {
    var matches: Int
    var applications: Int
    var isSpent = false
    /// Whether it is one of those that the table counts as active.
    var isCounted = false
  }

  package let id: String
  let set: String?
  let definition: FaultDefinition
  let ordinal: Int
  /// The fault, with what it remembers since it was added.
  package let fault: any Fault
  private let clock: WorldClock
  private let startedNanoseconds: Int64
  private let begunAt: Timestamp
  private let seed: UInt64
  private let activity: FaultActivity
  private let counts: OrderedMutex<Counts>

  init(_ record: FaultRecord, seed: UInt64, clock: WorldClock, activity: FaultActivity) {
    id = record.id
    set = record.set
    definition = record.definition
    ordinal = record.ordinal
    fault = record.definition.fault.begun()
    self.clock = clock
    self.activity = activity
    startedNanoseconds = clock.elapsedNanoseconds &- record.ageNanoseconds
    begunAt = clock.now.advanced(byNanoseconds: record.ageNanoseconds == .min ? 0 : -record.ageNanoseconds)
    self.seed = WorldRandom(seed: seed &+ UInt64(truncatingIfNeeded: record.ordinal)).next()
    counts = OrderedMutex(
      .faultRule, Counts(matches: record.matches, applications: record.applications, isSpent: record.isSpent))
  }

  /// The rule's contents.
  var record: FaultRecord {
    let age = age
    let isOver = definition.window?.isOver(at: age) ?? false
    return counts.withLock { counts in
      FaultRecord(
        id: id, set: set, definition: definition, ordinal: ordinal, matches: counts.matches,
        applications: counts.applications, ageNanoseconds: age, isSpent: counts.isSpent || isOver)
    }
  }

  /// Nanoseconds of the world's time since it was added.
  var age: Int64 { clock.elapsedNanoseconds &- startedNanoseconds }

  /// The moment of ``WorldClock/elapsedNanoseconds`` at which it next begins or ceases to hold; nil when there is none.
  var nextEdge: Int64? {
    guard let edge = definition.window?.nextEdge(after: age) else { return nil }
    let (moment, overflow) = startedNanoseconds.addingReportingOverflow(edge)
    return overflow ? nil : moment
  }

  /// Whether the world's clock is at a time at which it holds.
  var holds: Bool {
    guard let window = definition.window else { return true }
    let age = age
    if window.isOver(at: age) { retire(isSpent: true) }
    return window.isOpen(at: age)
  }

  /// Whether it holds now, and may still happen.
  package var isOpen: Bool { holds && !counts.withLock { $0.isSpent } }

  /// Counts a match and decides whether the fault happens to it.
  ///
  /// - Returns: The number of the match, from 1; nil when it does not happen.
  package func admit() -> Int? {
    guard isOpen else { return nil }
    let (number, isLast) = counts.withLock { counts -> (Int?, Bool) in
      guard !counts.isSpent else { return (nil, false) }
      counts.matches += 1
      guard counts.matches > definition.after, draws(counts.matches) else { return (nil, false) }
      counts.applications += 1
      return (counts.matches, definition.times.map { counts.applications >= $0 } ?? false)
    }
    if isLast { retire(isSpent: true) }
    return number
  }

  /// What the fault is told when it happens to a match.
  func context(_ subject: FaultSubject, match: Int) -> FaultContext {
    FaultContext(subject: subject, begunAt: begunAt, now: clock.now, chance: chance(of: match, .application))
  }

  /// What happens to a socket; the same for the same socket of the same run.
  package func socketFault(socket: Int) -> (any SocketFault)? {
    fault.socketFault(chance: chance(of: socket, .socket))
  }

  /// Counts it among the active ones, or does not any more.
  func activate() {
    let isNews = counts.withLock { counts in
      guard !counts.isSpent, !counts.isCounted else { return false }
      counts.isCounted = true
      return true
    }
    if isNews { activity.count.add(1, ordering: .relaxed) }
  }

  func retire(isSpent: Bool) {
    let isNews = counts.withLock { counts in
      defer { (counts.isCounted, counts.isSpent) = (false, counts.isSpent || isSpent) }
      return counts.isCounted
    }
    if isNews { activity.count.subtract(1, ordering: .relaxed) }
  }

  private enum Purpose: UInt64 {
    case probability = 0x5151_AC75_C0FF_EE01
    case application = 0xA24B_AED4_963E_E407
    case socket = 0x9FB2_1C65_1E98_DF25
  }

  private func draws(_ match: Int) -> Bool {
    guard definition.probability < 1 else { return true }
    return chance(of: match, .probability).unit() < definition.probability
  }

  /// A sequence that follows from the seed and a number alone, so that a restored world goes on as it would have.
  private func chance(of number: Int, _ purpose: Purpose) -> WorldRandom {
    let mixed = WorldRandom(seed: (seed ^ purpose.rawValue) &+ UInt64(truncatingIfNeeded: number)).next()
    return WorldRandom(seed: mixed)
  }
}

extension WorldRandom {
  /// The next number from 0 to less than 1.
  package func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }
}

/// Which requests and sockets a fault happens to: those that fulfil every condition given. Without any, all.
package struct FaultMatch: Sendable {
  /// What a header or a parameter of the query must be.
  enum TextRule: Sendable {
    case value(String)
    case present
    case absent

    /// Whether it holds for the values of a name.
    func holds(for values: [String]) -> Bool {
      switch self {
      case .value(let value): values.contains(value)
      case .present: !values.isEmpty
      case .absent: values.isEmpty
      }
    }
  }

  private static let names = ["api", "method", "path", "operationId", "account", "socket", "query", "header", "body"]
  private static let maximumConditions = 16

  private(set) var api: String?
  private(set) var method: String?
  private(set) var path: PathGlob?
  private(set) var operationID: String?
  private(set) var account: String?
  private(set) var socket: Int?
  private(set) var query: [(name: String, rule: TextRule)] = []
  private(set) var headers: [(name: String, rule: TextRule)] = []
  private(set) var body: [(place: JSONPointer, value: JSONValue)] = []

  /// Everything matches.
  package init() {}

  /// Reads `{"api","method","path","operationId","account","socket","query":{NAME: value|true|false},"header":{NAME:
  /// value|true|false},"body":{NAME: value}}`; a socket is an open one by its number, an account is that of a valid token, by its id or its e-mail address, and a
  /// name of `body` is that of a member, or a JSON pointer (RFC 6901).
  ///
  /// - Throws: ``Problem`` of kind `validation` that names every field that is wrong.
  package init(_ object: JSONObject) throws(Problem) {
    var fields = FieldReader(object, known: Self.names)
    api = fields.optionalText("api", length: 1...64)
    // Methods are case-sensitive, but nobody who writes "get" means anything else.
    method = fields.optionalText("method", length: 1...32)?.uppercased()
    operationID = fields.optionalText("operationId", length: 1...128)
    account = fields.optionalText("account", length: 1...256)
    socket = fields.optionalInteger("socket", in: 1...Int(Int32.max))
    if let text = fields.optionalText("path", length: 1...PathGlob.maximumLength) {
      path = text.hasPrefix("/") ? PathGlob(text) : nil
      if path == nil {
        fields.reject("path", "must begin with /; * stands for any text of a segment, ** for any number of segments")
      }
    }
    query = Self.texts("query", &fields)
    headers = Self.texts("header", &fields)
    body = Self.body(&fields)
    try fields.finish()
  }

  /// Whether all conditions hold. Those that cost least are looked at first; the body is read last, and only when
  /// there is a condition on it.
  package func matches(_ subject: FaultSubject) -> Bool {
    let request = subject.request
    if let api, api != subject.api { return false }
    if let method, method != request.method.rawValue { return false }
    if let operationID, operationID != subject.operationID { return false }
    if let account, account != subject.account, account != subject.email { return false }
    if let socket, socket != subject.socket { return false }
    if let path, !path.matches(request.target) { return false }
    for (name, rule) in headers where !rule.holds(for: request.headers.values(name)) { return false }
    if !query.isEmpty {
      guard let parameters = try? request.query() else { return false }
      for (name, rule) in query where !rule.holds(for: parameters.values(name)) { return false }
    }
    guard !body.isEmpty else { return true }
    guard let content = try? request.json() else { return false }
    return body.allSatisfy { content[$0.place] == $0.value }
  }

  private static func texts(_ name: String, _ fields: inout FieldReader) -> [(name: String, rule: TextRule)] {
    guard let object = conditions(name, &fields) else { return [] }
    var rules: [(name: String, rule: TextRule)] = []
    for member in object.members {
      switch member.value {
      case .string(let text): rules.append((member.key, .value(text)))
      case .bool(true): rules.append((member.key, .present))
      case .bool(false): rules.append((member.key, .absent))
      default: fields.reject(name, "must give each name a text, true for present or false for absent")
      }
    }
    return rules
  }

  private static func body(_ fields: inout FieldReader) -> [(place: JSONPointer, value: JSONValue)] {
    guard let object = conditions("body", &fields) else { return [] }
    return object.members.map { member in
      let pointer = member.key.hasPrefix("/") ? JSONPointer(parsing: member.key) : nil
      return (pointer ?? JSONPointer([member.key]), member.value)
    }
  }

  private static func conditions(_ name: String, _ fields: inout FieldReader) -> JSONObject? {
    guard let object = fields.optionalObject(name) else { return nil }
    guard object.count <= maximumConditions else {
      fields.reject(name, "may have at most \(maximumConditions) conditions")
      return nil
    }
    return object
  }
}

/// What a fault may happen to: a request, or the socket that began with it, and what is known about it.
package struct FaultSubject: Sendable {
  package let request: Request
  /// The name of the API that answers.
  package let api: String
  /// The operation's id in the API's document; nil for a path without one.
  package let operationID: String?
  /// Whose valid token came with the request.
  package let account: String?
  /// The account's e-mail address, where the token has it.
  package let email: String?
  /// When the refresh token in its content was issued, in seconds of the world's time since 1970; nil without one.
  package let refreshTokenIssuedAt: Int64?
  /// Whether it is a call of the control plane, to which nothing happens: it must be there to remove the faults.
  package let isControl: Bool
  /// The number of the open socket; nil for a request.
  package var socket: Int?

  /// A subject from its parts.
  package init(
    request: Request, api: String, operationID: String?, account: String?, email: String? = nil,
    refreshTokenIssuedAt: Int64? = nil, isControl: Bool = false
  ) {
    self.request = request
    self.api = api
    self.operationID = operationID
    self.account = account
    self.email = email
    self.refreshTokenIssuedAt = refreshTokenIssuedAt
    self.isControl = isControl
  }

  /// The subject without what only the handshake needs, for keeping it as long as the socket lives.
  package var forSocket: FaultSubject {
    var kept = request
    kept.body = []
    for name in Self.handshakeHeaders { kept.headers[name] = nil }
    return FaultSubject(
      request: kept, api: api, operationID: operationID, account: account, email: email, isControl: isControl)
  }

  private static let handshakeHeaders = [
    "Connection", "Upgrade", "Sec-WebSocket-Key", "Sec-WebSocket-Version", "Sec-WebSocket-Extensions",
    "Accept-Encoding", "Cache-Control", "Pragma",
  ]
}

/// What a fault knows when it happens.
package struct FaultContext: Sendable {
  package let subject: FaultSubject
  /// The world's time when the fault was added.
  package let begunAt: Timestamp
  /// The world's time now.
  package let now: Timestamp
  /// Chance that follows from the world's seed, the fault and how often it matched.
  package let chance: WorldRandom

  /// A context from its parts.
  package init(subject: FaultSubject, begunAt: Timestamp, now: Timestamp, chance: WorldRandom) {
    self.subject = subject
    self.begunAt = begunAt
    self.now = now
    self.chance = chance
  }
}

/// The APIs and operations that there are. A condition on one that there is not would never be fulfilled, so it is
/// refused: a slip in a name must not look like an app that does not call.
package struct RouteNames: Sendable {
  /// Operation ids by their API, the server's own among them as `mock`.
  private let operations: [String: Set<String>]

  /// The names of pairs of an API and an operation; without any, nothing is refused.
  package init(_ pairs: [(api: String, operationID: String)] = []) {
    operations = pairs.reduce(into: [:]) { $0[$1.api, default: []].insert($1.operationID) }
  }

  /// Makes sure that there is what is asked about.
  ///
  /// - Parameters:
  ///   - kind: That of the refusal.
  /// - Throws: ``Problem`` that tells the nearest name.
  package func require(api: String?, operationID: String?, _ kind: Problem.Kind) throws(Problem) {
    guard !operations.isEmpty else { return }
    if let api, operations[api] == nil {
      let refusal = KnownNames(operations.keys.sorted()).refusal(of: api)
      throw Problem(kind, "the API \"\(api.clipped(to: 60))\" \(refusal)", field: "api", value: api)
    }
    guard let operationID else { return }
    let owners = operations.filter { $0.value.contains(operationID) }.map(\.key).sorted()
    guard owners.isEmpty || api.map({ !owners.contains($0) }) ?? false else { return }
    let shown = operationID.clipped(to: 60)
    let place = api.map { " in \($0)" } ?? ""
    let known = api.flatMap { operations[$0] } ?? operations.values.reduce(into: []) { $0.formUnion($1) }
    let hint =
      owners.isEmpty
      ? KnownNames(known.sorted()).nearest(to: operationID).map { "did you mean \"\($0)\"?" }
        ?? "mock-api routes lists all that there are"
      : "it is one of \(owners.joined(separator: ", "))"
    throw Problem(
      kind, "there is no operation \"\(shown)\"\(place); \(hint)", field: "operationId", value: operationID)
  }
}

extension FaultMatch {
  /// Makes sure that there is what the conditions name.
  ///
  /// - Throws: ``Problem`` of kind `validation` that tells the nearest name.
  package func requireKnown(_ names: RouteNames) throws(Problem) {
    try names.require(api: api, operationID: operationID, .validation)
  }
}

extension JournalQuery {
  /// Makes sure that there is what the criteria name.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` that tells the nearest name.
  package func requireKnown(_ names: RouteNames) throws(Problem) {
    var api: String?
    for case .api(let name) in criteria { api = name }
    try names.require(api: api, operationID: nil, .invalidParameter)
    for case .operationID(let id) in criteria { try names.require(api: api, operationID: id, .invalidParameter) }
  }
}
