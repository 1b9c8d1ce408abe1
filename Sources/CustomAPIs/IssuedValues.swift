import HTTPCore
import JSON
import Resources
import Store
import World

/// What responses give out that a later request must have: the `challenge_id` of `POST /challenges`, without which `POST /keys`
/// is refused. It is kept for calls alone; what belongs to records or accounts is kept with these.
struct IssuedValues: Sendable {
  private let table: String
  /// The properties that requests of a call have and other responses give out, by the call.
  private let asked: [String: [String]]
  /// All of these.
  private let names: Set<String>
  /// The operations whose responses give some out.
  private let givers: Set<String>

  private static let maximumDepth = 3

  init(_ api: CustomAPI) {
    table = Self.table(of: api.name)
    var asked: [String: [String]] = [:]
    for operation in api.model.operations where operation.method == "POST" && operation.resource == nil {
      let members = api.requestMembers(of: operation).filter { $0.types == ["string"] && Self.isIssued($0.name) }
      if !members.isEmpty { asked[operation.operationID] = members.map(\.name) }
    }
    var given: [String: Set<String>] = [:]
    // Few documents have such calls, and the responses of the others say nothing.
    for operation in api.model.operations where operation.method == "POST" && !asked.isEmpty {
      for name in Self.answered(operation, api) { given[name, default: []].insert(operation.operationID) }
    }
    for (call, wanted) in asked {
      asked[call] = wanted.filter { !(given[$0] ?? []).subtracting([call]).isEmpty }
    }
    let names = Set(asked.values.joined())
    (self.asked, self.names) = (asked, names)
    givers = names.reduce(into: []) { $0.formUnion(given[$1] ?? []) }
  }

  /// The names of such properties in the response of an operation, also inside of one object in it.
  private static func answered(_ operation: OperationDescription, _ api: CustomAPI) -> Set<String> {
    let responses = JSONPointer(["paths", operation.path, operation.method.lowercased(), "responses"])
    guard let answer = api.resolved(responses.appending(String(operation.status))),
      let media = api.document.root[answer.appending("content")]?.object?.keys.first(where: { $0.hasSuffix("json") })
    else { return [] }
    let members = api.maker.members(of: answer.appending("content").appending(media).appending("schema"))
    let inner = members.filter { $0.types.contains("object") }.flatMap { api.maker.members(of: $0.place) }
    return Set((members + inner).map(\.name).filter(isIssued))
  }

  /// Whether a name is that of what is given out for one later request: `otp_token`, `challengeId`.
  private static func isIssued(_ name: String) -> Bool {
    let words = Words.split(name)
    guard words.count > 1, let last = words.last, ["token", "id", "ticket"].contains(last) else { return false }
    return words.dropLast().contains(where: proofs.contains)
  }

  private static let proofs: Set<String> = [
    "otp", "challenge", "verification", "mfa", "totp", "login", "registration", "attempt", "flow", "nonce",
  ]

  private static func table(of api: String) -> String { "\(api)_issued" }

  /// The table of an API's values, which is created when the first one is given out.
  static func deferred(_ api: String) -> DeferredTable {
    let name = table(of: api)
    return DeferredTable(name) { "CREATE TABLE IF NOT EXISTS \"\(name)\" (value TEXT PRIMARY KEY) STRICT;" }
  }

  /// Keeps what a response gives out.
  func note(_ response: Response, of operation: OperationDescription, _ world: World) throws {
    guard givers.contains(operation.operationID), (200...299).contains(response.status),
      case .bytes(let bytes) = response.content, let body = try? JSONParser.parse(bytes)
    else { return }
    let values = values(in: body, depth: 0)
    guard !values.isEmpty else { return }
    try world.store.require(table: table)
    try world.store.transaction { connection in
      for value in values {
        try connection.execute("INSERT OR IGNORE INTO \"\(table)\" (value) VALUES (?)", [.text(value)])
      }
    }
  }

  private func values(in value: JSONValue, depth: Int) -> [String] {
    guard depth < Self.maximumDepth, let object = value.object else { return [] }
    return object.members.flatMap { member in
      names.contains(member.key) ? [member.value.string].compactMap(\.self) : values(in: member.value, depth: depth + 1)
    }
  }

  /// - Throws: ``Problem`` of kind `wrongCredentials` when a request has a value that no response gave out.
  func requireIssued(_ sent: RequestBody, by operation: OperationDescription, _ world: World) throws {
    for name in asked[operation.operationID] ?? [] {
      guard let value = sent.body?[name]?.string else { continue }
      try world.store.require(table: table)
      let row = try world.store.read { connection in
        try connection.row("SELECT 1 FROM \"\(table)\" WHERE value = ?", [.text(value)])
      }
      guard row == nil else { continue }
      throw Problem(.wrongCredentials, "\(name) is unknown, used or too old", field: name)
    }
  }
}
