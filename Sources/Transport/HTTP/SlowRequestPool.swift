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
  fileprivate func work() {
    guard !isGivenUp.load(ordering: .relaxed) else { return }
    switch deferred.run() {
    case .done(let outcome): finish(outcome)
    case .later(let next):
      request.withLock { $0 = next }
      leave(self)
    }
  }

  /// Refuses the request.
  fileprivate func refuse(_ problem: Problem) { finish(deferred.refuse(problem)) }

  private func finish(_ outcome: Outcome) {
    result.withLock { $0 = outcome }
    done()
  }
}

/// Threads that work on tasks whose groups take turns.
private final class FairThreadPool: Sendable {
  private struct State {
    /// The tasks that wait, by group; only groups that have some.
    var tasks: [String: [SlowTask]] = [:]
    /// The groups among them in the order of their turns.
    var turns: [String] = []
    /// How many tasks of each group are being worked on.
    var busy: [String: Int] = [:]
    var waitingCount = 0
    var busyCount = 0
    var threads = 0
    var isStopping = false
  }

  /// The stack of a thread: enough for the deepest JSON, which is read by recursion.
  private static let stackBytes = 4 << 20
  /// How many tasks of all groups may wait: as many as there are connections by default.
  private static let maximumCount = 4096

  private let name: String
  private let maximumThreads: Int
  private let threadsOfGroup: Int
  private let maximumOfGroup: Int
  private let state = Mutex(State())
  private let wanted = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  init(name: String, threads: Int, threadsOfGroup: Int, maximumOfGroup: Int) {
    self.name = name
    (maximumThreads, self.threadsOfGroup, self.maximumOfGroup) = (threads, threadsOfGroup, maximumOfGroup)
  }

  /// - Returns: false when too many wait already.
  func add(_ task: SlowTask) -> Bool {
    let group = task.deferred.group
    let (isTaken, needsThread) = state.withLock { state -> (Bool, Bool) in
      let count = state.tasks[group]?.count ?? 0
      guard !state.isStopping, count < maximumOfGroup, state.waitingCount < Self.maximumCount else {
        return (false, false)
      }
      if count == 0 { state.turns.append(group) }
      state.tasks[group, default: []].append(task)
      state.waitingCount += 1
      let needsThread = state.threads < maximumThreads && state.waitingCount + state.busyCount > state.threads
      if needsThread { state.threads += 1 }
      return (true, needsThread)
    }
    if needsThread { startThread() }
    if isTaken { wanted.signal() }
    return isTaken
  }

  func stop(until deadline: DispatchTime) {
    let (refused, threads) = state.withLock { state in
      state.isStopping = true
      defer { (state.tasks, state.turns, state.waitingCount) = ([:], [], 0) }
      return (state.turns.flatMap { state.tasks[$0] ?? [] }, state.threads)
    }
    let problem = Problem(.unavailable, "the server stops", headers: ["Retry-After": "1"])
    for task in refused { task.refuse(problem) }
    for _ in 0..<threads { wanted.signal() }
    for _ in 0..<threads where ended.wait(timeout: deadline) == .timedOut { return }
  }

  private func startThread() {
    let thread = Thread { self.work() }
    thread.name = name
    thread.stackSize = Self.stackBytes
    thread.start()
  }

  private func work() {
    while true {
      wanted.wait()
      while let (task, group) = next() {
        task.work()
        finished(group)
      }
      if state.withLock({ $0.isStopping }) { break }
    }
    ended.signal()
  }

  /// The next task of the first group that does not use all the threads that it may, and the group.
  private func next() -> (SlowTask, String)? {
    state.withLock { state -> (SlowTask, String)? in
      guard let place = state.turns.firstIndex(where: { state.busy[$0, default: 0] < threadsOfGroup }) else {
        return nil
      }
      let group = state.turns.remove(at: place)
      guard var tasks = state.tasks.removeValue(forKey: group), !tasks.isEmpty else { return nil }
      let task = tasks.removeFirst()
      if !tasks.isEmpty {
        state.tasks[group] = tasks
        state.turns.append(group)
      }
      state.busy[group, default: 0] += 1
      state.busyCount += 1
      state.waitingCount -= 1
      return (task, group)
    }
  }

  private func finished(_ group: String) {
    state.withLock { state in
      let left = state.busy[group, default: 1] - 1
      state.busy[group] = left > 0 ? left : nil
      state.busyCount -= 1
    }
  }
}
