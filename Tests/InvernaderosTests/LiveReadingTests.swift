import Foundation
import Server
import ServerTestSupport
import Store
import Testing
import World

@Suite("Simulated readings of sensors")
struct LiveReadingTests {
  private static let second: Int64 = 1_000_000_000

  /// A client whose clock stands still, and the newest message's time.
  private static func client(
    _ configure: (inout ServerConfiguration) -> Void = { _ in }
  ) throws -> (client: InvernaderosClient, start: Date) {
    let client = try InvernaderosClient {
      $0.sensorInterval = nil
      configure(&$0)
    }
    client.server.clock.freeze(true)
    return (client, try client.get("/greenhouse/messages/latest", as: InvernaderosModels.RealDataDto.self).timestamp)
  }

  private static func count(_ client: InvernaderosClient, after start: Date) throws -> Int {
    try client.messages("/recent?limit=1000").count { $0.timestamp > start }
  }

  @Test("come every five seconds, each once, also when the clock jumps")
  func interval() throws {
    let (client, start) = try Self.client()
    client.server.advance(seconds: 5 * 60 + 4)
    #expect(try holds(withinSeconds: 10) { try Self.count(client, after: start) >= 60 })
    let messages = try client.messages("/recent?limit=60")
    let gaps = zip(messages, messages.dropFirst()).map { $0.timestamp.timeIntervalSince($1.timestamp) }
    #expect(gaps.dropLast(1).allSatisfy { $0 == 5 })
    // Nothing comes while the clock stands still: the next step is the next message.
    client.server.advance(seconds: 5)
    let newest = messages[0].timestamp.addingTimeInterval(5)
    #expect(
      try holds(withinSeconds: 10) {
        try client.get("/greenhouse/messages/latest", as: InvernaderosModels.RealDataDto.self).timestamp == newest
      })
    #expect(try client.messages("/recent?limit=2").last == messages.first)
  }

  @Test("fill the past without a hole when the clock jumps too far for single steps")
  func jump() throws {
    let (client, _) = try Self.client()
    client.server.advance(seconds: 30 * 86_400)
    let now = Date(timeIntervalSince1970: Double(client.server.clock.now.seconds))
    // The account's token has expired meanwhile.
    let later = try InvernaderosClient(client.server)
    let isNow = { (time: Date) in now.timeIntervalSince(time) <= 6 }
    #expect(
      try holds(withinSeconds: 30) {
        isNow(try later.get("/greenhouse/messages/latest", as: InvernaderosModels.RealDataDto.self).timestamp)
      })
    let times = try later.readings("/by-sensor/RESERVA?hoursAgo=168").map(\.time)
    #expect((zip(times, times.dropFirst()).map { $0.timeIntervalSince($1) }.max() ?? 1000) <= 300)
    #expect(now.timeIntervalSince(times.last ?? now) > 7 * 86_400 - 310)
  }

  /// What there is of messages.
  private static func messages(_ store: Store) throws -> ReadSet {
    try store.recordingReads { try store.read { try $0.value("SELECT count(*) FROM invernaderos_message") } }.reads
  }

  @Test("are made when somebody asks, and not as the clock goes", arguments: [Int64(3600), 86_400, 2_592_000])
  func unasked(seconds: Int64) throws {
    let (client, start) = try Self.client()
    let store = client.server.server.world.store
    let before = try Self.messages(store)
    let response = try client.server.send(
      "PUT", "/_mock/clock", headers: [("Content-Type", "application/json")], body: #"{"advance":"PT\#(seconds)S"}"#)
    #expect(response.status == 200)
    // A call that does not look at the sensors changes nothing either.
    #expect(try client.server.send("GET", "/posts/1").status == 200)
    #expect(store.isCurrent(before))
    let later = try InvernaderosClient(client.server)
    let newest = try later.get("/greenhouse/messages/latest", as: InvernaderosModels.RealDataDto.self).timestamp
    #expect(newest.timeIntervalSince(start) > Double(seconds - 6))
    #expect(!store.isCurrent(before))
  }

  @Test(
    "are there for all who look at the rows",
    arguments: ["/_mock/data/invernaderos_message?_limit=1", "/_mock/data", "/_mock/state"])
  func rows(path: String) throws {
    let (client, start) = try Self.client()
    client.server.advance(seconds: 60)
    #expect(try client.server.send("GET", path).status == 200)
    let rows = try client.server.server.world.store.read { connection in
      try connection.value(
        "SELECT count(*) FROM invernaderos_message WHERE time > ?",
        [.integer(Int64(start.timeIntervalSince1970))])
    }
    #expect(rows == .integer(12))
  }

  @Test("keep the values that were set while they were due, though nobody asked till later")
  func setValues() throws {
    let (client, _) = try Self.client()
    client.server.advance(seconds: 60)
    let path = "/_mock/sensors/001/temperature"
    let json = [("Content-Type", "application/json")]
    #expect(try client.server.send("PUT", path, headers: json, body: #"{"value":99}"#).status == 200)
    client.server.advance(seconds: 60)
    #expect(try client.server.send("DELETE", path).status == 204)
    client.server.advance(seconds: 60)
    let readings = try client.readings("/by-sensor/TEMPERATURA%20INVERNADERO%2001?hours=1").prefix(36)
    #expect(readings.map { $0.value == 99 } == (0..<36).map { (12..<24).contains($0) })
  }

  @Test("are apart from the wallets' moves, which keep their own interval")
  func wallets() throws {
    let (client, start) = try Self.client { $0.walletInterval = 0 }
    client.server.advance(seconds: 60)
    #expect(try holds(withinSeconds: 10) { try Self.count(client, after: start) >= 12 })
    let wallets = try ChannelSocket(client.server, token: nil, channels: ["wallet_updates"])
    #expect(try wallets.isQuiet())
  }

  @Test("come as often as configured", arguments: [Int64(10_000_000), 200_000_000, 60_000_000_000])
  func configured(interval: Int64) throws {
    let (client, start) = try Self.client { $0.sensorInterval = interval }
    let count = { try client.send("GET", "/greenhouse/messages/recent?limit=1000") }
    let before = try count().header("ETag")
    client.server.clock.advance(nanoseconds: interval * 20)
    #expect(try holds(withinSeconds: 10) { try count().header("ETag") != before })
    #expect(try holds(withinSeconds: 10) { try Self.count(client, after: start.addingTimeInterval(-1)) >= 20 })
  }

  @Test("never come when they are off")
  func off() throws {
    let (client, start) = try Self.client { $0.sensorInterval = 0 }
    let wallets = try ChannelSocket(client.server, token: nil, channels: ["wallet_updates"])
    #expect(try client.get("/greenhouse/messages/latest", as: InvernaderosModels.RealDataDto.self).timestamp == start)
    let store = client.server.server.world.store
    let before = try Self.messages(store)
    client.server.advance(seconds: 60)
    // Wallets move by the same clock: when they have moved six times, sensors would have been read by now.
    for _ in 1...6 { #expect(try wallets.receive().type == "wallet_balance_changed") }
    #expect(try client.get("/greenhouse/messages/latest", as: InvernaderosModels.RealDataDto.self).timestamp == start)
    #expect(store.isCurrent(before))
  }

  @Test("begin at once in the empty data set")
  func empty() throws {
    let client = try InvernaderosClient {
      $0.sensorInterval = nil
      $0.dataset = .empty
    }
    client.server.clock.freeze(true)
    #expect(try client.messages("/recent").isEmpty)
    #expect(try client.send("GET", "/greenhouse/messages/latest").problemLine == "404 ENTITY_NOT_FOUND")
    #expect(try client.readings("/latest").isEmpty)
    client.server.advance(seconds: 5)
    #expect(try holds(withinSeconds: 10) { try client.messages("/recent").count == 1 })
    #expect(try client.readings("/latest?limit=30").count == 22)
  }
}
