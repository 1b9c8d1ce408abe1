import Server
import ServerTestSupport
import Testing

/// A call of the control plane is one under every name: nothing happens to it, it is not counted, and the journal does
/// not show it.
@Suite("A call of the control plane")
struct ControlPathTests {
  /// A way to write one of its paths.
  struct Name: CustomTestStringConvertible, Sendable {
    let prefix: String
    var host = "localhost"
    var testDescription: String { "\(host) \(prefix)" }
  }

  static let names =
    ["", "/_w/default", "//"].map { Name(prefix: $0) }
    + ["agrobridge", "interspace", "invernaderos", "jsonplaceholder", "newsapi"].flatMap { api in
      [Name(prefix: "/\(api)"), Name(prefix: "/_w/default/\(api)"), Name(prefix: "http://any.local/\(api)")]
    }
    + ["api.agrobridge.io", "newsapi.org", "jsonplaceholder.typicode.com:443"].flatMap { host in
      [Name(prefix: "", host: host), Name(prefix: "/_w/default", host: host)]
    }

  @Test("is met by no fault, counted by nothing and shown by no journal", arguments: names)
  func requests(name: Name) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let fault = try server.send("POST", "/_mock/faults", body: #"{"fault":{"type":"status","status":503}}"#)
    #expect(fault.status == 201)
    for (path, status) in [("/_mock/clock", 200), ("/__admin/requests", 200), ("/_mock/nothing", 404)] {
      let response = try server.send("GET", name.prefix + path, headers: [("Host", name.host)])
      #expect(response.status == status, "\(path)")
    }
    #expect(try server.send("GET", "/_mock/faults/fault-1").json["matches"] as? Int == 0)
    #expect(server.server.world.journal.lastSequence == 0)
    #expect(server.server.world.usage.requestCount == 0)
    #expect(server.server.world.usage.all.findings.isEmpty)
    // What is not below it is met.
    #expect(try server.send("GET", "/v1/lotes").status == 503)
    #expect(server.server.world.journal.lastSequence == 1)
  }

  @Test("is met by no fault as a socket either", arguments: names.filter { !$0.prefix.hasPrefix("http") })
  func sockets(name: Name) throws {
    let server = try TestServer { $0.dataset = .minimal }
    for fault in [#"{"type":"refuseConnect"}"#, #"{"type":"close","code":4001}"#, #"{"type":"dropMessage"}"#] {
      #expect(try server.send("POST", "/_mock/faults", body: #"{"fault":\#(fault)}"#).status == 201, "\(fault)")
    }
    let headers = name.host == "localhost" ? [] : [("X-Forwarded-Host", name.host)]
    let socket = try RawWebSocket(port: server.port, path: name.prefix + "/_mock/echo", headers: headers)
    #expect(try socket.isEchoing())
    #expect(server.server.world.journal.lastSequence == 0)
  }

  @Test("names the API that failed in what the verdict finds")
  func owners() throws {
    let server = try TestServer { $0.dataset = .minimal }
    #expect(try server.send("GET", "/v1/nothing").status == 404)
    #expect(try server.send("GET", "/newsapi/v2/nothing").status == 404)
    let findings = server.server.world.usage.all.findings.map(\.finding)
    #expect(findings.map(\.api) == ["agrobridge", "newsapi"])
  }
}
