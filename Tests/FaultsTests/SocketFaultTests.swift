import Faults
import HTTPCore
import Testing
import World

@Suite("A fault of sockets")
struct SocketFaultTests {
  @Test(
    "does what it says to what the server sends",
    arguments: [
      (#"{"type":"dropMessage"}"#, []), (#"{"type":"dropMessage","nth":2}"#, ["a", "c", "d"]),
      (#"{"type":"dropMessage","every":2}"#, ["a", "c"]),
      (#"{"type":"dropMessage","direction":"incoming"}"#, ["a", "b", "c", "d"]),
      (#"{"type":"duplicate","nth":1}"#, ["a", "a", "b", "c", "d"]),
      (#"{"type":"reorder"}"#, ["b", "a", "d", "c"]), (#"{"type":"reorder","nth":2}"#, ["a", "c", "b", "d"]),
      (#"{"type":"corrupt","nth":3}"#, ["a", "b", "~", "d"]),
      (#"{"type":"muteHeartBeats"}"#, ["a", "b", "c", "d"]),
      (#"{"type":"delay","milliseconds":1}"#, ["a", "b", "c", "d"]),
    ])
  func outgoing(fault: String, expected: [String]) throws {
    let world = try Sample.world()
    let socket = try FakeSocket(world)
    try world.faults.add(Sample.definition(fault))
    for text in ["a", "b", "c", "d"] { socket.send(text) }
    #expect(socket.takeEvents() == expected.map { "out \($0)" })
  }

  @Test("does the same to what the client sends, and to what the session answers")
  func incoming() throws {
    let world = try Sample.world()
    let socket = try FakeSocket(world)
    try world.faults.add(Sample.definition(#"{"type":"duplicate","direction":"both"}"#, #""times":2"#))
    socket.receive("ping")
    #expect(socket.takeEvents() == ["in ping", "out pong", "out pong", "in ping", "out pong"])
  }

  @Test("is told to the journal, with what did not arrive")
  func journal() throws {
    let world = try Sample.world()
    try world.faults.add(Sample.definition(#"{"type":"dropMessage","nth":1}"#, #""id":"lost""#))
    let socket = try FakeSocket(world)
    socket.send("a")
    socket.send("b")
    #expect(socket.takeEvents() == ["out b"])
    #expect(socket.journal == ["sent a by lost"])
  }

  @Test("that delays keeps the order, of what comes behind and of a close as well")
  func delays() throws {
    let world = try Sample.world()
    let socket = try FakeSocket(world)
    try world.faults.add(Sample.definition(#"{"type":"delayMessages","milliseconds":50,"direction":"both"}"#))
    for text in ["a", "b"] { socket.receive(text) }
    socket.send("c")
    world.sockets[1]?.close(code: 4000, reason: "")
    #expect(socket.takeEvents().isEmpty)
    world.faults.removeAll()
    #expect(socket.finishDelays().allSatisfy { (1...50).contains($0) })
    #expect(socket.takeEvents() == ["in a", "in b", "out c", "close 4000"])
    socket.receive("d")
    #expect(socket.takeEvents() == ["in d"])
  }

  @Test("withholds heart-beats only", arguments: ["\n", "\r\n", "h", #"a["\n"]"#])
  func heartBeats(beat: String) throws {
    let world = try Sample.world()
    let socket = try FakeSocket(world)
    try world.faults.add(Sample.definition(#"{"type":"muteHeartBeats"}"#))
    for text in [beat, "hello", beat] { socket.send(text) }
    socket.receive(beat)
    #expect(socket.takeEvents() == ["out hello", "in \(beat)"])
  }

  @Test(
    "happens to sockets that are open and to new ones, and ends with its rule",
    arguments: [
      (#"{"type":"slowReader"}"#, ["pause"], ["resume"]), (#"{"type":"halfOpen"}"#, ["pause"], ["resume"]),
      (#"{"type":"offline","seconds":30}"#, ["abort"], []), (#"{"type":"close","code":4001}"#, ["close 4001"], []),
      (#"{"type":"close","abort":true}"#, ["abort"], []), (#"{"type":"dropMessage"}"#, [], []),
    ])
  func beginning(fault: String, begin: [String], end: [String]) throws {
    let world = try Sample.world()
    let old = try FakeSocket(world)
    try world.faults.add(Sample.definition(fault, #""match":{"path":"/ws"}"#))
    #expect(old.takeEvents() == begin)
    let new = try FakeSocket(world)
    let other = try FakeSocket(world, path: "/other")
    #expect(new.takeEvents() == begin)
    #expect(other.takeEvents().isEmpty)
    world.faults.removeAll()
    #expect(old.takeEvents() == end)
    #expect(new.takeEvents() == end)
  }

  @Test("that is half open lets nothing through, for one socket when it happens once")
  func halfOpen() throws {
    let world = try Sample.world()
    try world.faults.add(Sample.definition(#"{"type":"halfOpen"}"#, #""times":1"#))
    let (first, second) = (try FakeSocket(world, greeting: "hi"), try FakeSocket(world, greeting: "hi"))
    for socket in [first, second] {
      socket.send("a")
      socket.receive("b")
    }
    #expect(first.takeEvents() == ["pause"])
    #expect(second.takeEvents() == ["out hi", "out a", "in b"])
  }

  @Test("that closes after some messages lets those through")
  func closing() throws {
    let world = try Sample.world()
    let socket = try FakeSocket(world)
    try world.faults.add(Sample.definition(#"{"type":"close","code":1012,"afterMessages":2}"#))
    for text in ["a", "\n", "b", "c"] { socket.send(text) }
    #expect(socket.takeEvents() == ["out a", "out \n", "out b", "close 1012"])
  }

  @Test(
    "that refuses CONNECT answers it with ERROR, in the client's framing",
    arguments: [
      ("CONNECT\naccept-version:1.2\n\n\0", "ERROR\nmessage:no\ncontent-type:text/plain\n\nno\0"),
      (#"["STOMP\n\n\u0000"]"#, #"a["ERROR\nmessage:no\ncontent-type:text/plain\n\nno\u0000"]"#),
    ])
  func refusedConnect(connect: String, answer: String) throws {
    let world = try Sample.world()
    let socket = try FakeSocket(world)
    try world.faults.add(Sample.definition(#"{"type":"refuseConnect","message":"no"}"#))
    socket.receive("hello")
    socket.receive(connect)
    #expect(socket.takeEvents() == ["in hello", "out \(answer)", "close 1013"])
  }

  @Test("comes and goes with the world's clock")
  func windows() throws {
    let world = try Sample.world()
    let socket = try FakeSocket(world)
    try world.faults.add(Sample.definition(#"{"type":"slowReader"}"#, #""afterSeconds":10,"forSeconds":5"#))
    try world.faults.add(Sample.definition(#"{"type":"offline","seconds":20,"everySeconds":90}"#))
    var log: [String] = []
    for second in stride(from: 0, to: 200, by: 5) {
      log += socket.takeEvents().map { "\(second): \($0)" }
      world.advance(seconds: 5)
    }
    #expect(log == ["0: abort", "10: pause", "15: resume", "90: abort", "180: abort"])
  }

  @Test("is the same for the same seed")
  func seeded() throws {
    func run(_ seed: UInt64) throws -> [String] {
      let world = try Sample.world(seed: seed)
      let socket = try FakeSocket(world)
      try world.faults.add(Sample.definition(#"{"type":"dropMessage"}"#, #""probability":0.5"#))
      try world.faults.add(Sample.definition(#"{"type":"corrupt","every":3}"#))
      for number in 0..<50 { socket.send("message \(number)") }
      return socket.takeEvents()
    }
    #expect(try run(1) == run(1))
    #expect(try run(1) != run(2))
  }

  @Test("finds sockets on their world's list as long as they are open")
  func list() throws {
    let world = try Sample.world()
    let (first, second) = (try FakeSocket(world), try FakeSocket(world))
    first.send("abc")
    first.receive("ping")
    let traffic = try #require(world.sockets[1]?.traffic)
    #expect((traffic.incomingMessages, traffic.incomingBytes) == (1, 4))
    #expect((traffic.outgoingMessages, traffic.outgoingBytes) == (2, 7))
    #expect(world.sockets.all.map(\.id) == [1, 2])
    first.end()
    #expect(world.sockets.all.map(\.id) == [2])
    _ = second.takeEvents()
    world.sockets.abortAll()
    world.sockets.closeAll(code: 1001, reason: "")
    #expect(second.takeEvents() == ["abort", "close 1001"])
  }
}
