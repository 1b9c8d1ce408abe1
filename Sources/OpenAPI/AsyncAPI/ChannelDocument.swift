import JSON

/// A channel of an AsyncAPI document, in one form for all versions.
package struct ChannelDocument: Sendable, Equatable {
  /// The member of an ``OpenAPIDocument/root`` with the channels.
  package static let key = "x-mock-channels"

  /// Where clients reach a channel.
  package struct Server: Sendable, Equatable {
    /// The transport of Socket.IO.
    package static let socketIO = "socketio"
    /// The transport of STOMP over WebSocket.
    package static let stomp = "stomp"

    /// Whether clients reach the channel otherwise than at its own path.
    package var isShared: Bool { transport == Self.socketIO || transport == Self.stomp }

    /// In small letters: `ws`, `wss`, `http`, `https`, `sse`, `socketio`, `stomp`, or a ``Reverse`` way.
    package var transport: String
    /// The path before that of the channel, without a trailing slash: `/v1`, or empty.
    package var path: String
    /// The subprotocols that it offers.
    package var subprotocols: [String]
  }

  /// A parameter of the address, such as `roomId` of `/rooms/{roomId}`.
  package struct Parameter: Sendable, Equatable {
    package var name: String
    package var values: [String]
    /// Values that the document shows, the default first.
    package var examples: [String] = []
    /// Where messages hold its value, such as `$message.payload#/room/id`; nil where the document does not say.
    package var location: String?
  }

  /// A kind of message.
  package struct Message: Sendable, Equatable {
    /// Who sends it.
    package enum Sender: String, Sendable {
      case server, client
      /// The document says nothing.
      case either
    }

    package var name: String
    package var sender: Sender
    /// The name, title, summary and description, for people.
    package var words: String
    /// The reference to the schema of its payload; nil where any is allowed.
    package var payload: String?
    /// Payloads of the document's examples.
    package var examples: [JSONValue]
    package var contentType: String?
    /// Such as `$message.payload#/requestId`; nil for none.
    package var correlation: String?
    /// The names of the messages that answer it.
    package var replies: [String]
    /// The `x-mock-…` properties of message and operation.
    package var corrections: JSONObject
    /// The reference to the operation that describes the request that delivers it; nil for messages of sockets.
    package var operation: String?
  }

  /// An operation of the API.
  package struct Operation: Sendable, Equatable {
    /// In capital letters.
    package var method: String
    package var path: String

    /// An operation of a path.
    package init(method: String, path: String) { (self.method, self.path) = (method, path) }
  }

  package var name: String
  /// The address, such as `/rooms/{roomId}`; empty for the server's own path.
  package var address: String
  package var words: String
  package var servers: [Server]
  package var parameters: [Parameter]
  /// The references to the schemas of the handshake's query and headers; nil for none.
  package var query: String?
  package var headers: String?
  /// The names of the security schemes, any of which lets a client in; empty for an open channel.
  package var security: [String]
  package var messages: [Message]
  /// The `x-mock-…` properties of the channel.
  package var corrections: JSONObject
  /// The operation whose requests name the address of a callback, or which answers with the stream; nil for others.
  package var operation: Operation?
  /// Whether the path answers with nothing but a stream, whatever a client accepts.
  package var isOnlyStream = false

  /// How the server reaches clients by its own requests; nil for channels to which clients connect.
  package var reverse: Server.Reverse? { servers.first.flatMap { Server.Reverse(rawValue: $0.transport) } }
}

extension ChannelDocument {
  /// The channels of a document; none for one without.
  package static func all(in root: JSONValue) -> [ChannelDocument] {
    (root[key]?.array ?? []).compactMap(ChannelDocument.init)
  }

  var json: JSONValue {
    [
      "name": .string(name), "address": .string(address), "words": .string(words),
      "servers": .array(
        servers.map { server in
          [
            "transport": .string(server.transport), "path": .string(server.path),
            "subprotocols": .array(server.subprotocols.map(JSONValue.string)),
          ]
        }),
      "parameters": .array(
        parameters.map { parameter in
          [
            "name": .string(parameter.name), "values": .array(parameter.values.map(JSONValue.string)),
            "examples": .array(parameter.examples.map(JSONValue.string)),
            "location": Self.json(parameter.location),
          ]
        }),
      "query": Self.json(query), "headers": Self.json(headers),
      "security": .array(security.map(JSONValue.string)), "messages": .array(messages.map(\.json)),
      "corrections": .object(corrections),
      "operation": operation.map { ["method": .string($0.method), "path": .string($0.path)] } ?? .null,
    ]
  }

  private init?(_ value: JSONValue) {
    guard let name = value["name"]?.string, let address = value["address"]?.string else { return nil }
    (self.name, self.address, words) = (name, address, value["words"]?.string ?? "")
    servers = (value["servers"]?.array ?? []).map { server in
      Server(
        transport: server["transport"]?.string ?? "ws", path: server["path"]?.string ?? "",
        subprotocols: Self.texts(server["subprotocols"]))
    }
    parameters = (value["parameters"]?.array ?? []).map { parameter in
      Parameter(
        name: parameter["name"]?.string ?? "", values: Self.texts(parameter["values"]),
        examples: Self.texts(parameter["examples"]),
        location: parameter["location"]?.string)
    }
    (query, headers) = (value["query"]?.string, value["headers"]?.string)
    security = Self.texts(value["security"])
    messages = (value["messages"]?.array ?? []).compactMap(Message.init)
    corrections = value["corrections"]?.object ?? JSONObject()
    if let method = value["operation"]?["method"]?.string, let path = value["operation"]?["path"]?.string {
      operation = Operation(method: method, path: path)
    }
  }

  fileprivate static func json(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  fileprivate static func texts(_ value: JSONValue?) -> [String] { (value?.array ?? []).compactMap(\.string) }
}

extension ChannelDocument.Message {
  fileprivate var json: JSONValue {
    [
      "name": .string(name), "sender": .string(sender.rawValue), "words": .string(words),
      "payload": ChannelDocument.json(payload), "examples": .array(examples),
      "contentType": ChannelDocument.json(contentType), "correlation": ChannelDocument.json(correlation),
      "replies": .array(replies.map(JSONValue.string)), "corrections": .object(corrections),
      "operation": ChannelDocument.json(operation),
    ]
  }

  fileprivate init?(_ value: JSONValue) {
    guard let name = value["name"]?.string else { return nil }
    self.init(
      name: name, sender: value["sender"]?.string.flatMap(Sender.init) ?? .either, words: value["words"]?.string ?? "",
      payload: value["payload"]?.string, examples: value["examples"]?.array ?? [],
      contentType: value["contentType"]?.string, correlation: value["correlation"]?.string,
      replies: ChannelDocument.texts(value["replies"]), corrections: value["corrections"]?.object ?? JSONObject(),
      operation: value["operation"]?.string)
  }
}
