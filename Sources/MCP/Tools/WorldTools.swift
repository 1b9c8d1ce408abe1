import JSON

/// Tools for worlds and their clocks.
enum WorldTools {
  static let all = [create, delete, clock]

  private static let clockNames = ["freeze", "set", "advance", "rate", "reset"]

  private static let create = Tool(
    "create_world", "Create a world", .changes(isIdempotent: false),
    """
    Create a world: an isolated copy of the server's state, with its own records, accounts, tokens, clock, faults and \
    journal. Work in a world of your own, and delete it at the end. Pass its id as world to the other tools; an app uses \
    its baseUrl, or the header X-Mock-World.
    """,
    input: [
      "id": Schemas.text(
        "Its id: letters, digits, dots, dashes and underscores. By default the next free one.", upTo: 64),
      "name": Schemas.text("A name for people, such as the name of a test.", upTo: 200),
      "from": Schemas.text("Where its state comes from: seed (the default), snapshot:NAME or world:ID.", upTo: 200),
      "clock": Schemas.text("Its initial time, such as 2026-01-01T00:00:00Z.", upTo: 60),
      "freeze": Schemas.flag("Whether its clock stands still."),
      "randomSeed": Schemas.integer("The seed of its tokens and other random values.", 0...Int(Int32.max)),
    ],
    output: [
      "id": Schemas.text("Its id."), "baseUrl": Schemas.text("What an app's paths are added to."),
      "header": Schemas.map("The header that names the world, for an app with the server's usual address."),
      "clock": Schemas.object("Its time: now, frozen, rate."),
    ],
    always: ["id", "baseUrl", "header"]
  ) { call throws(ToolFailure) in
    var body = call.body(["id", "name", "from", "randomSeed"])
    var clock = JSONObject()
    clock["set"] = call.arguments["clock"]
    clock["freeze"] = call.arguments["freeze"]
    if !clock.isEmpty { body["clock"] = .object(clock) }
    let world = try call.control("POST", ["worlds"], body: .object(body))
    return [
      "id": world["id"] ?? .null, "baseUrl": .string(call.connection.url + (world["basePath"]?.string ?? "")),
      "header": [ControlConnection.worldHeader: world["id"] ?? .null], "clock": world["clock"] ?? .object(JSONObject()),
    ]
  }

  private static let delete = Tool(
    "delete_world", "Delete a world", .deletes(isIdempotent: false),
    "Delete a world with everything in it, and close its sockets. The default world cannot be deleted.",
    input: ["world": Schemas.text("The id of the world.", upTo: 64)], required: ["world"],
    output: ["deleted": Schemas.text("The id of the deleted world.")], always: ["deleted"]
  ) { call throws(ToolFailure) in
    let id = call.text("world") ?? ""
    var named = call.arguments
    named["world"] = nil
    // The deleted world must not be the one that the call goes to.
    let plain = ToolCall(
      arguments: named, connection: call.connection, cancellation: call.cancellation, defaultWorld: call.defaultWorld)
    _ = try plain.control("DELETE", ["worlds", id])
    return ["deleted": .string(id)]
  }

  private static let clock = Tool(
    "set_clock", "Read or change the clock", .changes(isIdempotent: false),
    """
    Read or change the time of a world, on which tokens, caches, limits, timestamps and scheduled changes depend. Without \
    arguments it only reads. Freeze the clock for exact timestamps; advance it to let tokens expire.
    """,
    input: [
      "freeze": Schemas.flag("true stops the clock, false lets it run."),
      "set": Schemas.text("A time to set, such as 2026-01-01T00:00:00Z.", upTo: 60),
      "advance": Schemas.text("How much time passes, as a duration of ISO 8601 such as PT15M or P1DT2H.", upTo: 60),
      "rate": Schemas.number("Seconds of the world for each real second.", 0, 100_000),
      "reset": Schemas.flag("Whether to return to the machine's time first."), "world": Schemas.world,
    ],
    output: [
      "now": Schemas.text("The world's time."), "frozen": Schemas.flag("Whether it stands still."),
      "rate": Schemas.any("Seconds of the world for each real second."),
    ],
    always: ["now", "frozen"]
  ) { call throws(ToolFailure) in
    let body = call.body(clockNames)
    let clock =
      body.isEmpty ? try call.control("GET", ["clock"]) : try call.control("PUT", ["clock"], body: .object(body))
    return clock.object ?? JSONObject()
  }
}
