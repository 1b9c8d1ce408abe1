import Foundation
import MockAPITesting
import SampleApp
import Testing

/// Custom APIs, and what a test does with any API in one line.
@Suite struct CustomAPITests {
  @Test(
    .mockAPI(
      apis: ["shop": "../../../../Seeds/examples/shop/openapi.yaml"],
      overlay: ["shop": "../../../../Seeds/examples/shop/overlay.yaml"],
      data: ["shop": "../../../../Seeds/examples/shop/data"]))
  func aTestBringsItsAPIs() async throws {
    let world = try MockWorld.current
    #expect(world.server.apis.contains { $0.name == "shop" })
    let products = try await Data(contentsOfURL: world.url("shop").appendingPathComponent("products"))
    #expect(!products.isEmpty)
    // Tests with equal options share a server; others have another one.
    let options = world.server
    #expect(try await MockServer.shared.url != options.url)
  }

  @Test(
    .mockAPI(apis: ["potluck": "../../../../Seeds/examples/potluck/openapi.yaml"], accounts: .strict))
  func aTestSignsInToItsAPI() async throws {
    let world = try MockWorld.current
    let first = try await world.signIn("potluck")
    #expect(first.headers["Authorization"] == "Bearer \(first.token)")
    #expect(try await world.signIn("potluck", account: first.account).account == first.account)
    let error = await #expect(throws: MockAPIError.self) { try await world.signIn("potluck", account: "nobody") }
    #expect(error?.description.contains("potluck has no account with this id, name or e-mail address") == true)
  }

  @Test(.mockAPI()) func theSampleAccountSignsIn() async throws {
    let world = try MockWorld.current
    let session = try await world.signIn(.agrobridge)
    let app = APIClient(try world.url(.agrobridge)).signedIn(session.token)
    _ = try await app.get("lotes", as: AgroBridge.LotePage.self)
    #expect(try await world.signIn(.agrobridge, account: "usuario@example.com").account == session.account)
  }

  @Test(.mockAPI()) func whatWasVerifiedIsGiven() async throws {
    let world = try MockWorld.current
    let app = APIClient(try world.url(.jsonplaceholder))
    for path in ["posts/1", "posts/2", "users/1"] { try await app.send("GET", path) }
    let _: JSONPlaceholder.Post = try await app.post(
      "posts", JSONPlaceholder.Post(userId: 1, title: "New", body: "text"))

    let sent = try await world.requests.verify(JournalMatch("POST", "/posts", body: ["title": "New"]), exactly: 1)
    let entry = try #require(sent.first)
    #expect(entry.method == "POST" && entry.path == "/posts" && entry.status == 201)
    #expect(entry.request?.body?["title"] == "New" && entry.response?.body?["id"] == 101)
    #expect(entry.request?.headers["content-type"]?.hasPrefix("application/json") == true)

    try await world.requests.verifyInOrder(["GET /posts/1", "GET /users/*"])
    let order = await #expect(throws: MockAPIError.self) {
      try await world.requests.verifyInOrder(["GET /users/1", "GET /posts/1"])
    }
    #expect(order?.description.contains("step 2 of 2 was not requested in this order") == true)

    let other = await #expect(throws: MockAPIError.self) { try await world.requests.verifyNoOther() }
    #expect(other?.description.contains("1 request of world") == true)
    #expect(other?.description.contains("GET /posts/2 200 getPost") == true)
    try await world.requests.wait("GET /posts/2")
    try await world.requests.verifyNoOther()
    try await app.send("GET", "posts/3")
    try await world.requests.verifyNoOther("POST /**")
    await #expect(throws: MockAPIError.self) { try await world.requests.verifyNoOther() }
  }

  @Test(.mockAPI()) func theWorldIsNotInPaths() async throws {
    let world = try MockWorld.current
    try await APIClient(try world.url(.jsonplaceholder)).send("GET", "posts/1")
    let shown = try await world.requests.list().map { "\($0)" }
    #expect(shown == ["GET /posts/1 200 getPost"])
    #expect(!String(decoding: try await world.requests.har(), as: UTF8.self).contains("/_w/"))
    let change = try #require(try await world.requests.list().first?.response?.headers)
    #expect(!change.names.contains { change[$0]?.contains("/_w/") == true })
  }

  @Test(.mockAPI()) func anAnswerIsPatched() async throws {
    let world = try MockWorld.current
    let app = APIClient(try world.url(.jsonplaceholder))
    let title = { try await app.get("posts/1", as: JSONPlaceholder.Post.self).title }
    let usual = try await title()
    let patch = try await world.answer("GET /posts/1", patch: ["title": "Patched"])
    #expect(try await title() == "Patched")
    try await world.faults.remove(patch.id)
    try await world.answer("GET /posts/1", patch: [["op": "replace", "path": "/title", "value": "Third"]], onCall: 3)
    #expect(try await [title(), title(), title(), title()] == [usual, usual, "Third", usual])
    try await world.answer("GET /posts/1", status: 503, once: true)
    let failure = await #expect(throws: APIClient.Failure.self) { try await title() }
    #expect(failure?.status == 503)
    let body: JSONValue = ["userId": 1, "id": 1, "title": "Other", "body": ""]
    try await world.answer("GET /posts/1", body: body, times: 2)
    #expect(try await [title(), title(), title()] == ["Other", "Other", usual])
    let both = await #expect(throws: MockAPIError.self) { try await world.answer("GET /posts/1", once: true, times: 2) }
    #expect(both?.description.contains("one of once, times and onCall") == true)
  }
}

