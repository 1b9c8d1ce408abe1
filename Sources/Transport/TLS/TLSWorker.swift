import Foundation
import HTTPCore
import Logging
import Platform
import Synchronization
import World

/// One thread of the ``TLSFront``: it accepts, serves its share of the connections with TLS, and drives the daemon that
/// serves them and those without TLS, if it has its own.
///
/// `@unchecked Sendable` because everything except `inbox` is used by its thread only once that runs.
final class TLSWorker: @unchecked Sendable {
  private struct Inbox {
    var isDaemonReady = false
    var isAccepting = true
    var isStopping = false
  }

  /// How long clients may take at the end to read the remaining bytes.
  private static let stopNanoseconds: Int64 = 500_000_000
  /// The longest time between two runs of the daemon, so that the sum with the current time cannot overflow.
  private static let longestRestMilliseconds: Int64 = 3_600_000
  /// The token of the descriptor that wakes the thread; those of listening sockets follow, then those of connections.
  private static let wakerToken: UInt64 = 0
  private static let firstListening: UInt64 = 1
  private static let firstConnection: UInt64 = 1024
  private static let daemonToken = (firstConnection << 1) - 1

  private let inbox = Mutex(Inbox())
  private let ended = DispatchSemaphore(value: 0)
  private let readiness: any Readiness
  /// A pair of sockets: a byte written to the second wakes the thread.
  private let wakers: (read: Int32, write: Int32)
  /// Serves the connections; nil where the front's daemon does, with its own threads.
  private var daemon: HTTPDaemon?
  /// Whether the daemon may have work.
  private var isDaemonReady = false
  /// When the daemon must run in any case, in nanoseconds of ``SystemTime``; nil for no such time.
  private var daemonDeadline: Int64?
  private let acceptor: TLSAcceptor
  private let buffers = TLSBuffers()
  private var front: TLSFront?
  private var connections: [UInt64: TLSConnection] = [:]
  private var nextID = firstConnection
  /// Connections to handle in this turn of the loop, and in the next one.
  private var listed: [TLSConnection] = []
  private var hurried: [TLSConnection] = []
  /// Connections that have forwarded something to the worker's own daemon in this turn.
  private var forwarded: [TLSConnection] = []
  private var deadlines = DeadlineQueue()

  /// - Parameters:
  ///   - listening: Nonblocking sockets to accept on; the worker closes them once it has started.
  ///   - daemon: One without threads; the worker stops it.
  /// - Returns: nil when the process has no descriptors left.
  init?(listening: [ListeningSocket.Bound], service: HTTPService, daemon: HTTPDaemon?) {
    var pair: [Int32] = [-1, -1]
    guard let readiness = service.readinessMethod.make(), Socket.pair(&pair) else { return nil }
    (self.readiness, self.daemon, wakers) = (readiness, daemon, (pair[0], pair[1]))
    acceptor = TLSAcceptor(listening, service: service, readiness: readiness)
    if let descriptor = daemon?.readiness { _ = readiness.add(descriptor, token: Self.daemonToken, .repeated) }
    _ = readiness.add(wakers.read, token: Self.wakerToken, .once)
  }

  deinit {
    close(wakers.read)
    close(wakers.write)
  }

  // MARK: From any thread

  /// Starts the thread.
  func start(_ front: TLSFront) {
    self.front = front
    let thread = Thread { self.run(front) }
    thread.name = "tls"
    thread.start()
  }

  /// Runs the worker's own daemon: libmicrohttpd does not signal by itself that a connection was resumed or that an
  /// upgraded one was closed.
  private func wakeDaemon() {
    let isNews = inbox.withLock { inbox in
      defer { inbox.isDaemonReady = true }
      return !inbox.isDaemonReady
    }
    if isNews { notify { _ in } }
  }

  /// Closes the listening sockets.
  func stopAccepting() { notify { $0.isAccepting = false } }

  /// Ends all connections, then the thread.
  func beginStopping() { notify { $0.isStopping = true } }

  /// Waits until the thread has ended.
  func waitForEnd() { ended.wait() }

  private func notify(_ change: (inout Inbox) -> Void) {
    inbox.withLock { change(&$0) }
    var byte: UInt8 = 0
    _ = send(wakers.write, &byte, 1, Socket.sendFlags)
  }

  // MARK: On the thread

