import Faults
import HTTPCore
import JSON
import World

/// The exchanges that faults of the type `hold` hold: `/_mock/holds`.
package enum HoldEndpoints {
  /// The endpoints.
  package static let all: [Endpoint] = [
    Endpoint(.get, "/_mock/holds", "listHolds", .open) { .json(["holds": list($0.world.heldExchanges.all)]) },
    Endpoint(.get, "/_mock/holds/{id}", "getHold", .open, answer: get),
    Endpoint(.post, "/_mock/holds/wait", "waitForHolds", .open) { try wait($0) }.asking,
    Endpoint(.post, "/_mock/holds/release", "releaseHolds", .open, answer: releaseAll),
    Endpoint(.post, "/_mock/holds/{id}/release", "releaseHold", .open, answer: release),
  ]

  /// The longest timeout, and the default of `timeoutMilliseconds`.
  private static let maximumMilliseconds = 60_000
  private static let defaultMilliseconds = 10_000

  /// Exchanges as JSON, in the order in which they began.
  static func list(_ exchanges: [HeldExchange]) -> JSONValue { .array(exchanges.map { .object(summary($0)) }) }

  private static func summary(_ held: HeldExchange) -> JSONObject {
    let (subject, request) = (held.subject, held.subject.request)
    var members: JSONObject = [
      "id": .string(held.id), "heldBy": .string(held.fault), "phase": .string(held.hold.phase.rawValue),
      "method": .string(request.method.rawValue.clipped(to: 100)),
      "path": .string(request.target.rawPath.clipped(to: 2000)), "api": .string(subject.api),
      "device": .string(Device(request).id), "since": .string(held.since.iso8601Milliseconds),
      "until": .string(held.until.iso8601Milliseconds),
    ]
    if !request.target.rawQuery.isEmpty {
      members["query"] = .string(Redaction.query(request.target.rawQuery).clipped(to: 2000))
    }
    if let operation = subject.operationID { members["operationId"] = .string(operation) }
    if let account = subject.account { members["account"] = .string(account) }
    if let response = held.response { members["status"] = .number(JSONNumber(response.status)) }
    return members
  }

  /// One exchange, with its request and the response that waits.
  private static func get(_ call: Call) throws -> Response {
    guard let held = held(call) else { throw unknown(call) }
    let exchange = held.exchange(bodyBytes: call.world.journal.limits.bodyBytes)
    var members = summary(held)
    members["request"] = JournalJSON.request(exchange)
    if exchange.response != nil { members["response"] = JournalJSON.response(exchange) }
    return .json(.object(members))
  }

  private static func held(_ call: Call) -> HeldExchange? {
    let id = call.parameters["id"]
    return call.world.heldExchanges.all.first { $0.id == id }
  }

  private static func unknown(_ call: Call) -> Problem {
    let id = call.parameters["id"]
    let names = KnownNames(call.world.heldExchanges.all.map(\.id))
    return Problem(
      .notFound,
      "no exchange is held as \"\(id.clipped(to: 60))\"\(names.suggestion(for: id)); it was released, its time was over, or"
        + " its client left")
  }

  // MARK: Release

  private static func release(_ call: Call) throws -> Response {
    let fault = try fault(of: call)
    guard let held = held(call), held.release(with: fault) else { throw unknown(call) }
    return .noContent
  }

  private static func releaseAll(_ call: Call) throws -> Response {
    let body = try ControlBody(call.request, known: ["heldBy", "fault"])
    let (rule, fault) = (try known(body.text("heldBy"), call.world), try fault(body))
    let released = call.world.heldExchanges.release(with: fault) { rule == nil || $0.fault == rule }
    return .json(["released": .number(JSONNumber(released.count))])
  }

  private static func fault(of call: Call) throws(Problem) -> FaultDefinition? {
    try fault(try ControlBody(call.request, known: ["fault"]))
  }

  /// The fault that happens to what is released; nil for none.
  ///
  /// - Throws: ``Problem`` of kind `validation` for one that does not happen to requests, or that holds.
  private static func fault(_ body: ControlBody) throws(Problem) -> FaultDefinition? {
    guard let object = try body.object("fault") else { return nil }
    let definition = try FaultCatalogue.definition(["fault": .object(object)])
    let kind = type(of: definition.fault)
    guard kind.scope != .sockets, definition.fault.hold == nil else {
      throw Problem(
        .validation, "the fault \(kind.name) cannot happen to an exchange that is released; use status, patch or reset",
        field: "fault")
    }
    return definition
  }

  /// - Throws: ``Problem`` of kind `notFound` for an id that no fault has.
  private static func known(_ fault: String?, _ world: World) throws(Problem) -> String? {
    guard let fault, world.faults[fault] == nil else { return fault }
    throw FaultEndpoints.unknown(fault, world)
  }

  // MARK: Wait

  /// Responds as soon as enough exchanges are held.
  private static func wait(_ call: Call) throws(Problem) -> Response {
    let body = try ControlBody(call.request, known: ["heldBy", "atLeast", "timeoutMilliseconds"])
    let rule = try known(body.text("heldBy"), call.world)
    let wanted = try body.integer("atLeast", in: 1...HeldExchanges.capacity) ?? 1
    let timeout = try body.integer("timeoutMilliseconds", in: 0...maximumMilliseconds) ?? defaultMilliseconds
    let wait = HoldWait(call.world.heldExchanges, fault: rule, wanted: wanted)
    try wait.begin(timeoutMilliseconds: timeout)
    return Response(status: 200, headers: ["Content-Type": Response.jsonType], content: .stream(wait.stream))
  }
}
