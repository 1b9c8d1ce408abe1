import HTTPCore
import Synchronization

/// What happens in a world as its time passes.
extension World {
  /// Has time count from now on: nothing moves in a world that nobody has asked for anything, so that a fork costs
  /// nothing until it is used.
  package func activate() {
    guard !isActive.load(ordering: .relaxed) else { return }
    isActive.store(true, ordering: .relaxed)
    expectNext()
  }

  /// Lets happen what is due by now and somebody hears of: steps of simulations, heart-beats, time-outs.
  ///
  /// - Parameters:
  ///   - report: Told of a simulation that failed, with its name.
  package func tick(report: (String, any Error) -> Void) {
    guard isActive.load(ordering: .relaxed) else { return }
    _ = simulations.run(self, .heard, upTo: clock.instant, report: report)
    ring()
  }

  /// Rings the alarms that are due by now: heart-beats, time-outs.
  package func ring() {
    guard isActive.load(ordering: .relaxed) else { return }
    alarms.run(now: clock.elapsedNanoseconds)
    realAlarms.run(now: SystemTime.monotonicNanoseconds())
  }

  /// Takes all steps of simulations that are due by now, also those that nobody listened to: to be called before rows
  /// are looked at or changed that simulations write. Costs next to nothing when none is due. Not to be called from
  /// inside a read or write of the store.
  package func settle() { settle(report: report) }

  /// Takes all steps of simulations that are due by now.
  ///
  /// - Parameters:
  ///   - report: Told of a simulation that failed, with its name.
  package func settle(report: (String, any Error) -> Void) {
    guard isActive.load(ordering: .relaxed) else { return }
    _ = simulations.run(self, .all, upTo: clock.instant, report: report)
  }

  /// Whether ``settle()`` would take a while: a call that needs it is to be answered beside the threads that read sockets.
  package var isFarBehind: Bool { isActive.load(ordering: .relaxed) && simulations.isFarBehind }

  /// Whether a request would have to wait for much to be settled in its world; says so of endpoints.
  package static let isFarBehind: @Sendable (Request, World) -> Bool = { $1.isFarBehind }

  /// Adds somebody who listens to what moves by itself: what is due from now on is told.
  ///
  /// - Parameters:
  ///   - add: Adds the listener.
  package func listen<Failure: Error>(_ add: () throws(Failure) -> Void) throws(Failure) {
    simulations.noteListener(self)
    try add()
    expectNext()
  }

  // MARK: When something is due

  /// When something happens next in it that somebody hears of, in nanoseconds of ``SystemTime``; nil when nothing does
  /// unless somebody does something.
  package var nextDue: Int64? { [nextStep, nextAlarm].compactMap(\.self).min() }

  /// When the next step of a simulation is due that somebody hears of, in nanoseconds of ``SystemTime``.
  package var nextStep: Int64? {
    isActive.load(ordering: .relaxed) ? simulations.nextDue(self) : nil
  }

  /// When the next alarm may be due, in nanoseconds of ``SystemTime``.
  package var nextAlarm: Int64? {
    guard isActive.load(ordering: .relaxed) else { return nil }
    let next = alarms.earliest.flatMap(clock.monotonicNanoseconds(whenElapsed:))
    return [next, realAlarms.earliest].compactMap(\.self).min()
  }

  /// Has somebody told whenever something is due sooner than was said before, on any thread and under any lock.
  func whenExpecting(_ tell: @escaping @Sendable (_ due: Int64) -> Void) {
    expectation.set(tell)
    expectNext()
  }

  private func expectNext() {
    if let due = nextDue { expectation.expect(due) }
  }

  /// Looks at all that may bring the next moment nearer.
  func watchTime() {
    let (expectation, clock) = (self.expectation, self.clock)
    clock.whenChanged { expectation.expect(SystemTime.monotonicNanoseconds()) }
    simulations.whenChanged { expectation.expect(SystemTime.monotonicNanoseconds()) }
    realAlarms.whenSooner { due in expectation.expect(due) }
    alarms.whenSooner { due in
      if let due = clock.monotonicNanoseconds(whenElapsed: due) { expectation.expect(due) }
    }
  }

  // MARK: Heart-beats

  /// The time that the heart-beats of the message broker follow, in nanoseconds since some moment.
  package var heartBeatNanoseconds: Int64 {
    bendsHeartBeats ? clock.elapsedNanoseconds : SystemTime.monotonicNanoseconds()
  }

  /// The alarms that go with ``heartBeatNanoseconds``.
  package var heartBeatAlarms: Alarms { bendsHeartBeats ? alarms : realAlarms }
}

/// Who is told when something is due in a world sooner than was said before. What changes the world's time holds this
/// and not the world: a weak reference to an object makes each count of its references slower, and every request counts
/// those of its world.
final class DueObserver: Sendable {
  private let tell = Mutex<(@Sendable (_ due: Int64) -> Void)?>(nil)

  func set(_ tell: @escaping @Sendable (_ due: Int64) -> Void) { self.tell.withLock { $0 = tell } }

  /// Something may be due then, in nanoseconds of ``SystemTime``; now, where it is not known what changed.
  func expect(_ due: Int64) { tell.withLock { $0 }?(due) }
}