/// What a test's own options leave out, they have from the suite.
@Suite(
  .mockAPI(
    apis: ["shop": "../../../../Seeds/examples/shop/openapi.yaml"], now: "2026-01-01T00:00:00Z", rate: 60,
    faultSets: [.tunnel]))
struct OptionsOfSuiteTests {
  @Test(.mockAPI(frozenAt: "2026-06-01T08:00:00Z", faultSets: [.flaky3G])) func aTestReplacesSome() async throws {
    let world = try MockWorld.current
    #expect(world.server.apis.contains { $0.name == "shop" })
    let clock = try await world.clock.get()
    #expect(clock.frozen && clock.now == Moment("2026-06-01T08:00:00Z").date)
    #expect(try await world.faults.list().allSatisfy { $0.set == .flaky3G })
  }

  @Test(.mockAPI(rate: 10)) func aTestKeepsTheOthers() async throws {
    let world = try MockWorld.current
    let clock = try await world.clock.get()
    let later = try #require(Moment("2026-02-01T00:00:00Z").date)
    #expect(!clock.frozen && clock.rate == 10 && clock.now < later)
    #expect(try await world.faults.list().contains { $0.set == .tunnel })
    #expect(world.server.apis.contains { $0.name == "shop" })
  }
}

/// The clients of sockets that tests have.
@Suite(.mockAPI(frozenAt: "2026-06-01T08:00:00Z", leakedSockets: .error)) struct SocketClientTests {
  let world: MockWorld

  init() throws { world = try MockWorld.current }

  @Test func stompMessagesAreAwaited() async throws {
    let stomp = try await world.connectStomp(token: try await world.signIn(.invernaderos).token)
    try await stomp.subscribe("/topic/news")
    try await stomp.send("/topic/news", body: ["number": 1])
    try await world.messages.publish("/topic/news", body: "second: with \\ and :")
    let second = try await stomp.wait { $0.text.contains("second") }
    #expect(second.destination == "/topic/news" && second.text == "second: with \\ and :")
    #expect(try await stomp.wait(destination: "/topic/news").json == ["number": 1])
    let error = await #expect(throws: MockAPIError.self) { try await stomp.wait(timeout: "1ms") }
    #expect(error?.description.contains("the last that came:\n  /topic/news: ") == true)
    #expect(await stomp.messages.count == 2)
    // The world closes it.
  }

  @Test func anErrorOfTheBrokerIsOne() async throws {
    let error = await #expect(throws: MockAPIError.self) {
      try await world.connectStomp(headers: ["accept-version": "9.9"])
    }
    #expect(error?.description.contains("STOMP failed: the server answered ERROR") == true)
    await #expect(throws: MockAPIError.self) { try await world.connectSocket("/v1/lotes") }
  }

  @Test func jsonMessagesAreAwaited() async throws {
    let socket = try await world.connectSocket("/_mock/echo")
    try await socket.send(["type": "ping", "text": .string(String(repeating: "x", count: 70_000))])
    try await socket.send(text: "plain")
    #expect(try await socket.wait { $0.string == "plain" } == "plain")
    let echo = try await socket.wait { $0["type"] == "ping" }
    #expect(echo["text"]?.string?.count == 70_000)
    let waiting = Task { try await socket.wait(timeout: "10m") }
    try await world.sockets.kickAll(code: 4001, reason: "enough")
    await #expect(throws: SocketEnded(code: 4001, reason: "enough")) { try await waiting.value }
  }
}
