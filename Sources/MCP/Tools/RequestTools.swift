import Client
import Foundation
import HTTPCore
import JSON
import World

/// Tools that act as an app does: sign in, send a request, send it again.
enum RequestTools {
  static let all = [signIn, send, replay]

  private static let signIn = Tool(
    "sign_in", "Sign in", .changes(isIdempotent: false),
    """
    Get a token of an account, and the header to send it in. Without account, the first account of the API; \
    explain_api with api lists the accounts. expiresIn makes a token that ends soon, or one that has expired.
    """,
    input: [
      "api": Schemas.text("The API, such as agrobridge.", upTo: 100),
      "account": Schemas.text("The account by its id or by its login, such as an e-mail address.", upTo: 254),
      "expiresIn": Schemas.integer(
        "The lifetime of the token in seconds; negative for an expired one.", -315_360_000...315_360_000),
      "claims": Schemas.object("Further claims of the token."), "world": Schemas.world,
    ],
    required: ["api"],
    output: [
      "token": Schemas.text("The access token."), "refreshToken": Schemas.text("The refresh token."),
      "account": Schemas.text("The account's id."),
      "expiresAt": Schemas.text("When the token ends, by the world's time."),
      "headers": Schemas.map("The headers to send, for the headers argument of send_request."),
    ],
    always: ["token", "account", "headers"]
  ) { call throws(ToolFailure) in
    let made: JSONValue
    if call.arguments["expiresIn"] == nil, call.arguments["claims"] == nil {
      made = try call.control("POST", ["sign-in"], body: .object(call.body(["api", "account"])))
    } else {
      var body = call.body(["api", "account", "expiresIn", "claims"])
      if body["account"] == nil {
        let accounts = try call.control("GET", ["apis", call.text("api") ?? ""])["accounts"]?.array
        guard let first = accounts?.first?["id"] else { throw ToolFailure("the API has no accounts; see explain_api") }
        body["account"] = first
      }
      made = try call.control("POST", ["tokens"], body: .object(body))
    }
    return made.object?.picking(["token", "refreshToken", "account", "session", "expiresAt", "headers"]) ?? JSONObject()
  }

  // MARK: Send

