import HTTPCore
import Locking

/// Requests that wait for news of an API without a thread (long polling).
package final class NewsWaits: Sendable {
  private struct API {
    var waits: [ObjectIdentifier: NewsWait] = [:]
    /// Ends with the last wait, unless changes are counted.
    var subscription: ChangeSubscription?
    /// How many commits were delivered since changes are counted; nil where nobody counts them.
    var number: Int?
  }

  private struct State {
    var apis: [String: API] = [:]
    var count = 0
  }

  /// The most requests of a world that wait.
  package static let capacity = 1000

  private let feed: ChangeFeed
  private let clock: WorldClock
  private let alarms: Alarms
  private let state = OrderedMutex(.leaf, State())

  /// The waits of a world.
  init(_ feed: ChangeFeed, _ clock: WorldClock, _ alarms: Alarms) {
    (self.feed, self.clock, self.alarms) = (feed, clock, alarms)
  }

  /// Begins a wait, before the request reads what is there, so that it misses no change.
  ///
  /// - Parameters:
  ///   - resource: The resource whose changes are news; nil for all of the API.
  ///   - nanoseconds: How long at most, by the world's clock.
  /// - Throws: ``Problem`` with status 503 when too many requests wait.
  package func begin(api: String, resource: String?, nanoseconds: Int64) throws(Problem) -> NewsWait {
    let wait = NewsWait(api: api, resource: resource, self)
    let isFull = state.withLock { state in
      guard state.count < Self.capacity else { return true }
      state.count += 1
      state.apis[api, default: API()].waits[ObjectIdentifier(wait)] = wait
      return false
    }
    if isFull {
      throw Problem(
        forcing: 503, "\(Self.capacity) requests of this world wait for news already; try again in a moment",
        headers: ["Retry-After": "1"])
    }
    subscribe(api)
    alarms.set(wait, at: clock.elapsedNanoseconds.saturatingAdd(nanoseconds)) { wait.end() }
    return wait
  }

  /// The number of the last change of an API, counted from the first call on: an equal number means that nothing changed.
  package func number(of api: String) -> Int {
    let number = state.withLock { state in
      let number = state.apis[api]?.number ?? 0
      state.apis[api, default: API()].number = number
      return number
    }
    subscribe(api)
    return number
  }

  /// How many requests wait.
  package var count: Int { state.withLock { $0.count } }

  /// Ends all waits: the requests get what is there.
  func endAll() {
    let waits = state.withLock { state in state.apis.values.flatMap { $0.waits.values } }
    for wait in waits { wait.end() }
  }

  private func subscribe(_ api: String) {
    guard state.withLock({ $0.apis[api]?.subscription == nil }) else { return }
    let subscription = feed.subscribe(ChangeFilter(api: api)) { [weak self] changes in self?.deliver(changes, api) }
    state.withLock { state in
      // Another one may have been quicker; this one ends then, after the lock is released.
      if state.apis[api]?.subscription == nil { state.apis[api]?.subscription = subscription }
    }
    withExtendedLifetime(subscription) {}
  }

  private func deliver(_ changes: [Change], _ api: String) {
    let resources = Set(changes.map(\.resource))
    let waits = state.withLock { state -> [NewsWait] in
      if let number = state.apis[api]?.number { state.apis[api]?.number = number + 1 }
      return (state.apis[api]?.waits.values).map(Array.init) ?? []
    }
    for wait in waits where wait.resource == nil || resources.contains(nil) || resources.contains(wait.resource) {
      wait.wake()
    }
  }

  /// Forgets a wait that is over.
  fileprivate func remove(_ wait: NewsWait) {
    alarms.set(wait, at: nil) {}
    let unused = state.withLock { state -> ChangeSubscription? in
      guard state.apis[wait.api]?.waits.removeValue(forKey: ObjectIdentifier(wait)) != nil else { return nil }
      state.count -= 1
      guard let api = state.apis[wait.api], api.waits.isEmpty, api.number == nil else { return nil }
      state.apis[wait.api] = nil
      return api.subscription
    }
    // Ends outside of the lock.
    withExtendedLifetime(unused) {}
  }
}

/// The wait of one request.
package final class NewsWait: Sendable {
  private struct State {
    var hasNews = false
    var isOver = false
    var resume: (@Sendable () -> Void)?
  }

  fileprivate let api: String
  fileprivate let resource: String?
  private let waits: NewsWaits
  private let state = OrderedMutex(.leaf, State())

  fileprivate init(api: String, resource: String?, _ waits: NewsWaits) {
    (self.api, self.resource, self.waits) = (api, resource, waits)
  }

  /// Whether the request waits no more: it gets what is there.
  package var isOver: Bool { state.withLock { $0.isOver } }

  /// Calls a closure when there may be news since the last call, or when the wait is over; at once if that is so now.
  package func whenReady(_ begin: @escaping @Sendable () -> Void) {
    let isReady = state.withLock { state in
      guard state.hasNews || state.isOver else {
        state.resume = begin
        return false
      }
      state.hasNews = false
      return true
    }
    if isReady { begin() }
  }

  fileprivate func wake() {
    let resume = state.withLock { state -> (@Sendable () -> Void)? in
      guard let resume = state.resume.take() else {
        state.hasNews = true
        return nil
      }
      return resume
    }
    resume?()
  }

  /// Ends the wait: its time is over, it was answered, its client left, or its world ends.
  package func end() {
    let resume = state.withLock { state in
      state.isOver = true
      return state.resume.take()
    }
    waits.remove(self)
    resume?()
  }
}

/// Thrown by an endpoint that has nothing new: it is called again when there may be something, or when the wait is over.
package struct AwaitingNews: Error {
  package let wait: NewsWait

  /// A request that waits.
  package init(_ wait: NewsWait) { self.wait = wait }
}
