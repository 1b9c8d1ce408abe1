import STOMP
import Testing

@Suite("What a mistaken client is told")
struct DiagnosisTests {
  static let mistakes = Mistake.framing + Mistake.commands + Mistake.meaning + Mistake.acknowledging

  @Test("names what, where, found, expected and why", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws {
    var client = Client()
    if let version = mistake.version { _ = client.send("CONNECT\naccept-version:\(version.text)\n\n\0") }
    var actions: [Action] = []
    for step in mistake.steps {
      switch step {
      case .text(let text): actions += client.send(text)
      case .binary(let bytes): actions += client.send(bytes, isText: false)
      case .wait(let milliseconds):
        client.now += milliseconds * 1_000_000
        actions += client.session.tick(now: client.now)
      case .oversized(let limit): actions += client.session.oversized(limit: limit, now: 0)
      case .deliver(let message, let number, let tag): _ = client.session.deliver(message, to: number, tag: tag)
      case .closed: actions += client.session.closed()
      }
    }
    let told = try #require(Told(actions))
    #expect(told.code == mistake.code.rawValue)
    // A client that says nothing has sent no frame in which there could be a place.
    let place = mistake.code == .silence ? "" : "byte \(mistake.offset) of the frame"
    #expect(told.value("where").hasPrefix(place))
    #expect(told.explanation.contains("byte ") == !place.isEmpty || mistake.code != .silence)
    #expect(told.value("found") == mistake.found)
    #expect(told.value("expected") == mistake.expected)
    #expect(told.value("cause").contains(mistake.cause))
    #expect(told.isAccepted == mistake.isAccepted)
    #expect(client.session.isOver == !mistake.isAccepted)
  }

  /// Those that only the server around a session finds, and those of other suites.
  private static let tested: Set<Diagnosis.Code> = [
    .badToken, .tokenRequired, .queueFull, .wrongEndpoint, .badPattern, .tooManySubscriptions, .tooManyTransactions,
    .transactionTooLarge, .tooManyUnacknowledged, .unreadCredential, .unusualCredential, .unknownDestination,
    .destinationWithoutSlash, .foreignDestination, .droppedDestination, .invalidDestination,
    .brokerUnavailable,
  ]

  @Test("is tested for every code")
  func complete() {
    let codes = Set(Self.mistakes.map(\.code)).union(Self.tested)
    #expect(Set(Diagnosis.Code.allCases).subtracting(codes) == [])
  }

  private static let others: [Diagnosis] = [
    .badToken(reason: "it has\nexpired: at 10\\11"), .tokenRequired, .queueFull(destination: "/queue/a:b"),
    .stompFrameOnJSONChannel(command: "CONNECT"), .unknownDestination("/topic/b:c", nearest: "/topic/b"),
    .destinationWithoutSlash("topic\\b", nearest: "/topic/b"), .foreignDestination("/topic/b:c", own: nil, user: nil),
    .unreadCredential(Header("to:ken", "x")), .unusualCredential("a header x-authorization"),
    .brokerUnavailable(destination: "/topic/a:b", reason: "it refuses\nconnections"),
    .wrongPasscode(login: Header("login", "a:b")),
    Diagnosis(.unknownCommand, offset: 3, found: String(repeating: "é", count: 500), expected: "x", cause: "y"),
  ]

  /// Line ends, colons and backslashes would be escaped by some versions and break others.
  @Test("has a summary of one line that every version writes the same", arguments: others)
  func summary(_ diagnosis: Diagnosis) {
    for text in [diagnosis.summary, diagnosis.closeReason] {
      #expect(!text.utf8.contains { $0 < 0x20 || $0 == 0x3A || $0 == 0x5C })
      #expect(!text.isEmpty)
    }
    #expect(diagnosis.summary.utf8.count <= 240)
    #expect(diagnosis.closeReason.utf8.count <= 123)
    #expect(diagnosis.explanation.contains(diagnosis.cause))
  }

  @Test("is written into ERROR")
  func error() throws {
    var client = Client()
    let actions = client.send("CONNECT\naccept-version:9\nreceipt:r:1\n\n\0")
    guard case .send(let outgoing) = actions.dropFirst().first else {
      Issue.record("nothing sent")
      return
    }
    let frame = try #require(WireFrame(outgoing.bytes))
    #expect(
      frame.headers.map { $0[0] } == ["version", "message", "receipt-id", "content-type", "content-length"])
    #expect(
      frame["version"] == "1.0,1.1,1.2" && frame["receipt-id"] == "r\\c1" && frame["content-type"] == "text/plain")
    #expect(
      frame["message"]
        == "no common version of STOMP at byte 8, found accept-version \"9\", expected one of 1.0,1.1,1.2")
    #expect(
      actions.last == .close(code: 1002, reason: "unsupported-version, no common version of STOMP"))
  }

  @Test("is told once for each code that is accepted, that of blanks each time")
  func once() {
    var client = Client()
    _ = client.send("CONNECT\naccept-version:1.1\n\n\0")
    for _ in 0..<3 { _ = client.send("SEND\r\ndestination: /a\r\n\r\nx\0") }
    #expect(
      client.transcript.filter { $0.hasPrefix("warn") } == ["warn crlf-line-ends"]
        + Array(repeating: "warn padded-value", count: 3))
  }

  @Test("comes from the judge of tokens too")
  func authentication() {
    var anonymous = Client()
    anonymous.authentication = .accepted(user: nil, warning: .badToken(reason: "it has expired"))
    _ = anonymous.send("CONNECT\naccept-version:1.2\n\n\0")
    #expect(anonymous.transcript == ["warn bad-token", "CONNECTED 1.2 0,0"])
    var refused = Client()
    refused.authentication = .refused(.tokenRequired)
    _ = refused.send("CONNECT\naccept-version:1.2\n\n\0SEND\ndestination:/a\n\n\0")
    #expect(refused.transcript == ["ERROR token-required", "close 1002"])
    #expect(!refused.session.isConnected)
  }
}
