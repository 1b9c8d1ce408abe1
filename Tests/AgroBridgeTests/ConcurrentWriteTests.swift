import Foundation
import ServerTestSupport
import Synchronization
import Testing

@Suite("Clients that write at the same time")
struct ConcurrentWriteTests {
  private static let clients = 6
  private static let lotesEach = 15

  @Test("get an id each, and find their lotes in the list that follows")
  func creations() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let (token, port) = (try server.signIn(), server.port)
    let failures = Mutex<[String]>([])
    let created = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: Self.clients) { _ in
      do {
        let client = try RawClient(port: port)
        for _ in 0..<Self.lotesEach {
          let answer = try client.send("POST", "/v1/lotes", token: token, body: Array(AgroBridgeBody.lote.utf8))
          guard let id = answer.json["id"] as? String else { throw UnexpectedResponse(answer: answer) }
          created.withLock { $0.append(id) }
          // A list that was rendered before the creation must not be served after it.
          let list = try client.send("GET", "/v1/lotes", token: token)
          if !list.ids("lotes").contains(id) { failures.withLock { $0.append("\(id) is missing") } }
          if list.total != list.records("lotes").count { failures.withLock { $0.append("total is wrong") } }
        }
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
    let count = Self.clients * Self.lotesEach
    #expect(Set(created.withLock { $0 }) == Set((3..<3 + count).map { "lote_\($0)" }))
    let stats = try server.send("GET", "/v1/dashboard/stats", token: token)
    #expect(stats.json["lotesActivos"] as? Int == 2 + count)
  }
}
