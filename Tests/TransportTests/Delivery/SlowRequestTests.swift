import Foundation
import HTTPCore
import ServerTestSupport
import Synchronization
import Testing

@Suite("Requests that take long")
struct SlowRequestTests {
  /// What a handler does, and in which order.
  private final class Stage: Sendable {
    private let begun = Mutex<[String]>([])
    private let gate = DispatchSemaphore(value: 0)

    /// Waits until it is let through, or for ever so long that the test fails by other means.
    func perform(_ name: String) -> Outcome {
      begun.withLock { $0.append(name) }
      _ = gate.wait(timeout: .now() + 30)
      return .respond(Response(status: 200, headers: ["X-Name": name]))
    }

    func letThrough(_ count: Int) {
      for _ in 0..<count { gate.signal() }
    }

    var order: [String] { begun.withLock { $0 } }
  }

  private static let processors = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// A server with one thread that reads: `/slow/GROUP/NAME` and `/waiting/GROUP/NAME` take as long as the stage wants.
  private static func server(_ stage: Stage) throws -> TestTransport {
    try TestTransport(
      .with { $0.workerThreads = 1 },
      begin: { request in
        let segments = request.target.segments
        guard segments.count == 3 else { return .done(.respond(Response(status: 204))) }
        return .later(
          DeferredRequest(
            segments[0] == "slow" ? .slow : .waiting, group: segments[1],
            run: { .done(segments[2] == "quick" ? .respond(Response(status: 204)) : stage.perform(segments[2])) },
            refuse: { problem in .respond(Response(status: problem.kind.status, headers: problem.headers)) }))
      })
  }

  private static func ask(_ server: TestTransport, _ path: String) throws -> RawClient {
    let client = try RawClient(port: server.port)
    try client.write("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
    return client
  }

  @Test("leave the threads that read to others")
  func quickOnes() throws {
    let stage = Stage()
    let server = try Self.server(stage)
    let slow = try (0..<Self.processors + 2).map { try Self.ask(server, "/slow/a/\($0)") }
    #expect(holds(withinSeconds: 30) { stage.order.count == Self.processors })
    #expect(try Self.ask(server, "/quick").readResponse().status == 204)
    // As many as there are processors at a time.
    #expect(stage.order.count == Self.processors)
    stage.letThrough(slow.count)
    for client in slow { #expect(try client.readResponse().status == 200) }
    // The connections serve on.
    try slow[0].write("GET /quick HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try slow[0].readResponse().status == 204)
  }

  @Test("let quick ones past that may have to wait")
  func waitingOnes() throws {
    let stage = Stage()
    let server = try Self.server(stage)
    let slow = try (0..<Self.processors + 1).map { try Self.ask(server, "/slow/a/\($0)") }
    #expect(holds(withinSeconds: 30) { stage.order.count == Self.processors })
    #expect(try Self.ask(server, "/waiting/a/quick").readResponse().status == 204)
    #expect(try Self.ask(server, "/waiting/b/quick").readResponse().status == 204)
    // One that does wait keeps those of no other group.
    let waiting = try Self.ask(server, "/waiting/a/waits")
    #expect(holds(withinSeconds: 30) { stage.order.contains("waits") })
    #expect(try Self.ask(server, "/waiting/b/quick").readResponse().status == 204)
    stage.letThrough(slow.count + 1)
    for client in slow + [waiting] { #expect(try client.readResponse().status == 200) }
  }

  @Test("take turns by their groups")
  func turns() throws {
    let stage = Stage()
    let server = try Self.server(stage)
    var clients = try (0..<Self.processors).map { try Self.ask(server, "/slow/a/busy\($0)") }
    #expect(holds(withinSeconds: 30) { stage.order.count == Self.processors })
    for name in ["first", "second", "third"] {
      clients.append(try Self.ask(server, "/slow/a/\(name)"))
      // One connection after the other, so that they come in this order.
      #expect(try Self.ask(server, "/quick").readResponse().status == 204)
    }
    clients.append(try Self.ask(server, "/slow/b/other"))
    #expect(try Self.ask(server, "/quick").readResponse().status == 204)
    for count in 1...clients.count {
      stage.letThrough(1)
      #expect(holds(withinSeconds: 30) { stage.order.count >= min(clients.count, Self.processors + count) })
    }
    let later = stage.order.dropFirst(Self.processors)
    #expect(later.firstIndex(of: "other") ?? .max < later.firstIndex(of: "second") ?? .min)
    for client in clients { #expect(try client.readResponse().status == 200) }
  }

  @Test("are refused when too many of a group wait")
  func tooMany() throws {
    let stage = Stage()
    let server = try Self.server(stage)
    let clients = try (0..<Self.processors + 257).map { try Self.ask(server, "/slow/a/\($0)") }
    #expect(holds(withinSeconds: 30) { stage.order.count == Self.processors })
    let refused = try clients[Self.processors + 256].readResponse()
    #expect(refused.status == 503)
    #expect(refused.header("Retry-After") == "1")
    #expect(try Self.ask(server, "/waiting/b/quick").readResponse().status == 204)
    stage.letThrough(clients.count)
    for client in clients.dropLast() { #expect(try client.readResponse().status == 200) }
  }

  @Test("are not begun for clients that have left")
  func left() throws {
    let stage = Stage()
    let server = try Self.server(stage)
    let busy = try (0..<Self.processors).map { try Self.ask(server, "/slow/a/\($0)") }
    #expect(holds(withinSeconds: 30) { stage.order.count == Self.processors })
    let open = OpenSockets.count(port: server.port)
    let gone = try BareSocket(port: server.port)
    gone.write("GET /slow/a/gone HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(holds(withinSeconds: 30) { server.server.waitingCount == Self.processors + 1 })
    // One that only ends its half may wait for its answer.
    gone.reset()
    #expect(holds(withinSeconds: 30) { server.server.waitingCount == Self.processors })
    // Its connection is ended a moment later, and its request given up before that.
    #expect(holds(withinSeconds: 30) { OpenSockets.count(port: server.port) == open })
    stage.letThrough(Self.processors + 1)
    for client in busy { #expect(try client.readResponse().status == 200) }
    #expect(try Self.ask(server, "/slow/a/quick").readResponse().status == 204)
    #expect(!stage.order.contains("gone"))
  }

  @Test("do not keep the server from stopping")
  func stop() throws {
    let stage = Stage()
    let server = try Self.server(stage)
    let clients = try (0..<Self.processors + 1).map { try Self.ask(server, "/slow/a/\($0)") }
    #expect(holds(withinSeconds: 30) { stage.order.count == Self.processors })
    server.server.stop(graceMilliseconds: 100)
    // What had not begun is refused; what had is given up.
    #expect(stage.order.count == Self.processors)
    stage.letThrough(clients.count)
  }
}
