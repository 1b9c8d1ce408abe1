import Client
import HTTPCore
import JSON

/// The resources of MCP: the documents of the served APIs, and the journal.
enum Resources {
  private static let scheme = "mock-api://"
  /// The largest text of a resource in bytes.
  private static let maximumBytes = 2 << 20
  /// The entries of a journal in one resource.
  private static let entries = 50

  /// What `resources/templates/list` returns.
  static let templates: JSONValue = [
    "resourceTemplates": [
      [
        "uriTemplate": "mock-api://documents/{api}", "name": "document", "title": "API document",
        "description": """
        The OpenAPI document of a served API by its name; mock is the control plane, asyncapi the AsyncAPI document of the \
        sockets.
        """, "mimeType": "application/json",
      ],
      [
        "uriTemplate": "mock-api://journal/{world}", "name": "journal", "title": "Journal of a world",
        "description": "The newest 50 entries of a world's journal, without headers and bodies.",
        "mimeType": "application/json",
      ],
      [
        "uriTemplate": "mock-api://journal/{world}/{id}", "name": "journal-entry", "title": "Entry of a journal",
        "description": "One entry with headers and bodies.", "mimeType": "application/json",
      ],
    ]
  ]

  /// What `resources/list` returns.
  ///
  /// - Throws: ``ToolFailure`` when the server cannot be reached.
  static func list(_ call: ToolCall) throws(ToolFailure) -> JSONValue {
    let apis = try call.control("GET", ["apis"])["apis"]?.array ?? []
    let world = try call.control("GET", ["health"])["world"]?.string ?? "default"
    var documents = apis.compactMap { api in api["name"]?.string.map { ($0, api["title"]?.string ?? $0) } }
    documents += [("mock", "control plane of mock-api"), ("asyncapi", "sockets and channels")]
    let resources = documents.map { name, title in
      resource("documents/\(PercentEncoding.encode(name))", "\(name).json", "API document of \(title)")
    }
    let journal = resource(
      "journal/\(PercentEncoding.encode(world))", "journal", "Newest requests in the world \(world)")
    return ["resources": .array(resources + [journal])]
  }

  private static func resource(_ path: String, _ name: String, _ title: String) -> JSONValue {
    [
      "uri": .string(scheme + path), "name": .string(name), "title": .string(title), "mimeType": "application/json",
    ]
  }

  /// What `resources/read` returns.
  ///
  /// - Throws: ``RPCError`` for an unknown resource.
  static func read(_ uri: String, _ call: ToolCall) throws(RPCError) -> JSONValue {
    guard uri.hasPrefix(scheme) else { throw unknown(uri) }
    let segments = uri.dropFirst(scheme.count).split(separator: "/", omittingEmptySubsequences: false).map { segment in
      String(decoding: PercentEncoding.decode(Array(segment.utf8)[...], plus: .literal), as: UTF8.self)
    }
    guard !segments.contains(where: \.isEmpty) else { throw unknown(uri) }
    let value: JSONValue
    do throws(ToolFailure) {
      switch (segments.first, segments.count) {
      case ("documents", 2): value = try call.control("GET", ["apis", segments[1], "document"])
      case ("journal", 2): value = try journal(segments[1], call)
      case ("journal", 3): value = try call.inWorld(segments[1]).control("GET", ["requests", segments[2]])
      default: throw ToolFailure("")
      }
    } catch {
      guard !error.message.isEmpty else { throw unknown(uri) }
      let isMissing = error.status.map { (400...404).contains($0) && $0 != 401 } ?? false
      throw RPCError(isMissing ? .unknownResource : .busy, error.message, data: ["uri": .string(uri)])
    }
    let text = String(decoding: JSONWriter.serialize(value, sortedKeys: false), as: UTF8.self)
    guard text.utf8.count <= maximumBytes else {
      throw RPCError(
        .busy,
        "the resource has \(text.utf8.count) bytes, more than \(maximumBytes); use explain_api for parts of a document",
        data: ["uri": .string(uri)])
    }
    return ["contents": [["uri": .string(uri), "mimeType": "application/json", "text": .string(text)]]]
  }

  private static func journal(_ world: String, _ call: ToolCall) throws(ToolFailure) -> JSONValue {
    let page = try call.inWorld(world).control(
      "GET", ["requests"], query: [("limit", "\(entries)"), ("order", "desc"), ("kind", "any")])
    let shown = (page["requests"]?.array ?? []).compactMap { entry -> JSONValue? in
      guard var members = entry.object else { return nil }
      for name in ["request", "response", "payload"] { members[name] = nil }
      return .object(members)
    }
    return ["world": .string(world), "requests": .array(shown), "total": page["total"] ?? .null]
  }

  private static func unknown(_ uri: String) -> RPCError {
    RPCError(
      .unknownResource,
      "there is no resource \(uri.clipped(to: 200)); resources/list and resources/templates/list name them",
      data: ["uri": .string(uri.clipped(to: 200))])
  }
}

extension ToolCall {
  /// The same call in another world.
  func inWorld(_ world: String) -> ToolCall {
    ToolCall(
      arguments: ["world": .string(world)], connection: connection, cancellation: cancellation, defaultWorld: world)
  }
}
