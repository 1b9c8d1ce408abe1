import Foundation
import MockAPITesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import MockAPIClient

/// Holds the client against `openapi/mock.yaml`: every operation has a call, and every call an operation.
@Suite struct OperationTests {
  /// Operations that a test has no use for, and why.
  static let leftOut = [
    "echo": "a WebSocket for trying out; an app's own client connects to it",
    "placeholderPicture": "a picture for apps", "landscapePicture": "a picture for apps",
    "docs": "a page for people", "docsFile": "a file of that page", "connect": "a page for people",
    "getPageFile": "a file of a page", "followServer": "the stream of the live page; a test follows the journal",
    "followMessages": "the stream of ctl listen; a test's own client connects to the channel",
    "connectCode": "a picture for people", "getAuthorityDER": "the PEM says the same",
    "getAuthorityProfile": "for people's devices", "appleAppSiteAssociation": "for iOS", "assetLinks": "for Android",
    "callMCP": "for assistants that write code", "endMCPSession": "for assistants that write code",
    "listAPIs": "for assistants, too", "describeAPI": "for assistants, too",
    "describeOperation": "for assistants, too", "getAPIDocument": "for assistants, too",
    "downloadHAR": "exportHAR under a name for browsers",
  ]

  /// Tags all of whose operations are left out.
  static let leftOutTags = ["Pictures": "for apps", "WireMock": "the same calls by other names"]

  private final class Record: @unchecked Sendable {
    // Guarded by the lock.
    private let lock = NSLock()
    private var calls: Set<RecordedCall> = []
    func add(_ call: RecordedCall) { lock.withLock { _ = calls.insert(call) } }
    var all: Set<RecordedCall> { lock.withLock { calls } }
  }

  @Test func everyOperationIsCalled() async throws {
    let server = try await Checkout.server()
    let document = try await server.document("mock.json")
    let text = try String(contentsOfFile: Checkout.openAPI + "/mock.yaml", encoding: .utf8)
    var documented: Set<RecordedCall> = []
    var operations = 0
    for (path, item) in document["paths"]?.object ?? [:] {
      for (method, operation) in item.object ?? [:] {
        guard let id = operation["operationId"]?.string else { continue }
        operations += 1
        let tags = operation["tags"]?.texts ?? []
        if Self.leftOut[id] != nil || tags.contains(where: { Self.leftOutTags[$0] != nil }) { continue }
        documented.insert(RecordedCall(method: method.uppercased(), template: path, operation: id))
      }
    }
    #expect(operations == text.components(separatedBy: "\n      operationId: ").count - 1)

    let record = Record()
    let recorder: @Sendable (RecordedCall) -> Void = { record.add($0) }
    try await Link.$recorder.withValue(recorder) {
      try await callServer(server)
      let world = try await server.worlds.make(
        id: "calls", options: WorldOptions(frozenAt: "2026-06-01T08:00:00Z"))
      try await callState(world)
      try await callFaults(world)
      try await callJournal(world)
      try await callStreams(world)
      _ = try await server.worlds.list()
      _ = try await world.info()
      try await world.delete()
    }
    let missing = documented.subtracting(record.all).map { "\($0.method) \($0.template) (\($0.operation))" }
    #expect(missing.isEmpty, "the document has operations without a call")
    let unknown = record.all.subtracting(documented).map { "\($0.method) \($0.template) (\($0.operation))" }
    #expect(unknown.isEmpty, "the client has calls that the document has not")
  }

  private func callServer(_ server: MockServer) async throws {
    #expect(try await server.health().status == "ok")
    #expect(try await server.metrics().contains("# TYPE"))
    _ = try await server.activity(after: 0, limit: 5)
    #expect(try await server.welcome().name == "mock-api")
    #expect(try await server.calls().contains { $0.operationId == "createWorld" })
    #expect(try await server.documents().documents.contains { $0.name == .agrobridge })
    #expect(try await server.document("agrobridge.json")["openapi"] != nil)
    #expect(try await server.document("agrobridge.yaml").string?.contains("openapi:") == true)
    #expect(try await server.socketsDocument()["asyncapi"] != nil)
    #expect(try await server.socketsDocumentYaml().contains("asyncapi:"))
    #expect(try await server.connectAddresses().local?.url.hasPrefix("http") == true)
    // There is none without TLS.
    await #expect(throws: MockAPIError.self) { try await server.authorityPem() }
  }

