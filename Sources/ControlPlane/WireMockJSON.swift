import HTTPCore
import JSON
import World

/// Entries in WireMock's format, without secrets.
enum WireMockJSON {
  /// A `LoggedRequest`.
  static func request(_ view: JournalView) -> JSONValue {
    guard let exchange = view.exchange else { return nil }
    let request = exchange.request
    let isCut = request.body.count < exchange.requestBytes
    let shown = DisplayedBody(request.body, contentType: request.headers["Content-Type"], isCut: isCut)
    // WireMock returns the raw bytes; here they are those of the displayed text.
    let body = request.body.isEmpty ? "" : shown.encoding == .base64 ? "" : shown.text
    let base64 = request.body.isEmpty ? "" : shown.encoding == .base64 ? shown.text : Base64.encode(Array(body.utf8))
    return [
      "url": .string(HARFile.pathAndQuery(exchange)), "absoluteUrl": .string(HARFile.url(exchange)),
      "method": .string(request.method.rawValue.clipped(to: 100)), "clientIp": .string(request.remoteAddress),
      "headers": headers(request.headers), "cookies": [:], "browserProxyRequest": false,
      "loggedDate": .number(JSONNumber(Int(view.entry.time.nanoseconds / 1_000_000))),
      "loggedDateString": .string(view.entry.time.iso8601Milliseconds), "bodyAsBase64": .string(base64),
      "body": .string(body),
    ]
  }

  /// A `ServeEvent`: the request and its response. A status of 0 stands for none.
  static func serveEvent(_ view: JournalView) -> JSONValue {
    guard let exchange = view.exchange else { return nil }
    let bytes = exchange.response?.content.bytes ?? []
    let shown = DisplayedBody(
      bytes, contentType: exchange.response?.headers["Content-Type"], isCut: bytes.count < exchange.responseBytes)
    let total = Int(exchange.details.durationMicroseconds / 1000)
    let delay = min(total, exchange.delivery?.delayMilliseconds ?? 0)
    let status = JSONValue.number(JSONNumber(view.status ?? 0))
    var response: JSONObject = [
      "status": status, "headers": headers(exchange.response?.headers ?? [:]),
      "body": .string(bytes.isEmpty ? "" : shown.text),
    ]
    if let fault = fault(view.ending) { response["fault"] = .string(fault) }
    return [
      "id": .string(id(view.entry.sequence)), "request": request(view), "responseDefinition": ["status": status],
      "response": .object(response), "wasMatched": .bool(view.operationID != nil),
      "timing": [
        "addedDelay": .number(JSONNumber(delay)), "processTime": .number(JSONNumber(total - delay)),
        "responseSendTime": 0, "serveTime": .number(JSONNumber(total)),
      ],
    ]
  }

  /// WireMock's name for how a response ended; nil for none.
  private static func fault(_ ending: Transmission.Ending?) -> String? {
    switch ending {
    case .empty: "EMPTY_RESPONSE"
    case .reset: "CONNECTION_RESET_BY_PEER"
    case nil, .whole, .truncated, .never, .aborted: nil
    }
  }

  /// An entry's number in the form of a UUID, because WireMock's clients parse it as one.
  private static func id(_ sequence: Int) -> String {
    let digits = String(sequence, radix: 16)
    return "00000000-0000-4000-8000-" + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
  }

  private static func headers(_ fields: HeaderFields) -> JSONValue {
    var members = JSONObject()
    for field in fields.fields {
      let value = JSONValue.string(Redaction.header(field.name, field.value))
      switch members[field.name] {
      case nil: members[field.name] = value
      case .array(let values)?: members[field.name] = .array(values + [value])
      case let first?: members[field.name] = [first, value]
      }
    }
    return .object(members)
  }
}
