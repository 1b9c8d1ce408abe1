import JSON

/// Tools that look at what was requested.
enum JournalTools {
  static let all = [list, explain, verify]

  private static let conditionNames = [
    "path", "method", "status", "api", "operationId", "account", "header", "query", "bodyContains", "since", "until",
    "fault", "hasDeviations", "ending", "kind",
  ]

  private static let conditions: JSONObject = [
    "path": Schemas.text("A pattern: * within a segment, ** for any number of segments.", upTo: 2000),
    "method": Schemas.text("The method.", upTo: 32),
    "status": [
      "type": ["string", "integer"], "description": "A status code, a class such as 4xx, or none for no response.",
    ],
    "api": Schemas.text("The API.", upTo: 100), "operationId": Schemas.text("The operation.", upTo: 200),
    "account": Schemas.text("The account by its id or login.", upTo: 256),
    "header": Schemas.map(
      "Headers and their values; true for present, false for absent.", types: ["string", "boolean"]),
    "query": Schemas.map(
      "Parameters and their values; true for present, false for absent.", types: ["string", "boolean"]),
    "bodyContains": Schemas.text("A text in the body of the request or the response.", upTo: 2000),
    "since": [
      "type": ["string", "integer"], "description": "Only entries after this number, or from this time on.",
    ],
    "until": ["type": ["string", "integer"], "description": "Only entries up to this number or time."],
    "fault": Schemas.text("The id or the type of a fault that was applied.", upTo: 200),
    "hasDeviations": Schemas.flag("Whether the exchange differs from the API's document."),
    "ending": Schemas.choice(
      ["whole", "truncated", "empty", "reset", "never", "aborted"], "How the response ended."),
    "kind": Schemas.choice(["exchange", "frame", "any"], "Requests (the default), messages of sockets, or both."),
  ]

  private static func inputs(_ others: JSONObject) -> JSONObject {
    JSONObject((conditions.members + others.members).map { ($0.key, $0.value) } + [("world", Schemas.world)])
  }

  /// The conditions of a call as URL parameters.
  private static func parameters(_ call: ToolCall) -> [(name: String, value: String)] {
    conditionNames.flatMap { name -> [(name: String, value: String)] in
      guard let value = call.arguments[name], !value.isNull else { return [] }
      guard let pairs = value.object else { return [(name, RequestTools.text(value))] }
      return pairs.members.map { pair in
        (name, pair.value.bool == true ? pair.key : "\(pair.key):\(RequestTools.text(pair.value))")
      }
    }
  }

  // MARK: List

  private static let listed = [
    "id", "kind", "time", "method", "path", "query", "api", "operationId", "status", "account", "ending",
    "durationMicroseconds", "faults", "deviations", "direction", "socket", "summary",
  ]

  private static let list = Tool(
    "list_requests", "List requests", .reads,
    """
    What apps requested in a world: the entries of its journal, the newest first, by any conditions. With id: one entry \
    with headers and bodies, and why it matched its operation. Tokens and passwords are redacted.
    """,
    input: inputs([
      "id": Schemas.integer("One entry by its number.", 1...Int(Int32.max)),
      "limit": Schemas.integer("The most entries. By default 20.", 1...100),
    ]),
    output: [
      "requests": Schemas.list(
        "Entries: id, time, method, path, api, operationId, status, account, faults, deviations."),
      "total": Schemas.integer("How many entries match."), "entry": Schemas.object("The entry with this id."),
      "explanation": Schemas.text("Why the request matched its operation, or none."),
    ]
  ) { call throws(ToolFailure) in
    if let id = call.integer("id") {
      let entry = try call.control("GET", ["requests", "\(id)"])
      var result: JSONObject = ["entry": entry]
      if entry["kind"]?.string == "exchange" {
        result["explanation"] = try call.control("GET", ["requests", "\(id)", "explanation"])["reason"]
      }
      return result
    }
    let limit = call.integer("limit") ?? 20
    let page = try call.control(
      "GET", ["requests"], query: parameters(call) + [("limit", "\(limit)"), ("order", "desc")])
    let entries = (page["requests"]?.array ?? []).compactMap { $0.object.map { JSONValue.object($0.picking(listed)) } }
    var result: JSONObject = ["requests": .array(entries), "total": page["total"] ?? .count(entries.count)]
    let total = page["total"]?.number?.integer ?? 0
    result["hint"] = .string(
      total > entries.count
        ? "There are \(total) entries; add conditions, or until with the lowest number shown."
        : "Call list_requests with id for headers and bodies, explain_failures for what failed.")
    return result
  }

  // MARK: Explain

