import Foundation
import MockAPITesting
import SampleApp
import Testing

@testable import MockAPIClient

/// How worlds of tests begin and end.
@Suite struct WorldTests {
  @Test func anIdIsMadeOfTheName() {
    for (name, start) in [
      ("A sign-in (with an e-mail)!", "a-sign-in-with-an-e-mail-"), ("Ação número 1", "acao-numero-1-"),
      ("", "test-"), ("漢字", "test-"), (String(repeating: "x", count: 99), String(repeating: "x", count: 40) + "-"),
      (String(repeating: "x", count: 39) + " y", String(repeating: "x", count: 39) + "-"),
    ] {
      let id = WorldLife.id(for: name)
      #expect(id.hasPrefix(start))
      let rest = id.dropFirst(start.count)
      #expect(rest.count == 6 && rest.allSatisfy { $0.isHexDigit })
    }
  }

  @Test(.mockAPI(frozenAt: "2026-06-01T08:00:00Z", randomSeed: 7, faultSets: [.tunnel]))
  func aWorldBeginsAsTheTraitSays() async throws {
    let world = try MockWorld.current
    let info = try await world.info()
    #expect(info.name == "KitTests.WorldTests/aWorldBeginsAsTheTraitSays()")
    #expect(info.clock.frozen)
    #expect(info.clock.now == Moment("2026-06-01T08:00:00Z").date)
    #expect(try await world.faults.list().contains { $0.set == .tunnel })
    #expect(world.headers == ["X-Mock-World": world.id])
    #expect("\(world.webSocketURL)" == "\(world.baseURL)".replacingOccurrences(of: "http:", with: "ws:"))
  }

  @Test func aWorldIsRemovedHoweverItEnds() async throws {
    let server = try await Checkout.server()
    let options = WorldOptions(server: server)
    struct Stop: Error {}
    await #expect(throws: Stop.self) {
      try await withMockWorld(named: "throws", options: options) { world in
        #expect(try MockWorld.current.id == world.id)
        throw Stop()
      }
    }
    let task = Task {
      try await withMockWorld(named: "cancelled", options: options) { world in
        try await world.requests.wait(JournalMatch("GET", "/never"), timeout: "10m")
      }
    }
    // The wait is under way once the world is there.
    while try await server.worlds.list().count < 2 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await server.worlds.list().map(\.id) == ["default"])
  }

  @Test func aFaultThatIsRefusedLeavesNoWorld() async throws {
    let server = try await Checkout.server()
    let options = WorldOptions(faults: [FaultOptions(Fault(type: "nope"))], server: server)
    await #expect(throws: MockAPIError.self) { try await withMockWorld(named: "no", options: options) { _ in } }
    #expect(try await server.worlds.list().count == 1)
  }

  @Test(.mockAPI()) func aWaitEndsAsSoonAsItIsSo() async throws {
    let world = try MockWorld.current
    async let waited = world.requests.wait(JournalMatch("GET", "/posts/*"), atLeast: 2, timeout: "5m")
    let app = APIClient(try world.url(.jsonplaceholder))
    for number in 1...2 { _ = try await app.get("posts/\(number)", as: JSONPlaceholder.Post.self) }
    #expect(try await waited.count == 2)
  }

  @Test(.mockAPI()) func aWaitThatIsOverSaysWhatCameNearest() async throws {
    let world = try MockWorld.current
    let app = APIClient(try world.url(.jsonplaceholder))
    _ = try await app.get("posts/1", as: JSONPlaceholder.Post.self)
    let error = await #expect(throws: MockAPIError.self) {
      try await world.requests.wait(JournalMatch("GET", "/posts/2"), timeout: "100ms")
    }
    let text = try #require(error?.description)
    #expect(text.contains("expected at least 1 of {\"method\":\"GET\",\"path\":\"/posts/2\"}"))
    #expect(text.contains("found 0 after 0.1 s"))
    #expect(text.contains("expected \"/posts/2\""))
  }

  @Test(.mockAPI()) func eventsComeAsTheyHappen() async throws {
    let world = try MockWorld.current
    let events = try world.requests.follow(JournalMatch("GET"), after: 0)
    let app = APIClient(try world.url(.jsonplaceholder))
    _ = try await app.get("posts/1", as: JSONPlaceholder.Post.self)
    _ = try await app.get("posts/2", as: JSONPlaceholder.Post.self)
    var paths: [String] = []
    for try await case .entry(let entry) in events {
      paths.append(entry.path?.split(separator: "/").suffix(2).joined(separator: "/") ?? "")
      if paths.count == 2 { break }
    }
    #expect(paths == ["posts/1", "posts/2"])
  }

  @Test(.mockAPI()) func eventsThatAreRefusedSayWhy() async throws {
    let events = try MockWorld.current.requests.follow(JournalMatch(api: "nope"))
    let error = await #expect(throws: MockAPIError.self) { for try await _ in events {} }
    #expect(error?.description.contains("followRequests") == true)
  }

  @Test func aWorkerFindsTheWorldThatExecGaveIt() async throws {
    let worlds = try await MockServer.shared.worlds
    let environment = ["MOCK_API_URL_2": "http://127.0.0.1:3000/_w/worker-2"]
    #expect(worlds.worker(2, in: environment)?.id == "worker-2")
    #expect(worlds.worker(3, in: environment) == nil)
  }

  @Test func lengthsOfTimeAreText() throws {
    let lengths: [(String, Double)] = [("30s", 30), ("1h 30m", 5400), ("250ms", 0.25), ("-1s", -1), ("1d", 86_400)]
    for (text, seconds) in lengths {
      #expect(try TimeSpan(stringLiteral: text).seconds() == seconds)
    }
    for text in ["", "30", "soon", "1x", "-", "1s2"] {
      #expect(throws: MockAPIError.self) { try TimeSpan(stringLiteral: text).seconds() }
    }
    #expect(try TimeSpan(.seconds(90)).seconds() == 90)
    #expect(try TimeSpan("1d 1500ms").iso() == "P1DT1.500000S" && TimeSpan("PT15M").iso() == "PT15M")
    #expect(throws: MockAPIError.self) { try TimeSpan("-1s").iso() }
  }

  @Test func momentsAndVersions() {
    #expect(Moment(Date(timeIntervalSince1970: 0)).text == "1970-01-01T00:00:00Z")
    #expect(Moment("1970-01-01T00:00:01.5Z").date == Date(timeIntervalSince1970: 1.5))
    #expect(Moment("soon").date == nil)
    for (found, needed, good) in [
      ("0.2.0", "0.2.0", true), ("0.1.9", "0.2.0", false), ("1.0", "0.2.0", true), ("0.10.0", "0.2.0", true),
      ("0.2.0-dev", "0.2.0", true), ("x", "0.2.0", false),
    ] {
      #expect(MockServer.isVersion(found, atLeast: needed) == good)
    }
  }
}

/// One world for a suite.
@Suite(.serialized, .mockAPI(sharedBySuite: true)) struct SharedWorldTests {
  @Test(arguments: [101, 102]) func testsSeeWhatOthersDid(number: Int) async throws {
    let app = APIClient(try MockWorld.current.url(.jsonplaceholder))
    let post: JSONPlaceholder.Post = try await app.post(
      "posts", JSONPlaceholder.Post(userId: 1, title: "", body: ""))
    #expect(post.id == number)
  }
}
