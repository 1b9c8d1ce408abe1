import JSON

/// Tools that explain the server and its APIs.
enum APITools {
  static let all = [explain]

  private static let maximumOperations = 100
  private static let defaultOperations = 40
  private static let maximumWorlds = 20
  private static let understandingBytes = 6 << 10

  private static let explain = Tool(
    "explain_api", "Explain the APIs", .reads,
    """
    Start here. Without arguments: the server's address, its worlds and the served APIs with their sample accounts. With \
    api: its operations (search finds words in paths, ids and summaries), accounts and, for a custom API, what mock-api \
    understood of its document. With api and operation: the parameters, schemas, examples and credentials of one \
    operation, and how mock-api understands it.
    """,
    input: [
      "api": Schemas.text("An API by its name, such as agrobridge.", upTo: 100),
      "operation": Schemas.text("The operationId of one of its operations; needs api.", upTo: 200),
      "search": Schemas.text("Only operations whose id, path, method or summary contains this text.", upTo: 200),
      "offset": Schemas.integer("How many operations to skip.", 0...100_000),
      "limit": Schemas.integer("The most operations. By default 40.", 1...maximumOperations),
      "world": Schemas.world,
    ],
    output: [
      "server": Schemas.object("The address and the version of the server."),
      "apis": Schemas.list("The served APIs: name, title, basePath, custom, operationCount, signIn."),
      "worlds": Schemas.list("The worlds: id, basePath, clock, requests."),
      "api": Schemas.object("The API: accounts, credentials, and what was understood of a custom API's document."),
      "operations": Schemas.list("Operations: operationId, method, path, summary, kind, resource."),
      "total": Schemas.integer("How many operations match in total."),
      "operation": Schemas.object("One operation with parameters, request, responses, credentials and understanding."),
    ]
  ) { call throws(ToolFailure) in
    guard let api = call.text("api") else {
      guard call.text("operation") == nil else {
        throw ToolFailure("give api, too: operation is one of its operations")
      }
      return try overview(call)
    }
    if let operation = call.text("operation") {
      return ["operation": try call.control("GET", ["apis", api, "operations", operation])]
    }
    return try operations(of: api, call)
  }

  private static func overview(_ call: ToolCall) throws(ToolFailure) -> JSONObject {
    let apis = try call.control("GET", ["apis"])
    let health = try call.control("GET", ["health"])
    let worlds = try call.control("GET", ["worlds"])["worlds"]?.array ?? []
    let shown = worlds.prefix(maximumWorlds).compactMap { world in
      world.object.map { JSONValue.object($0.picking(["id", "name", "basePath", "clock", "requests"])) }
    }
    return [
      "server": [
        "url": .string(call.connection.url), "version": health["version"] ?? .null,
        "world": health["world"] ?? .null,
      ],
      "apis": apis["apis"] ?? .array([]), "worlds": .array(shown),
      "hint": """
      Apps send requests to the url, and name a world by the header X-Mock-World or by the prefix /_w/ID of the path. \
      Call explain_api with api for the operations of one API.
      """,
    ]
  }

  private static func operations(of api: String, _ call: ToolCall) throws(ToolFailure) -> JSONObject {
    var described = try call.control("GET", ["apis", api]).object ?? JSONObject()
    let all = described["operations"]?.array ?? []
    described["operations"] = nil
    // What was understood of a large document must not take the place of its operations.
    if let understanding = described["understanding"] {
      let shortened = OutputLimit.fit(understanding, bytes: understandingBytes)
      described["understanding"] = shortened.value
      if shortened.isCut { described["understandingTruncated"] = true }
    }
    let words = call.text("search")?.lowercased()
    let found = all.filter { operation in
      guard let words else { return true }
      return ["operationId", "path", "method", "summary"].contains { name in
        operation[name]?.string?.lowercased().contains(words) == true
      }
    }
    let offset = call.integer("offset") ?? 0
    let limit = call.integer("limit") ?? defaultOperations
    let shown = found.dropFirst(offset).prefix(limit)
    var result: JSONObject = [
      "api": .object(described), "operations": .array(Array(shown)), "total": .count(found.count),
    ]
    let end = offset + shown.count
    result["hint"] = .string(
      end < found.count
        ? "Call again with offset \(end) for more operations, or with search."
        : "Call explain_api with operation for the parameters, schemas and examples of one operation.")
    return result
  }
}