  private static let explain = Tool(
    "explain_failures", "Explain failures", .reads,
    """
    What failed in a world and why, the newest first: responses with 4xx and 5xx, connections that broke, and exchanges \
    that differ from the API's document. Each with its causes (a fault, the contract, the connection, a wrong route, or \
    the API's own error) and with the request and response as they went over the wire. With id: this entry alone.
    """,
    input: [
      "id": Schemas.integer("One entry by its number.", 1...Int(Int32.max)),
      "path": conditions["path"] ?? .null, "method": conditions["method"] ?? .null, "api": conditions["api"] ?? .null,
      "since": conditions["since"] ?? .null, "account": conditions["account"] ?? .null,
      "limit": Schemas.integer("The most failures. By default 5.", 1...20), "world": Schemas.world,
    ],
    output: [
      "failures": Schemas.list("Failures: id, method, path, status, causes, explanation, request, response."),
      "total": Schemas.integer("How many were found."),
    ],
    always: ["failures", "total"]
  ) { call throws(ToolFailure) in
    if let id = call.integer("id") {
      let entry = try call.control("GET", ["requests", "\(id)"])
      let failures = [try failure(entry, call, bytes: OutputLimit.toolBytes / 2)]
      let isFailure = FailureText.isFailure(entry)
      return [
        "failures": .array(failures), "total": .count(isFailure ? 1 : 0),
        "hint": .string(
          isFailure
            ? "Fix the cause, then call replay_request with the id."
            : "This exchange did not fail: it is as documented."),
      ]
    }
    let limit = call.integer("limit") ?? 5
    let found = try failed(call, limit)
    let bytes = OutputLimit.toolBytes / max(1, min(found.count, limit)) - 500
    let failures = try found.prefix(limit).map { entry throws(ToolFailure) in try failure(entry, call, bytes: bytes) }
    return [
      "failures": .array(failures), "total": .count(found.count),
      "hint": .string(
        failures.isEmpty
          ? "Nothing failed in this world; list_requests shows all requests."
          : "Fix the cause, then call replay_request with the id; list_requests with id shows one entry whole."),
    ]
  }

  /// The newest failed entries: each query finds one kind of failure.
  private static func failed(_ call: ToolCall, _ limit: Int) throws(ToolFailure) -> [JSONValue] {
    let kinds: [(name: String, value: String)] =
      [("status", "4xx"), ("status", "5xx"), ("status", "none"), ("hasDeviations", "true"), ("ending", "truncated")]
      + FailureText.spoilingTypes.map { ("fault", $0) }
    var found: [Int: JSONValue] = [:]
    for kind in kinds {
      let page = try call.control(
        "GET", ["requests"],
        query: parameters(call) + [kind, ("limit", "\(limit)"), ("order", "desc")])
      for entry in page["requests"]?.array ?? [] {
        if let id = entry["id"]?.number?.integer { found[id] = entry }
      }
    }
    return found.sorted { $0.key > $1.key }.map(\.value)
  }

  private static func failure(_ entry: JSONValue, _ call: ToolCall, bytes: Int) throws(ToolFailure) -> JSONValue {
    var members = entry.object?.picking(listed + ["request", "response"]) ?? JSONObject()
    if let id = entry["id"]?.number?.integer, entry["kind"]?.string == "exchange" {
      let explanation = try call.control("GET", ["requests", "\(id)", "explanation"])
      members["explanation"] = explanation["reason"]
      members["causes"] = .array(FailureText.causes(entry, explanation: explanation))
    }
    return OutputLimit.fit(.object(members), bytes: max(1500, bytes)).value
  }

  // MARK: Verify

  private static let counts = ["exactly", "atLeast", "atMost"]

  private static let verify = Tool(
    "verify_requests", "Verify requests", .reads,
    """
    Verify how often a request was made in a world, by the same conditions as list_requests. Without a number, at least \
    once. If it is not satisfied, nearest shows similar requests and how they differ. waitSeconds waits until there are \
    enough.
    """,
    input: inputs([
      "body": Schemas.object("Properties of a JSON body, by names with dots or JSON pointers, and their values."),
      "exactly": Schemas.integer("The exact number.", 0...Int(Int32.max)),
      "atLeast": Schemas.integer("The least number.", 0...Int(Int32.max)),
      "atMost": Schemas.integer("The greatest number.", 0...Int(Int32.max)),
      "waitSeconds": Schemas.integer("How long to wait for enough requests. By default not at all.", 0...55),
    ]),
    output: [
      "satisfied": Schemas.flag("Whether the number is as expected."),
      "known": Schemas.flag("Whether the journal still has everything that counts."),
      "count": Schemas.integer("How many were made."), "expected": Schemas.object("What was expected."),
      "nearest": Schemas.list("Similar requests: request, reasons."), "message": Schemas.text("Why it is not known."),
    ],
    always: ["satisfied", "count"]
  ) { call throws(ToolFailure) in
    let match = JSONValue.object(call.body(conditionNames + ["body"]))
    if let seconds = call.integer("waitSeconds"), seconds > 0 {
      let wanted = call.integer("exactly") ?? call.integer("atLeast") ?? (call.integer("atMost") == nil ? 1 : 0)
      _ = try call.control(
        "POST", ["requests", "wait"],
        body: ["match": match, "atLeast": .count(wanted), "timeoutMilliseconds": .count(seconds * 1000)],
        timeoutMilliseconds: seconds * 1000 + 5000)
    }
    var body = call.body(counts)
    body["match"] = match
    return try call.control("POST", ["requests", "verify"], body: .object(body)).object ?? JSONObject()
  }
}
