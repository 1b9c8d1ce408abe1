import HTTPCore

/// The WebSocket of a client of Socket.IO: of its own, or that to which a polling client moves.
final class SocketIOSocket: WebSocketSession {
  private let session: SocketIOSession
  /// Whether a client that polled is about to move here.
  private let isUpgrade: Bool
  private var handle: (any WebSocketHandle)?

  init(_ session: SocketIOSession, isUpgrade: Bool) {
    (self.session, self.isUpgrade) = (session, isUpgrade)
  }

  var status: SessionStatus? { SessionStatus("socket.io") }

  func receive(_ event: WebSocketEvent) -> [WebSocketAction] {
    switch event {
    case .opened(let handle):
      self.handle = handle
      guard !isUpgrade else { return [] }
      handle.send(.text(Array(session.handshake(isSocket: true).utf8)))
      session.attach(handle)
      return []
    case .closed:
      session.end()
      return []
    case .dropped, .caughtUp: return []
    case .message(.text(let bytes)):
      let text = String(decoding: bytes, as: UTF8.self)
      if isUpgrade, text == "2probe" {
        session.endPoll()
        return [.send(.text(Array("3probe".utf8)))]
      }
      if isUpgrade, text == "5" {
        if let handle { session.attach(handle) }
        return []
      }
      return session.receive(text) ? [] : [.close(code: 1002, reason: "this is no packet of Engine.IO")]
    case .message(.binary(let bytes)):
      return session.receive(attachment: bytes)
        ? [] : [.close(code: 1002, reason: "this attachment belongs to no packet")]
    case .oversized: return [.close(code: 1009, reason: "the packet is too long")]
    }
  }
}
