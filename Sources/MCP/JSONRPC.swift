import HTTPCore
import JSON

/// A message of JSON-RPC 2.0, as MCP restricts it: parameters are objects, and an id is a text or a whole number.
enum RPCMessage {
  case request(id: JSONValue, method: String, parameters: JSONObject)
  case notification(method: String, parameters: JSONObject)
  /// A response. This server sends no requests, so it responds to nothing.
  case response
  /// No message; the id as far as it is readable, else null.
  case invalid(id: JSONValue, RPCError)

  /// Reads a message.
  init(_ value: JSONValue) {
    guard let object = value.object else {
      self = .invalid(id: .null, RPCError(.invalidRequest, "a message is an object, not \(value.typeName)"))
      return
    }
    let id = object["id"]
    let knownID = id.flatMap { Self.isID($0) ? $0 : nil } ?? .null
    func refused(_ code: RPCError.Code, _ reason: String) -> RPCMessage {
      .invalid(id: knownID, RPCError(code, reason))
    }
    guard object["jsonrpc"]?.string == "2.0" else {
      self = refused(.invalidRequest, "\"jsonrpc\" must be \"2.0\"")
      return
    }
    guard let method = object["method"] else {
      let isResponse = object["result"] != nil || object["error"] != nil
      self = isResponse ? .response : refused(.invalidRequest, "\"method\" is missing")
      return
    }
    guard let method = method.string else {
      self = refused(.invalidRequest, "\"method\" must be a text")
      return
    }
    if let id, !Self.isID(id) {
      self = refused(.invalidRequest, "\"id\" must be a text or a whole number")
      return
    }
    let parameters: JSONObject
    switch object["params"] {
    case nil: parameters = JSONObject()
    case .object(let members)?: parameters = members
    default:
      self = refused(.invalidParameters, "\"params\" must be an object")
      return
    }
    self =
      id.map { .request(id: $0, method: method, parameters: parameters) }
      ?? .notification(method: method, parameters: parameters)
  }

  private static func isID(_ value: JSONValue) -> Bool {
    // A long id would be repeated in each response.
    value.string.map { $0.utf8.count <= 256 } ?? (value.number?.integer != nil)
  }
}

/// An error of JSON-RPC 2.0 (section 5.1).
struct RPCError: Error {
  enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case unknownMethod = -32601
    case invalidParameters = -32602
    /// MCP: a resource does not exist.
    case unknownResource = -32002
    /// This server: too much is running.
    case busy = -32000
  }

  let code: Code
  let message: String
  var data: JSONValue?

  /// An error with advice for the client's developer, or for the model.
  init(_ code: Code, _ message: String, data: JSONValue? = nil) {
    (self.code, self.message, self.data) = (code, message, data)
  }

  /// The response to a request that failed.
  func response(to id: JSONValue) -> JSONValue {
    var error: JSONObject = ["code": .number(JSONNumber(code.rawValue)), "message": .string(message)]
    if let data { error["data"] = data }
    return ["jsonrpc": "2.0", "id": id, "error": .object(error)]
  }

  /// The response to bytes that are not JSON.
  static func unreadable(_ error: JSONSyntaxError) -> RPCError {
    RPCError(.parseError, "the message is not valid JSON: \(error)")
  }
}
