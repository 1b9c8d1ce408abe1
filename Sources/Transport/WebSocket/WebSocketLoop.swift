import CWebSockets
import Foundation
import HTTPCore
import Logging
import Platform
import Synchronization

/// The one thread on which libwebsockets runs every socket.
///
/// `@unchecked Sendable` because all variables except `inbox` are used only by that thread (`thread` is set by it
/// before any socket exists); other threads pass their requests in `inbox`.
final class WebSocketLoop: @unchecked Sendable {
  /// libwebsockets could not be initialised.
  struct Failure: Error, CustomStringConvertible {
    let description = "libwebsockets could not be set up"
  }

  private struct Inbox {
    var arrivals: [(UpgradedSocket, @Sendable () -> any WebSocketSession)] = []
    var announced: [SocketHandle] = []
    /// Whether the thread was woken and has not handled the inbox yet.
    var isWoken = false
    /// Whether a second has passed.
    var isSweepDue = false
    var isClosing = false
    var isEnding = false
    /// Whether libwebsockets has ended; handles may outlive it.
    var isEnded = false
    /// Whether there was no socket when the thread last checked.
    var isEmpty = true
    /// Called for each new socket.
    var arrival: (@Sendable () -> Void)?
  }

  let limits: WebSocketLimits
  let logger: Logger
  private let inbox = Mutex(Inbox())
  let writers = WriterPool()
  /// The jobs of the writers; kept between uses to save the allocation.
  var jobs: [WriterPool.Job] = []
  private let ended = DispatchSemaphore(value: 0)
  private var context: WebSocketContext?
  var connections: [OpaquePointer: SocketConnection] = [:]
  /// libwebsockets' pointer of a socket, by its handle.
  var wires: [ObjectIdentifier: OpaquePointer] = [:]
  private var transfers: [Int32: SocketTransfer] = [:]
  /// Sockets that libwebsockets has closed, while their clients may have more to read.
  let lingering = LingeringSockets()
  private var thread: pthread_t?
  /// Sockets with announced messages in this turn of the loop.
  var unwritten: [OpaquePointer] = []
  /// The socket that was read last in this turn of the loop.
  var lastRead: OpaquePointer?
  var turnsWaited = 0
  /// Counts the turns of the loop that wrote something.
  var turn: UInt64 = 1
  /// Frames to write, kept between uses to save the allocation.
  var scratch: [UInt8] = []
  /// Seconds since the loop began, by the machine's time: whether a client is connected does not depend on a world's
  /// clock.
  var second = 0
  private var isFinished = false

  /// Initialises libwebsockets; ``start()`` starts the thread.
  init(limits: WebSocketLimits, logger: Logger) throws(Failure) {
    self.limits = limits
    self.logger = logger
    let owner = Unmanaged.passUnretained(self).toOpaque()
    guard let context = WebSocketContext(owner: owner) else { throw Failure() }
    self.context = context
  }

  // MARK: From any thread

  /// Starts the thread.
  func start() {
    let thread = Thread { self.run() }
    thread.name = "websockets"
    thread.start()
  }

  /// Takes over a client's socket.
  func adopt(_ socket: UpgradedSocket, makeSession: @escaping @Sendable () -> any WebSocketSession) {
    let (isOpen, arrival) = inbox.withLock { inbox -> (Bool, (@Sendable () -> Void)?) in
      guard !inbox.isClosing else { return (false, inbox.arrival) }
      inbox.isEmpty = false
      inbox.arrivals.append((socket, makeSession))
      return (true, inbox.arrival)
    }
    if isOpen { wake() } else { socket.close() }
    arrival?()
  }

  /// Whether there are no sockets.
  var isEmpty: Bool { inbox.withLock { $0.isEmpty } }

  /// Sets the closure that is called for each new socket.
  func whenOneComes(_ report: @escaping @Sendable () -> Void) { inbox.withLock { $0.arrival = report } }

