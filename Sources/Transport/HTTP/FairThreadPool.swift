import Foundation
import HTTPCore
import Platform
import Synchronization

/// Threads for tasks in groups that take turns.
final class FairThreadPool: Sendable {
  private struct State {
    /// The waiting tasks by group, without empty groups.
    var tasks: [String: [SlowTask]] = [:]
    /// The groups with waiting tasks, in the order of their turns.
    var turns: [String] = []
    /// The number of running tasks of each group.
    var busy: [String: Int] = [:]
    var waitingCount = 0
    var busyCount = 0
    var threads = 0
    var isStopping = false
  }

  /// The stack size of a thread: sufficient for the deepest JSON, which is parsed recursively.
  private static let stackBytes = 4 << 20
  /// The largest number of waiting tasks of all groups: by default the number of connections.
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

  /// - Returns: false when too many tasks wait already.
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

  /// The next task of the first group that does not use all of its threads, and the group.
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
