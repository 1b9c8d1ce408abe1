import Foundation
import ServerTestSupport
import Synchronization
import Testing

@Suite("The rate limits, under a rush")
struct RateLimitRaceTests {
  private static let threads = 8
  private static let requestsEach = 50

  @Test("admit exactly 100 of 400 requests that eight connections send at once")
  func rush() throws {
    let server = try TestServer { $0.rateLimit = .documented }
    server.clock.freeze(true)
    let (token, port) = (try server.signIn(), server.port)
    let results = Results()
    let group = DispatchGroup()
    let start = DispatchSemaphore(value: 0)
    for _ in 0..<Self.threads {
      group.enter()
      Thread.detachNewThread {
        start.wait()
        results.add(Self.statuses(port: port, token: token))
        group.leave()
      }
    }
    for _ in 0..<Self.threads { start.signal() }
    group.wait()

    let statuses = results.all
    #expect(statuses.count == Self.threads * Self.requestsEach)
    #expect(statuses.count { $0 == 200 } == 100)
    #expect(statuses.count { $0 == 429 } == 300)
    // The refused requests have not prolonged the window.
    server.advance(seconds: 60)
    #expect(try server.send("GET", "/v1/lotes/lote_1", token: token).status == 200)
  }

  /// Sends requests one after the other on one connection; fewer statuses come back when it fails.
  private static func statuses(port: Int, token: String) -> [Int] {
    var statuses: [Int] = []
    guard let client = try? RawClient(port: port) else { return statuses }
    for _ in 0..<requestsEach {
      guard let response = try? client.send("GET", "/v1/lotes/lote_1", token: token) else { return statuses }
      statuses.append(response.status)
    }
    return statuses
  }

  /// The statuses that all threads saw.
  private final class Results: Sendable {
    private let statuses = Mutex<[Int]>([])

    var all: [Int] { statuses.withLock { $0 } }

    func add(_ more: [Int]) {
      statuses.withLock { $0 += more }
    }
  }
}
