import Dispatch
import HTTPCore
import Locking

/// The newest exchanges and frames of a world's clients, bounded, for tests that verify what an app did. Recording only
/// copies bytes; reading does the work.
package final class Journal: Sendable {
  /// The newest entries, and counts of others.
  package struct Contents: Sendable {
    /// In the order of their numbers.
    package let entries: [JournalEntry]
    /// Exchanges and frames that are being sent, in the order in which they began; they have no number yet.
    package let pending: [JournalEntry]
    /// Exchanges and frames that were removed for newer ones.
    package let lostExchanges, lostFrames: JournalLosses
    /// Frames that were only counted, because there were too many in a second, since the journal was last cleared.
    package let framesLeftOut: Int
    /// The number of the newest entry when the journal was last cleared; 0 if it never was. Earlier results about
    /// entries up to it are outdated.
    package let clearedThrough: Int

    /// The number of entries that were removed for newer ones since the journal was last cleared.
    package var dropped: Int { lostExchanges.count + lostFrames.count }
  }

  /// The most observers at a time.
  package static let maximumObservers = 256

  private struct State {
    var exchanges: JournalRing
    var frames: JournalRing
    /// Exchanges whose response is being sent, by their pending object; no more than there are connections.
    var pending: [ObjectIdentifier: (place: Int, entry: JournalEntry)] = [:]
    /// Frames that are being sent, by their position among all entries that are; no more than sockets may queue and the
    /// gate admits.
    var pendingFrames: [Int: JournalEntry] = [:]
    var last = 0
    /// The value of ``last`` when the journal was last cleared.
    var cleared = 0
    var lastPlace = 0
    var observers: [Int: JournalObserver] = [:]
    var lastObserver = 0
    /// The queue of observers, created for the first of them.
    var queue: DispatchQueue?
    /// Whether a call of the observers is queued; it covers everything that is recorded until it begins.
    var isCallQueued = false

    /// The queue on which to call the observers for a new entry; nil without observers, or when a call is queued
    /// already.
    mutating func queueForCall() -> DispatchQueue? {
      guard !observers.isEmpty, !isCallQueued else { return nil }
      isCallQueued = true
      return queue
    }
    var isClosed = false
  }

  package let limits: JournalLimits
  /// Whether anything is recorded.
  package let isOn: Bool
  private let clock: WorldClock
  private let state: OrderedMutex<State>
  private let frameGate: FrameGate
  /// Devices seen in this world and others.
  package let devices: KnownDevices
  /// Requests that are compared with their documents in parallel with their responses, and frames that are being
  /// written.
  private let checks = DispatchGroup()

  /// An empty journal.
  ///
  /// - Parameters:
  ///   - clock: The world's clock, for the time of entries.
  ///   - devices: Remembers the devices of entries that are cleared.
  ///   - monotonic: The source of real time in nanoseconds, for the limit of frames per second.
  package init(
    limits: JournalLimits = JournalLimits(), clock: WorldClock, devices: KnownDevices = KnownDevices(),
    monotonic: @escaping @Sendable () -> Int64 = SystemTime.monotonicNanoseconds
  ) {
    self.limits = limits
    (self.clock, self.devices) = (clock, devices)
    isOn = limits.entries > 0
    state = OrderedMutex(
      .journal,
      State(
        exchanges: JournalRing(capacity: limits.entries, maximumBytes: limits.bytes / 4 * 3),
        frames: JournalRing(capacity: limits.entries, maximumBytes: limits.bytes / 4)))
    frameGate = FrameGate(perSecond: limits.framesPerSecond, monotonic: monotonic)
  }

  // MARK: Recording

  /// Begins to record a request.
  ///
  /// - Returns: nil when the journal is off.
  package func begin() -> PendingExchange? {
    isOn ? PendingExchange(time: clock.now) : nil
  }

  /// Records a request that has its response.
  ///
  /// - Parameters:
  ///   - pending: Without it, nothing is recorded.
  ///   - path: The path as the client sent it; nil when it is that of the request.
  /// - Returns: The number of the entry; nil when nothing was recorded.
  @discardableResult
  package func finish(
    _ pending: PendingExchange?, _ request: Request, path: String? = nil, _ details: JournalExchange.Details,
    _ response: Response
  ) -> Int? {
    guard let pending else { return nil }
    return append(
      JournalEntry(
        time: pending.time,
        PackedExchange(
          request, path: path ?? request.target.rawPath, details, response, bodyBytes: limits.bodyBytes,
          pending: pending)
      ))
  }

  /// Records a request whose response is being sent: it is shown as such until ``conclude(_:_:)``, and then gets its
  /// number.
  ///
  /// - Parameters:
  ///   - pending: Without it, nothing is recorded.
  ///   - path: The path as the client sent it.
  package func begin(
    _ pending: PendingExchange?, _ request: Request, path: String, _ details: JournalExchange.Details,
    _ response: Response
  ) {
    guard let pending else { return }
    pending.begin()
    let entry = JournalEntry(
      time: pending.time,
      PackedExchange(request, path: path, details, response, bodyBytes: limits.bodyBytes, pending: pending))
    let queue = state.withLock { state in
      state.lastPlace += 1
      state.pending[ObjectIdentifier(pending)] = (state.lastPlace, entry)
      return state.queueForCall()
    }
    callObservers(on: queue)
  }

  /// Records a request that a fault holds: it is shown as pending until ``endHold(_:afterMicroseconds:)``.
  ///
  /// - Parameters:
  ///   - pending: Without it, nothing is recorded.
  ///   - path: The path as the client sent it.
  ///   - hold: The id of the hold.
  package func beginHold(
    _ pending: PendingExchange?, _ request: Request, path: String, _ details: JournalExchange.Details, hold: String
  ) {
    pending?.beginHold(hold)
    begin(pending, request, path: path, details, Response(status: 0))
  }

  /// Records that a request goes on that a fault held. It is shown again when its response is recorded.
  package func endHold(_ pending: PendingExchange?, afterMicroseconds microseconds: Int64) {
    guard let pending else { return }
    pending.endHold(afterMicroseconds: microseconds, goesOn: true)
    let entry = state.withLock { $0.pending.removeValue(forKey: ObjectIdentifier(pending)) }
    withExtendedLifetime(entry) {}
  }

  /// Records how the response to a request was delivered. Has no effect on an entry that was removed meanwhile.
  ///
  /// - Returns: The number of the entry; nil when it was removed.
  @discardableResult
  package func conclude(_ pending: PendingExchange, _ conclusion: PendingExchange.Conclusion) -> Int? {
    pending.conclude(conclusion)
    return append { $0.pending.removeValue(forKey: ObjectIdentifier(pending))?.entry }
  }

  /// Records a frame; beyond ``JournalLimits/framesPerSecond`` it is only counted, and the closure is not called.
  package func frame(_ frame: @autoclosure () -> JournalFrame) {
    guard isOn, frameGate.admits() else { return }
    _ = append(JournalEntry(time: clock.now, frame().cut(to: limits.bodyBytes)))
  }

  /// Whether the device of an entry, or of a removed one, may be this one.
  func mayKnow(device: String) -> Bool {
    let contents = contents()
    return contents.dropped > 0 || contents.framesLeftOut > 0 || devices.mayKnow(device)
      || (contents.entries + contents.pending).contains { JournalView($0).device == device }
  }

  /// Begins to record a frame whose delivery is not known yet: it is pending until its report is settled, and then
  /// gets its number. Beyond ``JournalLimits/framesPerSecond`` it is only counted.
  package func beginFrame(_ frame: @autoclosure () -> JournalFrame) -> PendingFrame {
    guard isOn, frameGate.admits() else { return .unrecorded }
    let entry = JournalEntry(time: clock.now, frame().pending.cut(to: limits.bodyBytes))
    let (place, queue) = state.withLock { state in
      state.lastPlace += 1
      state.pendingFrames[state.lastPlace] = entry
      return (state.lastPlace, state.queueForCall())
    }
    callObservers(on: queue)
    return PendingFrame(self, place: place)
  }

  /// Replaces the displayed version of a pending frame; has no effect after it was removed.
  func changeFrame(_ place: Int, to frame: JournalFrame) {
    let queue = state.withLock { state -> DispatchQueue? in
      guard let entry = state.pendingFrames[place] else { return nil }
      state.pendingFrames[place] = JournalEntry(time: entry.time, frame.cut(to: limits.bodyBytes))
      return state.queueForCall()
    }
    callObservers(on: queue)
  }

  /// Records how a frame was delivered. Has no effect on one that was removed meanwhile.
  func concludeFrame(_ place: Int, _ ending: Transmission.Ending) {
    _ = append { state in
      guard let entry = state.pendingFrames.removeValue(forKey: place), case .frame(let frame) = entry.content else {
        return nil
      }
      return JournalEntry(time: entry.time, frame.ended(ending))
    }
  }

  private func append(_ entry: JournalEntry) -> Int? {
    append { _ in entry }
  }

  /// Appends the entry that a closure returns, if any.
  ///
  /// - Returns: Its number.
  private func append(_ find: (inout State) -> JournalEntry?) -> Int? {
    // Released outside the lock, because an entry may be the last owner of large objects.
    var released = JournalRing.Released()
    var number: Int?
    let queue = state.withLock { state -> DispatchQueue? in
      guard let entry = find(&state) else { return nil }
      state.last += 1
      number = state.last
      if entry.isFrame {
        state.frames.append(entry, number: state.last, released: &released)
      } else {
        state.exchanges.append(entry, number: state.last, released: &released)
      }
      return state.queueForCall()
    }
    callObservers(on: queue)
    withExtendedLifetime(released) {}
    return number
  }

  /// Calls the observers again, because more is known about an entry that they may have read.
  private func reportAdditions() { callObservers(on: state.withLock { $0.queueForCall() }) }

  /// The comparison of a request with its document begins, in parallel with its response.
  package func beginCheck() { checks.enter() }

  /// More is known about an entry that observers may have read.
  package func noteAddition() { reportAdditions() }

  /// A comparison ended; observers are notified of its findings.
  package func endCheck(hasFindings: Bool) {
    if hasFindings { reportAdditions() }
    checks.leave()
  }

  /// The system is about to receive bytes of a pending frame.
  func beginWriting() { checks.enter() }

  /// It is known whether the system accepted them.
  func endWriting() { checks.leave() }

  /// Waits for the comparisons and writes that have begun, so that the caller sees all deviations of earlier responses,
  /// and all frames that clients have.
  ///
  /// - seconds: The longest wait. A comparison only takes longer when its operation's document is compiled on a very
  ///   busy machine.
  ///   - seconds: The longest wait. A comparison takes longer only when its operation's document is compiled on a very
  ///     busy machine.
  package func awaitChecks(seconds: Double = 10) { _ = checks.wait(timeout: .now() + seconds) }

  /// Calls the observers on their own queue: the recording thread may hold a lock, as the message broker does for a
  /// frame.
  private func callObservers(on queue: DispatchQueue?) {
    queue?.async { [self] in
      let observers = state.withLock { state in
        state.isCallQueued = false
        return Array(state.observers.values)
      }
      for observer in observers { observer.changed() }
    }
  }

  // MARK: Reading

  /// The entries after a number.
  package func contents(after sequence: Int = 0) -> Contents {
    let (exchanges, frames, pending, pendingFrames, losses, cleared) = state.withLock { state in
      (
        state.exchanges.entries(after: sequence), state.frames.entries(after: sequence), state.pending,
        state.pendingFrames, (state.exchanges.losses, state.frames.losses), state.cleared
      )
    }
    let waiting = pending.values.map { ($0.place, $0.entry) } + pendingFrames.map { ($0.key, $0.value) }
    return Contents(
      entries: Self.merged(exchanges, frames), pending: waiting.sorted { $0.0 < $1.0 }.map(\.1),
      lostExchanges: losses.0, lostFrames: losses.1, framesLeftOut: frameGate.leftOut, clearedThrough: cleared)
  }

  /// The number of the newest entry, 0 without entries.
  package var lastSequence: Int { state.withLock { $0.last } }

  /// Removes every entry, including pending ones; the numbering continues. Observers are called, because entries
  /// that they counted are removed.
  package func removeAll() {
    let (removed, queue) = state.withLock { state in
      defer { (state.pending, state.pendingFrames, state.cleared) = ([:], [:], state.last) }
      let removed = (
        state.exchanges.removeAll(), state.frames.removeAll(), state.pending, state.pendingFrames
      )
      return (removed, state.queueForCall())
    }
    frameGate.forgetLeftOut()
    callObservers(on: queue)
    devices.add(of: removed.0 + removed.1)
    withExtendedLifetime(removed) {}
  }

  private static func merged(_ left: [JournalEntry], _ right: [JournalEntry]) -> [JournalEntry] {
    if right.isEmpty { return left }
    if left.isEmpty { return right }
    var merged: [JournalEntry] = []
    merged.reserveCapacity(left.count + right.count)
    var (first, second) = (left[...], right[...])
    while let one = first.first, let other = second.first {
      if one.sequence < other.sequence {
        merged.append(first.removeFirst())
      } else {
        merged.append(second.removeFirst())
      }
    }
    return merged + first + second
  }

  // MARK: Observing

  /// Notifies an observer of every new entry until the observation is cancelled.
  ///
  /// - Returns: nil when there are too many already, or the journal is closed.
  package func observe(_ observer: JournalObserver) -> JournalObservation? {
    let id = state.withLock { state -> Int? in
      guard !state.isClosed, state.observers.count < Self.maximumObservers else { return nil }
      state.lastObserver += 1
      state.queue = state.queue ?? DispatchQueue(label: "mock-api.journal-observers")
      state.observers[state.lastObserver] = observer
      return state.lastObserver
    }
    return id.map { JournalObservation(journal: self, id: $0) }
  }

  /// Returns after the observers were called for everything recorded before. Must not be called by an observer.
  package func settleObservers() { state.withLock { $0.queue }?.sync {} }

  /// Ends every observation when the world is deleted.
  package func close() {
    let observers = state.withLock { state in
      defer { (state.observers, state.isClosed) = ([:], true) }
      return Array(state.observers.values)
    }
    for observer in observers { observer.ended() }
    devices.add(of: contents().entries)
  }

  /// Whether the world is deleted, or the server stops.
  package var isClosed: Bool { state.withLock { $0.isClosed } }

  fileprivate func cancel(_ id: Int) {
    let removed = state.withLock { $0.observers.removeValue(forKey: id) }
    withExtendedLifetime(removed) {}
  }
}

/// An observer of new entries.
package struct JournalObserver: Sendable {
  /// There is at least one new entry, or a response is being sent. Called on a queue of the journal, one observer after
  /// the other, and never under a lock of the recording thread.
  package let changed: @Sendable () -> Void
  /// There will be no more entries. Called on the thread that closes the journal.
  package let ended: @Sendable () -> Void

  /// Creates an observer.
  package init(changed: @escaping @Sendable () -> Void, ended: @escaping @Sendable () -> Void) {
    self.changed = changed
    self.ended = ended
  }
}

/// The registration of one observer in a journal.
package struct JournalObservation: Sendable {
  fileprivate let journal: Journal
  fileprivate let id: Int

  /// Stops calling the observer; a running call continues.
  package func cancel() { journal.cancel(id) }
}
