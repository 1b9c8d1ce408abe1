import Synchronization

/// Counts requests of each client in windows of a minute that begin with the client's first request.
///
/// Exact: of any number of simultaneous requests in a window, just `limit` are admitted. Time is the world's
/// elapsed time, which never goes back.
package final class RateLimiter: Sendable {
  /// Who is counted.
  package enum Client: Hashable, Sendable {
    case account(String)
    case address(String)
  }

  /// What the limiter says about one request.
  package struct Decision: Sendable, Equatable {
    package let isAdmitted: Bool
    package let limit: Int
    /// Requests still free in this window.
    package let remaining: Int
    /// Nanoseconds until the window ends.
    package let nanosecondsUntilReset: Int64

    /// Whole seconds after which a request is admitted for certain, at least 1; for `Retry-After`.
    package var retryAfterSeconds: Int64 { max(1, (nanosecondsUntilReset + 999_999_999) / 1_000_000_000) }
  }

  private struct Window {
    let start: Int64
    var count: Int
  }

  private struct State {
    var windows: [Client: Window] = [:]
    /// Clients in the order in which their windows began, for forgetting them in that order.
    var order: [(client: Client, start: Int64)] = []
    var head = 0
  }

  /// How many clients are remembered; beyond that the oldest window is forgotten, and its client begins anew.
  package static let capacity = 10_000

  private let policy: RateLimitPolicy
  private let clock: WorldClock
  private let state = Mutex(State())

  /// A limiter of one API in one world.
  package init(policy: RateLimitPolicy, clock: WorldClock) {
    self.policy = policy
    self.clock = clock
  }

  /// Counts one request.
  package func admit(_ client: Client) -> Decision {
    let limit =
      switch client {
      case .account: policy.authenticated
      case .address: policy.anonymous
      }
    return state.withLock { state in
      // Read inside the lock, so that windows begin in the order in which they are queued.
      let now = clock.elapsedNanoseconds
      Self.forget(&state, before: now - RateLimitPolicy.windowNanoseconds)
      var window = state.windows[client] ?? Self.open(&state, client, at: now)
      let isAdmitted = window.count < limit
      if isAdmitted {
        window.count += 1
        state.windows[client] = window
      }
      return Decision(
        isAdmitted: isAdmitted, limit: limit, remaining: limit - window.count,
        // In this order, since the clock may stand at the end of its range.
        nanosecondsUntilReset: window.start - now + RateLimitPolicy.windowNanoseconds)
    }
  }

  private static func open(_ state: inout State, _ client: Client, at now: Int64) -> Window {
    if state.windows.count >= capacity { dropOldest(&state) }
    state.order.append((client, now))
    return Window(start: now, count: 0)
  }

  /// Forgets the windows that began at or before a moment.
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
