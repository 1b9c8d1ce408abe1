import Foundation
import Server

/// A server and an account that is signed in to its Interspace.
package struct InterspaceClient {
  package let server: TestServer
  package let login: InterspaceModels.LoginResponse

  /// Signs in as the seeded account.
  package init(_ server: TestServer) throws {
    self.server = server
    login = try server.interspace("POST", "/auth/login", body: InterspaceBody.login).decoded()
  }

  /// Signs in as the account of a Google token, which begins with nothing.
  package init(_ server: TestServer, google token: String) throws {
    self.server = server
    login = try server.interspace("POST", "/auth/google", body: #"{"idToken":"\#(token)"}"#).decoded()
  }

  /// The seeded account on a server of its own.
  package init(_ configure: (inout ServerConfiguration) -> Void = { _ in }) throws {
    try self.init(try TestServer(configure))
  }

  /// Sends a request with the account's token; the path is relative to the API's base.
  package func send(
    _ method: String, _ path: String, headers: [(String, String)] = [], body: String? = nil
  ) throws -> RawResponse {
    try server.interspace(method, path, token: login.accessToken, headers: headers, body: body)
  }

  /// Sends a request that is to succeed and reads its answer.
  package func get<Answer: Decodable>(
    _ path: String, method: String = "GET", body: String? = nil, as type: Answer.Type = Answer.self
  ) throws -> Answer {
    try send(method, path, body: body).decoded()
  }

  package var user: InterspaceModels.User { get throws { try get("/users/me") } }
  package var profiles: [InterspaceModels.Profile] {
    get throws { try get("/profiles?limit=100", as: InterspaceModels.ProfileList.self).profiles }
  }
  package var wallets: [InterspaceModels.Wallet] {
    get throws { try get("/wallets?limit=100", as: InterspaceModels.WalletList.self).wallets }
  }

  /// Creates a profile.
  package func createProfile(_ username: String) throws -> InterspaceModels.Profile {
    try get("/profiles", method: "POST", body: InterspaceBody.profile(username))
  }

  /// Connects a wallet.
  package func connectWallet(_ address: String) throws -> InterspaceModels.Wallet {
    try get("/wallets/connect", method: "POST", body: InterspaceBody.wallet(address))
  }

  /// Everything that the account can read, as it stands on the wire.
  package func snapshot() throws -> [String] {
    let paths = ["/users/me", "/profiles", "/wallets"]
    let below = try profiles.flatMap { ["/profiles/\($0.id)/social-accounts", "/profiles/\($0.id)/apps"] }
    return try (paths + below).map { try send("GET", $0 + "?limit=100").text }
  }
}

/// Requests that many tests send.
package enum InterspaceBody {
  package static let login = #"{"email":"account@example.com","password":"secure_password"}"#
  package static let social = """
    {"platform":"twitter","accountId":"twitter_user_id","username":"@johndoe",
    "accessToken":"platform_access_token"}
    """

  package static func profile(_ username: String) -> String {
    #"{"username":"\#(username)","displayName":"Somebody"}"#
  }

  package static func wallet(_ address: String) -> String {
    """
    {"address":"\(address)","signature":"signed_message","message":"original_message","walletType":"metamask"}
    """
  }
}

extension TestServer {
  /// Sends a request to Interspace; the path is relative to its base.
  package func interspace(
    _ method: String, _ path: String, token: String? = nil, headers: [(String, String)] = [], body: String? = nil
  ) throws -> RawResponse {
    try send(method, "/api/v1" + path, token: token, headers: headers, body: body)
  }
}

extension RawResponse {
  /// The body of a successful answer, as the document's client decodes it.
  package func decoded<Answer: Decodable>(as type: Answer.Type = Answer.self) throws -> Answer {
    guard (200...299).contains(status) else { throw UnexpectedResponse(answer: self) }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(type, from: data)
  }

  /// The documented error of a refusal.
  package var interspaceError: InterspaceModels.ErrorBody.Content {
    get throws {
      guard header("Content-Type")?.hasPrefix("application/json") == true else {
        throw UnexpectedResponse(answer: self)
      }
      return try JSONDecoder().decode(InterspaceModels.ErrorBody.self, from: data).error
    }
  }

  /// Status, code and offending field of a refusal in one line: `400 VALIDATION_ERROR username`.
  package var refusal: String {
    get throws {
      let error = try interspaceError
      return (["\(status)", error.code] + [error.details?["field"]].compactMap { $0 }).joined(separator: " ")
    }
  }
}
