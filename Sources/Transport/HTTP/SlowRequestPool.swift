import Foundation
import HTTPCore
import Platform
import Synchronization

/// Threads beside those that read sockets, for requests that may take long: as many as there are processors. Requests are
/// in groups (one for each world), which take turns, so that a group with many requests does not hold up another.
///
/// Requests that are quick but may have to wait for a slow one of their group have threads of their own, so that they do
/// not wait for slow ones of other groups. There, one thread for each group is enough: at most as many groups wait at a
/// time as there are threads for slow requests, and one thread more serves all others.
final class SlowRequestPool: Sendable {
  private let slow: FairThreadPool
  private let waiting: FairThreadPool

  /// A pool that starts its threads when they are needed.
  ///
  /// - Parameters:
  ///   - threads: How many threads work at slow requests.
  init(threads: Int = CLibrary.processorCount) {
    slow = FairThreadPool(name: "slow-request", threads: threads, threadsOfGroup: threads, maximumOfGroup: 256)
    waiting = FairThreadPool(name: "waiting-request", threads: threads + 1, threadsOfGroup: 1, maximumOfGroup: 2048)
  }

  /// Adds a request, which is worked on when it is ready and it is its turn.
  ///
  /// - Parameters:
  ///   - done: Called once it is done, on any thread.
  /// - Returns: The task; nil when too many wait already.
  func take(_ deferred: DeferredRequest, done: @escaping @Sendable () -> Void) -> SlowTask? {
    let task = SlowTask(deferred, leave: { [self] in if !schedule($0) { $0.refuse(Self.refusal) } }, done: done)
    return schedule(task) ? task : nil
  }

  /// - Returns: false when too many wait already.
  private func schedule(_ task: SlowTask) -> Bool {
    guard let whenReady = task.deferred.whenReady else { return add(task) }
    whenReady { [self] in if !add(task) { task.refuse(Self.refusal) } }
    return true
  }

  private func add(_ task: SlowTask) -> Bool {
    switch task.deferred.kind {
    case .slow: slow.add(task)
    case .waiting: waiting.add(task)
    }
  }

  /// The answer to a request when too many wait already.
  static let refusal = Problem(
    .unavailable, "too many slow requests of this world wait already; try again in a moment",
    headers: ["Retry-After": "1"])

  /// Begins nothing more, refuses the tasks that have not begun, and waits for those that have.
  ///
  /// - Parameters:
  ///   - deadline: Until when to wait, in nanoseconds of `DispatchTime`.
  func stop(until deadline: DispatchTime) {
    slow.stop(until: deadline)
    waiting.stop(until: deadline)
  }
}

/// A request that is worked on beside the threads that read sockets.
final class SlowTask: Sendable {
  private let request: Mutex<DeferredRequest>
  private let leave: @Sendable (SlowTask) -> Void
  private let result = Mutex<Outcome?>(nil)
  private let isGivenUp = Atomic(false)
  private let done: @Sendable () -> Void

  /// - Parameters:
  ///   - leave: Called when the request is left for later once more.
  init(
    _ deferred: DeferredRequest, leave: @escaping @Sendable (SlowTask) -> Void, done: @escaping @Sendable () -> Void
  ) {
    request = Mutex(deferred)
    (self.leave, self.done) = (leave, done)
  }

  /// What is to be done next.
  var deferred: DeferredRequest { request.withLock { $0 } }

  /// The outcome; nil before it is done.
  var outcome: Outcome? { result.withLock { $0 } }

  /// Gives up the task, since nobody waits for it any more: if it has not begun, it does not begin.
  func giveUp() { isGivenUp.store(true, ordering: .relaxed) }

  /// Works on the request.
  func work() {
    guard !isGivenUp.load(ordering: .relaxed) else { return }
    switch deferred.run() {
    case .done(let outcome): finish(outcome)
    case .later(let next):
      request.withLock { $0 = next }
      leave(self)
    }
  }

  /// Refuses the request.
  func refuse(_ problem: Problem) { finish(deferred.refuse(problem)) }

  private func finish(_ outcome: Outcome) {
    result.withLock { $0 = outcome }
    done()
  }
}
