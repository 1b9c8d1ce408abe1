import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How the sample app calls an API: nothing here knows of mock-api.
public struct APIClient: Sendable {
  /// A response that is no success.
  public struct Failure: Error {
    /// Its status.
    public var status: Int
    /// Its headers.
    public var headers: [String: String]
    /// Its body.
    public var body: Data

    /// The body, read as an error of the API.
    public func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
      try JSONDecoder().decode(type, from: body)
    }
  }

  /// Where the API is.
  public var baseURL: URL
  /// The access token, once there is one.
  public var token: String?
  private let session: URLSession

  private static let patient = makeSession(timeout: 20)

  private static func makeSession(timeout: TimeInterval) -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = 64
    configuration.urlCache = nil
    configuration.timeoutIntervalForRequest = timeout
    return URLSession(configuration: configuration)
  }

  /// A client of the API at a URL, which waits for so many seconds.
  public init(_ baseURL: URL, token: String? = nil, timeout: TimeInterval? = nil) {
    self.baseURL = baseURL
    self.token = token
    session = timeout.map { Self.makeSession(timeout: $0) } ?? Self.patient
  }

  /// The same client with an access token.
  public func signedIn(_ token: String) -> APIClient {
    var client = self
    client.token = token
    return client
  }

  /// Reads something.
  public func get<Value: Decodable>(
    _ path: String, _ query: [String: String] = [:], as type: Value.Type = Value.self
  ) async throws -> Value {
    try JSONDecoder().decode(type, from: await send("GET", path, query).0)
  }

  /// Sends something and reads the response.
  public func post<Value: Decodable>(
    _ path: String, _ body: some Encodable, as type: Value.Type = Value.self
  ) async throws -> Value {
    try JSONDecoder().decode(type, from: await send("POST", path, body: JSONEncoder().encode(body)).0)
  }

  /// Deletes something.
  public func delete(_ path: String) async throws { _ = try await send("DELETE", path) }

  /// Sends a request and gives the body and headers of the response.
  @discardableResult
  public func send(
    _ method: String, _ path: String, _ query: [String: String] = [:], body: Data? = nil
  ) async throws -> (Data, [String: String]) {
    var parts = URLComponents(url: baseURL.appendingPathComponent(path), resolvingAgainstBaseURL: false)
    if !query.isEmpty { parts?.queryItems = query.map { URLQueryItem(name: $0.key, value: $0.value) } }
    guard let url = parts?.url else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    if let body {
      request.httpBody = body
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    let (data, response) = try await session.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields { headers["\(name)".lowercased()] = "\(value)" }
    guard 200..<300 ~= response.statusCode else {
      throw Failure(status: response.statusCode, headers: headers, body: data)
    }
    return (data, headers)
  }
}
