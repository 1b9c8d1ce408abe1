import Foundation

/// A mock-api server: one that is there, or one that this process started and that ends with it.
///
/// `MockServer.shared` is the one that tests use. Everything that is not one world's is here; `worlds` makes worlds.
public final class MockServer: Sendable {
  /// The oldest server that this kit works with.
  public static let neededVersion = "0.2.0"

  /// The origin, such as `http://127.0.0.1:3000`.
  public let url: URL
  /// The version of the server.
  public let version: String
  /// The APIs of the server and where their paths begin.
  public let apis: [Welcome.ServedAPI]
  let link: Link
  /// What keeps a server that was started running.
  private let running: (any Sendable)?

  /// Finds a server, and checks that it is mock-api and new enough.
  ///
  /// - Parameters:
  ///   - url: Where it is. The address of one of its worlds is as good.
  ///   - adminToken: What it was given as `--admin-token`; without one, `MOCK_API_ADMIN_TOKEN`.
  ///   - timeout: Seconds that each call may take.
  public convenience init(url: URL, adminToken: String? = nil, timeout: TimeInterval = 10) async throws {
    try await self.init(url: url, adminToken: adminToken, timeout: timeout, running: nil)
  }

  init(url: URL, adminToken: String?, timeout: TimeInterval, running: (any Sendable)?) async throws {
    var origin = url.absoluteString
    if let world = origin.range(of: "/_w/") { origin = String(origin[..<world.lowerBound]) }
    while origin.hasSuffix("/") { origin.removeLast() }
    guard let root = URL(string: origin), root.scheme?.hasPrefix("http") == true else {
      throw MockAPIError.noServer(reason: "\"\(url)\" is no http URL")
    }
    let token = adminToken ?? ProcessInfo.processInfo.environment["MOCK_API_ADMIN_TOKEN"]
    self.url = root
    self.running = running
    link = Link(origin: origin, adminToken: token, timeout: timeout, world: nil)
    do {
      let welcome: Welcome = try await link.call("welcome", "GET", "/")
      guard welcome.name == "mock-api" else {
        throw MockAPIError.otherServer(url: origin, reason: "it calls itself \"\(welcome.name)\"")
      }
      version = welcome.version
      apis = welcome.apis
    } catch MockAPIError.failed(_, let reason) {
      throw MockAPIError.otherServer(url: origin, reason: reason)
    } catch MockAPIError.refused(let refusal) {
      throw MockAPIError.otherServer(url: origin, reason: "\(refusal)")
    }
    guard Self.isVersion(version, atLeast: Self.neededVersion) else {
      throw MockAPIError.serverTooOld(found: version, needed: Self.neededVersion)
    }
  }

  /// The server of this process, found or started at its first use.
  ///
  /// It is the one of `MOCK_API_URL`. Without that variable, the program of `MOCK_API_BINARY`, else `mock-api` on PATH, is
  /// started; it ends with this process, however that ends.
  public static var shared: MockServer {
    get async throws { try await SharedServer.instance.server() }
  }

  /// Starts a server on a free port. It ends when it is no longer used, and with this process, however that ends.
  ///
  /// - Parameters:
  ///   - binary: The program; without it that of `MOCK_API_BINARY`, else `mock-api` on PATH.
  ///   - arguments: More options of `mock-api serve`. Later ones win over those that the kit gives.
  ///   - environment: More variables of its environment.
  ///   - adminToken: Sent with each call; give the same to the server as `--admin-token`.
  ///   - timeout: Seconds that each call may take.
  public static func start(
    binary: String? = nil, arguments: [String] = [], environment: [String: String] = [:],
    adminToken: String? = nil, timeout: TimeInterval = 10
  ) async throws -> MockServer {
    let (url, process) = try await ServerProcess.start(
      binary: binary, arguments: arguments, environment: environment)
    return try await MockServer(url: url, adminToken: adminToken, timeout: timeout, running: process)
  }

  /// The worlds of the server.
  public var worlds: Worlds { Worlds(server: self) }

  /// The world of requests that name none.
  public var defaultWorld: MockWorld { MockWorld(server: self, id: "default", name: nil) }

  /// Whether the server serves.
  public func health() async throws -> Health { try await link.call("health", "GET", "/_mock/health") }

  /// What the server did, as text of Prometheus.
  public func metrics() async throws -> String { try await text("metrics", "/_mock/metrics") }

