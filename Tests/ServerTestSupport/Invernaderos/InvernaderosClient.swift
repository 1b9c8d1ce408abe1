import Foundation
import Server

/// A server and an account that is signed in to its Invernaderos.
package struct InvernaderosClient {
  package let server: TestServer
  package let token: String
  package let refreshToken: String

  /// Signs in as the seeded account.
  package init(_ server: TestServer) throws {
    let answer = try server.invernaderos("POST", "/auth/login", body: InvernaderosBody.login)
    let info = try answer.decoded(as: InvernaderosModels.RefreshInfo.self)
    (self.server, token, refreshToken) = (server, info.token, info.refreshToken)
  }

  /// The seeded account on a server of its own.
  package init(_ configure: (inout ServerConfiguration) -> Void = { _ in }) throws {
    try self.init(try TestServer(configure))
  }

  /// Sends a request with the account's token; the path is relative to the API's base.
  package func send(
    _ method: String, _ path: String, headers: [(String, String)] = [], body: String? = nil
  ) throws -> RawResponse {
    try server.invernaderos(method, path, token: token, headers: headers, body: body)
  }

  /// Reads something that is there.
  package func get<Answer: Decodable>(_ path: String, as type: Answer.Type = Answer.self) throws -> Answer {
    try send("GET", path).decoded()
  }

  package func messages(_ path: String) throws -> [InvernaderosModels.RealDataDto] {
    try get("/greenhouse/messages" + path)
  }
  package func readings(_ path: String) throws -> [InvernaderosModels.SensorReadingResponse] {
    try get("/sensors" + path)
  }

  /// A JSON array of objects, as it stands on the wire.
  package func objects(_ path: String) throws -> [[String: Any]] {
    let answer = try send("GET", path)
    guard let array = try JSONSerialization.jsonObject(with: answer.data) as? [[String: Any]] else {
      throw UnexpectedResponse(answer: answer)
    }
    return array
  }
}

/// Requests that many tests send.
package enum InvernaderosBody {
  package static let login = #"{"username":"admin","password":"password123"}"#
  /// Upstream's form of a registration.
  package static let company = """
    {"company_name":"Invernaderos del Sur","tax_id":"B12345678","email":"ana@delsur.example.com",
    "password":"secreto1","first_name":"Ana","last_name":"García","phone":"+34 600 000 000"}
    """

  package static func refresh(_ token: String) -> String { #"{"refreshToken":"\#(token)"}"# }
}

extension InvernaderosModels.JwtResponse {
  /// The claims of the token, unverified; empty when it is no JSON Web Token (RFC 7519 §3).
  package var claims: [String: Any] {
    let parts = token.split(separator: ".")
    guard parts.count == 3 else { return [:] }
    var base64 = String(parts[1]).replacing("-", with: "+").replacing("_", with: "/")
    while base64.count % 4 != 0 { base64 += "=" }
    let data = Data(base64Encoded: base64) ?? Data()
    return (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
  }
}

extension TestServer {
  /// Sends a request to Invernaderos; the path is relative to its base.
  package func invernaderos(
    _ method: String, _ path: String, token: String? = nil, headers: [(String, String)] = [], body: String? = nil
  ) throws -> RawResponse {
    try send(method, "/api/v1" + path, token: token, headers: headers, body: body)
  }
}

extension RawResponse {
  /// The documented problem of a refusal.
  package var problem: InvernaderosModels.ProblemBody {
    get throws {
      guard header("Content-Type") == "application/problem+json" else { throw UnexpectedResponse(answer: self) }
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      let problem = try decoder.decode(InvernaderosModels.ProblemBody.self, from: data)
      guard problem.status == status, problem.type == "about:blank" else { throw UnexpectedResponse(answer: self) }
      return problem
    }
  }

  /// Status, code and what was wrong in one line: `400 VALIDATION_ERROR email,password`, `400 BAD_REQUEST from`.
  package var problemLine: String {
    get throws {
      let problem = try problem
      let fields = problem.errors.map { $0.keys.sorted().joined(separator: ",") } ?? problem.parameter
      return (["\(status)", problem.errorCode] + [fields].compactMap { $0 }).joined(separator: " ")
    }
  }

  /// The API whose shape an answer of a shared path has.
  package var shape: String {
    switch (json["token"] != nil, json["accessToken"] != nil, json["errorCode"] != nil, json["error"] != nil) {
    case (true, false, false, false): "invernaderos"
    case (false, true, false, false): "interspace"
    case (false, false, true, false): "invernaderos refusal"
    case (false, false, false, true): "interspace refusal"
    case (false, false, true, true): "union"
    default: "none"
    }
  }
}
