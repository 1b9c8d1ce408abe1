import Foundation
import Server
import ServerTestSupport
import Testing

@Suite("Changed seed files")
struct SeedReloadTests {
  private static let wallets = "interspace/demo/wallets.json"
  private static let users = "jsonplaceholder/demo/users.json"

  private static func reload(_ seeds: SeedCopy, _ change: (inout ServerConfiguration) -> Void = { _ in }) -> Reload {
    var configuration = ServerConfiguration()
    configuration.seedsFolder = seeds.path
    (configuration.rateLimit, configuration.sensorInterval, configuration.walletInterval) = (.off, 0, 0)
    change(&configuration)
    var reload = Reload(configuration)
    reload.hasNewSeeds = true
    return reload
  }

  private static func server(
    _ seeds: SeedCopy, _ configure: (inout ServerConfiguration) -> Void = { _ in }
  ) throws -> TestServer {
    try TestServer {
      $0.seedsFolder = seeds.path
      $0.walletInterval = 0
      $0.checksResponses = false
      configure(&$0)
    }
  }

  @Test("are served at once, and open sockets stay and are told of what changed")
  func sockets() throws {
    let seeds = try SeedCopy()
    let server = try Self.server(seeds)
    let socket = try ChannelSocket(server, token: nil, channels: ["wallet_updates"])
    let echo = try RawWebSocket(port: server.port, path: "/_mock/echo")
    #expect(try server.send("GET", "/users/1").json["name"] as? String == "Leanne Graham")
    try seeds.replace(#""ETH": "1.5""#, by: #""ETH": "7.25""#, in: Self.wallets)
    try seeds.replace("Leanne Graham", by: "Leandra Graham", in: Self.users)
    let done = try server.server.reload(Self.reload(seeds))
    #expect(done.contains { $0.contains("what clients wrote there is gone") })
    let event = try socket.receive()
    #expect(event.type == "wallet_balance_changed")
    #expect(event.text.contains(#""ETH":"7.25""#))
    #expect(try socket.isQuiet())
    try echo.send(.text("still here"))
    #expect(try echo.receive().payload == Array("still here".utf8))
    #expect(try server.send("GET", "/users/1").json["name"] as? String == "Leandra Graham")
  }

  @Test("are those of new worlds, of worlds that are reset, and of no other")
  func worlds() throws {
    let seeds = try SeedCopy()
    let server = try Self.server(seeds)
    let old = try server.makeWorld("old")
    #expect(try old.send("GET", "/users/1").json["name"] as? String == "Leanne Graham")
    try seeds.replace("Leanne Graham", by: "Leandra Graham", in: Self.users)
    _ = try server.server.reload(Self.reload(seeds))
    #expect(try old.send("GET", "/users/1").json["name"] as? String == "Leanne Graham")
    #expect(try server.makeWorld("new").send("GET", "/users/1").json["name"] as? String == "Leandra Graham")
    #expect(try old.control("POST", "/reset").status == 204)
    #expect(try old.send("GET", "/users/1").json["name"] as? String == "Leandra Graham")
  }

  @Test("may be another data set or another folder")
  func otherSource() throws {
    let (seeds, others) = (try SeedCopy(), try SeedCopy())
    try others.replace("Leanne Graham", by: "Leandra Graham", in: Self.users)
    let server = try Self.server(seeds)
    var reload = Self.reload(others)
    reload.hasNewSeeds = false
    _ = try server.server.reload(reload)
    #expect(try server.send("GET", "/users/1").json["name"] as? String == "Leandra Graham")
    _ = try server.server.reload(Self.reload(seeds) { $0.dataset = .empty })
    #expect(try server.send("GET", "/users").text == "[]")
  }

  @Test("never replace what a data folder keeps")
  func dataFolder() throws {
    let seeds = try SeedCopy()
    let server = try Self.server(seeds) { $0.dataDirectory = seeds.folder.appending(path: "data").path }
    let token = try server.signIn()
    let created = try server.send("POST", "/v1/lotes", token: token, body: AgroBridgeBody.coffeeLote("Kept"))
    #expect(created.status == 201)
    try seeds.replace(#""ETH": "1.5""#, by: #""ETH": "7.25""#, in: Self.wallets)
    let done = try server.server.reload(Self.reload(seeds) { $0.dataset = .minimal })
    #expect(done.contains { $0.contains("records in the data folder stay until a reset") })
    #expect(try server.send("GET", created.header("Location") ?? "", token: token).status == 200)
    #expect(try server.send("GET", "/v1/lotes", token: token).json["total"] as? Int ?? 0 > 2)
  }

  @Test(
    "that are broken change nothing",
    arguments: [
      ("jsonplaceholder/demo/photos.json", "[{]"), ("interspace/demo/wallets.json", "[1}"),
      ("agrobridge/demo/lotes.json", ""),
    ])
  func broken(file: String, text: String) throws {
    let seeds = try SeedCopy()
    let server = try Self.server(seeds)
    let token = try server.signIn()
    let before = try server.send("GET", "/v1/lotes/lote_1", token: token).text
    try server.server.keepSeeds()
    try text.write(toFile: "\(seeds.path)/\(file)", atomically: true, encoding: .utf8)
    let error = #expect(throws: (any Error).self) {
      try server.server.reload(Self.reload(seeds) { $0.cors = .off })
    }
    #expect("\(String(describing: error))".contains(file), "\(String(describing: error))")
    let response = try server.send("GET", "/v1/lotes/lote_1", token: token)
    #expect(response.text == before)
    #expect(response.header("Access-Control-Allow-Origin") != nil)
    #expect(try server.send("POST", "/_mock/reset").status == 204)
    #expect(try server.send("GET", "/v1/lotes/lote_1", token: token).text == before)
  }
}
