import STOMP

/// Plays an input against a session, with deliveries and time in between, and holds it to its promises.
struct SessionExercise {
  /// What happened, for telling new behaviour from known.
  private(set) var features: Set<Int> = []

  private let input: Input
  private var random: Random
  private var session: Session
  private var now: Int64 = 0
  private var open: [Int: Subscription] = [:]
  private var outstanding: Set<UInt64> = []
  private var lastTag: UInt64 = 0
  private var isConnected = false
  private var hasClosed = false
  private var lastFeature = 0

  init(_ input: Input) {
    self.input = input
    random = input.cuts
    session = Session(id: "f", server: "fuzz/1", limits: input.limits, now: 0)
  }

  /// - Throws: ``Violation``.
  mutating func run() throws {
    if let version = input.version {
      let heartbeat = input.hasHeartbeats ? "heart-beat:10000,10000\n" : ""
      try receive(Array("CONNECT\naccept-version:\(version.text)\n\(heartbeat)\n\0".utf8), isText: true)
      guard session.isConnected else { throw Violation("CONNECT was refused") }
    }
    var rest = input.payload
    var isText = !input.isBinary
    while !rest.isEmpty {
      let length = random.oneIn(2) ? rest.count : 1 + random.below(random.oneIn(2) ? 8 : 80)
      try receive(Array(rest.prefix(length)), isText: isText)
      rest = rest.dropFirst(length)
      if random.oneIn(8) { isText.toggle() }
      try between()
    }
    for _ in 0..<4 where !hasClosed { try passTime() }
    try end()
  }

  private mutating func receive(_ bytes: [UInt8], isText: Bool) throws {
    let refuses = input.version == nil && random.oneIn(16)
    let actions = session.receive(bytes, isText: isText, now: now) { headers in
      if refuses { return .refused(.tokenRequired) }
      let token = headers.first(ignoringCase: "authorization")
      return .accepted(user: token, warning: token == nil ? nil : .badToken(reason: "no"))
    }
    try check(actions)
    guard session.bufferedBytes <= session.limits.maximumFrameBytes else { throw Violation("the buffer grows") }
  }

  private mutating func between() throws {
    switch random.below(8) {
    case 0: try passTime()
    case 1...4: try deliver()
    case 5 where random.oneIn(32): try check(session.oversized(limit: 9, now: now))
    case 6 where random.oneIn(32): try check(session.fail(.queueFull(destination: "/q"), receipt: "r", now: now))
    default: break
    }
  }

  private mutating func passTime() throws {
    if let deadline = session.nextDeadline, random.oneIn(2) {
      now = max(now, deadline)
      try check(session.tick(now: now))
      if let next = session.nextDeadline, next <= now { throw Violation("the deadline does not pass") }
    } else {
      now += Int64(random.below(4_000)) * 1_000_000
      try check(session.tick(now: now))
    }
  }

  private mutating func deliver() throws {
    guard let number = open.keys.sorted().randomElement(using: &random) else { return }
    lastTag += 1
    let message = Samples.messages[random.below(Samples.messages.count)]
    let acknowledges = open[number]?.acknowledgement != .auto
    let isFull = session.isUnacknowledgedFull
    guard let frame = session.deliver(message, to: number, tag: lastTag, redelivered: random.oneIn(4)) else {
      guard hasClosed || (acknowledges && isFull) else { throw Violation("an open subscription got nothing") }
      return note(1)
    }
    guard !hasClosed else { throw Violation("a delivery after the end") }
    guard let wire = WireCheck(frame.bytes, isText: frame.isText), wire.command == "MESSAGE" else {
      throw Violation("a malformed MESSAGE")
    }
    guard wire.body.elementsEqual(message.body), wire["subscription"] != nil, wire["message-id"] != nil else {
      throw Violation("a MESSAGE that lacks something")
    }
    if acknowledges { outstanding.insert(lastTag) }
    note(2)
  }

  private mutating func end() throws {
    try check(session.closed())
    guard open.isEmpty, outstanding.isEmpty else { throw Violation("something is open after the end") }
    guard session.closed().isEmpty, session.nextDeadline == nil, session.tick(now: now).isEmpty else {
      throw Violation("something happens after the end")
    }
  }

  // MARK: Promises

