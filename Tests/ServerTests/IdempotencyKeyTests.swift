import Foundation
import ServerTestSupport
import Store
import Synchronization
import Testing
import World

@Suite("A request that waits for the one with its Idempotency-Key (CONTRACT G18)")
struct IdempotencyKeyTests {
  /// A request that is worked on beside the threads that read, since it is large.
  private static func request(_ path: String, _ fields: String = "") -> String {
    let body = #"{"title":"\#(String(repeating: "x", count: 66_000))"}"#
    return "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"
  }

  /// Keeps a world's database for itself until it is released.
  private final class Hold: Sendable {
    private let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

    init(_ store: Store) {
      let (begun, ended) = (begun, ended)
      Thread.detachNewThread {
        try? store.read { _ in
          begun.signal()
          ended.wait()
        }
      }
      begun.wait()
    }

    func release() { ended.signal() }
  }

  /// Whether a request with the key is being carried out.
  private static func isRunning(_ world: World, _ key: String) -> Bool {
    let place = IdempotencyKeys.Place(
      api: "jsonplaceholder", client: .address("127.0.0.1"), method: "POST", path: ["/posts"], key: key)
    let isFree = Mutex(false)
    world.idempotencyKeys.whenSettled(place) { isFree.withLock { $0 = true } }
    return isFree.withLock { !$0 }
  }

  private static func send(_ server: TestServer, _ text: String) throws -> RawClient {
    let client = try RawClient(port: server.port)
    try client.write(text)
    return client
  }

  @Test("takes no thread, and gets its answer")
  func wait() throws {
    let server = try TestServer()
    let world = server.server.world
    // The records are there, and the other world.
    #expect(try server.send("GET", "/posts/1").status == 200)
    #expect(try server.send("POST", "/_mock/worlds", body: #"{"id":"other"}"#).status == 201)
    #expect(try Self.send(server, Self.request("/_w/other/posts")).readResponse().status == 201)
    let hold = Hold(world.store)
    defer { hold.release() }
    let request = Self.request("/posts", "Idempotency-Key: k\r\n")
    let first = try Self.send(server, request)
    #expect(holds(withinSeconds: 30) { Self.isRunning(world, "k") })
    // More than there are threads.
    let others = try (0..<ProcessInfo.processInfo.activeProcessorCount + 2).map { _ in try Self.send(server, request) }
    #expect(try Self.send(server, Self.request("/_w/other/posts")).readResponse().status == 201)
    hold.release()
    let responses = try ([first] + others).map { try $0.readResponse() }
    #expect(responses.allSatisfy { $0.status == 201 && $0.text == responses[0].text })
    #expect(responses.map { $0.header("Idempotent-Replayed") } == [nil] + others.map { _ in "true" })
  }

  @Test("goes on when its world is reset meanwhile")
  func reset() throws {
    let server = try TestServer()
    let world = server.server.world
    #expect(try server.send("GET", "/posts/1").status == 200)
    let hold = Hold(world.store)
    defer { hold.release() }
    let request = Self.request("/posts", "Idempotency-Key: k\r\n")
    let first = try Self.send(server, request)
    #expect(holds(withinSeconds: 30) { Self.isRunning(world, "k") })
    let second = try Self.send(server, request)
    let resetting = try Self.send(server, "POST /_mock/reset HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
    hold.release()
    #expect(try resetting.readResponse().status < 300)
    let responses = try [first, second].map { try $0.readResponse() }
    #expect(responses.map(\.status) == [201, 201])
    #expect(try Self.send(server, request).readResponse().status == 201)
  }
}
