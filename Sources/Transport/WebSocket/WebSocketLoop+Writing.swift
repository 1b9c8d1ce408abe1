import CWebSockets
import HTTPCore

/// When the loop writes to sockets, and when it does not read from them; on the loop's thread.
extension WebSocketLoop {
  /// Turns of the loop that writing waits for more to write; each reads half a kilobyte or so.
  private static let maximumTurnsWaited = 16

  /// Sends what waits.
  ///
  /// - Returns: false when the socket shall be closed.
  func writable(_ wire: OpaquePointer) -> Bool {
    guard let connection = connections[wire], !connection.hasSaidGoodbye else { return true }
    switch connection.writer.flush(connection.handle, to: lws_get_socket_fd(wire), scratch: &scratch) {
    case .done: break
    case .more: lws_callback_on_writable(wire)
    case .gone:
      connection.mayLinger = false
      return false
    case .closing(let code, let reason):
      sayGoodbye(wire, connection, code: code, reason: reason)
      return false
    }
    adjustReading(wire, connection)
    if connection.handle.takeCaughtUp() { connection.deliver(.caughtUp) }
    return true
  }

  /// Has libwebsockets call when the socket can be written to.
  func requestWriting(_ handle: SocketHandle) {
    guard let wire = wires[ObjectIdentifier(handle)], let connection = connections[wire] else { return }
    let wishes = handle.wishes
    if wishes.isAborting { return abort(wire, connection) }
    if wishes.isReadingHeld != connection.isReadingHeld { holdReading(wire, connection, wishes.isReadingHeld) }
    if connection.hasSaidGoodbye { return }
    if wishes.isClosing, !connection.isClosing {
      connection.isClosing = true
      lws_set_timeout(wire, PENDING_TIMEOUT_CLOSE_SEND, 5)
    }
    // Once only: two threads must not write to one socket.
    guard !connection.isListed else { return }
    connection.isListed = true
    unwritten.append(wire)
  }

  /// Does what follows from writing ahead.
  private func follow(_ job: WriteCrew.Job) {
    switch job.outcome {
    case .done:
      guard job.connection.isReadingPaused || job.connection.handle.owesCaughtUp else { return }
      lws_callback_on_writable(job.wire)
    case .gone: drop(job.wire, job.connection)
    case .more, .closing: lws_callback_on_writable(job.wire)
    }
  }

  /// Writes what was announced in this turn of the loop, without asking first where the sockets have room, which
  /// saves a turn. (A client that was itself read in this turn may have sent a ping, too, whose pong goes first: that
  /// one is asked.) While more comes from the client that was read last, it waits a little: what follows from that
  /// goes out together with it.
  func writeAhead() {
    guard !unwritten.isEmpty else { return }
    if turnsWaited < Self.maximumTurnsWaited, let lastRead, connections[lastRead]?.isReadingPaused == false,
      Platform.hasInput(lws_get_socket_fd(lastRead))
    {
      turnsWaited += 1
      return
    }
    (lastRead, turnsWaited) = (nil, 0)
    defer { turn &+= 1 }
    jobs.removeAll(keepingCapacity: true)
    for wire in unwritten {
      // A wire of a socket that is gone may be another's by now, which is not on the list, or once more.
      guard let connection = connections[wire], connection.isListed else { continue }
      connection.isListed = false
      if connection.readTurn == turn {
        lws_callback_on_writable(wire)
      } else {
        jobs.append(WriteCrew.Job(wire: wire, connection: connection, descriptor: lws_get_socket_fd(wire)))
      }
    }
    unwritten.removeAll(keepingCapacity: true)
    crew.write(&jobs, scratch: &scratch)
    for job in jobs { follow(job) }
    jobs.removeAll(keepingCapacity: true)
  }

  /// Reads from a client only while it reads what it is sent, and never while a frame to it is half written. Once
  /// paused for a socket that closes, it stays so.
  func adjustReading(_ wire: OpaquePointer, _ connection: SocketConnection) {
    let isBehind = connection.handle.isBehind(by: connection.isReadingPaused ? limits.readPause / 2 : limits.readPause)
    let staysPaused = connection.isReadingPaused && connection.handle.isClosing
    pauseReading(wire, connection, isBehind || connection.writer.isMidFrame || staysPaused || connection.isReadingHeld)
  }

  func pauseReading(_ wire: OpaquePointer, _ connection: SocketConnection, _ isPaused: Bool) {
    guard connection.isReadingPaused != isPaused, !connection.hasSaidGoodbye else { return }
    connection.isReadingPaused = isPaused
    lws_rx_flow_control(wire, isPaused ? 0 : 1)
  }
}
