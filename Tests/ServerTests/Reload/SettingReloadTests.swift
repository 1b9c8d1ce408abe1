import Contract
import Foundation
import Server
import ServerTestSupport
import Synchronization
import Testing
import World

@Suite("A changed configuration")
struct SettingReloadTests {
  private static func reload(
    _ server: TestServer, documents: Bool = false, _ change: (inout ServerConfiguration) -> Void
  ) throws -> [String] {
    var configuration = ServerConfiguration()
    (configuration.rateLimit, configuration.sensorInterval) = (.off, 0)
    configuration.checksResponses = true
    change(&configuration)
    var reload = Reload(configuration)
    reload.hasNewDocuments = documents
    return try server.server.reload(reload)
  }

  private static func limit(_ server: TestServer, world: String = "default") throws -> String? {
    try server.send("GET", "/v1/lotes", headers: [("X-Mock-World", world)]).header("X-RateLimit-Limit")
  }

  @Test("has other limits hold in all worlds, but where a client has set some")
  func limits() throws {
    let server = try TestServer()
    let bent = try server.makeWorld("bent")
    #expect(try Self.limit(server) == nil)
    _ = try bent.control("PUT", "/rate-limits/agrobridge", #"{"authenticated":9,"anonymous":7}"#)
    _ = try Self.reload(server) { $0.rateLimit = .fixed(RateLimitPolicy(authenticated: 6, anonymous: 5)) }
    #expect(try Self.limit(server) == "5")
    #expect(try Self.limit(server, world: "bent") == "7")
    _ = try server.makeWorld("later")
    #expect(try Self.limit(server, world: "later") == "5")
    _ = try bent.control("POST", "/reset")
    #expect(try Self.limit(server, world: "bent") == "5")
    _ = try Self.reload(server) { $0.rateLimit = .off }
    #expect(try Self.limit(server) == nil)
  }

  @Test("has other CORS headers, and another announcement of an end")
  func headers() throws {
    let server = try TestServer()
    #expect(try server.send("GET", "/v1/lotes").header("Access-Control-Allow-Origin") == "*")
    _ = try Self.reload(server) {
      $0.cors = .off
      $0.deprecation = Deprecation(version: "v1", date: Timestamp(seconds: 1_800_000_000))
    }
    let response = try server.send("GET", "/v1/lotes")
    #expect(response.header("Access-Control-Allow-Origin") == nil)
    #expect(response.header("Deprecation") == "@1800000000")
  }

  @Test("takes effect at once: a request that comes after one which saw a part of it sees all of it")
  func atOnce() throws {
    let server = try TestServer()
    let port = server.port
    // The more worlds there are, the longer the change of their limits takes.
    for number in 1...30 { _ = try server.makeWorld("world-\(number)") }
    for round in 1...20 {
      let halves = Mutex([String]())
      let clients = (1...3).map { _ in
        Background {
          func effects() throws -> (limit: Bool, cors: Bool) {
            let client = try RawClient(port: port)
            let response = try client.send("GET", "/v1/lotes")
            return (response.header("X-RateLimit-Limit") != nil, response.header("Access-Control-Allow-Origin") == nil)
          }
          do {
            var seen = try effects()
            while seen == (false, false) { seen = try effects() }
            seen = try effects()
            if seen != (true, true) { halves.withLock { $0.append("round \(round): \(seen)") } }
          } catch {
            halves.withLock { $0.append("\(error)") }
          }
        }
      }
      _ = try Self.reload(server) {
        ($0.rateLimit, $0.cors) = (.fixed(RateLimitPolicy(authenticated: 1_000_000, anonymous: 1_000_000)), .off)
      }
      for client in clients { #expect(client.wait(seconds: 60)) }
      #expect(halves.withLock { $0 } == [])
      _ = try Self.reload(server) { _ in }
    }
  }

  @Test("has requests be held against the documents in another way")
  func contract() throws {
    let server = try TestServer { $0.contract = .off }
    let token = try server.signIn()
    func post() throws -> Int {
      try server.send(
        "POST", "/v1/lotes", token: token, body: AgroBridgeBody.coffeeLote("New").replacing("{", with: #"{"nombe":1,"#)
      ).status
    }
    #expect(try post() == 201)
    _ = try Self.reload(server) { $0.contract = .strict }
    #expect(try post() == 400)
    _ = try Self.reload(server) { $0.contract = .warn }
    #expect(try post() == 201)
  }

  @Test("has simulations move at other intervals, or not at all")
  func intervals() throws {
    let server = try TestServer { $0.walletInterval = 0 }
    func simulations() -> [Int64] { server.server.world.simulations.states.map(\.intervalNanoseconds) }
    #expect(simulations() == [])
    let socket = try STOMPClient(connectedTo: server)
    try socket.send("SUBSCRIBE\nid:s\ndestination:/topic/greenhouse/messages\nreceipt:r")
    #expect(try socket.receive().command == "RECEIPT")
    _ = try Self.reload(server) {
      $0.walletInterval = 0
      $0.sensorInterval = 20_000_000
    }
    #expect(simulations() == [20_000_000])
    #expect(try socket.receive().command == "MESSAGE")
    _ = try Self.reload(server) { $0.walletInterval = 0 }
    #expect(simulations() == [])
  }

  @Test("has other faults: new ones are added, missing ones removed, and those of clients stay")
  func faults() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mock-api-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "faults.json")
    func fault(_ id: String, _ status: Int) -> String {
      #"{"id":"\#(id)","match":{"path":"/\#(id)"},"fault":{"type":"status","status":\#(status)}}"#
    }
    func write(_ faults: String...) throws {
      try "[\(faults.joined(separator: ","))]".write(to: file, atomically: true, encoding: .utf8)
    }
    func ids() throws -> [String] {
      try server.send("GET", "/_mock/faults").records("faults").map {
        "\($0["id"] ?? "") \($0["applications"] ?? "")"
      }
    }
    try write(fault("users", 418), fault("posts", 419))
    let server = try TestServer { $0.faultsFile = file.path }
    #expect(try server.send("GET", "/users").status == 418)
    _ = try server.send("POST", "/_mock/faults", body: fault("todos", 420))
    try write(fault("users", 418), fault("photos", 421), fault("todos", 422))
    let done = try Self.reload(server) { $0.faultsFile = file.path }
    #expect(done.contains { $0.contains("was left out") && $0.contains("todos") })
    #expect(try ids() == ["users 1", "todos 0", "photos 0"])
    #expect(try server.send("GET", "/photos").status == 421)
    #expect(try server.send("GET", "/todos").status == 420)
    try write("{")
    #expect(throws: (any Error).self) { try Self.reload(server) { $0.faultsFile = file.path } }
    #expect(try ids() == ["users 1", "todos 1", "photos 1"])
    _ = try Self.reload(server) { _ in }
    #expect(try ids() == ["todos 1"])
  }

  @Test("leaves alone what a running server cannot change")
  func kept() throws {
    let server = try TestServer()
    _ = try Self.reload(server) {
      $0.port = 1
      $0.hasControlPlane = false
      $0.adminToken = "secret"
    }
    #expect(try server.send("GET", "/_mock/clock").status == 200)
  }

  @Test("has the documents be read again, when they are good")
  func documents() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mock-api-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ required: String) throws {
      try """
      openapi: 3.1.0
      info: {title: JSONPlaceholder, version: '1'}
      paths:
        /users:
          post:
            operationId: createUser
            requestBody:
              content:
                application/json:
                  schema: {type: object, required: [\(required)], properties: {name: {}, nickname: {}}}
            responses: {'201': {description: A user.}}
      """.write(to: folder.appending(path: "jsonplaceholder.yaml"), atomically: true, encoding: .utf8)
    }
    try write("name")
    let server = try TestServer {
      ($0.library, $0.contract, $0.checksResponses) = (ContractLibrary(folder: folder.path), .strict, false)
    }
    func reload() throws {
      _ = try Self.reload(server, documents: true) { ($0.contract, $0.checksResponses) = (.strict, false) }
    }
    func post() throws -> Int {
      try server.send(
        "POST", "/users", headers: [("Content-Type", "application/json")], body: #"{"name":"a"}"#
      ).status
    }
    #expect(try post() == 201)
    try write("nickname")
    try reload()
    #expect(try post() == 400)
    #expect(try server.send("GET", "/openapi/jsonplaceholder.yaml").text.contains("nickname"))
    try write("[")
    #expect(throws: ContractError.self) { try reload() }
    #expect(try post() == 400)
  }
}
