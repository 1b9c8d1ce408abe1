import Foundation
import ServerTestSupport
import Testing

@Suite("The messages of the greenhouses")
struct MessageTests {
  /// A client whose clock stands at 2026-11-28T14:00:00Z but for what the test lets pass.
  private static func client() throws -> InvernaderosClient {
    let server = try TestServer()
    // The history ends where the world began, so everything else is told from its newest message.
    server.clock.freeze(true)
    return try InvernaderosClient(server)
  }

  private static func iso(_ date: Date) -> String { date.formatted(.iso8601) }

  @Test("are RealDataDto, newest first, a hundred unless asked otherwise")
  func recent() throws {
    let client = try Self.client()
    let messages = try client.messages("/recent")
    #expect(messages.count == 100)
    #expect(messages.map(\.timestamp) == messages.map(\.timestamp).sorted(by: >))
    #expect(messages.allSatisfy { $0.greenhouseId == "001" && $0.tenantId == "DEFAULT" })
    #expect(messages.allSatisfy { (15...35).contains($0.temperaturaInvernadero01 ?? 0) })
    #expect(messages.allSatisfy { (30...90).contains($0.humedadInvernadero02 ?? 0) })
    let object = try #require(try client.objects("/greenhouse/messages/recent?limit=1").first)
    #expect(object.count == 25)
    #expect(object["timestamp"] as? String == Self.iso(messages[0].timestamp))
  }

  @Test(
    "are as many as asked for, from 1 to 1000 (CONTRACT §2.3)",
    arguments: [
      ("1", 1), ("7", 7), ("1000", 1000), ("0", 1), ("-5", 1), ("99999", 1000), ("-9223372036854775808", 1),
      ("9223372036854775807", 1000), ("9223372036854775808", 1000), ("-99999999999999999999999", 1), ("", 100),
      ("%20", 100),
    ])
  func limit(text: String, count: Int) throws {
    #expect(try Self.client().messages("/recent?limit=\(text)").count == count)
  }

  @Test(
    "are not counted in anything but whole numbers",
    arguments: ["x", "1.5", "1e3", "--1", "0x10", "%C2%B2", "1;2", "-"])
  func badLimit(text: String) throws {
    let client = try Self.client()
    for path in ["/greenhouse/messages/recent?limit=\(text)", "/sensors/latest?limit=\(text)"] {
      let response = try client.send("GET", path)
      #expect(try response.problemLine == "400 BAD_REQUEST limit")
      #expect(try response.problem.expectedType == "Int")
    }
  }

  @Test(
    "are the default tenant's unless another one is named; that has none (CONTRACT C18)",
    arguments: [
      ("", 3), ("&tenantId=", 3), ("&tenantId=%20", 3), ("&tenantId=DEFAULT", 3), ("&tenantId=SARA", 0),
      ("&tenantId=default", 0), ("&tenantId=%27%20OR%201=1--", 0),
    ])
  func tenant(query: String, count: Int) throws {
    let client = try Self.client()
    #expect(try client.messages("/recent?limit=3\(query)").count == count)
    let range = "/range?from=1970-01-01T00:00:00Z&to=2199-01-01T00:00:00Z\(query)"
    #expect(try client.messages(range).isEmpty == (count == 0))
    let latest = try client.send("GET", "/greenhouse/messages/latest?x=y\(query)")
    #expect(latest.status == (count == 0 ? 404 : 200))
    let info = try client.send("GET", "/greenhouse/cache/info?x=y\(query)").json
    #expect(info["hasLatestMessage"] as? Bool == (count > 0))
  }

  @Test("are the same bytes one by one and in lists")
  func sameBytes() throws {
    let client = try Self.client()
    let latest = try client.send("GET", "/greenhouse/messages/latest").text
    let recent = try client.send("GET", "/greenhouse/messages/recent?limit=2").text
    #expect(recent.hasPrefix("[" + latest + ",{"))
    #expect(latest.hasPrefix(#"{"HUMEDAD INVERNADERO 01":"#))
    #expect(latest.hasSuffix(#"Z"}"#))
  }

