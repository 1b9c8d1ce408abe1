import STOMP
import Testing

@Suite("Heart-beats")
struct LivenessTests {
  private static let second: Int64 = 1_000_000_000

  private func client(_ heartbeat: String) -> Client {
    var client = Client()
    _ = client.send("CONNECT\naccept-version:1.2\nheart-beat:\(heartbeat)\n\n\0")
    _ = client.send("SUBSCRIBE\nid:1\ndestination:/topic/a\n\n\0")
    client.transcript = []
    return client
  }

  /// Lets time pass to each deadline up to a moment.
  private func run(_ client: inout Client, until end: Int64, each: (inout Client) -> Void = { _ in }) -> Int {
    var beats = 0
    while let deadline = client.session.nextDeadline, deadline <= end {
      client.now = deadline
      beats += client.session.tick(now: deadline).count { $0 == .send(OutgoingFrame(bytes: [0x0A], isText: true)) }
      each(&client)
    }
    return beats
  }

  @Test("come each interval when nothing else is sent")
  func idle() {
    var client = client("0,10000")
    // One each nine seconds, so that they arrive in time.
    #expect(run(&client, until: 100 * Self.second) == 11)
  }

  @Test("do not come from a busy sender")
  func busy() {
    var client = client("0,10000")
    let beats = run(&client, until: 100 * Self.second) { client in
      _ = client.session.deliver(.plain("x"), to: 1, tag: 0)
    }
    #expect(beats == 0)
  }

  @Test(
    "leave no gap longer than the interval, whenever something was sent", arguments: [0, 1, 4999, 5000, 5001, 9999])
  func gap(_ milliseconds: Int64) {
    var client = client("0,10000")
    var lastSent: Int64 = 0
    let delivery = milliseconds * 1_000_000
    var isDelivered = false
    while let deadline = client.session.nextDeadline, deadline <= 60 * Self.second {
      if !isDelivered, delivery <= deadline {
        isDelivered = true
        #expect(client.session.deliver(.plain("x"), to: 1, tag: 0) != nil)
        lastSent = delivery
      }
      let actions = client.session.tick(now: deadline)
      guard !actions.isEmpty else { continue }
      #expect(deadline - lastSent <= 10 * Self.second)
      lastSent = deadline
    }
    #expect(lastSent > 40 * Self.second)
  }

  @Test("are due at once when the clock jumped", arguments: [10, 11, 3600] as [Int64])
  func jump(_ seconds: Int64) {
    var client = client("0,10000")
    client.take(.wait(seconds * 1000))
    #expect(client.transcript == ["heart-beat"])
    #expect(client.session.nextDeadline == seconds * Self.second + 4_500_000_000)
  }

  @Test("cost nothing when none are agreed")
  func none() {
    #expect(client("0,0").session.nextDeadline == nil)
    #expect(Client().session.nextDeadline == nil)
  }

  @Test("of the client are waited for three intervals")
  func silence() {
    var client = client("20000,0")
    #expect(client.session.nextDeadline == 60 * Self.second)
    client.take(.wait(59_999))
    client.take(.text("\n"))
    #expect(client.session.nextDeadline == 119_999_000_000)
    #expect(client.transcript.isEmpty)
  }

  @Test("survive the end of time")
  func endOfTime() {
    var session = Session(id: "s", server: "x", now: .max - 1)
    _ = session.receive(
      Array("CONNECT\naccept-version:1.2\nheart-beat:1,1\n\n\0SEND\n".utf8), isText: true, now: .max - 1
    ) { _ in .accepted(user: nil, warning: nil) }
    #expect(session.nextDeadline == .max)
    _ = session.tick(now: .max)
    #expect(session.isOver)
  }
}
