import CGnuTLS
import CMicroHTTPD
import Foundation
import HTTPCore
import Logging
import Platform
import Synchronization
import World

/// The one thread that carries all WebSockets over TLS.
///
/// libmicrohttpd would carry them itself, but its way does not hold (tried with 0.9.75): connections that end abruptly
/// are never closed, its threads spin over them from then on, and what goes through is a hundredth of what should.
///
/// `@unchecked Sendable` because `tunnels` is touched only by the thread; what others want is passed in `inbox`.
final class TLSPump: @unchecked Sendable {
  private struct Inbox {
    var arrivals: [TLSTunnel] = []
    /// Whether the thread takes nothing more.
    var isEnding = false
  }

  /// Bytes that are read at once; a record of TLS has at most a quarter of it.
  private static let scratchBytes = 64 << 10
  /// How often tunnels are looked at that end at a time.
  private static let endingMilliseconds: Int32 = 250

  private let inbox = Mutex(Inbox())
  private let ended = DispatchSemaphore(value: 0)
  /// A pair of sockets: a byte written to the second wakes the thread.
  private let wakers: (read: Int32, write: Int32)
  private var tunnels: [TLSTunnel] = []

  /// Starts the thread.
  ///
  /// - Returns: nil when the process has no descriptors left.
  init?() {
    var pair: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, CLibrary.streamSocket, 0, &pair) == 0 else { return nil }
    wakers = (pair[0], pair[1])
    for descriptor in pair { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    let thread = Thread { self.run() }
    thread.name = "tls-sockets"
    thread.start()
  }

  deinit {
    close(wakers.read)
    close(wakers.write)
  }

  /// Takes a tunnel over.
  ///
  /// - Returns: Whether it did; not any more when the server stops.
  func add(_ tunnel: TLSTunnel) -> Bool {
    let isTaken = inbox.withLock { inbox in
      guard !inbox.isEnding else { return false }
      inbox.arrivals.append(tunnel)
      return true
    }
    if isTaken { wake() }
    return isTaken
  }

  /// Ends all tunnels after what their servers have sent is gone, or after a while, and then the thread.
  func stop() {
    let isRunning = inbox.withLock { inbox in
      defer { inbox.isEnding = true }
      return !inbox.isEnding
    }
    guard isRunning else { return }
    wake()
    ended.wait()
  }

  private func wake() {
    var byte: UInt8 = 0
    _ = send(wakers.write, &byte, 1, Socket.sendFlags)
  }

  private func run() {
    let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.scratchBytes, alignment: 16)
    defer { scratch.deallocate() }
    var waiting: [pollfd] = []
    var isHurried = false
    while true {
      let isEnding = takeArrivals()
      if isEnding { break }
      waiting.removeAll(keepingCapacity: true)
      waiting.append(pollfd(fd: wakers.read, events: Int16(POLLIN), revents: 0))
      for tunnel in tunnels {
        let interest = tunnel.interest
        waiting.append(interest.network)
        waiting.append(interest.inner)
      }
      let timeout = isHurried ? 0 : tunnels.contains(where: \.isEnding) ? Self.endingMilliseconds : -1
      guard poll(&waiting, nfds_t(waiting.count), timeout) >= 0 || errno == EINTR else { break }
      if waiting[0].revents != 0 { drainWaker() }
      isHurried = carry(waiting, isHurried: isHurried, scratch)
    }
    finish(scratch)
  }

  /// Carries where something happened.
  ///
  /// - Returns: Whether somewhere there is more already.
  private func carry(_ waiting: [pollfd], isHurried: Bool, _ scratch: UnsafeMutableRawBufferPointer) -> Bool {
    let now = SystemTime.monotonicNanoseconds()
    var hasMore = false
    var hasEnded = false
    for (index, tunnel) in tunnels.enumerated() {
      if isHurried || waiting[2 * index + 1].revents != 0 || waiting[2 * index + 2].revents != 0 {
        hasMore = tunnel.carry(now: now, scratch: scratch) || hasMore
      }
      hasEnded = hasEnded || tunnel.isOver(at: now)
    }
    if hasEnded {
      for tunnel in tunnels where tunnel.isOver(at: now) { tunnel.end() }
      tunnels.removeAll { $0.isOver(at: now) }
    }
    return hasMore
  }

  /// - Returns: Whether the thread shall end.
  private func takeArrivals() -> Bool {
    let (arrivals, isEnding) = inbox.withLock { inbox in
      defer { inbox.arrivals = [] }
      return (inbox.arrivals, inbox.isEnding)
    }
    tunnels += arrivals
    return isEnding
  }

  private func drainWaker() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while recv(wakers.read, &bytes, bytes.count, Int32(Int(MSG_DONTWAIT))) == bytes.count {}
  }

  /// A last round, for what libwebsockets said when it closed, and the end of all.
  private func finish(_ scratch: UnsafeMutableRawBufferPointer) {
    let now = SystemTime.monotonicNanoseconds()
    tunnels += inbox.withLock { inbox in
      defer { (inbox.arrivals, inbox.isEnding) = ([], true) }
      return inbox.arrivals
    }
    for tunnel in tunnels {
      _ = tunnel.carry(now: now, scratch: scratch)
      tunnel.end()
    }
    tunnels = []
    ended.signal()
  }
}

