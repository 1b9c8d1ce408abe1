import Dispatch
import Locking
import Platform
import World

/// Runs what is due in the worlds, and sleeps until something is: a server on which nothing is due does nothing.
///
/// Alarms run on the timer's thread. Simulation steps run on another one, for a short time for each world in turn, so
/// that a world whose clock jumps or runs fast delays no other world.
final class Timekeeper: Sendable {
  private struct State {
    /// The time of the timer, in nanoseconds of ``SystemTime``.
    var alarm = Int64.max
    var lastRun = Int64.min
    /// The worlds whose steps are running.
    var working: Set<ObjectIdentifier> = []
    var timer: RealTimer?
  }

  /// The shortest time between two checks in nanoseconds: events in between wait, so that a thousand sockets with an
  /// alarm each do not wake the server a thousand times.
  private static let grain: Int64 = 20_000_000
  /// The longest time for one world's steps before the next world's turn, in nanoseconds.
  private static let slice: Int64 = 20_000_000

  private let worlds: Worlds
  private let report: @Sendable (String, any Error) -> Void
  private let state = OrderedMutex(.timekeeper, State())
  private let steps = DispatchQueue(label: "mock-api.simulations")

  /// Creates a timekeeper for all worlds, which is not started.
  ///
  /// - Parameters:
  ///   - report: Called for a simulation that failed, with its name.
  init(_ worlds: Worlds, report: @escaping @Sendable (String, any Error) -> Void) {
    (self.worlds, self.report) = (worlds, report)
  }

  func start() {
    state.withLock { $0.timer = RealTimer { [weak self] in self?.run() } }
    worlds.whenExpecting { [weak self] due in self?.expect(due) }
  }

  /// Stops. A running step may end later.
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
      state.alarm = max(due, state.lastRun == .min ? due : state.lastRun + Self.grain)
      timer.set(afterNanoseconds: state.alarm - SystemTime.monotonicNanoseconds())
    }
  }

  private func run() {
    let now = SystemTime.monotonicNanoseconds()
    state.withLock { state in
      guard state.timer != nil else { return }
      (state.alarm, state.lastRun) = (.max, now)
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

  /// Runs steps of a world for a short time.
  ///
  /// - Parameters:
  ///   - instant: The reading of the clock at which they were due: steps that become due meanwhile run next time.
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
