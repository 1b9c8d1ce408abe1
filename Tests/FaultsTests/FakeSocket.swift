import Faults
import HTTPCore
import Realtime
import Synchronization
import World

/// A socket without a network: what happens to it is noted, and delays are over when the test says so.
final class FakeSocket: Sendable {
  private struct State {
    var log: [String] = []
    var waiting: [(milliseconds: Int, body: @Sendable () -> Void)] = []
    var session: SessionBox?
    var handle: (any WebSocketHandle)?
  }

  /// Sessions are used by one thread in these tests.
  private struct SessionBox: @unchecked Sendable {
    let session: any WebSocketSession
  }

  let world: World
  private let record = Record()
  private final class Record: Sendable {
    let state = Mutex(State())

    func note(_ text: String) {
      state.withLock { $0.log.append(text) }
    }
  }

  init(_ world: World, path: String = "/ws", greeting: String? = nil) throws {
    self.world = world
    let record = record
    let upgrade = WebSocketUpgrade {
      NotingSession(greeting) { handle in
        record.state.withLock { $0.handle = handle }
      } note: {
        record.note("in \($0)")
      }
    }.intercepted(try Sample.subject("GET", path), world: world) { milliseconds, body in
      record.state.withLock { $0.waiting.append((milliseconds, body)) }
    }
    let session = upgrade.makeSession()
    let box = SessionBox(session: session)
    record.state.withLock { $0.session = box }
    carryOut(session.receive(.opened(Handle(note: record.note))))
  }

  /// What happened since it was last asked.
  func takeEvents() -> [String] {
    record.state.withLock { state in
      defer { state.log = [] }
      return state.log
    }
  }

  /// What the journal was told of faults so far.
  var journal: [String] {
    world.journal.contents().entries.compactMap { entry in
      guard case .frame(let frame) = entry.content, let fault = frame.fault else { return nil }
      return "\(frame.direction) \(frame.message.text) by \(fault.id)"
    }
  }

  /// The frames of the journal, and what became of them.
  var endings: [String] {
    world.journal.contents().entries.compactMap { entry in
      guard case .frame(let frame) = entry.content else { return nil }
      return "\(frame.message.text) \(frame.ending?.rawValue ?? "under way")"
    }
  }

  /// The server sends a message.
  func send(_ text: String) {
    record.state.withLock { $0.handle }?.send(.text(Array(text.utf8)))
  }

  /// The client sends a message.
  func receive(_ text: String) {
    guard let session = record.state.withLock({ $0.session })?.session else { return }
    carryOut(session.receive(.message(.text(Array(text.utf8)))))
  }

  /// The socket goes away.
  func end() {
    guard let session = record.state.withLock({ $0.session })?.session else { return }
    carryOut(session.receive(.closed))
  }

  /// Lets all delays be over.
  ///
  /// - Returns: How long they were, in milliseconds.
  @discardableResult
  func finishDelays() -> [Int] {
    let waiting = record.state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for (_, body) in waiting { body() }
    return waiting.map(\.milliseconds)
  }

  private func carryOut(_ actions: [WebSocketAction]) {
    for action in actions {
      switch action {
      case .send(let message): record.note("out \(message.text)")
      case .close(let code, _): record.note("close \(code)")
      }
    }
  }

  private struct Handle: WebSocketHandle {
    let note: @Sendable (String) -> Void

    var isCongested: Bool { false }
    func send(_ message: WebSocketMessage, whenFull policy: OverflowPolicy) { note("out \(message.text)") }
    func close(code: UInt16, reason: String) { note("close \(code)") }
    func abort() { note("abort") }
    func pauseReading(_ paused: Bool) { note(paused ? "pause" : "resume") }
  }
}

/// Notes what it gets, and answers "ping" by "pong".
private final class NotingSession: WebSocketSession {
  private let greeting: String?
  private let opened: @Sendable (any WebSocketHandle) -> Void
  private let note: @Sendable (String) -> Void

  init(
    _ greeting: String?, opened: @escaping @Sendable (any WebSocketHandle) -> Void,
    note: @escaping @Sendable (String) -> Void
  ) {
    (self.greeting, self.opened, self.note) = (greeting, opened, note)
  }

  func receive(_ event: WebSocketEvent) -> [WebSocketAction] {
    switch event {
    case .opened(let handle):
      opened(handle)
      return greeting.map { [.send(.text(Array($0.utf8)))] } ?? []
    case .message(let message):
      note(message.text)
      return message.text == "ping" ? [.send(.text(Array("pong".utf8)))] : []
    case .oversized, .dropped, .caughtUp, .closed: return []
    }
  }
}

extension WebSocketMessage {
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
