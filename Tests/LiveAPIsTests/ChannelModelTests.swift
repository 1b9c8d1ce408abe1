import Foundation
import JSON
import LiveAPIs
import OpenAPI
import Resources
import Synthesis
import Testing

@Suite("What makes a message come")
struct ChannelModelTests {
  private static let shop = """
    openapi: 3.0.3
    info: {title: Shop, version: "1"}
    paths:
      /orders:
        get: {responses: {"200": {description: all, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Order"}}}}}}}
        post: {operationId: placeOrder, requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}, responses: {"201": {description: new, content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}}}
      /orders/{id}:
        parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
        get: {responses: {"200": {description: one, content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}}}
        delete: {responses: {"204": {description: gone}}}
    components:
      schemas:
        Order: {type: object, properties: {id: {type: integer}, item: {type: string}, status: {type: string, enum: [NEW, SHIPPED]}}}
    """

  /// The model of one channel whose messages the server sends, and others that clients send.
  private func model(server: [String], client: [String] = [], description: String = "") throws -> ChannelModel {
    let names = server + client
    let messages = names.map { name in
      "\(name): {name: \(name), payload: {type: object, properties: {type: {const: \(name)}}}}"
    }
    let references = { (names: [String]) in
      names.map { "{$ref: '#/channels/live/messages/\($0)'}" }.joined(separator: ", ")
    }
    let receive =
      client.isEmpty
      ? "" : "  receive: {action: receive, channel: {$ref: '#/channels/live'}, messages: [\(references(client))]}\n"
    let text = """
      asyncapi: 3.0.0
      info: {title: Shop, version: "1"}
      servers: {main: {host: shop.example, protocol: wss}}
      channels:
        live:
          address: /live
          description: "\(description)"
          messages: {\(messages.joined(separator: ", "))}
      operations:
        send: {action: send, channel: {$ref: '#/channels/live'}, messages: [\(references(server))]}
      \(receive)
      """
    let folder = FileManager.default.temporaryDirectory.appending(path: "channels-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func load(_ name: String, _ text: String) throws -> OpenAPIDocument {
      let file = folder.appending(path: name)
      try Data(text.utf8).write(to: file)
      return try OpenAPIDocument.load(name: "shop", path: file.path, overlay: nil, isStrict: false, cacheFolder: nil)
    }
    let whole = try load("openapi.yaml", Self.shop).adding(channelsOf: load("asyncapi.yaml", text))
    return ChannelModel(whole, APIModel(whole), ValueGenerator(root: whole.root))
  }

  @Test(
    "is a write that its name tells",
    arguments: [
      ("order.created", ["created"], nil), ("ORDER_UPDATED", ["updated"], nil), ("OrderDeleted", ["deleted"], nil),
      ("orders/new", ["created"], nil), ("order.shipped", ["created", "updated"], "SHIPPED"),
      ("order_status_changed", ["updated"], nil),
    ] as [(String, [String], String?)])
  func writes(_ name: String, _ verbs: [String], _ state: String?) throws {
    let message = try #require(model(server: [name]).channels.first?.messages.first)
    guard case .write(let condition) = message.trigger else {
      Issue.record("\(name): \(String(describing: message.trigger))")
      return
    }
    #expect(condition.resource == "orders")
    #expect(condition.verbs.map(\.rawValue).sorted() == verbs)
    #expect(condition.state?.value.string == state)
    #expect(message.confidence >= 0.9)
  }

  @Test("is the clock where no write explains it, at the interval that a description names")
  func clock() throws {
    #expect(try model(server: ["position"]).channels[0].messages[0].trigger == .clock(interval: 5_000_000_000))
    for (text, interval) in [("Sent every 2 seconds.", 2_000_000_000), ("Once per minute", 60_000_000_000)] {
      let message = try model(server: ["position"], description: text).channels[0].messages[0]
      #expect(message.trigger == .clock(interval: Int64(interval)))
    }
  }

  @Test("is the connection, or a client's message")
  func connection() throws {
    let messages = try model(server: ["welcome", "pong", "error"], client: ["ping"]).channels[0].messages
    #expect(messages.first { $0.name == "welcome" }?.trigger == .connection)
    #expect(messages.first { $0.name == "error" }?.trigger == ChannelModel.Trigger.none)
    #expect(messages.first { $0.name == "ping" }?.effect == .ping)
  }

  @Test("does what an operation does, where a client's message names it")
  func effects() throws {
    let messages = try model(server: ["order.created"], client: ["order.create", "subscribe", "unsubscribe", "login"])
      .channels[0].messages
    #expect(messages.first { $0.name == "order.create" }?.effect == .operation("placeOrder"))
    #expect(messages.first { $0.name == "subscribe" }?.effect == .subscribe)
    #expect(messages.first { $0.name == "unsubscribe" }?.effect == .unsubscribe)
    #expect(messages.first { $0.name == "login" }?.effect == .authenticate)
  }
}
