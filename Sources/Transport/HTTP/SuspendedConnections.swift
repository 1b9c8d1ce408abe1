import CMicroHTTPD
import Platform
import Synchronization
import World

/// The connections whose answer waits: for a time, or for content to come into being. A connection that waits is
/// suspended, so it takes no thread; it is resumed at its time by one timer for all, when it is woken, when its client
/// has left, and when the server stops.
///
/// libmicrohttpd ends the process when it is stopped while a connection is suspended, and gets into disorder when one
/// is resumed that is not; so both are done here alone, under one lock. The lock is taken before libmicrohttpd's own,
/// never the other way round.
final class WaitingRoom: Sendable {
  /// What became of a wish to wait.
  enum Verdict: Equatable {
    /// The connection is suspended; the library calls again when it is resumed.
    case suspended
    /// There is nothing to wait for any more.
    case goOn
    case clientLeft
    case stopping
  }

  private struct Guest {
    /// The address of libmicrohttpd's connection.
    let connection: UInt
    let socket: Int32
    /// Whether an answer is to come whatever the client still sends; it may have ended its half and wait for that.
    let isOwedAnswer: Bool
    var isSuspended = false
    /// Whether somebody else has the connection, so that only ``takeBack(_:)`` resumes it.
    var isLent = false
    /// Whether it was woken while it did not wait.
    var isWoken = false
    /// Whether its client had ended its half at the last sweep.
    var hadEnded = false
    var hasLeft = false
    /// When it shall go on, in nanoseconds of ``SystemTime``; nil when it waits to be woken.
    var deadline: Int64?
  }

  private struct State {
    var guests: [UInt64: Guest] = [:]
    var nextPass: UInt64 = 1
    /// Deadlines, also of guests that have gone.
    var queue = DeadlineQueue()
    /// Made when it is first needed.
    var timer: RealTimer?
    /// What the timer is set to.
    var alarm = Int64.max
    var isStopping = false
  }

  private let state = Mutex(State())

  /// Lets a connection in that may have to wait for the answer to the request under way.
  ///
  /// - Parameters:
  ///   - isOwedAnswer: Whether the wait goes on, while it has a deadline, when the client has ended its half.
  /// - Returns: Its pass, which is never given out again.
  func enter(_ connection: OpaquePointer, socket: Int32, isOwedAnswer: Bool = false) -> UInt64 {
    let address = UInt(bitPattern: connection)
    return state.withLock { state in
      defer { state.nextPass += 1 }
      state.guests[state.nextPass] = Guest(connection: address, socket: socket, isOwedAnswer: isOwedAnswer)
      return state.nextPass
    }
  }

  /// Forgets a connection, which does not wait: its request is over. To be called before its socket is closed.
  func leave(_ pass: UInt64) {
    state.withLock { state in
      state.guests[pass] = nil
      guard state.queue.count > 256, state.queue.count > 4 * state.guests.count else { return }
      let guests = state.guests
      state.queue.keep { guests[$0.owner]?.deadline == $0.deadline }
    }
  }

  /// Suspends a connection. To be called by the thread that serves it, within one of the library's callbacks.
  ///
  /// - Parameters:
  ///   - deadline: In nanoseconds of ``SystemTime``; nil to wait until it is woken.
  func wait(_ pass: UInt64, until deadline: Int64?) -> Verdict {
    state.withLock { state in
      guard !state.isStopping else { return .stopping }
      guard var guest = state.guests[pass], !guest.hasLeft else { return .clientLeft }
      let isOver = deadline.map { $0 <= SystemTime.monotonicNanoseconds() } ?? guest.isWoken
      (guest.isWoken, guest.isSuspended, guest.deadline) = (guest.isWoken && deadline != nil, !isOver, deadline)
      state.guests[pass] = guest
      guard !isOver else { return .goOn }
      if let deadline {
        state.queue.insert(DeadlineQueue.Entry(deadline: deadline, owner: pass))
        setTimer(&state)
      }
      MHD_suspend_connection(OpaquePointer(bitPattern: guest.connection))
      return .suspended
    }
  }

  /// Suspends a connection whose socket and TLS session somebody else uses until ``takeBack(_:)``. To be called by the
  /// thread that serves it, within one of the library's callbacks.
  ///
  /// - Returns: Whether it did; not when the server stops.
  func lend(_ pass: UInt64) -> Bool {
    state.withLock { state in
      guard !state.isStopping, let guest = state.guests[pass] else { return false }
      state.guests[pass]?.isSuspended = true
      state.guests[pass]?.isLent = true
      MHD_suspend_connection(OpaquePointer(bitPattern: guest.connection))
      return true
    }
  }

  /// Resumes a connection that was lent.
  func takeBack(_ pass: UInt64) {
    state.withLock { state in
      guard state.guests[pass]?.isLent == true else { return }
      state.guests[pass]?.isLent = false
      resume(pass, &state)
    }
  }

  /// Has a connection go on that waits without a deadline, or will next.
  func wake(_ pass: UInt64) {
    state.withLock { state in
      guard let guest = state.guests[pass] else { return }
      if guest.isSuspended, guest.deadline == nil {
        resume(pass, &state)
      } else {
        state.guests[pass]?.isWoken = true
      }
    }
  }

  /// Has those go on whose connection is broken, or whose client's half was ended at the last sweep already and who get
  /// no answer that will be there in time: who waits for the answer to a request may have ended that half. A socket's number cannot have been given
  /// to another connection meanwhile, since its guest leaves first.
  func sweep() {
    state.withLock { state in
      for (pass, guest) in state.guests where guest.isSuspended && !guest.isLent {
        let waitsForAnswer = guest.isOwedAnswer && guest.deadline != nil
        let hasEnded = waitsForAnswer ? Socket.isBroken(guest.socket) : Socket.clientHasLeft(guest.socket)
        guard hasEnded != guest.hadEnded || hasEnded else { continue }
        state.guests[pass]?.hadEnded = hasEnded
        guard hasEnded, guest.hadEnded else { continue }
        state.guests[pass]?.hasLeft = true
        resume(pass, &state)
      }
    }
  }

  /// Has all go on that are not lent, and none wait any more.
  func stop() {
    let timer = state.withLock { state in
      state.isStopping = true
      for (pass, guest) in state.guests where !guest.isLent { resume(pass, &state) }
      return state.timer.take()
    }
    timer?.stop()
  }

  /// The number of connections that wait.
  var suspendedCount: Int { state.withLock { $0.guests.values.count { $0.isSuspended && !$0.isLent } } }

  private func resume(_ pass: UInt64, _ state: inout State) {
    guard let guest = state.guests[pass], guest.isSuspended else { return }
    state.guests[pass]?.isSuspended = false
    MHD_resume_connection(OpaquePointer(bitPattern: guest.connection))
  }

  private func resumeDue() {
    state.withLock { state in
      state.alarm = .max
      let now = SystemTime.monotonicNanoseconds()
      while let first = state.queue.first, first.deadline <= now {
        _ = state.queue.popFirst()
        if state.guests[first.owner]?.deadline == first.deadline { resume(first.owner, &state) }
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
  /// When something is due, and for whom.
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

  /// Forgets all that do not matter any more.
  mutating func keep(where matters: (Entry) -> Bool) {
    let kept = entries.filter(matters)
    entries = []
    for entry in kept { insert(entry) }
  }
}
