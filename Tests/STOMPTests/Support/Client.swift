import STOMP

/// A client that writes down what the session does.
struct Client {
  var session: Session
  var now: Int64 = 0
  var transcript: [String] = []
  var authentication = Authentication.accepted(user: nil, warning: nil)

  init(limits: Limits = Limits()) {
    session = Session(id: "s1", server: "mock-api/0.2.0", limits: limits, now: 0)
  }

  mutating func take(_ step: Step) {
    switch step {
    case .text(let text): _ = send(text)
    case .binary(let bytes): _ = send(bytes, isText: false)
    case .deliver(let message, let number, let tag):
      let frame = session.deliver(message, to: number, tag: tag)
      transcript.append(frame.map { Self.show($0.bytes) + ($0.isText ? "" : " binary") } ?? "nothing delivered")
    case .wait(let milliseconds):
      now += milliseconds * 1_000_000
      note(session.tick(now: now))
    case .oversized(let limit): note(session.oversized(limit: limit, now: now))
    case .closed: note(session.closed())
    }
  }

  mutating func send(_ text: String) -> [Action] { send(Array(text.utf8), isText: true) }

  mutating func send(_ bytes: [UInt8], isText: Bool) -> [Action] {
    let authentication = authentication
    let actions = session.receive(bytes, isText: isText, now: now) { _ in authentication }
    note(actions)
    return actions
  }

  private mutating func note(_ actions: [Action]) {
    // What a refusal says is in its ERROR; that there is one for each is a test of its own.
    transcript += actions.filter { if case .refuse = $0 { false } else { true } }.map(Self.describe)
  }

  /// An action in one line.
  static func describe(_ action: Action) -> String {
    switch action {
    case .send(let frame): describe(frame)
    case .subscribe(let new): "subscribe \(new.number) \(new.id) \(new.destination) \(new.acknowledgement.rawValue)"
    case .unsubscribe(let number, let tags): "unsubscribe \(number) \(tags)"
    case .forget(let id): "forget \(id)"
    case .frameEnd: "frame end"
    case .publish(let publication): describe(publication)
    case .acknowledge(let tags): "acknowledge \(tags)"
    case .reject(let tags): "reject \(tags)"
    case .warn(let diagnosis): "warn \(diagnosis.code.rawValue)"
    case .refuse(let diagnosis): "refuse \(diagnosis.code.rawValue)"
    case .forward(let frame): "forward \(frame.command.rawValue)"
    case .forwardHeartbeat: "forward a heartbeat"
    case .subscribeRemotely(let new): "subscribe remotely \(new.number) \(new.id) \(new.destination)"
    case .close(let code, _): "close \(code)"
    }
  }

  private static func describe(_ publication: Publication) -> String {
    let own = publication.headers.map { " \(show($0.name))=\(show($0.value))" }.joined()
    let type = publication.contentType.map { " (\($0))" } ?? ""
    return "publish \(publication.destination) \(show(publication.body))\(type)\(own)"
  }

  private static func describe(_ outgoing: OutgoingFrame) -> String {
    if outgoing.bytes == [0x0A] { return "heart-beat" }
    guard let frame = WireFrame(outgoing.bytes), outgoing.isText else { return "malformed \(show(outgoing.bytes))" }
    switch frame.command {
    case "CONNECTED": return "CONNECTED \(frame["version"] ?? "-") \(frame["heart-beat"] ?? "-")"
    case "RECEIPT": return "RECEIPT \(frame["receipt-id"] ?? "-")"
    case "ERROR":
      let line = String(decoding: frame.body.prefix { $0 != 0x0A }, as: UTF8.self)
      let code = line.split(separator: "(").last?.dropLast() ?? "-"
      let receipt = frame["receipt-id"].map { " receipt \($0)" } ?? ""
      return "ERROR \(code)\(receipt)\(frame["version"].map { " version \($0)" } ?? "")"
    default: return show(outgoing.bytes)
    }
  }

  private static func show(_ text: String) -> String { show(Array(text.utf8)) }

  /// Bytes with `⏎` for LF, `␍` for CR and `␀` for NUL.
  static func show(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
      switch scalar {
      case "\n": "⏎"
      case "\r": "␍"
      case "\0": "␀"
      default: String(scalar)
      }
    }.joined()
  }
}
