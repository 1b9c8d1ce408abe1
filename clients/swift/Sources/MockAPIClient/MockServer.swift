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
  public let apis: [ServedAPI]
  let link: Link
  /// The process, if the kit started it; it runs as long as this is there.
  let running: (any RunningServer)?

  /// Finds a server, and checks that it is mock-api and new enough.
  ///
  /// - Parameters:
  ///   - url: Where it is. The address of one of its worlds is as good.
  ///   - adminToken: What it was given as `--admin-token`; without one, `MOCK_API_ADMIN_TOKEN`.
  ///   - timeout: How long each call may take.
  public convenience init(url: URL, adminToken: String? = nil, timeout: TimeSpan = "10s") async throws {
    try await self.init(url: url, adminToken: adminToken, timeout: timeout, running: nil)
  }

  init(url: URL, adminToken: String?, timeout: TimeSpan, running: (any RunningServer)?) async throws {
    var origin = url.absoluteString
    if let world = origin.range(of: "/_w/") { origin = String(origin[..<world.lowerBound]) }
    while origin.hasSuffix("/") { origin.removeLast() }
    guard let root = URL(string: origin), root.scheme?.hasPrefix("http") == true else {
      throw MockAPIError.noServer(reason: "\"\(url)\" is no http URL")
    }
    let token = adminToken ?? ProcessInfo.processInfo.environment["MOCK_API_ADMIN_TOKEN"]
    self.url = root
    self.running = running
    link = Link(origin: origin, adminToken: token, timeout: try timeout.seconds(), running: running)
    do {
      // The version first: a server of another one may answer in another shape.
      let seen: JSONValue = try await link.call("welcome", "GET", "/")
      guard seen["name"] == "mock-api", let found = seen["version"]?.string else {
        throw MockAPIError.otherServer(url: origin, reason: "it calls itself \(seen["name"] ?? "nothing")")
      }
      guard Self.isVersion(found, atLeast: Self.neededVersion) else {
        throw MockAPIError.serverTooOld(found: found, needed: Self.neededVersion)
      }
      version = found
      apis = try JSON.decoder().decode(Welcome.self, from: JSON.encoder().encode(seen)).apis
    } catch MockAPIError.failed(_, let reason) {
      throw MockAPIError.otherServer(url: origin, reason: reason)
    } catch MockAPIError.refused(let refusal) {
      throw MockAPIError.otherServer(url: origin, reason: "\(refusal)")
    } catch let error as DecodingError {
      throw MockAPIError.failed(operation: "welcome", reason: "its response cannot be read: \(error)")
    }
  }

  /// The server of this process, found or started at its first use.
  ///
  /// It is the one of `MOCK_API_URL`. Without that variable, the program of `MOCK_API_BINARY`, else `mock-api` on PATH, is
  /// started; it ends with this process, however that ends. A server that has ended is replaced.
  public static var shared: MockServer {
    get async throws { try await shared(for: ServerOptions()) }
  }

  /// The server of this process for some options: that of `MOCK_API_URL` if it has the APIs, else one of the kit's own.
  public static func shared(for options: ServerOptions) async throws -> MockServer {
    try await SharedServers.instance.server(options)
  }

  /// Starts a server on a free port. It ends when it is no longer used, and with this process, however that ends.
  ///
  /// - Parameters:
  ///   - apis: The documents of custom APIs, by the name of the API.
  ///   - overlay: OpenAPI Overlays that correct the documents.
  ///   - data: The folders with records to begin with.
  ///   - accounts: Whether custom APIs take tokens that they have not issued.
  ///   - config: A configuration file; none without it.
  ///   - arguments: More options of `mock-api serve`. Later ones win over those that the kit gives.
  ///   - binary: The program; without it that of `MOCK_API_BINARY`, else `mock-api` on PATH.
  ///   - environment: More variables of its environment.
  ///   - adminToken: Sent with each call; give the same to the server as `--admin-token`.
  ///   - timeout: How long each call may take.
  ///   - filePath: The source file beside which relative paths are looked for.
  public static func start(
    apis: [String: APIFiles] = [:], overlay: [String: APIFiles] = [:], data: [String: String] = [:],
    accounts: ServerOptions.Accounts? = nil, config: String? = nil, arguments: [String] = [], binary: String? = nil,
    environment: [String: String] = [:], adminToken: String? = nil, timeout: TimeSpan = "10s",
    filePath: String = #filePath
  ) async throws -> MockServer {
    let options = ServerOptions(
      apis: apis, overlay: overlay, data: data, accounts: accounts, config: config, arguments: arguments)
    return try await start(
      options.located(beside: filePath), binary: binary, environment: environment, adminToken: adminToken,
      timeout: timeout)
  }

  static func start(
    _ options: ServerOptions, binary: String? = nil, environment: [String: String] = [:], adminToken: String? = nil,
    timeout: TimeSpan = "10s"
  ) async throws -> MockServer {
    let (url, process) = try await ServerProcess.start(binary: binary, options: options, environment: environment)
    return try await MockServer(url: url, adminToken: adminToken, timeout: timeout, running: process)
  }

  /// Whether the kit started the server, and it has ended.
  var hasEnded: Bool { running?.ending != nil }

  /// The worlds of the server.
  public var worlds: Worlds { Worlds(server: self) }

  /// The world of requests that name none.
  public var defaultWorld: MockWorld { MockWorld(server: self, id: "default", name: nil) }

  /// A document of an API, by its file: `agrobridge.json`, or the text of `agrobridge.yaml`.
  public func document(_ file: String) async throws -> JSONValue {
    let data = try await link.send("getDocument", "GET", "/openapi/{file}", path: ["file": file])
    guard file.hasSuffix(".json") else { return .string(String(decoding: data, as: UTF8.self)) }
    return try JSON.decoder().decode(JSONValue.self, from: data)
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

  var link: Link { server.link }

  /// Makes a world. `withMockWorld`, the trait and the base class make worlds that are removed by themselves.
  ///
  /// - Parameters:
  ///   - name: What it is called for people: up to 200 characters.
  ///   - id: Up to 64 letters, digits, dots, underscores and hyphens.
  ///   - options: How it begins, without its faults.
  public func make(
    _ name: String? = nil, id: String? = nil, options: WorldOptions = WorldOptions()
  ) async throws -> MockWorld {
    let set = options.frozenAt ?? options.now
    let clock = Members(["set": set, "freeze": options.frozenAt.map { _ in true }, "rate": options.rate])
    let info: WorldInfo = try await link.call(
      "createWorld", "POST", "/_mock/worlds",
      body: Members([
        "id": id, "name": name, "from": options.from, "randomSeed": options.randomSeed,
        "clock": set == nil && options.rate == nil ? nil : clock,
      ]))
    return MockWorld(server: server, id: info.id, name: info.name)
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
