import Foundation
import MockAPITesting
import Testing

@testable import MockAPIClient

/// Each error, provoked for real.
@Suite struct ErrorTests {
  @Test func nobodyResponds() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:9"))
    let error = await #expect(throws: MockAPIError.self) { try await MockServer(url: url) }
    #expect(error?.description.contains("no mock-api server: nobody answers at http://127.0.0.1:9") == true)
    #expect(error?.description.contains("MOCK_API_BINARY") == true)
  }

  #if os(macOS) || os(Linux)
    @Test func theProgramIsNotThere() async throws {
      let path = await #expect(throws: MockAPIError.self) { try await MockServer.start(binary: "/nowhere/mock-api") }
      #expect(path?.description.contains("/nowhere/mock-api is no program") == true)
      let name = await #expect(throws: MockAPIError.self) { try await MockServer.start(binary: "no-such-program") }
      #expect(name?.description.contains("no-such-program is not on PATH") == true)
    }

    @Test func theProgramEndsAtOnce() async throws {
      let error = await #expect(throws: MockAPIError.self) { try await Checkout.server("--no-such-option") }
      #expect(error?.description.contains("ended at once") == true)
      #expect(error?.description.contains("no-such-option") == true)
    }
  #endif

  #if os(Linux)
    @Test func somethingElseResponds() async throws {
      for answer in ["<html>", #"{"name":"other","version":"9","apis":[],"links":{}}"#] {
        let fake = try FakeServer(response: answer)
        let error = await #expect(throws: MockAPIError.self) { try await MockServer(url: fake.url) }
        guard case .otherServer(let url, _) = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
        #expect(url == fake.url.absoluteString)
      }
    }

    @Test func theServerIsTooOld() async throws {
      // What else it says is of no interest.
      let fake = try FakeServer(response: #"{"name":"mock-api","version":"0.1.0","apis":"other"}"#)
      let error = await #expect(throws: MockAPIError.self) { try await MockServer(url: fake.url) }
      #expect(error?.description.hasPrefix("the server is mock-api 0.1.0, and this kit needs 0.2.0") == true)
    }

    @Test func aResponseThatDoesNotComeTimesOut() async throws {
      let fake = try FakeServer(response: nil)
      let error = await #expect(throws: MockAPIError.self) { try await MockServer(url: fake.url, timeout: "500ms") }
      #expect(error?.description.hasPrefix("welcome was not answered within 0.5 s") == true)
    }

    @Test func aCallEndsWithItsTask() async throws {
      let fake = try FakeServer(response: nil)
      let task = Task { try await MockServer(url: fake.url, timeout: "10m") }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  #endif

  #if os(Linux)
    @Test func theEndOfTheServerIsNamedAndItIsReplaced() async throws {
      let options = WorldOptions(serverOptions: ServerOptions(arguments: ["--dataset", "minimal"]))
      var first: URL?
      let error = await #expect(throws: MockAPIError.self) {
        try await withMockWorld(named: "killed", options: options) { world in
          first = world.server.url
          kill(try #require(world.server.running?.identifier), SIGKILL)
          _ = try await world.clock.get()
        }
      }
      #expect(error?.description.contains("ended by SIGKILL; the next test gets another server") == true)
      try await withMockWorld(named: "next", options: options) { world in
        #expect(world.server.url != first)
        _ = try await world.clock.get()
      }
    }
  #endif

  @Test func theTokenIsWrong() async throws {
    let server = try await Checkout.server("--admin-token", "right", adminToken: "wrong")
    let error = await #expect(throws: MockAPIError.self) { try await server.worlds.make() }
    #expect(error?.description.contains("MOCK_API_ADMIN_TOKEN is missing or wrong") == true)
    let right = try await MockServer(url: server.url, adminToken: "right")
    #expect(try await right.worlds.list().count == 1)
  }

  @Test func thereAreTooManyWorlds() async throws {
    let server = try await Checkout.server("--max-worlds", "1")
    let options = WorldOptions(server: server)
    try await withMockWorld(named: "first", options: options) { _ in
      let error = await #expect(throws: MockAPIError.self) {
        try await withMockWorld(named: "second", options: options) { _ in }
      }
      #expect(error?.description.contains("--max-worlds") == true)
      guard case .worldLimit = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
    #expect(try await server.worlds.list().count == 1)
  }

  @Test(.mockAPI()) func aRefusalSaysWhatTheServerSaid() async throws {
    let world = try MockWorld.current
    let error = await #expect(throws: MockAPIError.self) {
      try await world.faults.add(Fault(type: "staus"))
    }
    guard case .refused(let refusal) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(refusal.operation == "addFault")
    #expect(refusal.world == world.id)
    #expect(refusal.status == 400)
    #expect(refusal.code == "MALFORMED_BODY")
    #expect(refusal.message.contains("did you mean \"status\"?"))
    #expect(refusal.details?["value"] == "staus")
  }

  @Test func thereIsNoCurrentWorld() async throws {
    #expect(throws: MockAPIError.self) { try MockWorld.current }
  }

  @Test(.mockAPI()) func anAPIThatIsNotThere() throws {
    let error = #expect(throws: MockAPIError.self) { try MockWorld.current.url("nope") }
    #expect(error?.description.contains("agrobridge, interspace") == true)
  }
}