  private mutating func check(_ actions: [Action]) throws {
    var hasFailed = false
    var refusals = 0
    for action in actions {
      guard !hasClosed || isRelease(action) else { throw Violation("\(action) after the close") }
      switch action {
      case .send(let frame):
        guard !hasFailed else { throw Violation("a frame after ERROR") }
        hasFailed = try checkSent(frame)
      case .subscribe(let subscription):
        guard open.updateValue(subscription, forKey: subscription.number) == nil else {
          throw Violation("a number twice")
        }
        note(3)
      case .unsubscribe(let number, let tags):
        guard open.removeValue(forKey: number) != nil else { throw Violation("no such subscription") }
        try settle(tags, 4)
      case .forget: note(8)
      case .frameEnd: note(9)
      case .forward, .forwardHeartbeat, .subscribeRemotely: throw Violation("\(action) without another broker")
      case .publish(let publication):
        guard publication.body.count <= session.limits.maximumBodyBytes else {
          throw Violation("a body over the limit")
        }
        note(5)
      case .acknowledge(let tags): try settle(tags, 6)
      case .reject(let tags): try settle(tags, 7)
      case .warn(let diagnosis):
        try checkText(diagnosis)
        note(1000 + diagnosis.code.rawValue.hashed)
      case .refuse(let diagnosis):
        try checkText(diagnosis)
        refusals += 1
      case .close(let code, let reason):
        guard (1000...1002).contains(code), reason.utf8.count <= 123 else { throw Violation("a bad close") }
        hasClosed = true
      }
    }
    guard !hasFailed || hasClosed else { throw Violation("ERROR without close") }
    guard refusals == (hasFailed ? 1 : 0) else { throw Violation("\(refusals) refusals for an ERROR") }
    guard open.count == session.subscriptionCount, outstanding.count == session.unacknowledgedCount else {
      throw Violation("the session counts otherwise")
    }
  }

  private func isRelease(_ action: Action) -> Bool {
    if case .unsubscribe = action { true } else { false }
  }

  private mutating func settle(_ tags: [UInt64], _ feature: Int) throws {
    for tag in tags {
      guard outstanding.remove(tag) != nil else { throw Violation("tag \(tag) is settled twice") }
    }
    note(feature + (tags.count > 1 ? 20 : 0))
  }

  private func checkText(_ diagnosis: Diagnosis) throws {
    for text in [diagnosis.summary, diagnosis.closeReason] {
      guard !text.utf8.contains(where: { $0 < 32 || $0 == 58 || $0 == 92 }) else { throw Violation("a bad summary") }
    }
    guard diagnosis.offset >= 0, diagnosis.summary.utf8.count <= 240 else { throw Violation("a bad diagnosis") }
  }

  /// - Returns: whether it is ERROR.
  private mutating func checkSent(_ frame: OutgoingFrame) throws -> Bool {
    guard frame.isText else { throw Violation("a binary frame") }
    if frame.bytes == [10] {
      guard isConnected else { throw Violation("a heart-beat before CONNECTED") }
      note(8)
      return false
    }
    guard let wire = WireCheck(frame.bytes, isText: true) else { throw Violation("a malformed frame") }
    switch wire.command {
    case "CONNECTED":
      guard !isConnected else { throw Violation("CONNECTED twice") }
      isConnected = true
      note(9)
    case "ERROR":
      guard wire["message"] != nil, !wire.body.isEmpty else { throw Violation("an ERROR that says nothing") }
      note(2000 + String(decoding: wire.body.prefix { $0 != 10 }, as: UTF8.self).hashed)
      return true
    default:
      guard isConnected, wire.command == "RECEIPT" else { throw Violation("an unexpected \(wire.command)") }
      note(10)
    }
    return false
  }

  /// Remembers something that happened, alone, and with what happened before.
  private mutating func note(_ feature: Int) {
    features.insert(feature)
    features.insert(feature &* 31 &+ lastFeature &* 7 &+ 1 << 40)
    lastFeature = feature
  }
}

extension Random: RandomNumberGenerator {}

extension String {
  /// A number for the text, the same in every run (FNV-1a).
  var hashed: Int {
    var hash: UInt32 = 2_166_136_261
    for byte in utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash)
  }
}

/// What is delivered in between.
enum Samples {
  static let messages: [Message] = [
    Message(destination: "/topic/a", headers: Headers(), contentType: nil, body: Array("x".utf8)),
    Message(destination: "/t:\\\n", headers: Headers([("k:", "\r\n\0\\")]), contentType: "a/b; c", body: [0, 10, 0]),
    Message(destination: "/queue/a", headers: Headers([("é", "€")]), contentType: nil, body: [0xFF, 0xC3]),
    Message(destination: "/queue/a", headers: Headers(), contentType: nil, body: []),
  ]
}