/// One WebSocket over TLS: carries bytes between the client's TLS session and one end of a socket pair, at whose other
/// end libwebsockets works as if it were the client's socket.
///
/// Each direction holds what one read gave, and is read again when that is written, so who reads slowly slows the other
/// down, as one socket would.
///
/// `@unchecked Sendable` because once it is made, it is touched by the pump's thread only.
final class TLSTunnel: @unchecked Sendable {
  private struct Direction {
    var bytes: [UInt8] = []
    var written = 0

    var isEmpty: Bool { written == bytes.count }

    mutating func clear() { (bytes, written) = ([], 0) }
  }

  /// Whether a client still has time when the server has ended its half. Shared with those at the inner end.
  final class Patience: Sendable {
    let isOver = Atomic(false)
  }

  /// Rounds that one tunnel gets before others do.
  private static let maximumRounds = 8
  /// How long a client may take for what waits, once the server has ended its half.
  private static let flushNanoseconds: Int64 = 5_000_000_000
  /// How long a client may take then to end its own; what it sends meanwhile is thrown away.
  private static let lingerNanoseconds: Int64 = 2_000_000_000

  private let session: gnutls_session_t
  private let network: Int32
  private let inner: Int32
  /// Gives session and socket back; the tunnel does not use them any more.
  private let giveBack: () -> Void
  private let patience: Patience
  private var toClient = Direction()
  private var toServer = Direction()
  private var hasClientEnded = false
  private var hasServerEnded = false
  private var hasSaidBye = false
  private var isBroken = false
  /// When the server's half was ended, and when the client was told so.
  private var (endedAt, saidByeAt): (Int64, Int64) = (.max, .max)

  /// - Parameters:
  ///   - session: One that nobody else uses until `giveBack` is called.
  ///   - network: Its socket, which does not block.
  ///   - inner: An end of a socket pair, the tunnel's to close.
  ///   - greeting: What the client gets first.
  init(
    session: gnutls_session_t, network: Int32, inner: Int32, greeting: [UInt8], patience: Patience,
    giveBack: @escaping () -> Void
  ) {
    (self.session, self.network, self.inner, self.giveBack) = (session, network, inner, giveBack)
    self.patience = patience
    toClient.bytes = greeting
    _ = fcntl(inner, F_SETFL, fcntl(inner, F_GETFL) | O_NONBLOCK)
    Socket.disableNagle(network)
  }

  /// What to wait for, on the network's socket and on the inner one; a socket that is not waited for has number -1,
  /// since poll(2) always tells of an end.
  var interest: (network: pollfd, inner: pollfd) {
    let network = Self.interest(network, reads: canReadClient, writes: !toClient.isEmpty)
    return (network, Self.interest(inner, reads: canReadServer, writes: !toServer.isEmpty))
  }

  /// Whether it ends at a time rather than by an event.
  var isEnding: Bool { hasServerEnded }

  /// Whether nothing more will be carried.
  func isOver(at now: Int64) -> Bool {
    if isBroken || (hasSaidBye && (hasClientEnded || patience.isOver.load(ordering: .acquiring))) { return true }
    if hasSaidBye { return now - saidByeAt > Self.lingerNanoseconds }
    return hasServerEnded && now - endedAt > Self.flushNanoseconds
  }

  /// Carries what can be carried.
  ///
  /// - Returns: Whether there may be more already.
  func carry(now: Int64, scratch: UnsafeMutableRawBufferPointer) -> Bool {
    for _ in 0..<Self.maximumRounds {
      let isMoving = [writeServer(), readClient(scratch), writeClient(), readServer(scratch, now)].contains(true)
      sayBye(now)
      if isBroken || !isMoving { return false }
    }
    return true
  }

  /// Closes the inner end and gives the rest back.
  func end() {
    close(inner)
    giveBack()
  }

  private var canReadClient: Bool { !hasClientEnded && toServer.isEmpty }
  private var canReadServer: Bool { !hasServerEnded && toClient.isEmpty }

  private static func interest(_ socket: Int32, reads: Bool, writes: Bool) -> pollfd {
    let events = Int16(reads ? POLLIN : 0) | Int16(writes ? POLLOUT : 0)
    return pollfd(fd: events == 0 ? -1 : socket, events: events, revents: 0)
  }

  // MARK: From the client to the server

  private func readClient(_ scratch: UnsafeMutableRawBufferPointer) -> Bool {
    guard canReadClient, !isBroken else { return false }
    let count = gnutls_record_recv(session, scratch.baseAddress, scratch.count)
    if count > 0 {
      toServer.bytes = Array(scratch[..<count])
      _ = writeServer()
      return true
    }
    if count == 0 || count == Int(GNUTLS_E_PREMATURE_TERMINATION) {
      hasClientEnded = true
      Socket.endSending(inner)
      return true
    }
    return goesOn(after: count)
  }

