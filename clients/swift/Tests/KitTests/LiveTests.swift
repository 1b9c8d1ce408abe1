import Foundation
import MockAPITesting
import SampleApp
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Who called, why it was answered so, what lies ahead, and the same once more.
@Suite(.mockAPI(frozenAt: "2026-06-01T08:00:00Z", leakedSockets: .error)) struct LiveTests {
  private let world: MockWorld
  private let app: APIClient

  init() throws {
    world = try MockWorld.current
    app = APIClient(try world.url(.agrobridge))
  }

  private func signIn() async throws -> APIClient {
    let session: AgroBridge.Session = try await app.post("auth/login", AgroBridge.demo)
    return app.signedIn(session.token)
  }

  @Test func aRouteThatIsNotThereIsExplained() async throws {
    await #expect(throws: APIClient.Failure.self) { try await app.send("GET", "lots") }
    let fault = try await world.faults.add(.status(503), match: FaultMatch("POST", "/v1/lots"))
    let entry = try #require(try await world.requests.list(JournalMatch("GET", "/v1/lots")).first)
    let explanation = try await world.requests.explain(try #require(entry.id))
    #expect(!explanation.matched && explanation.reason.contains("lotes, not lots"))
    let nearest = try #require(explanation.operations.first)
    #expect(nearest.api == .agrobridge && nearest.operationId == "listLotes" && nearest.path == "/v1/lotes")
    #expect(nearest.members.filter { !$0.matches }.map(\.actual) == ["lots"])
    let compared = try #require(explanation.faults.first)
    #expect(compared.id == fault.id && compared.type == "status")
    #expect(compared.members.filter { !$0.matches }.map(\.expected) == ["POST"])
    try await world.faults.remove(fault.id)
    let error = await #expect(throws: MockAPIError.self) { try await world.requests.explain(99) }
    #expect(error?.description.contains("explainRequest") == true)
  }

  @Test func aResponseIsHeldUntilItIsReleased() async throws {
    let posts = try world.url(.jsonplaceholder).appendingPathComponent("posts/1")
    let status = { @Sendable in
      (try await URLSession.shared.data(from: posts).1 as? HTTPURLResponse)?.statusCode
    }
    let releases: [(@Sendable (Held) async throws -> Void, Int)] = [
      ({ @Sendable in try await $0.release() }, 200), ({ @Sendable in try await $0.release(status: 503) }, 503),
      ({ @Sendable in try await $0.release(patch: ["title": "late"], headers: ["X-Late": "yes"]) }, 200),
    ]
    for (release, expected) in releases {
      let hold = try await world.hold("GET /posts/1")
      async let answered = status()
      let held = try await hold.wait(timeout: "30s")
      #expect(held.exchange.path == "/posts/1" && held.exchange.status == 200)
      try await release(held)
      #expect(try await answered == expected)
      await #expect(throws: MockAPIError.self) { try await held.release() }
      try await hold.remove()
    }
    let hold = try await world.hold("GET /posts/1", phase: .request, times: 1, limit: "5m")
    let error = await #expect(throws: MockAPIError.self) { try await hold.wait(timeout: "1ms") }
    #expect(error?.description.contains("no exchange is held by the fault \(hold.fault.id) for GET /posts/1") == true)
    let broken = Task { try await status() }
    try await hold.wait(timeout: "30s").abort()
    // URLSession may repeat a request whose connection broke.
    try await world.requests.wait(JournalMatch("GET", "/posts/1", ending: .reset), timeout: "30s")
    _ = try? await broken.value
    try await hold.remove()
  }

  @Test func aRequestIsSentAgainAndChanged() async throws {
    let record = AgroBridge.NewLote(nombre: "Lote Sur", ubicacion: "Zona Sur", tipoCultivo: "Café", areaHectareas: 4.5)
    let _: AgroBridge.Lote = try await signIn().post("lotes", record)
    let sent = JournalMatch("POST", operationId: "createLote")
    let id = try #require(try await world.requests.list(sent).first?.id)
    let same = try await world.requests.replay(id)
    #expect(same.status == 201 && same.id != id)
    #expect(try await world.requests.replay(id, headers: ["Authorization": nil]).status == 401)
    let body: JSONValue = [
      "nombre": "Lote Norte", "ubicacion": "Zona Norte", "tipoCultivo": "Maíz", "areaHectareas": 2,
    ]
    let other = try #require(try await world.requests.replay(id, headers: ["X-Try": "3"], body: body).id)
    let entry = try await world.requests.get(other)
    #expect(entry.status == 201 && entry.request?.headers["x-try"] == "3" && entry.request?.body == body)
    #expect(try await world.requests.count(sent).count == 4)
  }

  @Test func whoCallsIsKnown() async throws {
    let app = try await signIn()
    await #expect(throws: APIClient.Failure.self) { try await app.send("GET", "lots") }
    let device = try #require(try await world.devices.list().first)
    #expect(device.address == "127.0.0.1" && device.requests == 2 && device.notFound == 1)
    #expect(device.name == nil && device.lastSeen == Moment("2026-06-01T08:00:00Z").date)
    let entries = try await world.requests.list(JournalMatch(device: device.id))
    #expect(entries.map(\.status) == [200, 404] && entries.allSatisfy { $0.device == device.id })
    await #expect(throws: MockAPIError.self) { try await world.devices.name("00000000", name: "nobody's") }
  }

  @Test func whatLiesAheadIsListed() async throws {
    let token = try await world.tokens.mint(.agrobridge, account: "user_123", expiresIn: "30m")
    let hour = try await world.clock.upcoming()
    let end = try #require(hour.events.first { $0.kind == "accessTokenExpiry" })
    #expect(end.time == token.expiresAt && end.api == .agrobridge && end.account == "user_123" && end.count == 1)
    #expect(hour.nextTokenExpiry == token.expiresAt && hour.now == Moment("2026-06-01T08:00:00Z").date)
    let minute = try await world.clock.upcoming(within: "1m")
    #expect(minute.until == Moment("2026-06-01T08:01:00Z").date)
    #expect(!minute.events.contains { $0.kind == "accessTokenExpiry" })
    let until = try await world.clock.upcoming(until: "2026-06-01T08:30:00Z")
    #expect(until.events.contains { $0.kind == "accessTokenExpiry" })
  }

  @Test func aSessionThatIsEndedIsSignedOut() async throws {
    let app = try await signIn()
    let access = try #require(try await world.tokens.list().first { $0.kind == "access" })
    #expect(access.api == .agrobridge && access.account == "user_123" && access.state == "valid")
    #expect(access.email == AgroBridge.demo.email && access.issuedAt == Moment("2026-06-01T08:00:00Z").date)
    _ = try await app.get("lotes", as: AgroBridge.LotePage.self)
    try await world.tokens.endSession(access.session)
    let failure = await #expect(throws: APIClient.Failure.self) { try await app.send("GET", "lotes") }
    #expect(failure?.status == 401)
    let states = try await world.tokens.list().filter { $0.kind == "access" }.map(\.state)
    #expect(states == ["signedOut"])
    await #expect(throws: MockAPIError.self) { try await world.tokens.endSession("none") }
  }

  @Test func whatChangedTheWorldIsListed() async throws {
    let before = try await world.server.activity(limit: 1).first?.id
    try await world.clock.advance(by: "PT1M")
    let activity = try await world.server.activity(after: before, limit: 2000).filter { $0.world == world.id }
    #expect(activity.map(\.operationId) == ["setClock"])
    let change = try #require(activity.first)
    #expect(change.method == "PUT" && change.path.hasSuffix("/_mock/clock") && change.status == 200)
    #expect(change.body == ["advance": "PT1M"] && change.time == Moment("2026-06-01T08:01:00Z").date)
  }

  @Test func aTestSpeaksToTheAppsSocket() async throws {
    let socket = try await WebSocket(world.webSocketURL.appendingPathComponent("ws/greenhouse"))
    try await socket.send(STOMP.frame("CONNECT", ["accept-version": "1.2", "heart-beat": "0,0"]))
    #expect(try await socket.receive().hasPrefix("CONNECTED"))
    try await socket.send(STOMP.frame("SUBSCRIBE", ["id": "0", "destination": "/topic/news", "receipt": "ready"]))
    #expect(try await socket.receive().hasPrefix("RECEIPT"))

    let open = try #require(try await world.sockets.list().first)
    #expect(open.protocol == "stomp" && open.version == "1.2" && open.device.count == 8)
    #expect(open.heartBeat?.client == 0 && open.heartBeat?.server == 0)
    #expect(open.subscriptions.map(\.destination) == ["/topic/news"] && open.subscriptions.map(\.id) == ["0"])
    #expect(open.queuedBytes == 0 && open.droppedMessages == 0)

    try await world.sockets.send(open.id, message: "hello")
    #expect(try await socket.receive() == "hello")
    try await world.sockets.send(open.id, message: Data("bytes".utf8))
    #expect(try await socket.receive() == "bytes")
    let frames = try await world.requests.list(.frame(.sent), limit: 2, order: .descending)
    #expect(frames.map(\.type) == ["binary", "text"])

    let edit = Fault.editMessage(find: "hello", replace: "goodbye", direction: .outgoing)
    try await world.faults.add(edit, match: FaultMatch(socket: open.id))
    try await world.sockets.send(open.id, message: "hello")
    #expect(try await socket.receive() == "goodbye")

    try await socket.send(STOMP.frame("DISCONNECT", ["receipt": "bye"]))
    await #expect(throws: SocketClosed.self) { while true { _ = try await socket.receive() } }
  }
}
