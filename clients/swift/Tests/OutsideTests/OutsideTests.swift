import Foundation
import MockAPITesting
import SampleApp
import Testing
import XCTest

/// Tests that fail or never end. `ChildProcessTests` starts each as a program of its own, and names it in `KIT_OUTSIDE`;
/// otherwise they are left out.
private func asked(_ name: String) -> Bool { ProcessInfo.processInfo.environment["KIT_OUTSIDE"] == name }

@Suite struct OutsideTests {
  @Test("A failing checkout", .enabled(if: asked("fails")), .mockAPI(frozenAt: "2026-06-01T08:00:00Z"))
  func fails() async throws {
    let world = try MockWorld.current
    let app = APIClient(try world.url(.agrobridge))
    try await world.faults.add(.status(503), match: FaultMatch("POST", "/v1/auth/login"), times: 1)
    try await world.faults.add(.status(503), id: "idle", match: FaultMatch("GET", "/v1/lotes"))
    _ = try? await app.post("auth/login", AgroBridge.demo, as: AgroBridge.Session.self)
    _ = try? await app.get("lots", as: AgroBridge.LotePage.self)
    try await world.requests.verify(JournalMatch("GET", "/v1/lotes"), exactly: 1)  // fails
  }

  @Test(.enabled(if: asked("message")), .mockAPI())
  func message() async throws {
    let world = try MockWorld.current
    try await world.channels.verifySent(channel: "wallet_updates", message: "wallet_deleted", exactly: 0)
    try await world.channels.awaitMessage(channel: "wallet_updates", message: "wallet_deleted", timeout: "1ms")  // fails
  }

  @Test(.enabled(if: asked("unused")), .mockAPI())
  func unused() async throws {
    let world = try MockWorld.current
    try await world.faults.add(.status(503), id: "idle", match: FaultMatch("GET", "/posts/1"))
    try await world.faults.add(.delay(milliseconds: 1), id: "busy", match: "GET /posts/2")
    try await APIClient(try world.url(.jsonplaceholder)).send("GET", "posts/2")
  }

  @Test(.enabled(if: asked("plain")), .mockAPI())
  func plain() async throws {
    _ = try await MockWorld.current.clock.get()
  }

  @Test(.enabled(if: asked("leaks")), .mockAPI(leakedSockets: .error))
  func leaks() async throws {
    try await Self.leak()
  }

  @Test(.enabled(if: asked("warns")), .mockAPI())
  func warns() async throws {
    try await Self.leak()
  }

  @Test(.enabled(if: asked("hangs")), .mockAPI())
  func hangs() async throws {
    let world = try MockWorld.current
    FileHandle.standardOutput.write(Data("hanging at \(world.baseURL)\n".utf8))
    try await Task.sleep(nanoseconds: 600_000_000_000)
  }

  @Test(.enabled(if: asked("parallel")), .mockAPI(), arguments: 1...40)
  func parallel(number: Int) async throws {
    let app = APIClient(try MockWorld.current.url(.jsonplaceholder))
    let post: JSONPlaceholder.Post = try await app.post(
      "posts", JSONPlaceholder.Post(userId: 1, title: "\(number)", body: ""))
    #expect(post.id == 101)
  }

  private nonisolated(unsafe) static var open: [WebSocket] = []

  private static func leak() async throws {
    let socket = try await WebSocket(MockWorld.current.webSocketURL.appendingPathComponent("_mock/echo"))
    // The server is sure to know the socket when it has answered.
    try await socket.send("hello")
    #expect(try await socket.receive() == "hello")
    open.append(socket)
  }
}

final class OutsideCase: MockAPITestCase {
  func testFails() async throws {
    guard asked("xctest") else { throw XCTSkip("for ChildProcessTests") }
    let app = APIClient(try world.url(.agrobridge))
    _ = try? await app.get("lots", as: AgroBridge.LotePage.self)
    try await world.requests.verify("GET /v1/lotes")  // fails
  }
}