  private static let keptBytes = 64 << 10
  private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]

  private static let send = Tool(
    "send_request", "Send a request", .changes(isIdempotent: false),
    """
    Send a request to an API of the server as an app would, and see the response, or how the connection failed. The \
    journal records it: journalEntry is its number for list_requests, explain_failures and replay_request. A path below \
    /_mock is a call of the control plane, for what no tool does, such as snapshots, rate limits and sensors; the \
    resource mock-api://documents/mock describes them.
    """,
    input: [
      "method": Schemas.choice(methods, "The method."),
      "path": Schemas.text("The path from the server's root, such as /v1/lotes; it may have a query.", upTo: 4000),
      "query": Schemas.map("Parameters to add to the query."),
      "headers": Schemas.map("Headers, such as those of sign_in."),
      "body": Schemas.any("The body: any JSON, or a text that is sent as it is."),
      "timeoutSeconds": Schemas.integer("How long to wait for the response. By default 30.", 1...120),
      "world": Schemas.world,
    ],
    required: ["method", "path"],
    output: [
      "delivered": Schemas.flag("Whether a complete response arrived."),
      "status": Schemas.integer("The status of the response."), "headers": Schemas.object("Its headers."),
      "body": Schemas.any("Its body: JSON, or a text."), "bodyBytes": Schemas.integer("The length of its body."),
      "failure": Schemas.text("How the connection failed."),
      "durationMilliseconds": Schemas.integer("The time until the end of the response."),
      "journalEntry": Schemas.integer("The number of the journal's entry."),
    ],
    always: ["delivered", "durationMilliseconds"]
  ) { call throws(ToolFailure) in
    let path = call.text("path") ?? ""
    guard path.hasPrefix("/") else { throw ToolFailure("path must begin with a slash, such as /v1/lotes") }
    // A request that names itself is found in the journal whatever else happens there.
    let mark = FreshID.make()
    var headers = try fields(call.object("headers"), mark)
    let body = content(call.arguments["body"], &headers)
    let isControl = path.hasPrefix("/_mock/") || path == "/_mock"
    let began = SystemTime.monotonicNanoseconds()
    let outcome = try call.connection.send(
      call.text("method") ?? "GET", target(path, call.object("query")), headers: headers, body: body, world: call.world,
      isControl: isControl, timeoutMilliseconds: (call.integer("timeoutSeconds") ?? 30) * 1000,
      maximumBytes: keptBytes, call.cancellation)
    let milliseconds = Int((SystemTime.monotonicNanoseconds() - began) / 1_000_000)
    var result: JSONObject = ["delivered": false, "durationMilliseconds": .count(milliseconds)]
    switch outcome {
    case .success(let arrived):
      result["delivered"] = .bool(arrived.failure == nil)
      if let failure = arrived.failure { result["failure"] = .string(failure) }
      result["status"] = .count(arrived.response.status)
      result["headers"] = .object(
        JSONObject(arrived.response.headers.fields.map { ($0.name, .string($0.value)) }))
      result["body"] = shown(arrived.response)
      result["bodyBytes"] = .count(arrived.bodyBytes)
      if arrived.bodyBytes > keptBytes {
        result["truncated"] = true
        result["hint"] = "The body is longer than what is shown; ask for less, such as a smaller page."
      }
    case .failure(let failure): result["failure"] = .string(failure.reason)
    }
    if !isControl, let entry = try entry(marked: mark, call) { result["journalEntry"] = entry }
    return result
  }

  private static func target(_ path: String, _ query: JSONObject?) -> String {
    let pairs = (query?.members ?? []).map { member in
      "\(PercentEncoding.encode(member.key))=\(PercentEncoding.encode(text(member.value)))"
    }
    let separator = pairs.isEmpty ? "" : path.contains("?") ? "&" : "?"
    // A blank or an umlaut would not be a request line.
    let encoded = path.utf8.reduce(into: "") { text, byte in
      text += (0x21...0x7E).contains(byte) ? String(UnicodeScalar(byte)) : "%\(hex(byte))"
    }
    return encoded + separator + pairs.joined(separator: "&")
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0\(digits)" : digits
  }

  /// The text of a text, number or boolean.
  static func text(_ value: JSONValue) -> String {
    value.string ?? String(decoding: JSONWriter.serialize(value, sortedKeys: false), as: UTF8.self)
  }

  private static func fields(_ given: JSONObject?, _ mark: String) throws(ToolFailure) -> HeaderFields {
    var fields = HeaderFields()
    for member in given?.members ?? [] {
      let value = text(member.value)
      guard FieldSyntax.isName(member.key), FieldSyntax.isValue(value) else {
        throw ToolFailure("the header \(member.key.clipped(to: 60)) must be a name and a text without line ends")
      }
      let isOurs = ["content-length", "transfer-encoding", "connection", "host"].contains(member.key.lowercased())
      guard !isOurs else { throw ToolFailure("the header \(member.key) is set by the tool; leave it out") }
      fields.append(member.key, value)
    }
    if fields[markHeader] == nil { fields.append(markHeader, mark) }
    return fields
  }

  private static let markHeader = "X-Request-ID"

  /// The bytes of a body: a text as it is, any other JSON written.
  private static func content(_ body: JSONValue?, _ headers: inout HeaderFields) -> [UInt8]? {
    guard let body, !body.isNull else { return nil }
    let bytes = body.string.map { Array($0.utf8) } ?? JSONWriter.serialize(body, sortedKeys: false)
    if headers["Content-Type"] == nil {
      let isJSON = body.string == nil || (try? JSONParser.parse(bytes)) != nil
      headers.append("Content-Type", isJSON ? "application/json" : "text/plain; charset=utf-8")
    }
    return bytes
  }

  private static func shown(_ response: Response) -> JSONValue {
    let bytes = response.content.bytes
    guard !bytes.isEmpty else { return .null }
    if let value = try? JSONParser.parse(bytes) { return value }
    // A text that was cut off may end within a character.
    let text = String(decoding: bytes, as: UTF8.self)
    let isBinary = text.unicodeScalars.prefix(200).contains { $0.value < 0x09 || $0 == "\u{FFFD}" }
    return .string(isBinary ? "(\(bytes.count) bytes that are not text)" : text)
  }

  private static let entryTries = 50
  private static let entryMicroseconds: UInt32 = 10_000

  /// The number of the journal's entry, which it gets when the server knows how the response ended: a moment later than
  /// the client.
  private static func entry(marked mark: String, _ call: ToolCall) throws(ToolFailure) -> JSONValue? {
    for _ in 0..<entryTries where !call.cancellation.isCancelled {
      let page: JSONValue
      do throws(ToolFailure) {
        page = try call.control(
          "GET", ["requests"], query: [("header", "\(markHeader):\(mark)"), ("limit", "1"), ("order", "desc")])
      } catch {
        // The journal is off, or does not know such a header yet.
        return nil
      }
      if let id = page["requests"]?.array?.first?["id"] { return id }
      if page["pending"]?.array?.isEmpty != false { return nil }
      usleep(entryMicroseconds)
    }
    return nil
  }

  // MARK: Replay

  /// The bytes of a replayed response in the result; the journal has all of it.
  private static let responseBytes = 4 << 10

  private static let replay = Tool(
    "replay_request", "Replay a request", .changes(isIdempotent: false),
    """
    Carry out a recorded request once more, with its token, through the same faults and rules, to prove that a failure \
    is fixed. headers and body replace those of the request; a header of null is left out. fixed is true when the \
    request failed before and succeeds now.
    """,
    input: [
      "id": Schemas.integer("The number of the journal's entry.", 1...Int(Int32.max)),
      "headers": Schemas.map("Headers to replace; null leaves a header out.", types: ["string", "null"]),
      "body": Schemas.any("Another body: any JSON, or a text that is sent as it is."), "world": Schemas.world,
    ],
    required: ["id"],
    output: [
      "id": Schemas.integer("The number of the new entry."),
      "status": Schemas.any("The new status; null without a response."),
      "statusBefore": Schemas.any("The earlier status; null without a response."),
      "succeeded": Schemas.flag("Whether it succeeds now: a complete response, no error, as documented."),
      "fixed": Schemas.flag("Whether it failed before and succeeds now."),
      "response": Schemas.object("The new response."), "causes": Schemas.list("Why it still fails: source and text."),
    ],
    always: ["status", "succeeded", "fixed"]
  ) { call throws(ToolFailure) in
    let id = "\(call.integer("id") ?? 0)"
    let before = try call.control("GET", ["requests", id])
    let outcome = try call.control(
      "POST", ["requests", id, "replay"], body: .object(call.body(["headers", "body"])))
    var result: JSONObject = [
      "id": outcome["id"] ?? .null, "status": outcome["status"] ?? .null, "statusBefore": before["status"] ?? .null,
    ]
    let status = outcome["status"]?.number?.integer
    var succeeded = status.map { $0 < 400 } ?? false
    if let new = outcome["id"]?.number?.integer {
      let after = try call.control("GET", ["requests", "\(new)"])
      succeeded = !FailureText.isFailure(after)
      result["response"] = after["response"].map { OutputLimit.fit($0, bytes: responseBytes).value }
      if !succeeded { result["causes"] = .array(FailureText.causes(after, explanation: nil)) }
    } else {
      result["id"] = nil
    }
    result["succeeded"] = .bool(succeeded)
    result["fixed"] = .bool(succeeded && FailureText.isFailure(before))
    return result
  }
}
