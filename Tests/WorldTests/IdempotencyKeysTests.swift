import HTTPCore
import Store
import Synchronization
import Testing
import World

@Suite("The keys of requests that clients send again")
struct IdempotencyKeysTests {
  private let world: World
  private var keys: IdempotencyKeys { world.idempotencyKeys }

  init() throws {
    let clock = WorldClock(start: Timestamp(seconds: 1_700_000_000), monotonic: { 0 })
    world = try World(
      id: "test", store: try Store(.ephemeral, schema: World.schema), clock: clock,
      configuration: World.Configuration())
  }

  private static func place(
    _ key: String, api: String = "a", client: RateLimiter.Client = .account("u"), method: String = "POST",
    path: [String] = ["/x"]
  ) -> IdempotencyKeys.Place {
    IdempotencyKeys.Place(api: api, client: client, method: method, path: path, key: key)
  }

  private static let content = IdempotencyKeys.Content([1])
  private static let other = IdempotencyKeys.Content([1], query: [2])

  /// The finding in a word, and the claim where there is one.
  private func claim(_ place: IdempotencyKeys.Place, _ content: IdempotencyKeys.Content = content) -> (
    String, IdempotencyKeys.Claim?
  ) {
    switch keys.claim(place, content: content) {
    case .claimed(let claim): ("claimed", claim)
    case .running: ("running", nil)
    case .completed(let response): ("completed \(response.status)", nil)
    case .responseNotKept: ("responseNotKept", nil)
    case .sessionEnded: ("sessionEnded", nil)
    case .other: ("other", nil)
    }
  }

  /// Carries out the request of a key.
  private func answer(_ place: IdempotencyKeys.Place, _ response: Response?) throws {
    keys.settle(try #require(claim(place).1), response)
  }

  /// Counts calls.
  private final class Calls: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }
    @Sendable func call() { number.withLock { $0 += 1 } }
  }

  @Test("are claimed by one request; those that come meanwhile wait for its response")
  func wait() throws {
    let place = Self.place("k")
    let first = try #require(claim(place).1)
    #expect(claim(place).0 == "running")
    #expect(claim(place, Self.other).0 == "other")
    let calls = Calls()
    for _ in 1...3 { keys.whenSettled(place, calls.call) }
    #expect(calls.count == 0)
    keys.settle(first, Response(status: 201))
    #expect(calls.count == 3)
    #expect(claim(place).0 == "completed 201")
    #expect(claim(place, Self.other).0 == "other")
    keys.whenSettled(place, calls.call)
    #expect(calls.count == 4)
  }

  @Test("are free again when their request was not answered")
  func free() throws {
    let place = Self.place("k")
    let first = try #require(claim(place).1)
    let calls = Calls()
    keys.whenSettled(place, calls.call)
    keys.settle(first, nil)
    #expect(calls.count == 1)
    let second = try #require(claim(place, Self.other).1)
    // The first one is over, whatever it does now.
    keys.settle(first, Response(status: 200))
    #expect(claim(place, Self.other).0 == "running")
    keys.settle(second, Response(status: 202))
    #expect(claim(place, Self.other).0 == "completed 202")
  }

  @Test("are forgotten by a reset, also those whose requests are being carried out")
  func reset() throws {
    let place = Self.place("k")
    try answer(Self.place("done"), Response(status: 200))
    let former = try #require(claim(place).1)
    let calls = Calls()
    keys.whenSettled(place, calls.call)
    try world.reset()
    #expect(calls.count == 1)
    #expect(claim(Self.place("done")).0 == "claimed")
    let claimed = try #require(claim(place).1)
    keys.settle(former, Response(status: 200))
    #expect(claim(place).0 == "running")
    keys.settle(claimed, Response(status: 201))
    #expect(claim(place).0 == "completed 201")
  }

  @Test("differ by API, client, method, path and key")
  func places() {
    let places = [
      Self.place("k"), Self.place("l"), Self.place("k", api: "b"), Self.place("k", client: .account("v")),
      Self.place("k", client: .address("u")), Self.place("k", method: "PUT"), Self.place("k", path: ["/x", ""]),
      Self.place("k", path: ["/y"]), Self.place("", path: ["/x", "k"]), Self.place("1:k"),
    ]
    #expect(Set(places).count == places.count)
    #expect(Self.place("k") == Self.place("k"))
  }

  @Test("are kept for a day of the world's clock, longer while their request is being carried out")
  func day() throws {
    let (kept, pending) = (Self.place("kept"), Self.place("running"))
    try answer(kept, Response(status: 200))
    _ = claim(pending)
    world.clock.advance(nanoseconds: 86_399_000_000_000)
    #expect(claim(kept).0 == "completed 200")
    world.clock.advance(nanoseconds: 1_000_000_000)
    #expect(claim(kept).0 == "claimed")
    #expect(claim(pending).0 == "running")
  }

  @Test("go when there are a thousand newer ones, but for those whose requests are being carried out")
  func capacity() throws {
    let pending = Self.place("running")
    _ = claim(pending)
    for number in 0..<1000 { try answer(Self.place("\(number)"), Response(status: 200)) }
    #expect(claim(pending).0 == "running")
    #expect(claim(Self.place("1")).0 == "completed 200")
    #expect(claim(Self.place("0")).0 == "claimed")
  }

  @Test("keep long responses up to a bound; beyond it they say that the request was carried out")
  func long() throws {
    let mebibyte = Response(status: 200, content: .bytes(Array(repeating: 0x20, count: 1 << 20)))
    try answer(Self.place("short"), Response.json(["a": 1]))
    for number in 1...16 { try answer(Self.place("\(number)"), mebibyte) }
    #expect(claim(Self.place("short")).0 == "responseNotKept")
    #expect(claim(Self.place("1")).0 == "completed 200")
    try answer(Self.place("17"), mebibyte)
    #expect(claim(Self.place("1")).0 == "responseNotKept")
    #expect(claim(Self.place("2")).0 == "completed 200")
    let longer = Response(status: 200, content: .bytes(Array(repeating: 0x20, count: 1 << 20 + 1)))
    try answer(Self.place("longer"), longer)
    #expect(claim(Self.place("longer")).0 == "responseNotKept")
    let stream = Response(status: 200, content: .stream(BodyStream()))
    try answer(Self.place("stream"), stream)
    #expect(claim(Self.place("stream")).0 == "responseNotKept")
  }

  @Test("have a sign-in carried out again when its session has ended, and no registration", arguments: [false, true])
  func sessions(invalidatesAll: Bool) throws {
    let (signIn, registration) = (Self.place("s"), Self.place("r"))
    var response = Response(status: 200)
    response.session = GrantedSession("one")
    try answer(signIn, response)
    response.session = GrantedSession("two", hasNewAccount: true)
    try answer(registration, response)
    #expect([signIn, registration].map { claim($0).0 } == ["completed 200", "completed 200"])
    if invalidatesAll {
      try world.invalidateAllTokens()
    } else {
      for session in ["one", "two"] { try world.sessions.end(session, until: .max) }
    }
    #expect([signIn, registration].map { claim($0).0 } == ["claimed", "sessionEnded"])
  }
}
