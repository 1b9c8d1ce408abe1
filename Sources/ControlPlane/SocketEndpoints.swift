import HTTPCore
import JSON
import STOMP
import World

/// The open sockets of a world, and the state of its message broker.
package enum SocketEndpoints {
  private static let path = "/_mock/sockets"

  /// The endpoints.
  package static let all: [Endpoint] = [
    Endpoint(.get, path, "listSockets", .open) { call in
      call.world.sockets.awaitHandshakes()
      return .json(["sockets": .array(call.world.sockets.all.map { json($0.id, $0.socket) })])
    }.slow(usesDatabase: false),
    Endpoint(.get, "\(path)/{id}", "getSocket", .open) { call in
      let (id, socket) = try find(call)
      return .json(json(id, socket))
    },
    Endpoint(.delete, "\(path)/{id}", "kickSocket", .open) { call in
      let end = try end(call)
      end(try find(call).socket)
      return .noContent
    },
    Endpoint(.delete, path, "kickSockets", .open) { call in
      let end = try end(call)
      for (_, socket) in call.world.sockets.all { end(socket) }
      return .noContent
    },
    Endpoint(.post, "\(path)/{id}/messages", "sendToSocket", .open, answer: send),
    Endpoint(.get, "/_mock/broker", "getBroker", .open) { .json(broker($0.world)) },
  ]

  private static func find(_ call: Call) throws(Problem) -> (id: Int, socket: any OpenSocket) {
    let text = call.parameters["id"]
    if let id = Int(text), let socket = call.world.sockets[id] { return (id, socket) }
    throw Problem(.notFound, "there is no open socket \"\(text.clipped(to: 30))\"", field: "id", value: text)
  }

  /// Sends a message to one client without further processing.
  private static func send(_ call: Call) throws -> Response {
    let (_, socket) = try find(call)
    let body = try ControlBody(call.request, known: ["text", "base64"])
    switch (
      try body.content("text", upTo: maximumMessageCharacters), try body.text("base64", upTo: maximumMessageCharacters)
    ) {
    case (let text?, nil): socket.send(.text(Array(text.utf8)))
    case (nil, let text?):
      guard let bytes = Base64.decode(text) else {
        throw Problem(.validation, "base64 must be base64 as in RFC 4648 §4", field: "base64")
      }
      socket.send(.binary(bytes))
    default: throw Problem(.validation, "either text or base64 is the message", field: "text")
    }
    return Response(status: 202)
  }

  /// A request of the default `--max-body` has room for this many ASCII characters.
  private static let maximumMessageCharacters = 1_000_000

  /// How to end sockets: with a close frame of `code` and `reason`, or with `abort` by a reset.
  private static func end(_ call: Call) throws -> @Sendable (any OpenSocket) -> Void {
    let body = try ControlBody(call.request, known: ["code", "reason", "abort"])
    let code = try body.integer("code", in: 1000...4999) ?? 1001
    guard ![1004, 1005, 1006, 1015].contains(code) else {
      throw Problem(.validation, "code \(code) is never sent in a close frame (RFC 6455 §7.4.1)", field: "code")
    }
    let reason = try body.text("reason", upTo: 100) ?? "closed by a test"
    // A control frame has at most 125 bytes, including the code (RFC 6455 §5.5).
    guard reason.utf8.count <= 123 else {
      throw Problem(.validation, "reason must have at most 123 bytes", field: "reason")
    }
    if try body.boolean("abort") == true { return { $0.abort() } }
    return { $0.close(code: UInt16(code), reason: reason) }
  }

  private static func json(_ id: Int, _ socket: any OpenSocket) -> JSONValue {
    let (subject, traffic, status) = (socket.subject, socket.traffic, socket.status)
    return [
      "device": .string(socket.device), "protocol": status.map { .string($0.protocolName) } ?? .null,
      "version": status?.version.map(JSONValue.string) ?? .null, "user": status?.user.map(JSONValue.string) ?? .null,
      "heartBeat": status?.clientHeartbeat.map { client in
        [
          "client": .number(JSONNumber(Int(client))), "server": .number(JSONNumber(Int(status?.serverHeartbeat ?? 0))),
        ]
      } ?? .null,
      "subscriptions": .array((status?.subscriptions ?? []).map(json)),
      "queuedBytes": .number(JSONNumber(socket.queuedBytes)),
      "droppedMessages": .number(JSONNumber(socket.droppedMessages)),
      "id": .number(JSONNumber(id)), "api": .string(subject.api),
      "path": .string(subject.request.basePath + subject.request.target.rawPath),
      "operationId": subject.operationID.map(JSONValue.string) ?? .null,
      "account": subject.account.map(JSONValue.string) ?? .null,
      "remoteAddress": .string(subject.request.remoteAddress), "openedAt": .string(socket.openedAt.iso8601),
      "received": [
        "messages": .number(JSONNumber(traffic.incomingMessages)), "bytes": .number(JSONNumber(traffic.incomingBytes)),
      ],
      "sent": [
        "messages": .number(JSONNumber(traffic.outgoingMessages)), "bytes": .number(JSONNumber(traffic.outgoingBytes)),
      ],
    ]
  }

  private static func json(_ subscription: SessionStatus.Subscription) -> JSONValue {
    [
      "id": .string(subscription.id), "destination": .string(subscription.destination),
      "ack": subscription.acknowledgement.map(JSONValue.string) ?? .null,
      "unacknowledged": .number(JSONNumber(subscription.unacknowledged)),
    ]
  }

  private static func broker(_ world: World) -> JSONValue {
    let overview = world.broker.overview
    return [
      "subscriptions": .array(
        overview.subscriptions.map { ["session": .string($0.session), "destination": .string($0.destination)] }),
      "queues": .array(
        overview.queues.map {
          [
            "destination": .string($0.name), "waiting": .number(JSONNumber($0.waiting)),
            "consumers": .number(JSONNumber($0.consumers)),
          ]
        }),
      "unacknowledged": .number(JSONNumber(overview.unacknowledged)),
    ]
  }
}
