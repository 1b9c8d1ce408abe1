import Foundation
import ServerTestSupport
import Testing

@Suite("An access token")
struct AccessTokenTests {
  @Test("is good for an hour and expired from then on, to the nanosecond")
  func lifetime() throws {
    let server = try TestServer()
    try server.freeze(at: "2024-11-28T14:00:00Z")
    let token = try server.signIn()
    #expect(try server.send("GET", "/v1/lotes/lote_1", token: token).status == 200)
    server.advance(seconds: 3600, nanoseconds: -1)
    #expect(try server.send("GET", "/v1/lotes/lote_1", token: token).status == 200)
    server.advance(seconds: 0, nanoseconds: 1)
    let response = try server.send("GET", "/v1/lotes/lote_1", token: token)
    #expect(response.status == 401)
    #expect(response.errorCode == "TOKEN_EXPIRED")
    #expect(response.header("WWW-Authenticate") == "Bearer")
    #expect(response.error["message"] as? String == "the token expired at 2024-11-28T15:00:00Z")
  }

  @Test("lives as long as the server was told, and the refresh answer says so", arguments: [1, 90, 86_400])
  func configuredLifetime(seconds: Int) throws {
    let server = try TestServer { $0.accessLifetime = seconds }
    try server.freeze(at: "2024-11-28T14:00:00Z")
    let login = try server.login()
    let refreshed = try server.refresh(try #require(login["refreshToken"] as? String))
    #expect(refreshed.json["expiresIn"] as? Int == seconds)
    let tokens = try [login["token"], refreshed.json["token"]].map { try #require($0 as? String) }
    server.advance(seconds: Int64(seconds), nanoseconds: -1)
    for token in tokens { #expect(try server.send("GET", "/v1/lotes/lote_1", token: token).status == 200) }
    server.advance(seconds: 0, nanoseconds: 1)
    for token in tokens {
      #expect(try server.send("GET", "/v1/lotes/lote_1", token: token).errorCode == "TOKEN_EXPIRED")
    }
  }

  @Test("states its account, its role and its times in its claims")
  func claims() throws {
    let server = try TestServer()
    try server.freeze(at: "2024-11-28T14:00:00Z")
    let claims = try TokenParts(try server.signIn()).claims
    #expect(claims["sub"] as? String == "user_123")
    #expect(claims["rol"] as? String == "admin")
    #expect(claims["iat"] as? Int == 1_732_802_400)
    #expect(claims["exp"] as? Int == 1_732_806_000)
  }

  @Test("that this server did not issue, or not in this form, is refused", arguments: Forgery.allCases)
  func forged(forgery: Forgery) throws {
    let server = try TestServer()
    let genuine = try server.signIn()
    let token = try forgery.make(from: genuine, on: server)
    #expect(token != genuine)
    for _ in 1...2 {
      let response = try server.send("GET", "/v1/lotes/lote_1", token: token)
      #expect(response.status == 401)
      #expect(response.errorCode == "AUTH_FAILED")
      #expect(response.header("WWW-Authenticate") == "Bearer")
    }
    #expect(try server.send("GET", "/v1/lotes/lote_1", token: genuine).status == 200)
  }

  @Test(
    "counts behind the scheme Bearer, in any case, and without a scheme",
    arguments: [
      ("Bearer ", 200), ("bearer ", 200), ("BEARER  ", 200), ("Basic ", 401), ("Token ", 401), ("", 200),
    ])
  func scheme(prefix: String, status: Int) throws {
    let server = try TestServer()
    let value = prefix + (try server.signIn())
    let response = try server.send("GET", "/v1/lotes/lote_1", headers: [("Authorization", value)])
    #expect(response.status == status)
  }

  enum Forgery: String, CaseIterable {
    case anotherKey, anotherIssuer, anotherAlgorithm, otherPayload, laterExpiry, shortSignature, twoParts, empty

    func make(from genuine: String, on server: TestServer) throws -> String {
      let token = try TokenParts(genuine)
      switch self {
      case .anotherKey: return try TestServer { $0.randomSeed = 2 }.signIn()
      case .anotherIssuer: return server.foreignToken()
      case .anotherAlgorithm:
        return TokenParts.encode(#"{"alg":"HS512","typ":"JWT"}"#) + ".\(token.payload).\(token.signature)"
      case .otherPayload: return try token.replacing("rol", with: "comprador")
      case .laterExpiry: return try token.replacing("exp", with: 4_000_000_000)
      case .shortSignature: return "\(token.header).\(token.payload).\(token.signature.prefix(22))"
      case .twoParts: return "\(token.header).\(token.payload)"
      case .empty: return "."
      }
    }
  }
}

/// The three parts of a JSON Web Token.
private struct TokenParts {
  let header: String
  let payload: String
  let signature: String

  init(_ token: String) throws {
    let parts = token.split(separator: ".").map(String.init)
    try #require(parts.count == 3)
    (header, payload, signature) = (parts[0], parts[1], parts[2])
  }

  var claims: [String: Any] {
    get throws {
      let text = payload.replacing("-", with: "+").replacing("_", with: "/")
      let padded = text + String(repeating: "=", count: (4 - text.count % 4) % 4)
      let data = try #require(Data(base64Encoded: padded))
      return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
  }

  /// The token with one claim changed and the old signature.
  func replacing(_ claim: String, with value: Any) throws -> String {
    var changed = try claims
    changed[claim] = value
    let data = try JSONSerialization.data(withJSONObject: changed, options: .sortedKeys)
    return "\(header).\(Self.encode(String(decoding: data, as: UTF8.self))).\(signature)"
  }

  static func encode(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
      "=", with: "")
  }
}
