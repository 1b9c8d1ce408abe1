import Foundation
import ServerTestSupport
import Testing

@Suite("A subscriber that does not read")
struct SlowSubscriberTests {
  private let server: TestServer

  init() throws {
    server = try TestServer { $0.sensorInterval = 0 }
  }

  /// A connected subscriber with little room on its way.
  private func stuck(_ destination: String) throws -> RawWebSocket {
    let client = try RawClient(port: server.port, receiveBufferBytes: 4096)
    let socket = try RawWebSocket(on: client, path: "/ws/greenhouse")
    try socket.send(.text("CONNECT\naccept-version:1.2\n\n\0"))
    _ = try socket.receive()
    try socket.send(.text("SUBSCRIBE\nid:s\ndestination:\(destination)\nreceipt:r\n\n\0"))
    _ = try socket.receive()
    return socket
  }

  @Test("of a topic misses the oldest messages, and costs the others nothing", .timeLimit(.minutes(2)))
  func topic() throws {
    let stuck = try stuck("/topic/flood")
    let others = try (0..<3).map { _ in try STOMPClient(connectedTo: server) }
    for other in others { try other.subscribe("s", "/topic/flood") }
    let publisher = try STOMPClient(connectedTo: server)
    let filler = String(repeating: "x", count: 40_000)
    let count = 400
    for number in 0..<count {
      try publisher.send("SEND\ndestination:/topic/flood\nnumber:\(number)", body: filler)
      for other in others { #expect(try other.receive()["number"] == "\(number)") }
    }
    var numbers: [Int] = []
    while numbers.last != count - 1 {
      let text = String(decoding: try stuck.receive().payload, as: UTF8.self)
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("number:") })
      numbers.append(try #require(Int(line.dropFirst(7))))
    }
    #expect(numbers.count < count)
    #expect(numbers == numbers.sorted())
  }

  @Test("of a queue is given no more until it reads, and then all of it", .timeLimit(.minutes(2)))
  func queue() throws {
    let stuck = try stuck("/queue/flood")
    let publisher = try STOMPClient(connectedTo: server)
    let filler = String(repeating: "x", count: 4000)
    // More than the system keeps on the way, so that the rest waits in the socket's queue and then in the broker's.
    var sent = 0
    while sent < 1500 {
      let response = try publisher.ask("SEND\ndestination:/queue/flood\nnumber:\(sent)\nreceipt:\(sent)", body: filler)
      guard response.command == "RECEIPT" else { break }
      sent += 1
    }
    for number in 0..<sent {
      let text = String(decoding: try stuck.receive().payload, as: UTF8.self)
      #expect(text.contains("\nnumber:\(number)\n"))
    }
  }
}