  /// What calls of the control plane changed lately, in all worlds.
  ///
  /// - Parameters:
  ///   - number: Only those with a greater one.
  ///   - limit: The newest so many; 100 without it.
  public func activity(after number: Int? = nil, limit: Int? = nil) async throws -> [Activity] {
    struct Answer: Decodable { var activity: [Activity] }
    let query = [("after", number), ("limit", limit)].compactMap { name, value in
      value.map { URLQueryItem(name: name, value: String($0)) }
    }
    return try await link.call("listActivity", "GET", "/_mock/activity", query: query, as: Answer.self).activity
  }

  /// What the server is.
  public func welcome() async throws -> Welcome { try await link.call("welcome", "GET", "/") }

  /// The calls of its control plane.
  public func calls() async throws -> CallList { try await link.call("listCalls", "GET", "/_mock") }

  /// The documents of its APIs.
  public func documents() async throws -> DocumentList { try await link.call("listDocuments", "GET", "/openapi") }

  /// The OpenAPI document of an API.
  public func document(of api: API) async throws -> JSONValue {
    try await link.call("getDocument", "GET", "/openapi/{file}", path: ["file": "\(api).json"])
  }

  /// The AsyncAPI document of the sockets.
  public func socketsDocument() async throws -> JSONValue {
    try await link.call("getSocketsAsJSON", "GET", "/asyncapi.json")
  }

  /// Addresses by which phones and emulators reach the server.
  public func connectAddresses() async throws -> ConnectAddresses {
    try await link.call("connectAddresses", "GET", "/_mock/connect.json")
  }

  /// The certificate of the CA behind its TLS port, as PEM.
  public func authorityPEM() async throws -> String { try await text("getAuthorityPEM", "/_mock/ca.pem") }

  private func text(_ operation: String, _ path: String) async throws -> String {
    String(decoding: try await link.send(operation, "GET", path), as: UTF8.self)
  }

  /// Whether one version is another or newer.
  static func isVersion(_ found: String, atLeast needed: String) -> Bool {
    let numbers = [found, needed].map { version in
      version.prefix { $0.isNumber || $0 == "." }.split(separator: ".").map { Int($0) ?? 0 }
    }
    for index in 0..<3 {
      let pair = numbers.map { index < $0.count ? $0[index] : 0 }
      if pair[0] != pair[1] { return pair[0] > pair[1] }
    }
    return true
  }
}

/// The worlds of a server.
public struct Worlds: Sendable {
  let server: MockServer

  /// The worlds that there are.
  public func list() async throws -> [WorldInfo] {
    struct Answer: Decodable { var worlds: [WorldInfo] }
    return try await server.link.call("listWorlds", "GET", "/_mock/worlds", as: Answer.self).worlds
  }

  /// Makes a world. `withMockWorld`, the trait and the base class make worlds that are removed by themselves.
  public func create(_ wish: WorldWish = WorldWish()) async throws -> MockWorld {
    let info: WorldInfo = try await server.link.call("createWorld", "POST", "/_mock/worlds", body: wish)
    return MockWorld(server: server, id: info.id, name: info.name)
  }

  /// Looks at a world.
  public func get(_ id: String) async throws -> WorldInfo {
    try await server.link.call("getWorld", "GET", "/_mock/worlds/{id}", path: ["id": id])
  }

  /// Deletes a world.
  public func delete(_ id: String) async throws {
    try await server.link.send("deleteWorld", "DELETE", "/_mock/worlds/{id}", path: ["id": id])
  }

  /// The world that `mock-api exec --workers` gives to a worker, nil where it gave none.
  ///
  /// - Parameter number: The worker's number, from 1 on.
  public func worker(_ number: Int) -> MockWorld? { worker(number, in: ProcessInfo.processInfo.environment) }

  func worker(_ number: Int, in environment: [String: String]) -> MockWorld? {
    guard let value = environment["MOCK_API_URL_\(number)"],
      let prefix = value.range(of: "/_w/")
    else { return nil }
    let id = value[prefix.upperBound...].prefix { $0 != "/" }
    return MockWorld(server: server, id: String(id), name: nil)
  }
}

/// The one server of this process.
private actor SharedServer {
  static let instance = SharedServer()
  private var finding: Task<MockServer, any Error>?

  func server() async throws -> MockServer {
    if let finding { return try await finding.value }
    let task = Task {
      guard let text = ProcessInfo.processInfo.environment["MOCK_API_URL"], !text.isEmpty else {
        return try await MockServer.start()
      }
      guard let url = URL(string: text) else {
        throw MockAPIError.noServer(reason: "MOCK_API_URL is \"\(text)\", which is no URL")
      }
      return try await MockServer(url: url)
    }
    finding = task
    return try await task.value
  }
}
