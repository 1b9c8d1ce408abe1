import HTTPCore
import JSON
import World

/// Entries of the journal as JSON, without secrets.
enum JournalJSON {
  /// All properties of an entry.
  static func entry(_ view: JournalView) -> JSONValue {
    var members = summary(view)
    if let exchange = view.exchange {
      members["request"] = request(exchange)
      if exchange.transmission != nil { members["response"] = response(exchange) }
    } else if let frame = view.frame {
      let cut = frame.isTruncated
      add(DisplayedBody(frame.message.bytes, contentType: nil, isCut: cut), "payload", isCut: cut, to: &members)
    }
    return .object(members)
  }

  /// The world of the journal.
  static func world(_ world: World) -> JSONValue {
    var members: JSONObject = ["id": .string(world.id)]
    if let name = world.name { members["name"] = .string(name) }
    return .object(members)
  }

  /// The main properties of an entry, without headers and bodies.
  static func summary(_ view: JournalView) -> JSONObject {
    var members: JSONObject = [
      "kind": view.entry.isFrame ? "frame" : "exchange", "time": .string(view.entry.time.iso8601Milliseconds),
      "api": .string(view.api),
    ]
    // A pending entry has no number yet.
    if view.entry.sequence > 0 { members["id"] = .number(JSONNumber(view.entry.sequence)) }
    if let path = view.paths.first { members["path"] = .string(path) }
    if let account = view.account { members["account"] = .string(account) }
    if let device = view.device { members["device"] = .string(device) }
    if let exchange = view.exchange { add(exchange, to: &members) }
    if let frame = view.frame { add(frame, to: &members) }
    if !view.faults.isEmpty {
      members["faults"] = .array(view.faults.map { ["id": .string($0.id), "type": .string($0.type)] })
    }
    if !view.deviations.isEmpty {
      members["deviations"] = .array(view.deviations.map(deviation))
    }
    return members
  }

  private static func add(_ exchange: JournalExchange, to members: inout JSONObject) {
    members["method"] = .string(exchange.request.method.rawValue.clipped(to: 100))
    members["status"] = exchange.status.map { .number(JSONNumber($0)) }
    members["remoteAddress"] = .string(exchange.request.remoteAddress)
    if exchange.transmission != nil {
      members["durationMicroseconds"] = .number(JSONNumber(Int(exchange.details.durationMicroseconds)))
    }
    if let operation = exchange.details.operationID { members["operationId"] = .string(operation) }
    let query = exchange.request.target.rawQuery
    if !query.isEmpty { members["query"] = .string(Redaction.query(query)) }
    members["ending"] = .string(ending(exchange))
    if let hold = exchange.hold { members["hold"] = .string(hold) }
    if exchange.heldMicroseconds > 0 {
      members["heldMicroseconds"] = .number(JSONNumber(Int(exchange.heldMicroseconds)))
    }
    if let count = exchange.transmission?.contentBytes { members["sentBytes"] = .number(JSONNumber(count)) }
  }

  private static func add(_ frame: JournalFrame, to members: inout JSONObject) {
    members["socket"] = .string(frame.socket)
    members["direction"] = .string(frame.direction.rawValue)
    members["ending"] = .string(frame.ending?.rawValue ?? "pending")
    if let isDelivered = frame.isDelivered { members["delivered"] = .bool(isDelivered) }
    members["type"] = frame.isText ? "text" : "binary"
    members["payloadBytes"] = .number(JSONNumber(frame.payloadBytes))
    if let summary = FrameSummary.text(frame.message.bytes) { members["summary"] = .string(summary) }
  }

  static func request(_ exchange: JournalExchange) -> JSONValue {
    let request = exchange.request
    var members: JSONObject = [
      "headers": headers(request.headers), "bodyBytes": .number(JSONNumber(exchange.requestBytes)),
    ]
    if !request.body.isEmpty {
      let isCut = request.body.count < exchange.requestBytes
      let content = DisplayedBody(request.body, contentType: request.headers["Content-Type"], isCut: isCut)
      add(content, "body", isCut: isCut, to: &members)
    }
    return .object(members)
  }

  /// The response as far as the client received it.
  static func response(_ exchange: JournalExchange) -> JSONValue {
    var members: JSONObject = ["bodyBytes": .number(JSONNumber(exchange.responseBytes))]
    if let response = exchange.response {
      members["status"] = .number(JSONNumber(response.status))
      members["headers"] = headers(response.headers)
      if exchange.isStreamed { members["streamed"] = true }
      let body = response.content.bytes
      if !body.isEmpty {
        let isCut = body.count < exchange.responseBytes
        let content = DisplayedBody(body, contentType: response.headers["Content-Type"], isCut: isCut)
        add(content, "body", isCut: isCut, to: &members)
      }
    }
    if let delivery = exchange.delivery {
      if delivery.delayMilliseconds > 0 {
        members["delayMilliseconds"] = .number(JSONNumber(delivery.delayMilliseconds))
      }
      if let rate = delivery.bytesPerSecond { members["bytesPerSecond"] = .number(JSONNumber(rate)) }
    }
    return .object(members)
  }

  private static func add(_ content: DisplayedBody, _ name: String, isCut: Bool, to members: inout JSONObject) {
    members[name] = content.value
    members["encoding"] = .string(content.encoding.rawValue)
    if isCut { members["truncated"] = true }
  }

  /// Names and values; a repeated name has a list.
  private static func headers(_ fields: HeaderFields) -> JSONValue {
    var members = JSONObject()
    for field in fields.fields where members[field.name] == nil {
      let values = fields.fields.filter { $0.name == field.name }.map { value -> JSONValue in
        .string(Redaction.header(value.name, value.value))
      }
      members[field.name] = values.count == 1 ? values[0] : .array(values)
    }
    return .object(members)
  }

  /// How the response ended, or that it is pending.
  static func ending(_ exchange: JournalExchange) -> String {
    exchange.transmission?.ending.rawValue ?? "pending"
  }

  private static func deviation(_ deviation: JournalExchange.Deviation) -> JSONValue {
    ["location": .string(deviation.location), "message": .string(deviation.shownMessage)]
  }
}
