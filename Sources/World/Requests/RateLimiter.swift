import Locking
import Synchronization

/// Counts requests of each client in windows of a minute that begin with the client's first request.
///
/// Exact: of any number of simultaneous requests in a window, exactly `limit` are admitted. Time is the world's elapsed
/// time, which never decreases.
package final class RateLimiter: Sendable {
  /// The client that is counted.
  package enum Client: Hashable, Sendable {
    case account(String)
    case address(String)
  }

  /// The decision about one request.
  package struct Decision: Sendable, Equatable {
    package let isAdmitted: Bool
    package let limit: Int
    /// The remaining requests of this window.
    package let remaining: Int
    /// Nanoseconds until the window ends.
    package let nanosecondsUntilReset: Int64

    /// Whole seconds after which a request will be admitted, at least 1; for `Retry-After`.
    package var retryAfterSeconds: Int64 { max(1, (nanosecondsUntilReset + 999_999_999) / 1_000_000_000) }
  }

  private struct Window {
    let start: Int64
    var count: Int
  }

  private struct State {
    /// nil for no limits.
    var policy: RateLimitPolicy?
    /// The policy that ``reset()`` restores.
    var initial: RateLimitPolicy?
    var windows: [Client: Window] = [:]
    /// Clients in the order in which their windows began, to remove them in that order.
    var order: [(client: Client, start: Int64)] = []
    var head = 0
  }

  /// The largest number of clients; beyond that the oldest window is removed, and its client starts again.
  package static let capacity = 10_000

  private let clock: WorldClock
  private let state: OrderedMutex<State>
  /// Whether there are limits, so that a request without limits takes no lock.
  private let hasLimits: Atomic<Bool>

  /// Creates the limiter of one API in one world.
  ///
  /// - Parameters:
  ///   - policy: nil for no limits.
  package init(policy: RateLimitPolicy?, clock: WorldClock) {
    self.clock = clock
    state = OrderedMutex(.leaf, State(policy: policy, initial: policy))
    hasLimits = Atomic(policy != nil)
  }

  /// The limits; nil for none. Setting it keeps the counts.
  package var policy: RateLimitPolicy? {
    get { state.withLock { $0.policy } }
    set {
      state.withLock { $0.policy = newValue }
      hasLimits.store(newValue != nil, ordering: .relaxed)
    }
  }

  /// Counts one request; nil without limits.
  package func admit(_ client: Client) -> Decision? { decide(client, counting: 1) }

  /// The remaining requests of a client, without counting; nil without limits.
  package func peek(at client: Client) -> Decision? { decide(client, counting: 0) }

  private func decide(_ client: Client, counting: Int) -> Decision? {
    guard hasLimits.load(ordering: .relaxed) else { return nil }
    return state.withLock { state in
      guard let limit = state.policy?.limit(of: client) else { return nil }
      // Read inside the lock, so that windows begin in the order in which they are queued.
      let now = clock.elapsedNanoseconds
      var window = Self.window(&state, of: client, at: now)
      let isAdmitted = window.count < limit
      if isAdmitted {
        window.count += counting
        state.windows[client] = window
      }
      return Decision(
        isAdmitted: isAdmitted, limit: limit, remaining: max(0, limit - window.count),
        // In this order, because the clock may be at the end of its range.
        nanosecondsUntilReset: window.start - now + RateLimitPolicy.windowNanoseconds)
    }
  }

  // MARK: Changes by tests

  /// The count of one client.
  package struct Count: Sendable, Equatable {
    package let client: Client
    package let count: Int
    /// Nanoseconds since the window began.
    package let age: Int64
  }

  /// The clients with a window, the oldest first.
  package var counts: [Count] {
    state.withLock { state in
      let now = clock.elapsedNanoseconds
      Self.forget(&state, before: now - RateLimitPolicy.windowNanoseconds)
      return state.order[state.head...].compactMap { entry in
        state.windows[entry.client].map { Count(client: entry.client, count: $0.count, age: now - $0.start) }
      }
    }
  }

  /// Replaces all counts by those of a snapshot.
  package func restore(_ counts: [Count], policy: RateLimitPolicy?) {
    state.withLock { state in
      let now = clock.elapsedNanoseconds
      (state.windows, state.order, state.head) = ([:], [], 0)
      for count in counts.sorted(by: { $0.age > $1.age }) {
        state.order.append((count.client, now - count.age))
        state.windows[count.client] = Window(start: now - count.age, count: count.count)
      }
      state.policy = policy
    }
    hasLimits.store(policy != nil, ordering: .relaxed)
  }

  /// Restores the initial state.
  package func reset() { restore([], policy: state.withLock { $0.initial }) }

  /// Changes the initial limits; limits that a client has set stay until ``reset()``.
  package func begin(with policy: RateLimitPolicy?) {
    let current = state.withLock { state in
      if state.policy == state.initial { state.policy = policy }
      state.initial = policy
      return state.policy
    }
    hasLimits.store(current != nil, ordering: .relaxed)
  }

  /// Removes the counts of one client or of all.
  package func forget(_ client: Client? = nil) {
    state.withLock { state in
      guard let client else {
        (state.windows, state.order, state.head) = ([:], [], 0)
        return
      }
      state.windows[client] = nil
      state.order = state.order[state.head...].filter { $0.client != client }
      state.head = 0
    }
  }

  /// Uses all remaining requests of a client, in a window that begins now at the latest.
  ///
  /// - Returns: false without limits.
  package func exhaust(_ client: Client) -> Bool {
    state.withLock { state in
      guard let limit = state.policy?.limit(of: client) else { return false }
      var window = Self.window(&state, of: client, at: clock.elapsedNanoseconds)
      window.count = max(window.count, limit)
      state.windows[client] = window
      return true
    }
  }

  private static func window(
    _ state: inout State, of client: Client, at now: Int64
  ) -> Window {
    forget(&state, before: now - RateLimitPolicy.windowNanoseconds)
    return state.windows[client] ?? open(&state, client, at: now)
  }

  private static func open(_ state: inout State, _ client: Client, at now: Int64) -> Window {
    if state.windows.count >= capacity { dropOldest(&state) }
    state.order.append((client, now))
    return Window(start: now, count: 0)
  }

  /// Removes the windows that began at or before a time.
  private static func forget(_ state: inout State, before moment: Int64) {
    while state.head < state.order.count, state.order[state.head].start <= moment { dropOldest(&state) }
  }

  private static func dropOldest(_ state: inout State) {
    guard state.head < state.order.count else { return }
    state.windows[state.order[state.head].client] = nil
    state.head += 1
    if state.head > capacity {
      state.order.removeFirst(state.head)
      state.head = 0
    }
  }
}

/// The requests per minute that an API allows (CONTRACT D2).
package struct RateLimitPolicy: Sendable, Equatable {
  /// For each authenticated account.
  package let authenticated: Int
  /// For each client address without a valid token.
  package let anonymous: Int

  /// Creates a policy of requests per minute.
  package init(authenticated: Int, anonymous: Int) {
    self.authenticated = authenticated
    self.anonymous = anonymous
  }

  /// The documented limits: 100 a minute for an account, 20 for an address.
  package static let documented = RateLimitPolicy(authenticated: 100, anonymous: 20)

  /// The requests per minute of a client.
  package func limit(of client: RateLimiter.Client) -> Int {
    switch client {
    case .account: authenticated
    case .address: anonymous
    }
  }

  /// The length of a window in nanoseconds.
  package static let windowNanoseconds: Int64 = 60_000_000_000
}
