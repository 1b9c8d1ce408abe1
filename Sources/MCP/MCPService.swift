import Foundation
import HTTPCore
import JSON

/// What the server is and does for clients of MCP: its tools and resources, which all sessions share.
package struct MCPService: Sendable {
  /// The revisions of the protocol that sessions can use, the newest first.
  static let revisions = ["2025-06-18", "2025-03-26"]

  static let tools =
    APITools.all + WorldTools.all + RequestTools.all + FaultTools.all + RecordTools.all + JournalTools.all
  private static let listedTools = JSONValue.array(tools.map(\.listed))

  private let version: String
  let connection: ControlConnection

  /// - Parameters:
  ///   - version: The program's version.
  ///   - connection: The server that the tools call.
  package init(version: String, _ connection: ControlConnection) {
    (self.version, self.connection) = (version, connection)
  }

  /// A request that needs calls of the server, and therefore a thread of its own.
  typealias Work = @Sendable (CallCancellation) throws(RPCError) -> JSONValue

  /// What to do for a request.
  enum Answer {
    case now(JSONValue)
    case later(Work)
  }

  /// The result of `initialize`.
  ///
  /// - Parameters:
  ///   - revision: The negotiated revision.
  func initialized(_ revision: String) -> JSONValue {
    [
      "protocolVersion": .string(revision),
      "capabilities": ["tools": ["listChanged": false], "resources": ["subscribe": false, "listChanged": false]],
      "serverInfo": ["name": "mock-api", "title": "mock-api", "version": .string(version)],
      "instructions": """
      mock-api is a mock server with state: apps send requests to it instead of a real backend. Call explain_api first. \
      Create a world for your task, and pass its id as world to the other tools. Typical steps: create_world, sign_in, \
      send_request or run the app against baseUrl, add_fault to provoke a failure, explain_failures, remove_faults, \
      replay_request to prove a fix, verify_requests, delete_world. Results are shortened to stay small; hint says how \
      to get more.
      """,
    ]
  }

  /// Dispatches a request other than `initialize`.
  ///
  /// - Parameters:
  ///   - world: The world of calls that name none; nil for that of the connection.
  /// - Throws: ``RPCError`` for an unknown method or invalid parameters.
  func answer(_ method: String, _ parameters: JSONObject, world: String?) throws(RPCError) -> Answer {
    switch method {
    case "ping": return .now(.object(JSONObject()))
    case "tools/list":
      try requireNoCursor(parameters)
      return .now(["tools": Self.listedTools])
    case "resources/templates/list":
      try requireNoCursor(parameters)
      return .now(Resources.templates)
    case "resources/list":
      try requireNoCursor(parameters)
      return .later { cancellation throws(RPCError) in
        do throws(ToolFailure) {
          return try Resources.list(call([:], cancellation, world))
        } catch {
          throw RPCError(.busy, error.message)
        }
      }
    case "resources/read":
      guard let uri = parameters["uri"]?.string else {
        throw RPCError(.invalidParameters, "\"uri\" must be the text of a resource's address")
      }
      return .later { cancellation throws(RPCError) in try Resources.read(uri, call([:], cancellation, world)) }
    case "tools/call": return .later(try toolCall(parameters, world))
    default:
      throw RPCError(.unknownMethod, "there is no method \"\(method.clipped(to: 100))\"")
    }
  }

  private func call(_ arguments: JSONObject, _ cancellation: CallCancellation, _ world: String?) -> ToolCall {
    ToolCall(arguments: arguments, connection: connection, cancellation: cancellation, defaultWorld: world)
  }

  /// All lists fit into one page, so no cursor was given out.
  private func requireNoCursor(_ parameters: JSONObject) throws(RPCError) {
    guard let cursor = parameters["cursor"], !cursor.isNull else { return }
    throw RPCError(.invalidParameters, "\"cursor\" is unknown: the list has one page")
  }

  private func toolCall(_ parameters: JSONObject, _ world: String?) throws(RPCError) -> Work {
    guard let name = parameters["name"]?.string else {
      throw RPCError(.invalidParameters, "\"name\" must be the name of a tool")
    }
    guard let tool = Self.tools.first(where: { $0.name == name }) else {
      let suggestion = KnownNames(Self.tools.map(\.name)).suggestion(for: name.clipped(to: 60))
      throw RPCError(.invalidParameters, "there is no tool \"\(name.clipped(to: 60))\"\(suggestion)")
    }
    let arguments: JSONObject
    switch parameters["arguments"] {
    case nil: arguments = JSONObject()
    case .object(let given)?: arguments = given
    default: throw RPCError(.invalidParameters, "\"arguments\" must be an object")
    }
    try tool.check(arguments)
    return { cancellation throws(RPCError) in
      do throws(ToolFailure) {
        return Self.result(try tool.run(call(arguments, cancellation, world)))
      } catch {
        return ["content": [["type": "text", "text": .string(error.message)]], "isError": true]
      }
    }
  }

  /// A result as text and as structured content, which are the same.
  private static func result(_ members: JSONObject) -> JSONValue {
    var (value, isCut) = OutputLimit.fit(.object(members), bytes: OutputLimit.toolBytes)
    if isCut, var shortened = value.object {
      shortened["truncated"] = true
      if shortened["hint"] == nil {
        shortened["hint"] = "Parts were left out; ask for less, by a limit, an offset or conditions."
      }
      value = .object(shortened)
    }
    let text = String(decoding: JSONWriter.serialize(value, sortedKeys: false), as: UTF8.self)
    return ["content": [["type": "text", "text": .string(text)]], "structuredContent": value, "isError": false]
  }
}
