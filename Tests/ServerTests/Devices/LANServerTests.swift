import Foundation
import Server
import ServerTestSupport
import Testing

@Suite("A server for devices")
struct LANServerTests {
  /// Those of this machine, as the server tells them; without a network there are none, and nothing to check.
  private static func urls(_ server: TestServer) throws -> [String] {
    let listed = try server.send("GET", "/_mock/connect.json").json["urls"] as? [[String: Any]]
    return try #require(listed).compactMap { $0["url"] as? String }
  }

  @Test("says at start by which addresses devices reach it, and that others reach the control plane")
  func banner() throws {
    let server = try TestServer { $0.listensBeyondLoopback = true }
    let text = server.server.banner(server.bound)
    let urls = try Self.urls(server)
    guard let first = urls.first else { return #expect(text.contains("no address but loopback")) }
    #expect(text.contains("devices: open \(first)/_mock/connect"))
    for url in urls { #expect(text.contains(url)) }
    #expect(text.contains("http://10.0.2.2:\(server.port)"))
    #expect(text.contains("adb reverse tcp:\(server.port) tcp:\(server.port)"))
    #expect(text.contains("warning: everyone in this network can use the control plane"))
    #expect(server.server.connectCode != nil)
  }

  @Test(
    "warns of its control plane only when it is open to others",
    arguments: [(true, "secret", true), (true, nil, false), (false, nil, true)] as [(Bool, String?, Bool)])
  func noWarning(isForDevices: Bool, token: String?, hasControlPlane: Bool) throws {
    let server = try TestServer {
      $0.listensBeyondLoopback = isForDevices
      $0.adminToken = token
      $0.hasControlPlane = hasControlPlane
    }
    #expect(!server.server.banner(server.bound).contains("warning"))
  }

  @Test("listens on every address, and says so by the loopback that scripts call")
  func bound() throws {
    let server = try TestServer { $0.listensBeyondLoopback = true }
    #expect(server.bound.first?.address == "0.0.0.0")
    #expect(server.bound.allSatisfy { $0.port == server.port })
    #expect(try server.send("GET", "/_mock/health").status == 200)
  }

  @Test("draws a code that is sent as PNG, and anew for each of its addresses")
  func code() throws {
    let server = try TestServer { $0.listensBeyondLoopback = true }
    let listed = try server.send("GET", "/_mock/connect.json").json["urls"] as? [[String: Any]]
    let hosts = try #require(listed).compactMap { $0["host"] as? String }
    var tags: Set<String> = []
    for host in hosts {
      let response = try server.send("GET", "/_mock/connect/qr.png?host=\(host)")
      #expect(response.status == 200)
      #expect(response.header("Content-Type") == "image/png")
      #expect(response.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      tags.insert(try #require(response.header("ETag")))
    }
    #expect(tags.count == hosts.count)
  }

  @Test(
    "gives links that begin with the address that the device used",
    arguments: ["192.168.1.23:3000", "[fd00::2]:3000", "studio.local:3000", "10.0.2.2:3000"])
  func links(authority: String) throws {
    let server = try TestServer { $0.listensBeyondLoopback = true }
    let response = try server.send(
      "GET", "/v2/top-headlines?country=us&apiKey=any&pageSize=5", headers: [("Host", authority)])
    let articles = try #require(response.json["articles"] as? [[String: Any]])
    // Some articles have no picture, as at newsapi.
    let links = articles.flatMap { [$0["url"] as? String, $0["urlToImage"] as? String].compactMap { $0 } }
    #expect(links.count > articles.count)
    for link in links { #expect(link.hasPrefix("http://\(authority)/media/")) }
  }
}
