import CMicroHTTPD
import Platform
import Synchronization
import World

/// The connections whose response waits, for a time or for its body. A waiting connection is suspended, so that it uses
/// no thread. It is resumed at its time (one timer serves all), when it is woken, when its client has disconnected, and
/// when the server stops.
///
/// libmicrohttpd ends the process when it is stopped while a connection is suspended, and its lists break when one is
/// resumed that is not suspended. So both happen only here, under one lock. That lock is taken before libmicrohttpd's
/// own, never after it.
final class SuspendedConnections: Sendable {
  /// The result of ``suspend(_:until:)``.
  enum Verdict: Equatable {
    /// The connection is suspended; the library calls again when it is resumed.
    case suspended
    /// The time is over, or it was woken.
    case goOn
    /// The client does not wait for the response any more.
    case clientLeft
    /// The server stops, so nothing waits any more.
    case stopping
  }

  private struct Connection {
    /// The address of libmicrohttpd's connection.
    let address: UInt
    let socket: Int32
    /// Called after it was resumed, if its daemon must be notified.
    let wake: (@Sendable () -> Void)?
    /// Whether the client gets a response at the set time, so that it may have ended its half of the connection and
    /// still wait.
    let isOwedResponse: Bool
    var isSuspended = false
    /// Whether it was woken while it did not wait.
    var isWoken = false
    /// Whether its client had ended its half of the connection at the last sweep.
    var hadEnded = false
    /// Whether its client has disconnected.
    var hasLeft = false
    /// When it is resumed, in nanoseconds of ``SystemTime``; nil when it waits for ``wake(_:)``.
    var deadline: Int64?
  }

  private struct State {
    var connections: [UInt64: Connection] = [:]
    var nextID: UInt64 = 1
    /// The deadlines, including those of ended connections.
    var queue = DeadlineQueue()
    /// Created on first use.
    var timer: RealTimer?
    /// What the timer is set to, in nanoseconds of ``SystemTime``.
    var alarm = Int64.max
    var isStopping = false
  }

  private let state = Mutex(State())

  /// Adds a connection whose request is running and may have to wait for its response.
  ///
  /// - Parameters:
  ///   - wake: Called after it was resumed; nil for a daemon that notices by itself.
  ///   - isOwedResponse: Whether a wait with a deadline continues when the client has ended its half of the connection.
  /// - Returns: The connection's unique number for the other calls.
  func register(
    _ connection: OpaquePointer, socket: Int32, wake: (@Sendable () -> Void)?, isOwedResponse: Bool = false
  ) -> UInt64 {
    let address = UInt(bitPattern: connection)
    return state.withLock { state in
      defer { state.nextID += 1 }
      state.connections[state.nextID] = Connection(
        address: address, socket: socket, wake: wake, isOwedResponse: isOwedResponse)
      return state.nextID
    }
  }

  /// Removes a connection whose request has ended; it does not wait. Call it before its socket is closed.
  func remove(_ id: UInt64) {
    state.withLock { state in
      state.connections[id] = nil
      guard state.queue.count > 256, state.queue.count > 4 * state.connections.count else { return }
      let connections = state.connections
      state.queue.keep { connections[$0.owner]?.deadline == $0.deadline }
    }
  }

  /// Suspends a connection. Call it on the thread that serves it, within one of the library's callbacks.
  ///
  /// - Parameters:
  ///   - deadline: In nanoseconds of ``SystemTime``; nil to wait for ``wake(_:)``.
  func suspend(_ id: UInt64, until deadline: Int64?) -> Verdict {
    state.withLock { state in
      guard !state.isStopping else { return .stopping }
      guard var connection = state.connections[id], !connection.hasLeft else { return .clientLeft }
      let isOver = deadline.map { $0 <= SystemTime.monotonicNanoseconds() } ?? connection.isWoken
      (connection.isWoken, connection.isSuspended, connection.deadline) = (
        connection.isWoken && deadline != nil, !isOver, deadline
      )
      state.connections[id] = connection
      guard !isOver else { return .goOn }
      if let deadline {
        state.queue.insert(DeadlineQueue.Entry(deadline: deadline, owner: id))
        setTimer(&state)
      }
      MHD_suspend_connection(OpaquePointer(bitPattern: connection.address))
      return .suspended
    }
  }

