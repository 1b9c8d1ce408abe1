import Dispatch
import Locking
import Platform
import World

/// Lets happen what is due in the worlds, and sleeps until something is: a server on which nothing is due does nothing.
///
/// Alarms ring on the timer's thread. Steps of simulations are taken on another one, a short time for each world in
/// turn, so that a world whose clock jumps or runs keeps no other world waiting.
final class Timekeeper: Sendable {
  private struct State {
    /// What the timer is set to, in nanoseconds of ``SystemTime``.
    var alarm = Int64.max
    var lastLook = Int64.min
    /// The worlds whose steps are being taken.
    var working: Set<ObjectIdentifier> = []
    var timer: RealTimer?
  }

  /// Nanoseconds between two looks at least: what is due in between waits, so that a thousand sockets with an alarm
  /// each do not wake the server a thousand times.
  private static let grain: Int64 = 20_000_000
  /// How long one world's steps are taken before it is another's turn, in nanoseconds.
  private static let slice: Int64 = 20_000_000

  private let worlds: Worlds
  private let report: @Sendable (String, any Error) -> Void
  private let state = OrderedMutex(.timekeeper, State())
  private let steps = DispatchQueue(label: "mock-api.simulations")

  /// A keeper of the time of all worlds, which has not begun.
  ///
  /// - Parameters:
  ///   - report: Called for a simulation that failed, with its name.
  init(_ worlds: Worlds, report: @escaping @Sendable (String, any Error) -> Void) {
    (self.worlds, self.report) = (worlds, report)
  }

  /// Begins.
  func start() {
    state.withLock { $0.timer = RealTimer { [weak self] in self?.look() } }
    worlds.whenExpecting { [weak self] due in self?.expect(due) }
  }

  /// Lets nothing happen any more. A step under way may end later.
  func stop() {
    let timer = state.withLock { state in
      state.alarm = .min
      return state.timer.take()
    }
    timer?.stop()
    for world in worlds.all { world.simulations.stop() }
  }

  /// Something is due then, in nanoseconds of ``SystemTime``. Called from any thread, under any lock.
  private func expect(_ due: Int64) {
    state.withLock { state in
      guard due < state.alarm, let timer = state.timer else { return }
      state.alarm = max(due, state.lastLook == .min ? due : state.lastLook + Self.grain)
      timer.set(afterNanoseconds: state.alarm - SystemTime.monotonicNanoseconds())
    }
  }

  private func look() {
    let now = SystemTime.monotonicNanoseconds()
    state.withLock { state in
      guard state.timer != nil else { return }
      (state.alarm, state.lastLook) = (.max, now)
    }
    let all = worlds.all
    for world in all {
      if let due = world.nextAlarm, due <= now { world.ring() }
      if let due = world.nextStep, due <= now { begin(world) }
    }
    worlds.expire()
    let working = state.withLock { $0.working }
    let next = all.flatMap { world in
      [world.nextAlarm, working.contains(ObjectIdentifier(world)) ? nil : world.nextStep]
    }
    if let due = (next + [worlds.nextExpiry]).compactMap(\.self).min() { expect(due) }
  }

  private func begin(_ world: World) {
    let isNew = state.withLock { $0.working.insert(ObjectIdentifier(world)).inserted }
    guard isNew else { return }
    let instant = world.clock.instant
    steps.async { self.work(world, upTo: instant) }
  }

  /// Takes steps of a world, for a short time.
  ///
  /// - Parameters:
  ///   - instant: How the clock stood when they were noticed: steps that become due meanwhile are noticed next time.
  private func work(_ world: World, upTo instant: WorldClock.Instant) {
    let (start, used) = (SystemTime.monotonicNanoseconds(), SystemTime.threadNanoseconds())
    let isDone = world.simulations.run(
      world, .observed, upTo: instant, until: start + Self.slice, report: report)
    let isResting = world.simulations.rest(afterWorking: SystemTime.threadNanoseconds() - used)
    if !isDone, !isResting {
      steps.async { self.work(world, upTo: instant) }
      return
    }
    state.withLock { _ = $0.working.remove(ObjectIdentifier(world)) }
    if let due = world.nextStep { expect(due) }
  }
}
