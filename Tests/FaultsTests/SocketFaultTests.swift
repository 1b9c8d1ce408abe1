import Faults
import HTTPCore
import JSON
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

  /// What is edited, and what arrives; the fault has not happened where that is the same.
  private static let edits: [(find: String?, replacement: String, message: String, expected: String)] = [
    // STOMP: the body, or else the values of headers; content-length and escapes follow.
    (
      "x", "éé", "MESSAGE\ndestination:/x\ncontent-length:1\n\nx\0", "MESSAGE\ndestination:/x\ncontent-length:4\n\néé\0"
    ),
    ("x", "", "MESSAGE\ncontent-length:2\n\nxx\0\n", "MESSAGE\ncontent-length:0\n\n\0\n"),
    ("a", "b\0c", "SEND\ndestination:/q\n\na\0", "SEND\ndestination:/q\ncontent-length:3\n\nb\0c\0"),
    ("/a", "/b:\n", "MESSAGE\ndestination:/a\n\nx\0", "MESSAGE\ndestination:/b\\c\\n\n\nx\0"),
    ("1.2", "1.0", "CONNECTED\nversion:1.2\n\n\0", "CONNECTED\nversion:1.0\n\n\0"),
    (
      "1", "22", "SEND\r\ncontent-length:1\r\n\r\n1\0\nSEND\n\n1\0",
      "SEND\r\ncontent-length:2\r\n\r\n22\0\nSEND\n\n22\0"
    ),
    ("5", "6", "MESSAGE\ncontent-length:5\n\nabcde\0", "MESSAGE\ncontent-length:5\n\nabcde\0"),
    (nil, "new", "MESSAGE\ncontent-length:1\n\nx\0", "MESSAGE\ncontent-length:3\n\nnew\0"),
    (nil, "new", "RECEIPT\nreceipt-id:1\n\n\0", "RECEIPT\nreceipt-id:1\n\n\0"),
    (nil, "ERROR\n\n\0", "RECEIPT\nreceipt-id:1\n\n\0", "ERROR\n\n\0"),
    // JSON in a frame.
    ("b", "\"", "MESSAGE\ncontent-length:9\n\n{\"a\":\"b\"}\0", "MESSAGE\ncontent-length:10\n\n{\"a\":\"\\\"\"}\0"),
    // SockJS: what is inside; wrapped and escaped again.
    ("x", "\"\n\"", #"a["MESSAGE\ncontent-length:1\n\nx\u0000"]"#, #"a["MESSAGE\ncontent-length:3\n\n\"\n\"\u0000"]"#),
    ("x", "yy", #"["SEND\ncontent-length:1\n\nx\u0000","x"]"#, #"["SEND\ncontent-length:2\n\nyy\u0000","yy"]"#),
    (nil, "new", #"a["MESSAGE\n\nx\u0000"]"#, #"a["MESSAGE\n\nnew\u0000"]"#),
    (nil, "new", "o", "o"), (nil, "new", #"c[1002,"x"]"#, #"c[1002,"x"]"#),
    ("x", "y", #"c[1002,"x"]"#, #"c[1002,"x"]"#),
    // JSON: as it is written, or else its texts.
    (#""a":1"#, #""a":2"#, #"{"a":1,"b":1.50}"#, #"{"a":2,"b":1.50}"#),
    ("é/", "\"", #"{"a":"\u00e9\/", "b" : 1.50}"#, #"{"a":"\"", "b" : 1.50}"#),
    ("}", "", #"{"a":1}"#, #"{"a":1"#), ("b", "\"", "not b", "not \""), ("z", "y", #"{"a":1}"#, #"{"a":1}"#),
    (nil, "new", #"{"a":1}"#, "new"),
  ]

  @Test("edits the message inside; content-length, escapes and wrapping follow", arguments: edits.indices)
  func editing(_ index: Int) throws {
    let edit = Self.edits[index]
    let world = try Sample.world()
    let socket = try FakeSocket(world)
    var fault: JSONObject = ["type": "editMessage", "replace": .string(edit.replacement)]
    if let find = edit.find { fault["find"] = .string(find) }
    let text = String(decoding: JSONWriter.serialize(.object(fault)), as: UTF8.self)
    try world.faults.add(Sample.definition(text))
    socket.send(edit.message)
    #expect(socket.takeEvents() == ["out \(edit.expected)"])
    #expect(world.faults.contents.first?.applications == (edit.message == edit.expected ? 0 : 1))
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

  @Test(
    "leaves in the journal what arrived and what did not, when the socket has closed",
    arguments: [
      (#"{"type":"dropMessage","nth":2}"#, ["a whole", "b never", "c whole"]),
      (#"{"type":"reorder"}"#, ["b whole", "a whole", "c never"]),
      (#"{"type":"duplicate","nth":1}"#, ["a whole", "a whole", "b whole", "c whole"]),
      (#"{"type":"delayMessages","milliseconds":50,"nth":2}"#, ["a whole", "b aborted", "c aborted"]),
      (#"{"type":"corrupt","nth":3}"#, ["a whole", "b whole", "~ whole"]),
      (#"{"type":"close","afterMessages":1}"#, ["a whole", "b never", "c never"]),
      (#"{"type":"close","abort":true,"afterMessages":1}"#, ["a whole", "b never", "c never"]),
    ])
  func endings(fault: String, expected: [String]) throws {
    for direction in ["outgoing", "incoming"] where direction == "outgoing" || !fault.contains("close") {
      let world = try Sample.world()
      let socket = try FakeSocket(world)
      let directed = fault.contains("close") ? fault : fault.dropLast() + #","direction":"\#(direction)"}"#
      try world.faults.add(Sample.definition(directed))
      for text in ["a", "b", "c"] { direction == "outgoing" ? socket.send(text) : socket.receive(text) }
      socket.end()
      #expect(socket.endings == expected, "\(direction)")
      #expect(world.journal.contents().pending.isEmpty)
    }
  }

  @Test("shows what it holds back as not delivered, and with its name")
  func held() throws {
    let world = try Sample.world()
    let socket = try FakeSocket(world)
    try world.faults.add(Sample.definition(#"{"type":"reorder"}"#, #""id":"swap""#))
    socket.send("a")
    let frames = world.journal.contents().pending.compactMap { entry in
      if case .frame(let frame) = entry.content { frame } else { nil }
    }
    #expect(frames.map(\.isDelivered) == [false])
    #expect(frames.map { $0.fault?.id } == ["swap"])
  }

  @Test("that resets behind messages waits for those that are delayed")
  func delayedReset() throws {
    let world = try Sample.world()
    let socket = try FakeSocket(world)
    try world.faults.add(Sample.definition(#"{"type":"delayMessages","milliseconds":50}"#))
    try world.faults.add(Sample.definition(#"{"type":"close","abort":true,"afterMessages":1}"#))
    for text in ["a", "b"] { socket.send(text) }
    #expect(socket.takeEvents().isEmpty)
    socket.finishDelays()
    #expect(socket.takeEvents() == ["out a", "abort"])
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
  func heartbeats(beat: String) throws {
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