  private func writeServer() -> Bool {
    guard !toServer.isEmpty else { return false }
    let count = toServer.bytes.withUnsafeBytes { buffer in
      send(
        inner, buffer.baseAddress?.advanced(by: toServer.written), buffer.count - toServer.written, Socket.sendFlags)
    }
    if count >= 0 {
      toServer.written += count
      if toServer.isEmpty { toServer.clear() }
      return count > 0
    }
    if errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR { return false }
    // Nobody reads it any more.
    toServer.clear()
    return true
  }

  // MARK: From the server to the client

  private func readServer(_ scratch: UnsafeMutableRawBufferPointer, _ now: Int64) -> Bool {
    guard canReadServer, !isBroken else { return false }
    let count = recv(inner, scratch.baseAddress, scratch.count, Int32(Int(MSG_DONTWAIT)))
    if count > 0 {
      toClient.bytes = Array(scratch[..<count])
      _ = writeClient()
      return true
    }
    if count < 0, errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR { return false }
    (hasServerEnded, endedAt) = (true, now)
    return true
  }

  /// GnuTLS wants the same bytes again when the socket took only some of a record, and gets them, since none are
  /// added before all are written.
  private func writeClient() -> Bool {
    var isMoving = false
    while !toClient.isEmpty, !isBroken {
      let count = toClient.bytes.withUnsafeBytes { buffer in
        gnutls_record_send(session, buffer.baseAddress?.advanced(by: toClient.written), buffer.count - toClient.written)
      }
      guard count > 0 else { return goesOn(after: count) || isMoving }
      toClient.written += count
      isMoving = true
    }
    if isMoving { toClient.clear() }
    return isMoving
  }

  /// Ends the server's half when all of it is written: close_notify (RFC 8446 §6.1), then the socket's half.
  private func sayBye(_ now: Int64) {
    guard hasServerEnded, toClient.isEmpty, !hasSaidBye, !isBroken else { return }
    (hasSaidBye, saidByeAt) = (true, now)
    _ = gnutls_bye(session, GNUTLS_SHUT_WR)
    Socket.endSending(network)
  }

  /// Whether a call that failed may be made again at once; breaks the tunnel when it may never be.
  private func goesOn(after code: Int) -> Bool {
    let code = Int32(clamping: code)
    if code == GNUTLS_E_AGAIN || code == GNUTLS_E_INTERRUPTED { return false }
    if code == 0 || gnutls_error_is_fatal(code) != 0 { isBroken = true }
    return !isBroken
  }
}

/// How a connection with TLS becomes a WebSocket: libmicrohttpd suspends it, and while it does, its session and socket
/// are the pump's. When the pump is through with it, it is resumed, and closed by libmicrohttpd as any other.
///
/// Bytes that a client sends behind its handshake without waiting for the answer, which RFC 6455 §4.1 forbids, may be
/// lost: libmicrohttpd has read them and does not give them out.
extension HTTPService {
  /// Answers an upgrade and hands the connection over.
  func takeOver(
    _ upgrade: WebSocketUpgrade, _ exchange: Exchange, _ connection: OpaquePointer, _ handshake: TLSHandshake,
    date: String
  ) -> MHD_Result {
    var pair: [Int32] = [-1, -1]
    guard let pump, socketpair(AF_UNIX, CLibrary.streamSocket, 0, &pair) == 0 else {
      logger.warning("a socket was refused: no descriptor is free")
      return mock_no()
    }
    let (room, network) = (room, mock_connection_socket(connection))
    let pass = room.enter(connection, socket: network)
    exchange.lentPass = pass
    guard room.lend(pass) else {
      for descriptor in pair { close(descriptor) }
      return mock_no()
    }
    let patience = TLSTunnel.Patience()
    let isTaken = pump.add(
      TLSTunnel(
        session: handshake.session, network: network, inner: pair[0], greeting: Self.answer(upgrade, date: date),
        patience: patience
      ) {
        room.takeBack(pass)
      })
    guard isTaken else {
      for descriptor in pair { close(descriptor) }
      room.takeBack(pass)
      return mock_yes()
    }
    sockets.adopt(
      UpgradedSocket(descriptor: pair[1], network: network, earlyBytes: [], owner: .tunnel(patience)),
      makeSession: upgrade.makeSession)
    return mock_yes()
  }

  /// The head of the answer (RFC 6455 §4.2.2), which libmicrohttpd writes on connections without TLS.
  private static func answer(_ upgrade: WebSocketUpgrade, date: String) -> [UInt8] {
    var head = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    if let subprotocol = upgrade.subprotocol { head += "Sec-WebSocket-Protocol: \(subprotocol)\r\n" }
    for field in upgrade.headers.fields { head += "\(field.name): \(field.value)\r\n" }
    return Array((head + "Date: \(date)\r\n\r\n").utf8)
  }
}
