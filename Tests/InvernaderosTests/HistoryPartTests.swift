import Foundation
import ServerTestSupport
import Testing
import World

@Suite("Histories of the greenhouses in parts (CONTRACT §2.3)")
struct HistoryPartTests {
  @Test(
    "have every row once, in order, also while new readings come",
    arguments: [
      "/sensors/by-greenhouse/001?hours=2", "/sensors/by-sensor/RESERVA?hoursAgo=24", "/sensors/by-greenhouse/2",
    ])
  func parts(path: String) throws {
    let server = try TestServer()
    server.clock.freeze(true)
    let client = try InvernaderosClient(server)
    let mark = path.contains("?") ? "&" : "?"
    let newest = try #require(try client.objects(path).first?["time"] as? String)
    let all = try rows(client, "\(path)\(mark)until=\(newest)")
    #expect(all.count > 200)
    var rows: [String] = []
    var next: String? = "\(path)\(mark)limit=1000"
    while let path = next {
      let part = try client.send("GET", path)
      #expect(part.header("X-Total-Count") == "\(all.count)")
      rows += try self.rows(client, path)
      let links = (part.header("Link") ?? "").split(separator: ", ").filter { $0.contains("rel=\"next\"") }
      next = links.first.flatMap { link in link.firstRange(of: "/api/v1").map { link[$0.upperBound...] } }
        .map { rest in String(rest.prefix { $0 != ">" }) }
      server.clock.advance(nanoseconds: 1_000_000_000)
      #expect(try server.send("POST", "/_mock/sensors/readings").status == 201)
    }
    #expect(rows == all)
  }

  /// What tells the readings of an answer apart.
  private func rows(_ client: InvernaderosClient, _ path: String) throws -> [String] {
    try client.objects(path).map { "\($0["time"] ?? "") \($0["sensorId"] ?? "") \($0["value"] ?? "")" }
  }

  @Test("come whole without limit and offset, as documented clients know them")
  func whole() throws {
    let client = try InvernaderosClient()
    let response = try client.send("GET", "/sensors/by-greenhouse/001")
    #expect(response.header("X-Total-Count") == nil)
    #expect(try client.objects("/sensors/by-greenhouse/001").count > 5000)
    #expect(try client.objects("/sensors/by-greenhouse/001?limit=5").count == 5)
    #expect(try client.objects("/sensors/by-greenhouse/001?offset=3").count == 100)
    #expect(try client.objects("/sensors/by-greenhouse/001?limit=5000").count == 1000)
    #expect(try client.send("GET", "/sensors/by-greenhouse/001?limit=x").problemLine == "400 BAD_REQUEST limit")
    #expect(try client.send("GET", "/sensors/by-sensor/RESERVA?until=soon").problemLine == "400 BAD_REQUEST until")
  }

  @Test("of messages have a total, too")
  func messages() throws {
    let client = try InvernaderosClient()
    let latest = try #require(try client.messages("/recent?limit=1").first?.timestamp)
    let path = "/greenhouse/messages/range?from=2000-01-01T00:00:00Z&to=\(latest.ISO8601Format())"
    let all = try client.objects(path).count
    let part = try client.send("GET", "\(path)&limit=7&offset=7")
    #expect(part.header("X-Total-Count") == "\(all)")
    #expect(try client.objects("\(path)&limit=7&offset=\(all - 3)").count == 3)
    #expect(part.header("Link")?.contains("rel=\"last\"") == true)
  }
}
