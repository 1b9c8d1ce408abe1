import Foundation
import Server
import ServerTestSupport
import Testing

@Suite("The page for devices")
struct ConnectTests {
  private static let paths = ["/_mock/connect", "/_mock/connect.json"]

  @Test("is there without the token of the control plane", arguments: paths)
  func open(path: String) throws {
    let server = try TestServer { $0.adminToken = "secret" }
    #expect(try server.send("GET", "/_mock/worlds").status == 401)
    #expect(try server.send("GET", path).status == 200)
  }

  @Test("goes with the control plane", arguments: paths + ["/_mock/connect/qr.png"])
  func gone(path: String) throws {
    let server = try TestServer { $0.hasControlPlane = false }
    #expect(try server.send("GET", path).status == 404)
    #expect(try server.send("GET", "/_mock/health").status == 200)
  }

  @Test("tells a server on loopback that phones need --lan")
  func loopback() throws {
    let server = try TestServer()
    let addresses = try server.send("GET", "/_mock/connect.json").json
    #expect(addresses["lan"] as? Bool == false)
    #expect(addresses["page"] is NSNull)
    #expect((addresses["local"] as? [String: Any])?["url"] as? String == "http://localhost:\(server.port)")
    #expect((addresses["emulator"] as? [String: Any])?["url"] as? String == "http://10.0.2.2:\(server.port)")
    #expect(addresses["adb"] as? [String] == ["adb reverse tcp:\(server.port) tcp:\(server.port)"])
    let code = try server.send("GET", "/_mock/connect/qr.png")
    #expect(code.status == 404)
    #expect((code.error["message"] as? String)?.contains("--lan") == true)
    #expect(!server.server.banner(server.bound).contains("devices"))
    #expect(server.server.connectCode == nil)
  }

  @Test(
    "makes codes of the server's own addresses only",
    arguments: ["example.com", "127.0.0.1", "evil%22%3E", "0.0.0.0", ""])
  func foreignHost(host: String) throws {
    let server = try TestServer { $0.listensBeyondLoopback = true }
    #expect(try server.send("GET", "/_mock/connect/qr.png?host=\(host)").status == 404)
  }

  @Test("is not loaded again when it has not changed", arguments: paths)
  func notModified(path: String) throws {
    let server = try TestServer()
    let tag = try #require(try server.send("GET", path).header("ETag"))
    #expect(try server.send("GET", path, headers: [("If-None-Match", tag)]).status == 304)
  }

  @Test("may be asked by pages of another port, as when the check calls over TLS")
  func crossOrigin() throws {
    let server = try TestServer()
    let origin = "http://192.168.1.23:3000"
    let headers = [("Origin", origin), ("Host", "192.168.1.23:3443")]
    let response = try server.send("GET", "/_mock/health", headers: headers)
    #expect(response.header("Access-Control-Allow-Origin") == origin)
  }
}
