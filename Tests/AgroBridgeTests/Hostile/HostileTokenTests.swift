import Foundation
import ServerTestSupport
import Testing

@Suite("Hostile tokens")
struct HostileTokenTests {
  /// A header line, made from a valid token.
  struct Forgery: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let lines: @Sendable (_ token: String) -> [UInt8]

    init(_ name: String, _ value: @escaping @Sendable (_ token: String) -> String) {
      testDescription = name
      lines = { Array("Authorization: \(value($0))\r\n".utf8) }
    }

    init(_ name: String, bytes: [UInt8]) {
      testDescription = name
      lines = { _ in Array("Authorization: ".utf8) + bytes + Array("\r\n".utf8) }
    }
  }

  static let forgeries: [Forgery] = [
    Forgery("nothing") { _ in "" }, Forgery("scheme alone") { _ in "Bearer" },
    Forgery("scheme and blanks") { _ in "Bearer    " },
    Forgery("Basic") { _ in "Basic dXN1YXJpbzpwYXNz" },
    Forgery("Basic with the token") { "Basic \($0)" },
    Forgery("Token") { "Token \($0)" }, Forgery("no space") { "Bearer\($0)" }, Forgery("colon") { "Bearer: \($0)" },
    Forgery("equals") { "Bearer token=\($0)" }, Forgery("quotes") { "Bearer \"\($0)\"" },
    Forgery("tab") { "Bearer\t\($0)" },
    Forgery("two tokens") { "Bearer \($0) \($0)" }, Forgery("two tokens and a comma") { "Bearer \($0), Bearer \($0)" },
    Forgery("Bearer Bearer") { "Bearer Bearer \($0)" }, Forgery("null") { _ in "Bearer null" },
    Forgery("undefined") { _ in "Bearer undefined" },
    Forgery("a word") { _ in "Bearer x" }, Forgery("one dot") { _ in "Bearer a.b" },
    Forgery("two dots") { _ in "Bearer .." },
    Forgery("dots alone") { _ in "Bearer " + ".".times(5000) },
    Forgery("7,000 letters") { _ in "Bearer " + "a".times(7000) },
    Forgery("three long parts") { _ in "Bearer " + ["a", "b", "c"].map { $0.times(2300) }.joined(separator: ".") },
    Forgery("no header") { "Bearer " + parts($0, 0, "") }, Forgery("no payload") { "Bearer " + parts($0, 1, "") },
    Forgery("no signature") { "Bearer " + parts($0, 2, "") }, Forgery("four parts") { "Bearer \($0).x" },
    Forgery("dot behind") { "Bearer \($0)." }, Forgery("dot in front") { "Bearer .\($0)" },
    Forgery("padding") { "Bearer \($0)==" },
    Forgery("signature cut") { "Bearer \($0.dropLast(2))" },
    Forgery("signature of another text") { "Bearer " + parts($0, 2, "AAAA") },
    Forgery("capitals") { "Bearer \($0.uppercased())" },
    Forgery("percent-encoded") { "Bearer \($0.replacing(".", with: "%2E"))" },
    Forgery("alg none") { "Bearer " + parts(parts($0, 0, encoded(#"{"alg":"none","typ":"JWT"}"#)), 2, "") },
    Forgery("alg none, signed") { "Bearer " + parts($0, 0, encoded(#"{"alg":"none"}"#)) },
    Forgery("alg None") { "Bearer " + parts($0, 0, encoded(#"{"alg":"None"}"#)) },
    Forgery("alg RS256") { "Bearer " + parts($0, 0, encoded(#"{"alg":"RS256"}"#)) },
    Forgery("no alg") { "Bearer " + parts($0, 0, encoded("{}")) },
    Forgery("alg twice") { "Bearer " + parts($0, 0, encoded(#"{"alg":"HS256","alg":"none"}"#)) },
    Forgery("header is an array") { "Bearer " + parts($0, 0, encoded("[]")) },
    Forgery("header is deep") { "Bearer " + parts($0, 0, encoded("[".times(3000))) },
    Forgery("key in the header") {
      "Bearer " + parts($0, 0, encoded(#"{"alg":"HS256","k":"","kid":"../../dev/null"}"#))
    },
    Forgery("another payload") { "Bearer " + parts($0, 1, encoded(#"{"sub":"user_123","exp":9999999999}"#)) },
    Forgery("payload is no JSON") { "Bearer " + parts($0, 1, "AAAA") },
    Forgery("emoji") { _ in "Bearer 🍅.🍅.🍅" }, Forgery("SQL") { _ in "Bearer ' OR '1'='1" },
    Forgery("no UTF-8", bytes: [0x42, 0x65, 0x61, 0x72, 0x65, 0x72, 0x20, 0xFF, 0xFE, 0x2E, 0xC3, 0x2E, 0x80]),
    Forgery("control characters", bytes: [0x42, 0x65, 0x61, 0x72, 0x65, 0x72, 0x20, 0x01, 0x1B, 0x7F]),
    Forgery("Latin-1", bytes: [0x42, 0xE9, 0x61, 0x72, 0x65, 0x72, 0x20, 0x61]),
  ]

  @Test("are answered with 401, a challenge and the documented shape", arguments: forgeries)
  func refused(_ forgery: Forgery) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let token = try server.signIn()
    let client = try RawClient(port: server.port)
    for request in ["GET /v1/lotes", "GET /v1/lotes/lote_1", "DELETE /v1/lotes/lote_1", "GET /v1/dashboard/stats"] {
      try client.write(Array("\(request) HTTP/1.1\r\nHost: x\r\n".utf8) + forgery.lines(token) + Array("\r\n".utf8))
      let response = try client.readResponse()
      #expect(response.status == 401, "\(request): \(response.excerpt)")
      #expect(response.header("WWW-Authenticate") == "Bearer")
      #expect(try response.documentedError(request).code == "AUTH_FAILED")
    }
    #expect(try client.send("GET", "/v1/lotes/lote_1", token: token).status == 200)
  }

  @Test("of another server are refused")
  func foreign() throws {
    let foreign = try TestServer { $0.randomSeed = 2 }.signIn()
    let response = try TestServer().send("GET", "/v1/lotes", token: foreign)
    #expect(response.status == 401)
    #expect(try response.documentedError("foreign").message.contains("signature"))
  }

  @Test(
    "do not keep anyone from signing in, refreshing or signing out",
    arguments: ["Bearer x", "Basic eDp5", "Bearer ..", "🍅"])
  func publicEndpoints(value: String) throws {
    let server = try TestServer()
    let headers = [("Authorization", value)]
    let login = try server.send("POST", "/v1/auth/login", headers: headers, body: Draft.login.text)
    #expect(login.status == 200, "\(login.excerpt)")
    let token = try #require(login.json["refreshToken"] as? String)
    let refresh = try server.send("POST", "/v1/auth/refresh", headers: headers, body: #"{"refreshToken":"\#(token)"}"#)
    #expect(refresh.status == 200, "\(refresh.excerpt)")
    #expect(try server.send("POST", "/v1/auth/logout", headers: headers).status == 204)
  }

  /// The token with one of its parts replaced.
  private static func parts(_ token: String, _ index: Int, _ part: String) -> String {
    var parts = token.components(separatedBy: ".")
    parts[index] = part
    return parts.joined(separator: ".")
  }

  private static func encoded(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