  /// Resumes a connection that waits without a deadline; one that does not wait yet will not wait the next time.
  func wake(_ id: UInt64) {
    state.withLock { state in
      guard let connection = state.connections[id] else { return }
      if connection.isSuspended, connection.deadline == nil {
        resume(id, &state)
      } else {
        state.connections[id]?.isWoken = true
      }
    }
  }

  /// Resumes the connections whose client has disconnected: broken ones, and those whose client had already ended its
  /// half at the last sweep. A client that waits for a response at a set time may have ended its half, and counts as
  /// connected. The descriptor cannot belong to another connection by now, because ``remove(_:)`` is called before the
  /// socket is closed.
  func sweep() {
    state.withLock { state in
      for (id, connection) in state.connections where connection.isSuspended {
        let waitsForResponse = connection.isOwedResponse && connection.deadline != nil
        let hasEnded = waitsForResponse ? Socket.isBroken(connection.socket) : Socket.clientHasLeft(connection.socket)
        guard hasEnded != connection.hadEnded || hasEnded else { continue }
        state.connections[id]?.hadEnded = hasEnded
        guard hasEnded, connection.hadEnded else { continue }
        state.connections[id]?.hasLeft = true
        resume(id, &state)
      }
    }
  }

  /// Resumes all, and lets none wait any more.
  func stop() {
    let timer = state.withLock { state in
      state.isStopping = true
      for (id, connection) in state.connections where connection.isSuspended { resume(id, &state) }
      return state.timer.take()
    }
    timer?.stop()
  }

  /// The number of waiting connections.
  var suspendedCount: Int { state.withLock { $0.connections.values.count { $0.isSuspended } } }

  private func resume(_ id: UInt64, _ state: inout State) {
    guard let connection = state.connections[id], connection.isSuspended else { return }
    state.connections[id]?.isSuspended = false
    MHD_resume_connection(OpaquePointer(bitPattern: connection.address))
    connection.wake?()
  }

  private func resumeDue() {
    state.withLock { state in
      state.alarm = .max
      let now = SystemTime.monotonicNanoseconds()
      while let first = state.queue.first, first.deadline <= now {
        _ = state.queue.popFirst()
        if state.connections[first.owner]?.deadline == first.deadline { resume(first.owner, &state) }
      }
      setTimer(&state)
    }
  }

  private func setTimer(_ state: inout State) {
    guard !state.isStopping, let first = state.queue.first, first.deadline < state.alarm else { return }
    let timer = state.timer ?? RealTimer { [weak self] in self?.resumeDue() }
    (state.timer, state.alarm) = (timer, first.deadline)
    timer.set(afterNanoseconds: first.deadline - SystemTime.monotonicNanoseconds())
  }
}

/// Deadlines with the earliest first: a binary heap.
struct DeadlineQueue {
  /// A deadline and its connection.
  struct Entry: Sendable, Equatable {
    let deadline: Int64
    let owner: UInt64
  }

  private var entries: [Entry] = []

  var count: Int { entries.count }

  /// The earliest.
  var first: Entry? { entries.first }

  /// Adds a deadline.
  mutating func insert(_ entry: Entry) {
    var index = entries.count
    entries.append(entry)
    while index > 0 {
      let parent = (index - 1) / 2
      guard entries[index].deadline < entries[parent].deadline else { return }
      entries.swapAt(index, parent)
      index = parent
    }
  }

  /// Takes the earliest.
  mutating func popFirst() -> Entry? {
    guard let first = entries.first, let last = entries.popLast() else { return nil }
    guard !entries.isEmpty else { return first }
    entries[0] = last
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < entries.count {
        if entries[child].deadline < entries[least].deadline { least = child }
      }
      guard least != index else { return first }
      entries.swapAt(index, least)
      index = least
    }
  }

  /// Removes irrelevant entries.
  mutating func keep(where matters: (Entry) -> Bool) {
    let kept = entries.filter(matters)
    entries = []
    for entry in kept { insert(entry) }
  }
}
