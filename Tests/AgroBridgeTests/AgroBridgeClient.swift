import Foundation
import ServerTestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client with the manners of the documented one (CONTRACT §3.4, §7.1): it sets JSON headers on every call,
/// attaches whatever token it has to every call, and signs out when it is told 401.
final class AgroBridgeClient {
  /// The documented reading of a status code.
  enum Failure: Error, Equatable {
    case unauthorized
    case forbidden
    case notFound
    case serverError(Int)
    case unknown(Int)
  }

  /// A documented path; ids are pasted as they are.
  enum Endpoint {
    case login
    case refresh
    case logout
    case dashboardStats
    case lotes
    case lote(String)
    case productores
    case productor(String)
    case bloques
    case bloque(String)

    var path: String {
      switch self {
      case .login: "/auth/login"
      case .refresh: "/auth/refresh"
      case .logout: "/auth/logout"
      case .dashboardStats: "/dashboard/stats"
      case .lotes: "/lotes"
      case .lote(let id): "/lotes/\(id)"
      case .productores: "/productores"
      case .productor(let id): "/productores/\(id)"
      case .bloques: "/bloques"
      case .bloque(let id): "/bloques/\(id)"
      }
    }
  }

  /// Kept, so that the server runs as long as its client.
  let server: TestServer
  /// The stored token, valid or not.
  var token: String?
  /// Every call and its status, in order: `POST /auth/login 200`.
  private(set) var calls: [String] = []
  /// The body of the last refusal.
  private(set) var lastError: AgroBridgeModels.ErrorBody?
  /// Whether signing out because of a 401 was answered with 401 over and over.
  private(set) var isLogoutEndless = false
  private var nestedLogouts = 0
  private let session: URLSession

  /// A client of a server; by default it keeps nothing that it has read.
  init(_ server: TestServer, configuration: URLSessionConfiguration = AgroBridgeClient.withoutCache()) {
    self.server = server
    session = URLSession(configuration: configuration)
  }

  deinit {
    session.finishTasksAndInvalidate()
  }

  static func withoutCache() -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    return configuration
  }

  /// Signs in and stores the token.
  @discardableResult
  func signIn(
    _ email: String = "usuario@example.com", password: String = "password123"
  ) async throws -> AgroBridgeModels.LoginResponse {
    let request = AgroBridgeModels.LoginRequest(email: email, password: password)
    let response: AgroBridgeModels.LoginResponse = try await self.request("POST", .login, body: request)
    token = response.token
    return response
  }

  /// Signs out as the document does: with the token still stored, and whatever the answer.
  func logout() async {
    guard nestedLogouts < 3 else {
      isLogoutEndless = true
      return
    }
    nestedLogouts += 1
    _ = try? await requestWithoutResponse("POST", .logout)
    nestedLogouts -= 1
    token = nil
  }

  /// A call whose answer is decoded.
  func request<Answer: Decodable>(
    _ method: String, _ endpoint: Endpoint, body: (any Encodable)? = nil
  ) async throws -> Answer {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(
      Answer.self, from: try await requestWithoutResponse(method, endpoint, body: body))
  }

  /// A call whose answer is not decoded.
  ///
  /// - Returns: The bytes of the answer.
  @discardableResult
  func requestWithoutResponse(
    _ method: String, _ endpoint: Endpoint, body: (any Encodable)? = nil
  ) async throws -> Data {
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/v1" + endpoint.path))
    var request = URLRequest(url: url, timeoutInterval: 30)
    request.httpMethod = method
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    if let body {
      let encoder = JSONEncoder()
      encoder.dateEncodingStrategy = .iso8601
      request.httpBody = try encoder.encode(body)
    }
    let (data, response) = try await session.data(for: request)
    let status = try #require(response as? HTTPURLResponse).statusCode
    calls.append("\(method) \(endpoint.path) \(status)")
    if !(200...299).contains(status) {
      lastError = try JSONDecoder().decode(AgroBridgeModels.ErrorBody.self, from: data)
    }
    switch status {
    case 200...299: return data
    case 401:
      await logout()
      throw Failure.unauthorized
    case 403: throw Failure.forbidden
    case 404: throw Failure.notFound
    case 500...599: throw Failure.serverError(status)
    default: throw Failure.unknown(status)
    }
  }
}
