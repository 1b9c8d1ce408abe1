import Foundation
import ServerTestSupport
import Testing

@Suite("Error bodies of faults, in the API's own shape")
struct FaultErrorBodyTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let path: String
    let status: Int
    /// Where the code stands, and what it is; nil for a body without one.
    let code: (place: String, value: String)?

    init(_ path: String, _ status: Int, _ value: String?) {
      (self.path, self.status, code) = (path, status, value.map { ("error.code", $0) })
    }

    init(_ path: String, _ status: Int, _ place: String, _ value: String) {
      (self.path, self.status, code) = (path, status, (place, value))
    }

    var testDescription: String { "\(path) \(status)" }
  }

  // The codes are those of CONTRACT §2.5, §3.4, §5 and §6.3.
  private static let interspace: [(Int, String)] = [
    (400, "VALIDATION_ERROR"), (401, "UNAUTHORIZED"), (403, "FORBIDDEN"), (404, "NOT_FOUND"), (429, "RATE_LIMITED"),
    (500, "SERVER_ERROR"), (503, "SERVER_ERROR"), (409, "VALIDATION_ERROR"),
  ]
  private static let agroBridge: [(Int, String)] = [
    (401, "AUTH_FAILED"), (403, "PERMISSION_DENIED"), (404, "RESOURCE_NOT_FOUND"), (409, "DUPLICATE_ENTRY"),
    (422, "VALIDATION_ERROR"), (429, "RATE_LIMIT_EXCEEDED"), (500, "SERVER_ERROR"), (503, "SERVER_ERROR"),
  ]
  private static let invernaderos: [(Int, String)] = [
    (400, "BAD_REQUEST"), (401, "AUTHENTICATION_ERROR"), (403, "AUTHORIZATION_ERROR"), (404, "ENTITY_NOT_FOUND"),
    (409, "CONFLICT_ERROR"), (500, "INTERNAL_ERROR"), (503, "INTERNAL_ERROR"), (504, "TIMEOUT_ERROR"),
  ]
  private static let newsAPI: [(Int, String)] = [
    (400, "parameterInvalid"), (401, "apiKeyInvalid"), (426, "maximumResultsReached"), (429, "rateLimited"),
    (500, "unexpectedError"),
  ]
  private static var rows: [Row] {
    var rows = [Row("/posts", 404, nil), Row("/posts", 500, nil)]
    for (status, code) in interspace { rows.append(Row("/api/v1/profiles", status, code)) }
    for (status, code) in agroBridge { rows.append(Row("/v1/lotes", status, code)) }
    for (status, code) in invernaderos { rows.append(Row("/api/v1/sensors/current", status, "errorCode", code)) }
    for (status, code) in newsAPI { rows.append(Row("/v2/everything?q=a&apiKey=k", status, "code", code)) }
    return rows
  }

  @Test("have its documented code", arguments: rows)
  func codes(row: Row) throws {
    let server = try TestServer()
    let fault = #"{"fault":{"type":"status","status":\#(row.status),"headers":{"X-A":"b"}}}"#
    #expect(try server.send("POST", "/_mock/faults", body: fault).status == 201)
    let response = try server.send("GET", row.path)
    #expect(response.status == row.status)
    #expect(response.header("X-A") == "b")
    #expect(response.header("Retry-After") == (row.status == 429 ? "30" : nil))
    if let code = row.code {
      let container = code.place.hasPrefix("error.") ? response.error : response.json
      #expect(container[String(code.place.split(separator: ".").last ?? "")] as? String == code.value)
    }
    if row.path.contains("sensors") {
      #expect(response.header("Content-Type") == "application/problem+json")
      #expect(response.json["status"] as? Int == row.status)
      #expect(response.json["errorId"] is String == (row.status >= 500))
    }
    // It is no failure of the server's.
    #expect(!server.server.world.usage.all.findings.contains { $0.finding.kind == .serverError })
  }

  @Test("say when to try again, also at a handshake", arguments: ["/api/v1/profiles", "/v1/lotes", "/posts", "/ws"])
  func unavailable(path: String) throws {
    let server = try TestServer()
    let fault = #"{"fault":{"type":"unavailable","retryAfter":5}}"#
    #expect(try server.send("POST", "/_mock/faults", body: fault).status == 201)
    let response = try server.send("GET", path)
    #expect(response.status == 503)
    #expect(response.header("Retry-After") == "5")
    #expect(!response.text.contains("INJECTED_FAULT"))
    #expect(response.json["error"] != nil)
  }

  @Test(
    "are refused when they name an API or operation that there is not, with the nearest name",
    arguments: [
      (#"{"api":"agrobrige"}"#, "agrobridge"), (#"{"operationId":"listLots"}"#, "listLotes"),
      (#"{"api":"newsapi","operationId":"listLotes"}"#, "agrobridge"),
    ])
  func names(match: String, nearest: String) throws {
    let server = try TestServer()
    let fault = try server.send(
      "POST", "/_mock/faults", body: #"{"match":\#(match),"fault":{"type":"status","status":500}}"#)
    #expect(fault.status == 422)
    #expect((fault.error["message"] as? String)?.contains("\(nearest)") == true)
    let set = try server.send("PUT", "/_mock/fault-sets/backend-deploy", body: #"{"match":\#(match)}"#)
    #expect(set.status == 422)
    for path in ["count", "verify", "wait"] {
      let response = try server.send("POST", "/_mock/requests/\(path)", body: #"{"match":\#(match)}"#)
      #expect(response.status == 400, "\(path)")
      #expect((response.error["message"] as? String)?.contains("\(nearest)") == true)
    }
    let object = try #require(try JSONSerialization.jsonObject(with: Data(match.utf8)) as? [String: String])
    let query = object.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
    for path in ["requests", "events", "har"] {
      #expect(try server.send("GET", "/_mock/\(path)?\(query)").status == 400, "\(path)")
    }
    #expect(try server.send("GET", "/_mock/requests?api=agrobridge&operationId=listLotes").status == 200)
  }
}