  private func callState(_ world: MockWorld) async throws {
    #expect(try await world.clock.get().frozen)
    #expect(try await world.clock.advance(by: "90s").now == Moment("2026-06-01T08:01:30Z").date)
    let ahead = try await world.clock.upcoming(until: "2026-06-01T08:02:30Z")
    #expect(ahead.events.contains { $0.about == "sensor readings" && $0.count >= 12 })
    #expect(try await world.clock.upcoming(within: "1m").until == ahead.until)
    try await world.snapshots.take("one")
    #expect(try await world.snapshots.list().map(\.name) == ["one"])
    #expect(try await world.snapshots.get("one").world == world.id)
    let tables = try await world.data.tables()
    #expect(tables.contains { $0.name == "agrobridge_lote" && $0.columns.contains("nombre") })
    let lotes = try await world.data.list("agrobridge_lote", filter: ["estado": "activo"], limit: 2, offset: 1)
    #expect(lotes.rows.count == 2)
    var row = try #require(lotes.rows.first)
    row["id"] = "lote_9001"
    row["number"] = 9001
    #expect(try await world.data.add("agrobridge_lote", rows: [row]) == 1)
    #expect(
      try await world.data.change("agrobridge_lote", set: ["nombre": "Lote"], where: ["id": "lote_9001"]) == 1)
    #expect(try await world.data.delete("agrobridge_lote", where: ["id": "lote_9001"]) == 1)
    let state = try await world.state.export()
    try await world.state.load(state)
    try await world.snapshots.restore("one")
    try await world.snapshots.delete("one")
    try await world.reset()
  }

  private func callFaults(_ world: MockWorld) async throws {
    #expect(try await world.faults.types().contains { $0.type == "status" })
    let fault = try await world.faults.add(.delay(milliseconds: 1), id: "late", times: 3, duration: "1h")
    #expect(try await world.faults.list().map(\.id) == ["late"])
    #expect(try await world.faults.get("late").fault == fault.fault)
    try await world.faults.remove("late")
    #expect(try await world.faultSets.list().contains { $0.name == .tunnel })
    #expect(try await world.faultSets.add(.tunnel, match: FaultMatch(api: .interspace)).active)
    try await world.faultSets.remove(.tunnel)
    try await world.faults.clear()
    let hold = try await world.hold("GET /posts/1", phase: .request)
    async let answer = URLSession.shared.data(from: try world.url(.jsonplaceholder).appendingPathComponent("posts/1"))
    let exchange = try #require(try await world.holds.awaitExchange(heldBy: hold.fault.id, timeout: "30s").holds.first)
    #expect(try await world.holds.list().map(\.id) == [exchange.id])
    #expect(try await world.holds.get(exchange.id).request?.headers["Host"] != nil)
    try await world.holds.release(exchange.id, fault: .status(202))
    #expect((try await answer.1 as? HTTPURLResponse)?.statusCode == 202)
    #expect(try await world.holds.releaseAll() == 0)
    try await world.requests.clear()
    #expect(try await world.signIn(.agrobridge).account == "user_123")
    let token = try await world.tokens.mint(
      .agrobridge, account: "user_123", session: "one", expiresIn: "1m", claims: ["extra": "yes"])
    let report = try await world.tokens.inspect(token.token)
    #expect(report.valid)
    #expect(report.claims?["extra"] == "yes")
    #expect(try await world.tokens.list().filter { $0.session == "one" }.map(\.state) == ["valid", "valid"])
    try await world.tokens.endSession("one")
    #expect(try await !world.tokens.inspect(token.token).valid)
    try await world.tokens.invalidate()
    #expect(try await world.tokens.inspect(token.token).reason != nil)
    #expect(try await world.rateLimits.list().count >= 5)
    #expect(try await world.rateLimits.set(.agrobridge, authenticated: 7, anonymous: 5).authenticated == 7)
    #expect(try await world.rateLimits.exhaust(.agrobridge, address: "127.0.0.1").clients.count == 1)
    #expect(try await world.rateLimits.reset(.agrobridge, address: "127.0.0.1").clients.isEmpty)
    #expect(try await world.rateLimits.reset(.agrobridge).clients.isEmpty)
    #expect(try await world.rateLimits.turnOff(.agrobridge).authenticated == nil)
    #expect(try await world.rateLimits.get(.agrobridge).anonymous == nil)
  }

  private func callJournal(_ world: MockWorld) async throws {
    let app = try world.url(.jsonplaceholder)
    _ = try await Data(contentsOfURL: app.appendingPathComponent("posts/1"))
    let match = JournalMatch("GET", "/posts/*", header: ["Host": true], query: ["page": false])
    await #expect(throws: MockAPIError.self) { try await world.requests.page(match) }
    #expect(try await world.requests.count(match).count == 1)
    let listed = JournalMatch("GET", "/posts/*", header: ["Host": true])
    let page = try await world.requests.page(listed, limit: 5, order: .descending)
    #expect(page.total == 1)
    let id = try #require(page.requests.first?.id)
    #expect(try await world.requests.get(id).request?.headers["host"] != nil)
    #expect(try await world.requests.count(match).count == 1)
    let explanation = try await world.requests.explain(id)
    #expect(explanation.matched && explanation.operations.first?.operationId == "getPost")
    let device = try #require(try await world.devices.list().first)
    #expect(try await world.devices.name(device.id, name: "the test").name == "the test")
    #expect(try await world.devices.name(device.id).name == nil)
    #expect(try await world.requests.page(JournalMatch(device: device.id)).total == 1)
    try await world.requests.verify(match, exactly: 1)
    try await world.requests.wait(match)
    var events = try world.requests.follow(JournalMatch("GET"), after: 0).makeAsyncIterator()
    guard case .entry(let entry) = try await events.next() else {
      Issue.record("the first event is no entry")
      return
    }
    #expect(entry.id == id)
    let har = try JSON.decoder().decode(JSONValue.self, from: try await world.requests.har(limit: 3))
    #expect(har["log"]?["entries"]?.array?.count == 1)
    #expect(try await world.requests.replay(id, headers: ["Accept": nil]).status == 200)
    try await world.requests.clear()
    #expect(try await world.requests.count().count == 0)
  }

  private func callChannels(_ world: MockWorld) async throws {
    #expect(try await world.channels.list().map(\.name) == ["channels", "profile_updates", "wallet_updates"])
    // No API of this server has such a channel.
    let channel = await #expect(throws: MockAPIError.self) {
      try await world.channels.push("/orders", message: "OrderShipped", payload: ["id": 7])
    }
    #expect(channel?.description.contains("pushEvent") == true)
    try await world.channels.hold("wallet_updates", message: "wallet_deleted")
    #expect(try await world.channels.push("wallet_updates", message: "wallet_deleted", payload: ["id": 7]).held)
    #expect(try await world.channels.messages(channel: "wallet_updates").held.map(\.payload) == [["id": 7]])
    let late = await #expect(throws: MockAPIError.self) {
      try await world.channels.awaitMessage(channel: "wallet_updates", message: "wallet_deleted", timeout: "1ms")
    }
    #expect(late?.description.contains("one is held back") == true)
    #expect(try await world.channels.release(channel: "wallet_updates") == 1)
    let line = #line + 2
    do {
      try await world.channels.verifySent(channel: "wallet_updates")
      Issue.record("no message was sent")
    } catch MockAPIError.unsatisfied(let unmet) {
      #expect(unmet.place?.line == line && unmet.verdict.message?.contains("wallet_updates") == true)
    }
    // What is wrong with the call itself is refused.
    let wrong = await #expect(throws: MockAPIError.self) { try await world.channels.verifySent(channel: "wallets") }
    guard case .refused = wrong else { throw wrong ?? MockAPIError.noCurrentWorld }
    #expect(try await world.channels.verifySent(channel: "wallet_updates", direction: .sent, exactly: 0) == 0)
  }

  private func callStreams(_ world: MockWorld) async throws {
    #expect(try await world.sockets.list().isEmpty)
    let none = await #expect(throws: MockAPIError.self) { try await world.sockets.get(99) }
    #expect(none?.description.contains("getSocket") == true)
    await #expect(throws: MockAPIError.self) { try await world.sockets.kick(99, code: 4000) }
    await #expect(throws: MockAPIError.self) { try await world.sockets.send(99, message: "text") }
    await #expect(throws: MockAPIError.self) { try await world.sockets.send(99, message: Data([0, 255])) }
    try await world.sockets.kickAll()
    try await callChannels(world)
    #expect(try await world.broker.get().unacknowledged == 0)
    try await world.messages.publish("/topic/greenhouse/messages", body: ["some": "thing"])
    #expect(try await world.simulations.list().contains { $0.name == "sensor readings" })
    #expect(try await world.simulations.pause("sensor readings").contains { $0.paused })
    #expect(try await world.simulations.resume().allSatisfy { !$0.paused })
    try await world.simulations.step("sensor readings")
    try await world.sensors.set("001", sensor: "humidity", value: 42, duration: "1m")
    let sensors = try await world.sensors.list().greenhouses.flatMap(\.sensors)
    #expect(sensors.contains { $0.set?.value == 42 })
    try await world.sensors.unset("001", sensor: "humidity")
    #expect(try await world.sensors.pushReading(["RESERVA": 12.5])["RESERVA"] == 12.5)
    let scenario = try await world.scenarios.add(.heatWave, duration: "1m", greenhouse: "001")
    #expect(try await world.scenarios.list().map(\.id) == [scenario.id])
    #expect(try await world.scenarios.get(scenario.id).type == "heatWave")
    try await world.scenarios.remove(scenario.id)
    try await world.scenarios.clear()
  }
}

extension Data {
  /// What a URL shows, read by the app's ordinary client.
  init(contentsOfURL url: URL) async throws {
    self = try await Task.detached { try Data(contentsOf: url) }.value
  }
}
