import Dispatch
import HTTPCore
import Locking

/// What a world's clients sent and got: a bounded memory of the newest exchanges and frames, for tests that ask what
/// an app did. Recording copies bytes; reading does the work.
package final class Journal: Sendable {
  /// The newest entries, and how many there were.
  package struct Contents: Sendable {
    /// In the order of their numbers.
    package let entries: [JournalEntry]
    /// Exchanges whose answer is on its way and frames that are, in the order in which that began; they have no number
    /// yet.
    package let underWay: [JournalEntry]
    /// Exchanges and frames that had to make room for newer ones.
    package let lostExchanges, lostFrames: JournalLosses
    /// Frames that were counted only, since too many came in a second, since the journal was last cleared.
    package let framesLeftOut: Int
    /// The number of the newest entry when the journal was last cleared; 0 when it never was. What was read of entries up
    /// to it does not count any more.
    package let clearedThrough: Int

    /// Entries that had to make room for newer ones since the journal was last cleared.
    package var dropped: Int { lostExchanges.count + lostFrames.count }
  }

  /// The most observers at a time.
  package static let maximumObservers = 256

  private struct State {
    var exchanges: JournalRing
    var frames: JournalRing
    /// Exchanges whose answer is on its way, by what is pending of them; no more than there are connections.
    var underWay: [ObjectIdentifier: (place: Int, entry: JournalEntry)] = [:]
    /// Frames that are on their way, by their place among all that is; no more than sockets may queue and the gate admits.
    var framesUnderWay: [Int: JournalEntry] = [:]
    var last = 0
    /// What ``last`` was when the journal was last cleared.
    var cleared = 0
    var lastPlace = 0
    var observers: [Int: JournalObserver] = [:]
    var lastObserver = 0
    /// Where observers run, made for the first of them.
    var queue: DispatchQueue?
    /// Whether a call of the observers waits in the queue; it stands for all that is recorded until it begins.
    var isCallQueued = false

    /// Where the observers are to be called for a new entry; nil when there are none, or a call waits already.
    mutating func queueForCall() -> DispatchQueue? {
      guard !observers.isEmpty, !isCallQueued else { return nil }
      isCallQueued = true
      return queue
    }
    var isClosed = false
  }

  package let limits: JournalLimits
  /// Whether anything is kept.
  package let isOn: Bool
  private let clock: WorldClock
  private let state: OrderedMutex<State>
  private let frameGate: FrameGate
  /// Devices of this world and others that were seen.
  package let devices: KnownDevices
  /// Requests that are compared with their documents beside their answers, and frames that are being written.
  private let checks = DispatchGroup()

  /// An empty journal.
  ///
  /// - Parameters:
  ///   - clock: The world's; its time stands in the entries.
  ///   - devices: Remembers the devices of entries that are cleared.
  ///   - monotonic: The source of real time in nanoseconds, by which frames are counted.
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

  /// Begins what is to be recorded of a request.
  ///
  /// - Returns: nil when the journal is off.
  package func begin() -> PendingExchange? {
    isOn ? PendingExchange(time: clock.now) : nil
  }

  /// Records a request that has been answered.
  ///
  /// - Parameters:
  ///   - pending: Nothing is recorded without one.
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

  /// Records a request whose answer is on its way: it is shown as such until ``conclude(_:_:)``, and then gets its number.
  ///
  /// - Parameters:
  ///   - pending: Nothing is recorded without one.
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
      state.underWay[ObjectIdentifier(pending)] = (state.lastPlace, entry)
      return state.queueForCall()
    }
    callObservers(on: queue)
  }

  /// Says what became of the answer to a request. One that was forgotten meanwhile stays so.
  ///
  /// - Returns: The number of the entry; nil when it was forgotten.
  @discardableResult
  package func conclude(_ pending: PendingExchange, _ conclusion: PendingExchange.Conclusion) -> Int? {
    pending.conclude(conclusion)
    return append { $0.underWay.removeValue(forKey: ObjectIdentifier(pending))?.entry }
  }

  /// Records a frame; beyond ``JournalLimits/framesPerSecond`` it is counted only, and not even made.
  package func frame(_ frame: @autoclosure () -> JournalFrame) {
    guard isOn, frameGate.admits() else { return }
    _ = append(JournalEntry(time: clock.now, frame().cut(to: limits.bodyBytes)))
  }

  /// Whether a device may have called: one of an entry, or of one that is forgotten.
  func mayKnow(device: String) -> Bool {
    let contents = contents()
    return contents.dropped > 0 || contents.framesLeftOut > 0 || devices.mayKnow(device)
      || (contents.entries + contents.underWay).contains { JournalView($0).device == device }
  }

  /// Begins to record a frame whose arrival is not known yet: it is under way until its report is settled, and then gets
  /// its number. Beyond ``JournalLimits/framesPerSecond`` it is counted only.
  package func beginFrame(_ frame: @autoclosure () -> JournalFrame) -> PendingFrame {
    guard isOn, frameGate.admits() else { return .unrecorded }
    let entry = JournalEntry(time: clock.now, frame().underWay.cut(to: limits.bodyBytes))
    let (place, queue) = state.withLock { state in
      state.lastPlace += 1
      state.framesUnderWay[state.lastPlace] = entry
      return (state.lastPlace, state.queueForCall())
    }
    callObservers(on: queue)
    return PendingFrame(self, place: place)
  }

  /// Replaces what is shown of a frame that is under way; does nothing when it was forgotten.
  func changeFrame(_ place: Int, to frame: JournalFrame) {
    let queue = state.withLock { state -> DispatchQueue? in
      guard let entry = state.framesUnderWay[place] else { return nil }
      state.framesUnderWay[place] = JournalEntry(time: entry.time, frame.cut(to: limits.bodyBytes))
      return state.queueForCall()
    }
    callObservers(on: queue)
  }

  /// Says what became of a frame that was under way. One that was forgotten meanwhile stays so.
  func concludeFrame(_ place: Int, _ ending: Transmission.Ending) {
    _ = append { state in
      guard let entry = state.framesUnderWay.removeValue(forKey: place), case .frame(let frame) = entry.content else {
        return nil
      }
      return JournalEntry(time: entry.time, frame.ended(ending))
    }
  }

  private func append(_ entry: JournalEntry) -> Int? {
    append { _ in entry }
  }

  /// Appends the entry that a closure finds, if it does.
  ///
  /// - Returns: Its number.
  private func append(_ find: (inout State) -> JournalEntry?) -> Int? {
    // Released only when the lock is, since an entry may be the last owner of much.
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

  /// Has the observers look again, since it was found out more of an entry that they may have looked at.
  private func reportAdditions() { callObservers(on: state.withLock { $0.queueForCall() }) }

  /// A request of the world begins to be compared with its document, beside its answer.
  package func beginCheck() { checks.enter() }

  /// A comparison is over; who observes hears of what it found.
  package func endCheck(hasFindings: Bool) {
    if hasFindings { reportAdditions() }
    checks.leave()
  }

  /// The system is about to get bytes of a frame that is under way.
  func beginWriting() { checks.enter() }

  /// It is known whether the system took them.
  func endWriting() { checks.leave() }

  /// Waits for the comparisons and writes that have begun, so that the caller finds all deviations of what was answered
  /// before, and the frames that clients have.
  ///
  /// - Parameters:
  ///   - seconds: The longest wait. A comparison takes longer only when its operation's document is compiled on a very
  ///     busy machine.
  package func awaitChecks(seconds: Double = 10) { _ = checks.wait(timeout: .now() + seconds) }

  /// Calls the observers on their own queue: whoever records may hold a lock, as the message broker does for a frame.
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

  /// The entries behind a number.
  package func contents(after sequence: Int = 0) -> Contents {
    let (exchanges, frames, underWay, framesUnderWay, losses, cleared) = state.withLock { state in
      (
        state.exchanges.entries(after: sequence), state.frames.entries(after: sequence), state.underWay,
        state.framesUnderWay, (state.exchanges.losses, state.frames.losses), state.cleared
      )
    }
    let waiting = underWay.values.map { ($0.place, $0.entry) } + framesUnderWay.map { ($0.key, $0.value) }
    return Contents(
      entries: Self.merged(exchanges, frames), underWay: waiting.sorted { $0.0 < $1.0 }.map(\.1),
      lostExchanges: losses.0, lostFrames: losses.1, framesLeftOut: frameGate.leftOut, clearedThrough: cleared)
  }

  /// The number of the newest entry, 0 when there was none.
  package var lastSequence: Int { state.withLock { $0.last } }

  /// Forgets every entry, those too that are under way; the numbers go on. Observers are called, since what they have
  /// counted is gone.
  package func removeAll() {
    let (removed, queue) = state.withLock { state in
      defer { (state.underWay, state.framesUnderWay, state.cleared) = ([:], [:], state.last) }
      let removed = (
        state.exchanges.removeAll(), state.frames.removeAll(), state.underWay, state.framesUnderWay
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

  /// Has an observer told of every new entry until the observation is cancelled.
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

  /// Returns when the observers were called for all that was recorded before. Not to be called by an observer.
  package func settleObservers() { state.withLock { $0.queue }?.sync {} }

  /// Ends every observation, when the world goes.
  package func close() {
    let observers = state.withLock { state in
      defer { (state.observers, state.isClosed) = ([:], true) }
      return Array(state.observers.values)
    }
    for observer in observers { observer.ended() }
    devices.add(of: contents().entries)
  }

  /// Whether the world goes, or the server.
  package var isClosed: Bool { state.withLock { $0.isClosed } }

  fileprivate func cancel(_ id: Int) {
    let removed = state.withLock { $0.observers.removeValue(forKey: id) }
    withExtendedLifetime(removed) {}
  }
}

/// Who is told of new entries.
package struct JournalObserver: Sendable {
  /// There is at least one new entry, or an answer is on its way. Called on a queue of the journal's, one observer after
  /// the other, and never under a lock of whoever recorded the entry.
  package let changed: @Sendable () -> Void
  /// There will be no more. Called on the thread that closes the journal.
  package let ended: @Sendable () -> Void

  /// An observer from its two closures.
  package init(changed: @escaping @Sendable () -> Void, ended: @escaping @Sendable () -> Void) {
    self.changed = changed
    self.ended = ended
  }
}

/// One observer's place in a journal.
package struct JournalObservation: Sendable {
  fileprivate let journal: Journal
  fileprivate let id: Int

  /// Has the observer not be called any more; a call that is under way goes on.
  package func cancel() { journal.cancel(id) }
}
