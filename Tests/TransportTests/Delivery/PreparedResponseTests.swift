import ServerTestSupport
import Synchronization
import Testing

@Suite("An answer that was prepared for an earlier request")
struct PreparedResponseTests {
  private static let path = "/v1/lotes/lote_1"

  private final class Count: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
    func add() { count.add(1, ordering: .relaxed) }
  }

  @Test("is sent again only where every header is the same")
  func headers() throws {
    let server = try TestServer()
    server.clock.freeze(true)
    let token = try server.signIn()
    for origin in ["https://a.example", "https://b.example", nil, "https://a.example"] {
      let response = try server.send("GET", Self.path, token: token, headers: origin.map { [("Origin", $0)] } ?? [])
      #expect(response.header("Access-Control-Allow-Origin") == origin ?? "*")
      #expect(response.header("Access-Control-Allow-Credentials") == (origin == nil ? nil : "true"))
      #expect(response.json["id"] as? String == "lote_1")
    }
    let first = try server.send("GET", Self.path, token: token)
    #expect(try server.send("GET", Self.path, token: token).headers.map(\.value) == first.headers.map(\.value))
    server.clock.advance(nanoseconds: 10_000_000_000)
    let later = try server.send("GET", Self.path, token: token)
    #expect(later.header("Date") != first.header("Date"))
    #expect(later.header("ETag") == first.header("ETag"))
    #expect(try server.send("HEAD", Self.path, token: token).body.isEmpty)
    let tag = try #require(first.header("ETag"))
    #expect(try server.send("GET", Self.path, token: token, headers: [("If-None-Match", tag)]).status == 304)
  }

  @Test("is not sent when the content has changed")
  func changes() throws {
    let server = try TestServer()
    let token = try server.signIn()
    let first = try server.send("GET", Self.path, token: token)
    let change = try server.send("PUT", Self.path, token: token, body: AgroBridgeBody.lote(named: "Otro nombre"))
    #expect(change.status == 200)
    let second = try server.send("GET", Self.path, token: token)
    #expect(second.text.contains("Otro nombre"))
    #expect(second.header("ETag") != first.header("ETag"))
  }

  @Test("goes to many connections at a time, each with its own headers")
  func connections() throws {
    let server = try TestServer()
    let token = try server.signIn()
    let wrong = Count()
    let port = server.port
    let threads = (0..<8).map { number in
      Background {
        guard let client = try? RawClient(port: port) else { return }
        for turn in 0..<100 {
          let origin = "https://\(number * turn % 3).example"
          let response = try? client.send("GET", Self.path, token: token, headers: [("Origin", origin)])
          if response?.header("Access-Control-Allow-Origin") != origin || response?.status != 200 {
            wrong.add()
          }
        }
      }
    }
    #expect(threads.allSatisfy { $0.wait(seconds: 60) })
    #expect(wrong.value == 0)
  }
}