  private func run(_ front: TLSFront) {
    var stopsAt = Int64.max
    acceptor.begin(firstToken: Self.firstListening)
    while true {
      let isStopping = takeInbox(front)
      var now = SystemTime.monotonicNanoseconds()
      if isStopping {
        stopsAt = min(stopsAt, now + Self.stopNanoseconds)
        daemon?.stop()
        daemon = nil
        // Those that have received everything that they will get.
        for connection in connections.values where !connection.isOpen || connection.isFlushed { end(connection, front) }
        if connections.isEmpty || now >= stopsAt { break }
      }
      readiness.wait(milliseconds: isStopping ? 10 : timeout(now)) { news in note(news, front) }
      now = SystemTime.monotonicNanoseconds()
      if let end = acceptor.restsUntil, end <= now { acceptor.begin(firstToken: Self.firstListening) }
      carryAll(now, front)
      runDaemon(now, front)
      endOverdue(now, front)
    }
    for connection in connections.values { end(connection, front) }
    stopAccepting(front)
    self.front = nil
    ended.signal()
  }

  /// - Returns: Whether the thread must end soon.
  private func takeInbox(_ front: TLSFront) -> Bool {
    let (isAccepting, isStopping) = inbox.withLock { inbox in
      isDaemonReady = isDaemonReady || inbox.isDaemonReady
      inbox.isDaemonReady = false
      return (inbox.isAccepting, inbox.isStopping)
    }
    if !isAccepting {
      stopAccepting(front)
      for connection in connections.values where !connection.isOpen { end(connection, front) }
    }
    return isStopping
  }

  private func stopAccepting(_ front: TLSFront) {
    acceptor.stop()
    for arrival in acceptor.releaseAll() { abandon(arrival, front) }
  }

  private func timeout(_ now: Int64) -> Int32 {
    guard hurried.isEmpty, !isDaemonReady else { return 0 }
    guard let first = [deadlines.first?.deadline, acceptor.restsUntil, daemonDeadline].compactMap(\.self).min() else {
      return -1
    }
    return Int32(clamping: max(0, (first - now) / 1_000_000 + 1))
  }

  private func note(_ news: ReadinessNews, _ front: TLSFront) {
    switch news.token {
    case Self.wakerToken:
      Socket.discardInput(wakers.read, upTo: 1 << 20)
    case Self.daemonToken:
      isDaemonReady = true
    case ..<Self.daemonToken:
      acceptor.accept(from: Int(news.token - Self.firstListening), now: SystemTime.monotonicNanoseconds()) { arrival in
        begin(arrival, front)
      }
    default:
      let id = news.token >> 1
      if let connection = connections[id] {
        connection.note(news)
        list(connection)
      } else {
        take(acceptor.recheck(id), front)
      }
    }
  }

  private func list(_ connection: TLSConnection) {
    guard !connection.isListed else { return }
    connection.isListed = true
    listed.append(connection)
  }

  private func carryAll(_ now: Int64, _ front: TLSFront) {
    for connection in hurried { list(connection) }
    hurried.removeAll(keepingCapacity: true)
    let listed = self.listed
    self.listed.removeAll(keepingCapacity: true)
    for connection in listed {
      connection.isListed = false
      guard connections[connection.id] != nil else { continue }
      guard connection.isOpen || shakeHands(connection, front) else {
        if connections[connection.id] != nil { connection.watch(readiness) }
        continue
      }
      carry(connection, now, front)
      // With the worker's own daemon, the response may be available as soon as that has run.
      if daemon != nil, connection.takeForwarded() { forwarded.append(connection) }
    }
  }

  private func carry(_ connection: TLSConnection, _ now: Int64, _ front: TLSFront) {
    if connection.carry(now: now) { hurried.append(connection) }
    if connection.isOver {
      front.service.handshakes.ended(connection)
      end(connection, front)
    } else {
      connection.watch(readiness)
      time(connection)
    }
  }

  /// Runs the daemon, and sends the responses of connections that have just forwarded something.
  private func runDaemon(_ now: Int64, _ front: TLSFront) {
    guard let daemon else { return }
    guard isDaemonReady || !forwarded.isEmpty || daemonDeadline ?? .max <= now else { return }
    let rest = daemon.run()
    isDaemonReady = rest == 0
    daemonDeadline = rest.map { now + min($0, Self.longestRestMilliseconds) * 1_000_000 }
    let forwarded = self.forwarded
    self.forwarded.removeAll(keepingCapacity: true)
    for connection in forwarded where connections[connection.id] != nil { carry(connection, now, front) }
  }