  /// Closes every socket with 1001 (going away), and ends the thread when they have ended, or after a time limit.
  func stop(graceMilliseconds: Int = 500) {
    inbox.withLock { $0.isClosing = true }
    wake()
    if ended.wait(timeout: .now() + .milliseconds(graceMilliseconds)) == .success { return }
    inbox.withLock { $0.isEnding = true }
    wake()
    ended.wait()
  }

  /// Pings or drops silent sockets; call it once a second.
  func sweep() {
    inbox.withLock { $0.isSweepDue = true }
    wake()
  }

  /// Makes the thread handle the inbox; has no effect after it has ended.
  private func wake() {
    inbox.withLock { inbox in
      guard !inbox.isEnded, !inbox.isWoken else { return }
      inbox.isWoken = true
      context?.wake()
    }
  }

  // MARK: On the loop's thread

  private func run() {
    guard let context else { return }
    thread = pthread_self()
    writers.start()
    while !isFinished, lws_service(context.handle, 0) >= 0 { writeAhead() }
    inbox.withLock { $0.isEnded = true }
    writers.stop()
    context.destroy()
    for transfer in transfers.values { transfer.abandon() }
    transfers = [:]
    lingering.endAll()
    ended.signal()
  }

  /// Handles the requests of other threads; runs after each wake-up, perhaps several times.
  func drainInbox() {
    let (arrivals, announced, isSweepDue, isClosing, isEnding) = inbox.withLock { inbox in
      defer { (inbox.arrivals, inbox.announced, inbox.isWoken, inbox.isSweepDue) = ([], [], false, false) }
      return (inbox.arrivals, inbox.announced, inbox.isSweepDue, inbox.isClosing, inbox.isEnding)
    }
    for (socket, makeSession) in arrivals { begin(socket, makeSession) }
    for handle in announced { requestWriting(handle) }
    if let context { lingering.begin(in: context) }
    if isSweepDue {
      sweepConnections()
      let isEmpty = connections.isEmpty && transfers.isEmpty
      inbox.withLock { $0.isEmpty = isEmpty && $0.arrivals.isEmpty }
    }
    if isClosing {
      for connection in connections.values { connection.handle.close(code: 1001, reason: "the server stops") }
    }
    isFinished = isEnding || (isClosing && connections.isEmpty && transfers.isEmpty && lingering.isEmpty)
  }

