import Foundation
import HTTPCore
import Platform
import Synchronization

/// Threads, separate from those that read sockets, for requests that can take long: as many as there are processors.
/// Requests are in groups (one for each world), which take turns, so that a group with many requests does not delay
/// another.
///
/// Requests that are quick but may have to wait for a slow one of their group have separate threads, so that they do
/// not wait for slow ones of other groups. One thread for each group is sufficient there: at most as many groups wait
/// at a time as there are threads for slow requests, and one further thread serves all others.
final class SlowRequestPool: Sendable {
  private let slow: FairThreadPool
  private let waiting: FairThreadPool

  /// Creates a pool that starts its threads on demand.
  ///
  /// - Parameters:
  ///   - threads: The number of threads for slow requests.
  init(threads: Int = CLibrary.processorCount) {
    slow = FairThreadPool(name: "slow-request", threads: threads, threadsOfGroup: threads, maximumOfGroup: 256)
    waiting = FairThreadPool(name: "waiting-request", threads: threads + 1, threadsOfGroup: 1, maximumOfGroup: 2048)
  }

  /// Adds a request, which runs when it is ready and it is its turn.
  ///
  /// - Parameters:
  ///   - done: Called after it ran, on any thread.
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

  /// The response to a request when too many wait already.
  static let refusal = Problem(
    .unavailable, "too many slow requests of this world wait already; try again in a moment",
    headers: ["Retry-After": "1"])

  /// Starts no more tasks, refuses the waiting ones, and waits for the running ones.
  ///
  /// - Parameters:
  ///   - deadline: The end of the wait, in nanoseconds of `DispatchTime`.
  func stop(until deadline: DispatchTime) {
    slow.stop(until: deadline)
    waiting.stop(until: deadline)
  }
}

/// A request that runs on a thread that does not read sockets.
final class SlowTask: Sendable {
  private let request: Mutex<DeferredRequest>
  private let leave: @Sendable (SlowTask) -> Void
  private let result = Mutex<Outcome?>(nil)
  private let isGivenUp = Atomic(false)
  private let done: @Sendable () -> Void

  /// - Parameters:
  ///   - leave: Called when the request is deferred again.
  init(
    _ deferred: DeferredRequest, leave: @escaping @Sendable (SlowTask) -> Void, done: @escaping @Sendable () -> Void
  ) {
    request = Mutex(deferred)
    (self.leave, self.done) = (leave, done)
  }

  /// The next work.
  var deferred: DeferredRequest { request.withLock { $0 } }

  /// The outcome; nil before it is known.
  var outcome: Outcome? { result.withLock { $0 } }

  /// Cancels the task, because nothing waits for it any more: if it has not started, it does not start.
  func giveUp() {
    isGivenUp.store(true, ordering: .relaxed)
    if outcome == nil { deferred.abandon?() }
  }

  /// Runs the request.
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
