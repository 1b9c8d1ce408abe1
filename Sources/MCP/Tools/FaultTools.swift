import JSON

/// Tools for faults.
enum FaultTools {
  static let all = [list, add, remove]

  private static let optionNames = [
    "id", "match", "fault", "after", "times", "probability", "afterSeconds", "forSeconds",
  ]
  private static let fault = Schemas.list("Faults: id, match, fault, matches, applications, exhausted.")

  private static let list = Tool(
    "list_faults", "List faults", .reads,
    """
    The faults of a world, and how often each matched and was applied. With types true: also every type of fault with \
    its effect; with type: the fields of one.
    """,
    input: [
      "types": Schemas.flag("Whether to list the types of faults, too."),
      "type": Schemas.text("The type whose fields to show, such as delay.", upTo: 60), "world": Schemas.world,
    ],
    output: ["faults": fault, "types": Schemas.list("Types: type, about, scope; for a single one also fields.")],
    always: ["faults"]
  ) { call throws(ToolFailure) in
    var result: JSONObject = ["faults": try call.control("GET", ["faults"])["faults"] ?? .array([])]
    let type = call.text("type")
    guard type != nil || call.flag("types") == true else { return result }
    let types = try call.control("GET", ["fault-types"])["types"]?.array ?? []
    if let type {
      let found = types.filter { $0["type"]?.string == type }
      guard !found.isEmpty else {
        let known = types.compactMap { $0["type"]?.string }.joined(separator: ", ")
        throw ToolFailure("there is no type of fault \"\(type)\"; known are \(known)")
      }
      result["types"] = .array(found)
    } else {
      result["types"] = .array(
        types.compactMap { $0.object.map { .object($0.picking(["type", "about", "scope"])) } })
      result["hint"] = "Call list_faults with type for the fields of one type."
    }
    return result
  }

  private static let add = Tool(
    "add_fault", "Add a fault", .changes(isIdempotent: false),
    """
    Add a fault: a rule that makes matching requests or sockets of a world fail, to see how an app handles it. Examples \
    of fault: {"type":"status","status":503}, {"type":"delay","milliseconds":3000}, {"type":"empty"} (the connection \
    closes without a response), {"type":"timeout"}, {"type":"malformed"}, {"type":"expiredToken"}, \
    {"type":"rateLimited"}, {"type":"offline","seconds":30}, {"type":"hold"} (the response waits until send_request with \
    POST /_mock/holds/release releases it). list_faults with types true lists all types. Without times, \
    the fault stays until remove_faults.
    """,
    input: [
      "fault": [
        "type": "object", "required": ["type"], "properties": ["type": Schemas.text("The type.", upTo: 60)],
        "description": "The effect: its type and the fields of the type, see list_faults.",
      ],
      "match": [
        "type": "object",
        "description": """
        The conditions, all of which must be true; without any, the fault applies to everything. api, method, path (a \
        pattern: * within a segment, ** for any number of segments), operationId, account, query, header, body.
        """,
        "properties": [
          "api": Schemas.text("An API's name."), "method": Schemas.text("A method."),
          "path": Schemas.text("A pattern such as /v1/lotes/**."), "operationId": Schemas.text("An operation."),
          "account": Schemas.text("An account by its id or login."), "query": Schemas.object("Parameters and values."),
          "header": Schemas.object("Headers and values."), "body": Schemas.object("Properties of a JSON body."),
          "socket": Schemas.integer("An open socket by its number."),
        ],
        "additionalProperties": false,
      ],
      "id": Schemas.text("Its id. By default a generated one.", upTo: 64),
      "after": Schemas.integer("How many matches to skip first.", 0...1_000_000_000),
      "times": Schemas.integer("How often it is applied at most.", 1...1_000_000_000),
      "probability": Schemas.number("The share of the matches that it applies to.", 0, 1),
      "afterSeconds": Schemas.integer("Seconds of the world's time until it starts.", 0...1_000_000_000),
      "forSeconds": Schemas.integer("Seconds of the world's time that it lasts.", 1...1_000_000_000),
      "world": Schemas.world,
    ],
    required: ["fault"],
    output: ["fault": Schemas.object("The fault: id, match, fault, matches, applications, exhausted.")],
    always: ["fault"]
  ) { call throws(ToolFailure) in
    let body = call.body(optionNames)
    return ["fault": try call.control("POST", ["faults"], body: .object(body))]
  }

  private static let remove = Tool(
    "remove_faults", "Remove faults", .deletes(isIdempotent: true),
    "Remove one fault by its id, or all faults of a world with all true.",
    input: [
      "id": Schemas.text("The id of the fault.", upTo: 64), "all": Schemas.flag("true removes all faults."),
      "world": Schemas.world,
    ],
    output: ["faults": fault], always: ["faults"]
  ) { call throws(ToolFailure) in
    switch (call.text("id"), call.flag("all") == true) {
    case (let id?, false): _ = try call.control("DELETE", ["faults", id])
    case (nil, true): _ = try call.control("DELETE", ["faults"])
    default: throw ToolFailure("give either id or all: true")
    }
    return ["faults": try call.control("GET", ["faults"])["faults"] ?? .array([])]
  }
}