  private func begin(_ socket: UpgradedSocket, _ makeSession: @escaping @Sendable () -> any WebSocketSession) {
    guard let context, let transfer = SocketTransfer(socket, makeSession: makeSession) else {
      logger.warning("a socket was refused: no descriptor is free")
      socket.close()
      return
    }
    transfers[transfer.inner] = transfer
    let bytes = SocketTransfer.handshake + socket.earlyBytes
    let wire = bytes.withUnsafeBytes { buffer in
      lws_adopt_socket_vhost_readbuf(
        context.vhost, transfer.inner, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    // nil: libwebsockets could not adopt it, and has closed its end.
    if wire == nil, let transfer = transfers.removeValue(forKey: transfer.inner) { transfer.abandon() }
  }

  func opened(_ wire: OpaquePointer) {
    guard let transfer = transfers.removeValue(forKey: lws_get_socket_fd(wire)) else { return }
    transfer.complete()
    let handle = SocketHandle(limits: limits) { [weak self] in self?.announce($0) }
    let connection = SocketConnection(
      socket: transfer.socket, session: transfer.makeSession(), handle: handle, limits: limits,
      credit: Socket.writableBytes(transfer.inner), now: second)
    connections[wire] = connection
    wires[ObjectIdentifier(handle)] = wire
    connection.deliver(.opened(handle))
    if inbox.withLock({ $0.isClosing }) { handle.close(code: 1001, reason: "the server stops") }
  }

  func received(_ wire: OpaquePointer, _ piece: UnsafeRawBufferPointer) {
    guard let connection = connections[wire], !connection.isAborted else { return }
    if connection.isClosing { return }
    (connection.lastReceived, connection.isPinged) = (second, false)
    let isLast = lws_is_final_fragment(wire) != 0 && lws_remaining_packet_payload(wire) == 0
    let step = connection.assembler.append(
      piece, isFirst: lws_is_first_fragment(wire) != 0, isLast: isLast, isBinary: lws_frame_is_binary(wire) != 0)
    switch step {
    case .incomplete: break
    case .complete(let message): connection.deliver(.message(message))
    case .tooLarge: connection.deliver(.oversized(limit: limits.maximumMessageBytes))
    case .endless:
      logger.warning("a WebSocket message was not taken: it has more than \(limits.maximumMessageBytes) bytes")
      connection.handle.close(code: 1009, reason: "a message may have \(limits.maximumMessageBytes) bytes")
      pauseReading(wire, connection, true)
    }
    adjustReading(wire, connection)
    lastRead = wire
    connection.readTurn = turn
  }

  /// A pong arrived, so the client is connected.
  func observed(_ wire: OpaquePointer) {
    guard let connection = connections[wire] else { return }
    (connection.lastReceived, connection.isPinged) = (second, false)
  }

  func closed(_ wire: OpaquePointer) {
    guard let connection = connections.removeValue(forKey: wire) else { return }
    if !connection.hasSentClose { reportBreach(wire) }
    connection.writer.lose(.aborted)
    connection.handle.lose(.aborted)
    wires[ObjectIdentifier(connection.handle)] = nil
    connection.deliver(.closed)
    lingering.take(connection)
    wake()
  }

  /// libwebsockets does not watch a socket any more; it may not be a lingering one.
  func stopped(lingering wire: OpaquePointer) {
    guard lingering.has(wire) else { return }
    lingering.end(wire)
    wake()
  }

  /// A socket ended before libwebsockets had opened it.
  func abandoned(descriptor: Int32) {
    transfers.removeValue(forKey: descriptor)?.abandon()
  }

  private func announce(_ handle: SocketHandle) {
    if let thread, pthread_equal(pthread_self(), thread) != 0 { return requestWriting(handle) }
    inbox.withLock { $0.announced.append(handle) }
    wake()
  }
}

/// When the loop writes to sockets, and when it pauses reading from them; on the loop's thread.
extension WebSocketLoop {
  /// The most turns of the loop for which writing waits for more messages; each turn reads about half a kilobyte.
  private static let maximumTurnsWaited = 16

  /// Sends waiting messages.
  ///
  /// - Returns: false when the socket must be closed.
  func writable(_ wire: OpaquePointer) -> Bool {
    guard let connection = connections[wire], !connection.hasSentClose else { return true }
    switch connection.writer.flush(connection.handle, to: lws_get_socket_fd(wire), scratch: &scratch) {
    case .done: break
    case .more: lws_callback_on_writable(wire)
    case .gone:
      connection.mayLinger = false
      return false
    case .ending(.close(let code, let reason)):
      sendClose(wire, connection, code: code, reason: reason)
      return false
    // Its timer checks when the client's system has all of it.
    case .ending(.reset): return true
    }
    adjustReading(wire, connection)
    if connection.handle.takeCaughtUp() { connection.deliver(.caughtUp) }
    return true
  }

  /// Makes libwebsockets call when the socket is writable.
  func requestWriting(_ handle: SocketHandle) {
    guard let wire = wires[ObjectIdentifier(handle)], let connection = connections[wire] else { return }
    let requests = handle.requests
    if requests.isAborting { return abort(wire, connection) }
    if requests.isReadingHeld != connection.isReadingHeld { holdReading(wire, connection, requests.isReadingHeld) }
    if connection.hasSentClose { return }
    if requests.isResetting {
      beginReset(wire, connection)
    } else if requests.isClosing, !connection.isClosing {
      connection.isClosing = true
      lws_set_timeout(wire, PENDING_TIMEOUT_CLOSE_SEND, 5)
    }
    // A socket is on the list only once, because two threads must not write to it.
    guard !connection.isListed else { return }
    connection.isListed = true
    unwritten.append(wire)
  }

  /// Continues after ``writeAhead()`` has written to a socket.
  private func follow(_ job: WriterPool.Job) {
    switch job.outcome {
    case .done:
      guard job.connection.isReadingPaused || job.connection.handle.owesCaughtUp else { return }
      lws_callback_on_writable(job.wire)
    case .gone: drop(job.wire, job.connection)
    case .ending(.reset): break
    case .more, .ending(.close): lws_callback_on_writable(job.wire)
    }
  }

  /// Writes what was announced in this turn of the loop. It does not wait until libwebsockets reports the sockets as
  /// writable, which saves a turn. But it does wait for a client from which data was read in this turn, because that
  /// may have been a ping, and libwebsockets has to write the pong first. While more data arrives from the client that
  /// was read last, writing waits a little, so that the results are sent together.
  func writeAhead() {
    guard !unwritten.isEmpty else { return }
    if turnsWaited < Self.maximumTurnsWaited, let lastRead, connections[lastRead]?.isReadingPaused == false,
      Socket.hasInput(lws_get_socket_fd(lastRead))
    {
      turnsWaited += 1
      return
    }
    (lastRead, turnsWaited) = (nil, 0)
    defer { turn &+= 1 }
    jobs.removeAll(keepingCapacity: true)
    for wire in unwritten {
      // The pointer of an ended socket may be that of another one by now, which is not on the list.
      guard let connection = connections[wire], connection.isListed else { continue }
      connection.isListed = false
      if connection.readTurn == turn {
        lws_callback_on_writable(wire)
      } else {
        jobs.append(WriterPool.Job(wire: wire, connection: connection, descriptor: lws_get_socket_fd(wire)))
      }
    }
    unwritten.removeAll(keepingCapacity: true)
    writers.write(&jobs, scratch: &scratch)
    for job in jobs { follow(job) }
    jobs.removeAll(keepingCapacity: true)
  }

  /// Reads from a client only while the client reads its messages, and never while a frame to it is half written. If
  /// reading is paused for a socket that closes, it stays paused.
  func adjustReading(_ wire: OpaquePointer, _ connection: SocketConnection) {
    let isBehind = connection.handle.isBehind(by: connection.isReadingPaused ? limits.readPause / 2 : limits.readPause)
    let staysPaused = connection.isReadingPaused && connection.handle.isClosing
    pauseReading(wire, connection, isBehind || connection.writer.isMidFrame || staysPaused || connection.isReadingHeld)
  }

  func pauseReading(_ wire: OpaquePointer, _ connection: SocketConnection, _ isPaused: Bool) {
    guard connection.isReadingPaused != isPaused, !connection.hasSentClose else { return }
    connection.isReadingPaused = isPaused
    lws_rx_flow_control(wire, isPaused ? 0 : 1)
  }
}

/// Sockets whose client may have disconnected; on the loop's thread.
extension WebSocketLoop {
  /// Pings silent clients, drops those that do not respond, and reports to sessions how many messages their clients
  /// missed.
  func sweepConnections() {
    second += 1
    for (wire, connection) in connections {
      let dropped = connection.handle.takeDropped()
      if dropped > 0 { connection.deliver(.dropped(messages: dropped)) }
      limitClosing(wire, connection)
      if connection.isReadingHeld { watchHeld(wire, connection) }
      let silence = second - connection.lastReceived
      if silence >= limits.dropAfterSeconds {
        logger.info("a socket was dropped: its client has been silent for \(silence) s and answers no ping")
        drop(wire, connection)
      } else if silence >= limits.pingAfterSeconds, !connection.isPinged {
        connection.isPinged = true
        connection.handle.ping()
      }
    }
  }
}
