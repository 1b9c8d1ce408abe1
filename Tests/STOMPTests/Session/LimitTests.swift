import STOMP
import Testing

@Suite("The limits of a session")
struct LimitTests {
  private static let limits: Limits = {
    var limits = Limits()
    limits.maximumSubscriptions = 2
    limits.maximumTransactions = 2
    limits.maximumTransactionFrames = 3
    limits.maximumTransactionBytes = 1000
    return limits
  }()

  private static func send(_ body: String, _ transaction: String) -> String {
    "SEND\ndestination:/a\ntransaction:\(transaction)\n\n\(body)\0"
  }

  @Test(
    "hold",
    arguments: [
      (
        [
          "SUBSCRIBE\nid:1\ndestination:/a\n\n\0", "SUBSCRIBE\nid:2\ndestination:/a\n\n\0",
          "SUBSCRIBE\nid:3\ndestination:/a\n\n\0",
        ], "too-many-subscriptions"
      ),
      (["SUBSCRIBE\nid:1\ndestination:/**\(String(repeating: "/a", count: 64))\n\n\0"], "bad-destination-pattern"),
      (
        ["BEGIN\ntransaction:1\n\n\0", "BEGIN\ntransaction:2\n\n\0", "BEGIN\ntransaction:3\n\n\0"],
        "too-many-transactions"
      ),
      (
        [
          "BEGIN\ntransaction:1\n\n\0", "BEGIN\ntransaction:2\n\n\0", send("", "1"), send("", "1"), send("", "2"),
          send("", "2"),
        ], "transaction-too-large"
      ),
      (
        [
          "BEGIN\ntransaction:1\n\n\0", send(String(repeating: "x", count: 500), "1"),
          send(String(repeating: "x", count: 500), "1"),
        ], "transaction-too-large"
      ),
    ] as [([String], String)])
  func hold(_ texts: [String], _ code: String) {
    var client = Client(limits: Self.limits)
    _ = client.send("CONNECT\naccept-version:1.2\n\n\0")
    for text in texts.dropLast() { _ = client.send(text) }
    #expect(!client.transcript.contains { $0.hasPrefix("ERROR") })
    _ = client.send(texts.last ?? "")
    #expect(client.transcript.contains("ERROR \(code)"))
  }

  @Test("count what a transaction held no more after its end")
  func released() {
    var client = Client(limits: Self.limits)
    _ = client.send("CONNECT\naccept-version:1.2\n\n\0")
    for end in ["COMMIT", "ABORT", "COMMIT"] {
      let body = String(repeating: "x", count: 500)
      _ = client.send("BEGIN\ntransaction:1\n\n\0\(Self.send(body, "1"))\(end)\ntransaction:1\n\n\0")
    }
    #expect(client.session.isConnected && client.session.transactionCount == 0)
  }

  @Test(
    "bound what is kept of an unfinished frame",
    arguments: [
      "SEND\ndestination:/a\n\n", "SEND\ncontent-length:65536\n\n", "SEND\n", "BEGIN\n\n", "A", "\r", "SEND\nk:",
    ])
  func buffer(_ beginning: String) {
    var client = Client()
    _ = client.send("CONNECT\naccept-version:1.2\n\n\0")
    _ = client.send(beginning)
    for _ in 0..<200 where client.session.isConnected {
      _ = client.send("h:" + String(repeating: "x", count: 1021) + "\n")
      #expect(client.session.bufferedBytes <= Limits().maximumFrameBytes)
    }
    #expect(client.session.isOver)
  }

  @Test("give a slow frame time while it says how long it is, and no other")
  func patience() {
    var slow = Client()
    _ = slow.send("CONNECT\naccept-version:1.2\n\n\0SEND\ndestination:/a\ncontent-length:3\n\n")
    slow.transcript = []
    for piece in ["a", "b", "c", "\0"] {
      slow.take(.wait(1999))
      slow.take(.text(piece))
    }
    #expect(slow.transcript == ["publish /a abc"])
    #expect(slow.session.nextDeadline == nil)

    var unknown = Client()
    _ = unknown.send("CONNECT\naccept-version:1.2\n\n\0SEND\ndestination:/a\n\nabc")
    unknown.transcript = []
    for _ in 0..<3 {
      unknown.take(.wait(667))
      unknown.take(.text("\n"))
    }
    #expect(unknown.transcript == ["ERROR missing-nul", "close 1002"])
  }
}

@Suite("A refusal")
struct RefusalTests {
  @Test(
    "is told once for the log, before its ERROR, with the same code", arguments: ["NONSENSE\n\n\0", "CONNECT\nx\n\n\0"])
  func logged(message: String) throws {
    var session = Session(id: "s", server: "test/1", now: 0)
    let actions = session.receive(Array(message.utf8), isText: true, now: 1) { _ in .accepted(user: nil, warning: nil) }
    guard case .refuse(let diagnosis) = try #require(actions.first) else {
      Issue.record("the first action is \(actions)")
      return
    }
    guard case .send(let frame) = try #require(actions.dropFirst().first) else {
      Issue.record("the second action is \(actions)")
      return
    }
    #expect(String(decoding: frame.bytes, as: UTF8.self).contains("(\(diagnosis.code.rawValue))"))
    #expect(actions.count { if case .refuse = $0 { true } else { false } } == 1)
  }
}
