import Foundation
import Server
import ServerTestSupport
import Testing
import World

@Suite("The clock of a world")
struct ClockControlTests {
  @Test(
    "does what it is told",
    arguments: [
      (#"{"freeze":true,"set":"2026-03-01T12:00:00Z"}"#, #"{"frozen":true,"now":"2026-03-01T12:00:00Z","rate":1}"#),
      (#"{"advance":"PT15M"}"#, #"{"frozen":true,"now":"2026-01-01T00:15:00Z","rate":1}"#),
      (#"{"advance":"P1DT2H"}"#, #"{"frozen":true,"now":"2026-01-02T02:00:00Z","rate":1}"#),
      (
        #"{"set":"2026-05-05T05:05:05+02:00","advance":"PT1S"}"#,
        #"{"frozen":true,"now":"2026-05-05T03:05:06Z","rate":1}"#
      ),
      (#"{"rate":60}"#, #"{"frozen":true,"now":"2026-01-01T00:00:00Z","rate":60}"#),
      (#"{}"#, #"{"frozen":true,"now":"2026-01-01T00:00:00Z","rate":1}"#),
    ])
  func changes(_ body: String, _ expected: String) throws {
    let server = try TestServer()
    let client = try server.makeWorld("timed")
    let response = try client.control("PUT", "/clock", body)
    #expect(response.status == 200)
    #expect(response.text == expected)
    #expect(try client.control("GET", "/clock").text == expected)
  }

  @Test(
    "refuses what is no time",
    arguments: [
      #"{"set":"yesterday"}"#, #"{"set":5}"#, #"{"advance":"1h"}"#, #"{"advance":"P1M"}"#, #"{"advance":-5}"#,
      #"{"advance":"PT99999999999999999999H"}"#, #"{"rate":0}"#, #"{"rate":1e300}"#, #"{"rate":-1}"#, #"{"freeze":1}"#,
      #"{"freez":true}"#, #"{"advance":"P"}"#, #"{"advance":"PT"}"#, "[]", "{", #""x""#,
    ])
  func refusals(_ body: String) throws {
    let server = try TestServer()
    let client = try server.makeWorld("timed")
    let response = try client.control("PUT", "/clock", body)
    #expect((400...422).contains(response.status), "\(response.text)")
    #expect(try client.control("GET", "/clock").text == #"{"frozen":true,"now":"2026-01-01T00:00:00Z","rate":1}"#)
  }

  @Test("leads tokens, limits and the Date header")
  func everythingFollows() throws {
    let server = try TestServer { $0.rateLimit = .fixed(RateLimitPolicy(authenticated: 100, anonymous: 3)) }
    var client = try server.makeWorld("timed")
    try client.signIn()
    #expect(try client.send("GET", "/v1/lotes/lote_1").header("Date") == "Thu, 01 Jan 2026 00:00:00 GMT")
    client.token = nil
    for _ in 0..<2 { #expect(try client.send("GET", "/v1/lotes").status == 401) }
    let refused = try client.send("GET", "/v1/lotes")
    #expect(refused.status == 429)
    #expect(refused.header("Retry-After") == "60")
    _ = try client.control("PUT", "/clock", #"{"advance":"PT45S"}"#)
    #expect(try client.send("GET", "/v1/lotes").header("Retry-After") == "15")
    _ = try client.control("PUT", "/clock", #"{"advance":"PT15S"}"#)
    #expect(try client.send("GET", "/v1/lotes").status == 401)
  }

  @Test("pushes the 720 readings of an hour at once, each once and in order", .timeLimit(.minutes(2)))
  func readings() throws {
    let server = try TestServer { $0.sensorInterval = 5_000_000_000 }
    let client = try server.makeWorld("sensing")
    let socket = try STOMPClient(server, path: "/_w/sensing/ws/greenhouse")
    try socket.send("CONNECT\naccept-version:1.2")
    #expect(try socket.receive().command == "CONNECTED")
    try socket.send("SUBSCRIBE\nid:0\ndestination:/topic/greenhouse/messages\nreceipt:r")
    #expect(try socket.receive().command == "RECEIPT")
    let hour = Background { _ = try? client.control("PUT", "/clock", #"{"advance":"PT1H"}"#) }
    var times: [String] = []
    while times.count < 720 {
      times.append(try #require(try socket.receive().object["timestamp"] as? String))
    }
    #expect(hour.wait(seconds: 30))
    #expect(times == times.sorted())
    #expect(Set(times).count == 720)
    #expect(times.first == "2026-01-01T00:00:05Z")
    #expect(times.last == "2026-01-01T01:00:00Z")
    // Nothing more was due: the next message is of the next advance.
    _ = try client.control("PUT", "/clock", #"{"advance":"PT5S"}"#)
    #expect(try socket.receive().object["timestamp"] as? String == "2026-01-01T01:00:05Z")
  }
}
