import HTTPCore
import World

/// A connection in SockJS's framing: `o` opens it, `a[…]` carries messages to the client, `h` says that the server is
/// there, `c[…]` ends it; the client sends arrays of messages.
final class SockJSConnection: WebSocketSession, Sendable {
  /// Nanoseconds of the world's time between two `h`.
  private static let heartBeat: Int64 = 25_000_000_000

  private let world: World
  private let inner: STOMPConnection
  private let alarm = Alarm()

  /// The alarm's owner: the connection inside has an alarm of its own.
  private final class Alarm: Sendable {}

  init(world: World, inner: STOMPConnection) {
    self.world = world
    self.inner = inner
  }

  func receive(_ event: WebSocketEvent) -> [WebSocketAction] {
    switch event {
    case .opened(let handle):
      // Taken before the client hears anything: whoever heard it may move the clock.
      let now = world.heartBeatNanoseconds
      handle.send(.text(Array("o".utf8)))
      setAlarm(handle, since: now)
      return inner.receive(.opened(SockJSHandle(socket: handle)))
    case .message(let message):
      return receive(message.bytes)
    case .closed:
      world.heartBeatAlarms.set(alarm, at: nil) {}
      return inner.receive(.closed)
    case .oversized, .dropped, .caughtUp:
      return inner.receive(event)
    }
  }

  private func receive(_ bytes: [UInt8]) -> [WebSocketAction] {
    guard !bytes.isEmpty else { return [] }
    switch SockJSFrame.messages(in: bytes) {
    case .success(let messages):
      return messages.flatMap { inner.receive(.message(.text(Array($0.utf8)))) }
    case .failure(let problem):
      return [
        .send(.text(SockJSFrame.close(code: 1002, reason: problem.message))),
        .close(code: 1002, reason: problem.message.clipped(to: 100)),
      ]
    }
  }

  private func setAlarm(_ handle: any WebSocketHandle, since start: Int64) {
    let due = start.addingReportingOverflow(Self.heartBeat)
    guard !due.overflow else { return }
    world.heartBeatAlarms.set(alarm, at: due.partialValue) { [weak self, world] in
      let now = world.heartBeatNanoseconds
      handle.send(.text(Array("h".utf8)), whenFull: .dropOldest)
      self?.setAlarm(handle, since: now)
    }
  }
}

/// A socket on which every message is wrapped as SockJS wants it.
private struct SockJSHandle: WebSocketHandle {
  let socket: any WebSocketHandle

  var isCongested: Bool { socket.isCongested }

  func send(_ message: WebSocketMessage, whenFull policy: OverflowPolicy) {
    socket.send(.text(SockJSFrame.messages(message.bytes)), whenFull: policy)
  }

  func close(code: UInt16, reason: String) {
    socket.send(.text(SockJSFrame.close(code: code, reason: reason)))
    socket.close(code: code, reason: reason)
  }

  func abort() { socket.abort() }

  func pauseReading(_ isPaused: Bool) { socket.pauseReading(isPaused) }
}
