import HTTPCore

/// One open socket as the loop sees it. Touched only by the loop's thread.
final class SocketConnection {
  let handle: SocketHandle
  let session: any WebSocketSession
  let socket: UpgradedSocket
  var assembler: MessageAssembler
  var writer: SocketWriter
  /// Whether reading is stopped until the client has read what waits for it.
  var isReadingPaused = false
  /// Whether reading is stopped until the application wants it to go on.
  var isReadingHeld = false
  /// Whether the connection was dropped, and libwebsockets is about to notice.
  var isAborted = false
  /// Whether a close was asked for; what the client sends from then on is thrown away.
  var isClosing = false
  /// Whether all that waited is sent and libwebsockets has the close frame to send.
  var hasSaidGoodbye = false
  /// Whether the client may have until the end of its time to read what it was told last.
  var mayLinger = true
  /// Whether it is on the loop's list of sockets to write to.
  var isListed = false
  /// The turn of the loop in which a message last came.
  var readTurn: UInt64 = 0
  /// When something last came from the client, in the loop's whole seconds.
  var lastHeard: Int
  /// Whether it was asked by a ping since then.
  var isPinged = false

  init(
    socket: UpgradedSocket, session: any WebSocketSession, handle: SocketHandle, limits: WebSocketLimits, credit: Int,
    now: Int
  ) {
    self.socket = socket
    self.session = session
    self.handle = handle
    assembler = MessageAssembler(limit: limits.maximumMessageBytes)
    writer = SocketWriter(credit: credit)
    lastHeard = now
  }

  /// Lets the session take an event and carries out what it wants.
  func deliver(_ event: WebSocketEvent) {
    for action in session.receive(event) {
      switch action {
      case .send(let message): handle.send(message)
      case .close(let code, let reason): handle.close(code: code, reason: reason)
      }
    }
  }
}
