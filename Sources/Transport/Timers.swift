import Dispatch
import Synchronization
import World

/// Calls once at the time that it was last set to, on a queue of its own.
///
/// `@unchecked Sendable` because a dispatch source may be set and cancelled from any thread, which is all that is done
/// with it after `init`.
package final class DeadlineTimer: @unchecked Sendable {
  private let timer: any DispatchSourceTimer

  /// A timer that is not set yet.
  package init(_ task: @escaping @Sendable () -> Void) {
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "mock-api.deadlines"))
    timer.schedule(deadline: .distantFuture)
    timer.setEventHandler(handler: task)
    timer.resume()
  }

  /// Sets it anew.
  ///
  /// - Parameters:
  ///   - deadline: In nanoseconds of ``SystemTime``; at once when that is past.
  package func set(_ deadline: Int64) {
    let nanoseconds = max(0, deadline - SystemTime.monotonicNanoseconds())
    timer.schedule(deadline: .now() + .nanoseconds(Int(clamping: nanoseconds)), leeway: .microseconds(500))
  }

  /// Calls no more once a call under way has ended.
  package func stop() {
    timer.cancel()
  }
}

/// Repeats a task on a queue of its own until it is stopped; where there is nothing to do for now, it rests until it is
/// woken, so that an idle server does nothing.
///
/// `@unchecked Sendable` because a dispatch source may be set and cancelled from any thread, which is all that is done
/// with it after `init`.
package final class Ticker: @unchecked Sendable {
  private let timer: any DispatchSourceTimer
  private let interval: Int
  private let isResting = Atomic(false)

  /// Begins at once, or rests; the first call comes after one interval.
  ///
  /// - Parameters:
  ///   - interval: Milliseconds of real time between two calls.
  ///   - isNeeded: Whether there is something to do; asked after each call.
  package init(
    everyMilliseconds interval: Int, while isNeeded: @escaping @Sendable () -> Bool = { true },
    do task: @escaping @Sendable () -> Void
  ) {
    self.interval = interval
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "mock-api.ticker"))
    timer.setEventHandler { [weak self] in
      task()
      if !isNeeded() { self?.rest(unless: isNeeded) }
    }
    set()
    timer.resume()
    if !isNeeded() { rest(unless: isNeeded) }
  }

  /// There is something to do again. Costs next to nothing when it does not rest.
  package func wake() {
    guard isResting.load(ordering: .acquiring), isResting.exchange(false, ordering: .acquiringAndReleasing) else {
      return
    }
    set()
  }

  /// Calls no more once a call under way has ended.
  package func stop() {
    timer.cancel()
  }

  private func set() {
    timer.schedule(
      deadline: .now() + .milliseconds(interval), repeating: .milliseconds(interval),
      leeway: .milliseconds(interval / 5))
  }

  private func rest(unless isNeeded: () -> Bool) {
    timer.schedule(deadline: .distantFuture)
    isResting.store(true, ordering: .releasing)
    // Somebody may have come before it could be woken.
    if isNeeded() { wake() }
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
