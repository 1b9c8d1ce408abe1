import Foundation
import ServerTestSupport
import Testing

@Suite("Journal entries of answers that faults change")
struct JournalTransmissionTests {
  /// What an entry says, as far as a table can.
  private func shown(_ entry: [String: Any]) -> String {
    let response = entry["response"] as? [String: Any]
    let status = (entry["status"] as? Int).map { "\($0)" } ?? "none"
    let sent = (entry["sentBytes"] as? Int).map { "\($0)" } ?? "unknown"
    return "\(status) \(entry["ending"] ?? "") \(sent)" + (response?["headers"] == nil ? "" : " with headers")
  }

  private func add(_ fault: String, to server: TestServer) throws {
    let body = #"{"match":{"path":"/users*"},"fault":\#(fault)}"#
    #expect(try server.send("POST", "/_mock/faults", body: body).status == 201)
  }

  private func entries(_ server: TestServer) throws -> [[String: Any]] {
    try server.send("GET", "/_mock/requests").json["requests"] as? [[String: Any]] ?? []
  }

  private func isVerified(_ match: String, _ server: TestServer) throws -> Bool? {
    let body = #"{"match":\#(match)}"#
    return try server.send("POST", "/_mock/requests/verify", body: body).json["satisfied"] as? Bool
  }

  @Test(
    "says what went over the wire as soon as the client has seen it",
    arguments: [
      (#"{"type":"reset"}"#, "none reset 0", 0, "CONNECTION_RESET_BY_PEER"),
      (#"{"type":"empty"}"#, "none empty 0", 0, "EMPTY_RESPONSE"),
      (#"{"type":"offline","seconds":60}"#, "none reset 0", 0, "CONNECTION_RESET_BY_PEER"),
      (#"{"type":"truncate","after":100}"#, "200 truncated 100 with headers", 200, nil),
      (#"{"type":"truncate","after":0}"#, "200 truncated 0 with headers", 200, nil),
    ] as [(String, String, Int, String?)])
  func broken(fault: String, expected: String, status: Int, wireMock: String?) throws {
    let server = try TestServer()
    try add(fault, to: server)
    let socket = try BareSocket(port: server.port)
    socket.write("GET /users HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = socket.readToEnd()
    let entry = try #require(try entries(server).first)
    #expect(shown(entry) == expected)
    #expect(try isVerified(#"{"path":"/users","status":200}"#, server) == false)
    #expect(try isVerified(#"{"path":"/users"}"#, server) == true)
    let ending = try #require(entry["ending"] as? String)
    let match = #"{"status":"\#(status == 0 ? "none" : "200")","ending":"\#(ending)"}"#
    #expect(try isVerified(match, server) == true)

    let log = try server.send("GET", "/_mock/har").json["log"] as? [String: Any]
    let har = (log?["entries"] as? [[String: Any]])?.first?["response"] as? [String: Any]
    #expect(har?["status"] as? Int == status)
    #expect(har?["bodySize"] as? Int == entry["sentBytes"] as? Int)
    #expect(har?["_error"] as? String == ending)
    let events = try server.send("GET", "/__admin/requests").json["requests"] as? [[String: Any]]
    let served = events?.first?["response"] as? [String: Any]
    #expect(served?["status"] as? Int == status)
    #expect(served?["fault"] as? String == wireMock)
  }

  @Test(
    "has the whole answer and the time that it took, once it is there",
    arguments: [#"{"type":"delay","milliseconds":200}"#, #"{"type":"dribble","bytesPerSecond":20000}"#])
  func late(fault: String) throws {
    let server = try TestServer()
    try add(fault, to: server)
    let count = try server.send("GET", "/users").body.count
    #expect(try server.send("HEAD", "/users/1").status == 200)
    let entries = try entries(server)
    #expect(entries.map(shown) == ["200 whole \(count) with headers", "200 whole 0 with headers"])
    // 5 KB at 20,000 bytes a second, of which a twentieth goes at once.
    #expect(entries.first?["durationMicroseconds"] as? Int ?? 0 >= 150_000)
    #expect(try isVerified(#"{"path":"/users","status":200}"#, server) == true)
  }

  @Test("shows a request whose answer is on its way, and what became of it", arguments: [false, true])
  func pending(isDelay: Bool) throws {
    let server = try TestServer()
    try add(isDelay ? #"{"type":"delay","milliseconds":60000}"# : #"{"type":"timeout"}"#, to: server)
    let socket = try BareSocket(port: server.port)
    socket.write("GET /users HTTP/1.1\r\nHost: a\r\n\r\n")
    let listed = {
      let answer = try? server.send("GET", "/_mock/requests?path=/users").json["pending"] as? [[String: Any]]
      return (answer ?? []).map { $0["ending"] as? String }
    }
    #expect(holds(withinSeconds: 20) { listed() == ["pending"] })
    let found = try server.send("POST", "/_mock/requests/wait", body: #"{"match":{"path":"/users"}}"#)
    #expect(found.json["satisfied"] as? Bool == true)
    #expect(try entries(server).isEmpty)
    #expect(try isVerified(#"{"path":"/users"}"#, server) == true)
    #expect(try isVerified(#"{"path":"/users","status":200}"#, server) == false)
    socket.reset()
    #expect(holds(withinSeconds: 20) { (try? entries(server).count) == 1 })
    #expect(try entries(server).map(shown) == [isDelay ? "none aborted 0" : "none never 0"])
  }

  @Test("mends the entry of a long answer whose client left in its middle")
  func left() throws {
    let server = try TestServer()
    let whole = try server.send("GET", "/photos")
    #expect(try isVerified(#"{"path":"/photos","status":200}"#, server) == true)
    _ = try server.send("DELETE", "/_mock/requests")
    #expect(whole.body.count > 500_000)
    let socket = try BareSocket(port: server.port, receiveBufferBytes: 4096)
    for _ in 0..<20 { socket.write("GET /photos HTTP/1.1\r\nHost: a\r\n\r\n") }
    _ = socket.read(count: 100)
    socket.reset()
    #expect(holds(withinSeconds: 20) { (try? isVerified(#"{"path":"/photos","ending":"aborted"}"#, server)) == true })
  }

  @Test("counts an answer that nobody got among the operations as such")
  func usage() throws {
    let server = try TestServer()
    try add(#"{"type":"reset"}"#, to: server)
    let socket = try BareSocket(port: server.port)
    socket.write("GET /users HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = socket.readToEnd()
    #expect(
      holds(withinSeconds: 10) {
        server.server.world.usage.all.operations.values.contains { $0.statuses == [0: 1] }
      })
  }
}