  private func endOverdue(_ now: Int64, _ front: TLSFront) {
    while let first = deadlines.first, first.deadline <= now {
      _ = deadlines.popFirst()
      if let connection = connections[first.owner] {
        guard connection.listedDeadline == first.deadline else { continue }
        connection.listedDeadline = nil
        if let deadline = connection.deadline, deadline <= now { end(connection, front) } else { time(connection) }
      } else if let arrival = acceptor.release(first.owner) {
        abandon(arrival, front)
      }
    }
    guard deadlines.count > 256, deadlines.count > 4 * (connections.count + acceptor.heldCount) else { return }
    deadlines.keep { connections[$0.owner] != nil || acceptor.holds($0.owner) }
  }

  /// Adds a connection to the list of deadlines, unless it is there with an earlier one: when that is reached, the
  /// later one is added.
  private func time(_ connection: TLSConnection) {
    guard let deadline = connection.deadline, deadline < connection.listedDeadline ?? .max else { return }
    connection.listedDeadline = deadline
    deadlines.insert(DeadlineQueue.Entry(deadline: deadline, owner: connection.id))
  }

  private func end(_ connection: TLSConnection, _ front: TLSFront) {
    connections[connection.id] = nil
    connection.end(readiness)
    front.service.watch.dismiss(connection.admission)
  }
}

extension TLSWorker {
  // MARK: New connections

  private func begin(_ arrival: TLSAcceptor.Arrival, _ front: TLSFront) {
    let id = nextID
    nextID += 1
    let watch = front.service.watch
    let patience = watch.timeoutNanoseconds
    let handshakePatience = Int64(front.service.limits.handshakeTimeoutSeconds) * 1_000_000_000
    guard arrival.isSecure else {
      take(acceptor.check(arrival, id: id), front)
      if acceptor.holds(id) {
        deadlines.insert(DeadlineQueue.Entry(deadline: arrival.admission.since + patience, owner: id))
      }
      return
    }
    let connection = TLSConnection(
      id: id, socket: arrival.socket, address: arrival.address, admission: arrival.admission,
      credentials: front.credentials, buffers: buffers, patienceNanoseconds: patience,
      handshakeNanoseconds: min(patience, handshakePatience))
    guard let connection, connection.join(readiness) else {
      if connection == nil { close(arrival.socket) } else { connection?.end(readiness) }
      return watch.dismiss(arrival.admission)
    }
    connections[id] = connection
    time(connection)
    list(connection)
  }

  /// Passes a connection of the plain port on after its first byte, or refuses it if that is a TLS record.
  private func take(_ opening: TLSAcceptor.Opening, _ front: TLSFront) {
    switch opening {
    case .none:
      return
    case .gone(let arrival):
      abandon(arrival, front)
    case .tls(let arrival):
      front.service.handshakes.reportTLSOnPlainPort(arrival.address)
      front.service.refuseTLS(on: arrival.socket)
      abandon(arrival, front)
    case .other(let arrival):
      let handover = TLSFront.Handover(
        address: arrival.address, admission: arrival.admission, secured: nil, wakeServer: wakeServer)
      isDaemonReady = isDaemonReady || daemon != nil
      if !front.handOver(arrival.socket, handover, to: daemon) { front.service.watch.dismiss(arrival.admission) }
    }
  }

  private func abandon(_ arrival: TLSAcceptor.Arrival, _ front: TLSFront) {
    close(arrival.socket)
    front.service.watch.dismiss(arrival.admission)
  }

  /// Wakes the worker's own daemon after a connection was resumed or ended; nil when it has none.
  private var wakeServer: (@Sendable () -> Void)? {
    guard daemon != nil else { return nil }
    return { [weak self] in self?.wakeDaemon() }
  }

  /// Continues a handshake, and opens the connection after it.
  ///
  /// - Returns: Whether the connection is open now.
  private func shakeHands(_ connection: TLSConnection, _ front: TLSFront) -> Bool {
    guard connection.shakeHands() else { return false }
    guard connection.failure == 0 else {
      front.service.handshakes.failed(connection)
      connection.sendAlert()
      end(connection, front)
      return false
    }
    var pair: [Int32] = [-1, -1]
    guard Socket.pair(&pair) else {
      front.service.watch.reportShortage()
      end(connection, front)
      return false
    }
    let handover = TLSFront.Handover(
      address: connection.address, admission: connection.admission, secured: connection, wakeServer: wakeServer)
    isDaemonReady = isDaemonReady || daemon != nil
    guard connection.open(pair[0], readiness), front.handOver(pair[1], handover, to: daemon) else {
      end(connection, front)
      return false
    }
    return true
  }
}
