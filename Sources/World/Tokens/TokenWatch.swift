import HTTPCore
import Locking

/// Notifies users of an access token for longer than one request, such as open sockets, when it becomes invalid: it
/// expires, its session is signed out, or all tokens are invalidated.
package final class TokenWatch: Sendable {
  /// The identity of a subscription.
  package struct Place: Sendable, Hashable {
    fileprivate let number: Int
  }

  private struct WatchedToken {
    let token: String
    let principal: Principal
    let ended: @Sendable (Problem) -> Void
  }

  private struct State {
    var entries: [Int: WatchedToken] = [:]
    var lastNumber = 0
    /// The expiry that the alarm is set for, in seconds since 1970.
    var alarm = Int64.max
  }

  private let clock: WorldClock
  private let alarms: Alarms
  private let tokens: AccessTokens
  private let state = OrderedMutex(.leaf, State())

  init(clock: WorldClock, alarms: Alarms, tokens: AccessTokens) {
    (self.clock, self.alarms, self.tokens) = (clock, alarms, tokens)
  }

  /// Checks the tokens whenever a session ends or the keys change.
  func follow(_ sessions: Sessions) {
    // The world owns all of them; they do not own each other.
    sessions.follow(
      Sessions.Listener(
        ended: { [weak self] in self?.check(session: $0) },
        inUse: { [weak self] in self?.sessions(of: $0, api: $1) ?? [] }))
    tokens.keysChanged = { [weak self] in self?.check() }
  }

  /// Begins to watch a token.
  ///
  /// - Parameters:
  ///   - principal: The token's principal.
  ///   - ended: Called once, on any thread, when it becomes invalid; perhaps before this returns.
  package func add(
    _ token: String, _ principal: Principal, ended: @escaping @Sendable (Problem) -> Void
  ) -> Place {
    let place = state.withLock { state in
      state.lastNumber += 1
      state.entries[state.lastNumber] = WatchedToken(token: token, principal: principal, ended: ended)
      return Place(number: state.lastNumber)
    }
    // It may have become invalid since the caller verified it.
    check(session: principal.session)
    setAlarm()
    return place
  }

  /// Ends watching; only a running call continues.
  package func remove(_ place: Place) {
    state.withLock { $0.entries[place.number] = nil }
  }

  /// The sessions of an account whose tokens are watched.
  private func sessions(of account: String, api: String) -> [String] {
    state.withLock { state in
      state.entries.values.map(\.principal).filter { $0.account == account && $0.api == api }.map(\.session)
    }
  }

  /// Verifies the tokens again, and notifies the subscribers of invalid ones.
  ///
  /// - Parameters:
  ///   - session: The session whose tokens may have become invalid; nil for all.
  func check(session: String? = nil) {
    let entries = state.withLock { state in
      state.entries.filter { session == nil || $0.value.principal.session == session }
    }
    for (number, entry) in entries.sorted(by: { $0.key < $1.key }) {
      do throws(Problem) {
        _ = try tokens.verify(entry.token, api: entry.principal.api)
      } catch {
        // The thread that removes it from the table notifies: two threads do not notify twice.
        guard state.withLock({ $0.entries.removeValue(forKey: number) }) != nil else { continue }
        entry.ended(error)
      }
    }
  }

  /// Sets an alarm for the next expiry, unless an earlier one is set.
  private func setAlarm() {
    let (first, isNew) = state.withLock { state -> (Int64, Bool) in
      let first = state.entries.values.map(\.principal.expiresAt).min() ?? .max
      defer { state.alarm = min(state.alarm, first) }
      return (first, first < state.alarm)
    }
    guard isNew else { return }
    // A clock that is set back makes it run too early, which is harmless: it is set again then.
    let rest = Timestamp(seconds: first).nanoseconds.saturatingSubtract(clock.now.nanoseconds)
    alarms.set(self, at: clock.elapsedNanoseconds.saturatingAdd(max(0, rest))) { [weak self] in self?.ring() }
  }

  private func ring() {
    state.withLock { $0.alarm = .max }
    check()
    setAlarm()
  }
}