  @Test("carry a tag, and are 304 until there is another one")
  func entityTag() throws {
    let client = try InvernaderosClient { $0.sensorInterval = 5_000_000_000 }
    client.server.clock.freeze(true)
    let path = "/greenhouse/messages/recent?limit=100"
    let first = try client.send("GET", path)
    let tag = try #require(first.header("ETag"))
    #expect(try client.send("GET", path, headers: [("If-None-Match", tag)]).status == 304)
    client.server.advance(seconds: 5)
    #expect(
      try holds(withinSeconds: 5) { try client.send("GET", path, headers: [("If-None-Match", tag)]).status == 200 })
  }

  @Test("between two moments include both")
  func range() throws {
    let client = try Self.client()
    let all = try client.messages("/recent?limit=50")
    let (to, from) = (all[10].timestamp, all[20].timestamp)
    let found = try client.messages("/range?from=\(Self.iso(from))&to=\(Self.iso(to))")
    #expect(found == Array(all[10...20]))
    #expect(try client.messages("/range?from=\(Self.iso(to))&to=\(Self.iso(to))") == [all[10]])
    // Fractions of a second leave out what lies before or after them.
    let later = Self.iso(from).replacing("Z", with: ".001Z")
    #expect(try client.messages("/range?from=\(later)&to=\(Self.iso(to))") == Array(all[10..<20]))
    let end = Self.iso(to).replacing("Z", with: ".999Z")
    #expect(try client.messages("/range?from=\(Self.iso(from))&to=\(end)") == found)
    #expect(try client.messages("/range?from=\(later)&to=\(Self.iso(from).replacing("Z", with: ".002Z"))").isEmpty)
  }

  @Test(
    "are found by dates with a zone in any spelling (CONTRACT G8)",
    arguments: ["+02:00", "%2B02:00", "%2B0200", "+0200", "%2002:00", "%2B02", "-03:00"])
  func zones(zone: String) throws {
    let client = try Self.client()
    let all = try client.messages("/recent?limit=20")
    let hours = zone == "-03:00" ? -3.0 : 2.0
    let local = { (date: Date) in
      String(Self.iso(date.addingTimeInterval(hours * 3600)).dropLast()).replacing(":", with: "%3A") + zone
    }
    let found = try client.messages("/range?from=\(local(all[9].timestamp))&to=\(local(all[0].timestamp))")
    #expect(found == Array(all[0...9]))
  }

  @Test(
    "need two dates that can be read, the earlier one first",
    arguments: [
      ("", "from"), ("from=2024-11-01T12:00:00Z", "to"), ("to=2024-11-01T12:00:00Z", "from"),
      ("from=&to=2024-11-01T12:00:00Z", "from"), ("from=x&to=2024-11-01T12:00:00Z", "from"),
      ("from=2024-11-01T12:00:00Z&to=2024-11-01", "to"), ("from=2024-11-01T12:00:00&to=2024-11-02T12:00:00Z", "from"),
      ("from=2024-02-30T12:00:00Z&to=2024-11-02T12:00:00Z", "from"), ("from=1730462400&to=1730462401", "from"),
      ("from=2024-11-01T12:00:01Z&to=2024-11-01T12:00:00Z", "from"),
      ("from=2024-11-01T12:00:00Z&to=2024-11-01T12:00:00+02:00", "from"),
    ])
  func badRange(query: String, parameter: String) throws {
    let response = try Self.client().send("GET", "/greenhouse/messages/range?\(query)")
    #expect(try response.problemLine == "400 BAD_REQUEST \(parameter)")
    #expect(try response.problem.expectedType == "Instant")
  }

  @Test("are told about without a null (CONTRACT §2.4)", arguments: ["", "?tenantId=SARA"])
  func cacheInfo(query: String) throws {
    let client = try Self.client()
    let info = try client.send("GET", "/greenhouse/cache/info\(query)").json
    #expect(!info.values.contains { $0 is NSNull })
    #expect(info["maxCapacity"] as? Int == 1000)
    #expect(info["ttlSeconds"] as? Int == 86_400)
    let count = try #require(info["count"] as? Int)
    #expect(info["totalMessages"] as? Int == count)
    guard query.isEmpty else {
      #expect(count == 0 && info["latestMessage"] == nil && info["tenantId"] as? String == "SARA")
      return
    }
    let newest = try client.messages("/recent?limit=1000").prefix(count)
    #expect((1...1000).contains(count) && newest.count == count)
    #expect(info["latestMessage"] as? String == newest.first.map { Self.iso($0.timestamp) })
    #expect(info["oldestMessage"] as? String == newest.last.map { Self.iso($0.timestamp) })
  }
}
