import Synchronization
import World

/// The sessions of MCP over HTTP. They are few; one that is not used ends.
package final class MCPSessions: Sendable {
  /// The most sessions at a time. A new one ends the one that was unused for the longest time.
  static let maximumCount = 64
  /// A session without requests ends after this time.
  static let idleSeconds = 1800

  private struct Entry {
    let session: MCPSession
    /// When its last request came, by ``SystemTime/monotonicNanoseconds()``.
    var usedAt: Int64
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var hasEnded = false
  }

  private let state = Mutex(State())

  /// No sessions.
  package init() {}

  /// Adds a session.
  ///
  /// - Returns: Its id; nil when all sessions are busy, or after ``end()``.
  func add(_ session: MCPSession) -> String? {
    // A secret of the client, so it comes from the system's generator.
    let id = FreshID.make()
    let now = SystemTime.monotonicNanoseconds()
    let (isAdded, ended) = state.withLock { state -> (Bool, [MCPSession]) in
      var ended = Self.removeIdle(&state, now)
      guard !state.hasEnded else { return (false, ended) }
      if state.entries.count >= Self.maximumCount {
        let unused = state.entries.filter { !$0.value.session.isBusy }.min { $0.value.usedAt < $1.value.usedAt }
        guard let unused else { return (false, ended) }
        state.entries[unused.key] = nil
        ended.append(unused.value.session)
      }
      state.entries[id] = Entry(session: session, usedAt: now)
      return (true, ended)
    }
    for session in ended { session.end() }
    return isAdded ? id : nil
  }

  /// The session of an id, which is used now; nil when there is none.
  func session(_ id: String) -> MCPSession? {
    let now = SystemTime.monotonicNanoseconds()
    let (found, ended) = state.withLock { state -> (MCPSession?, [MCPSession]) in
      let ended = Self.removeIdle(&state, now)
      state.entries[id]?.usedAt = now
      return (state.entries[id]?.session, ended)
    }
    for session in ended { session.end() }
    return found
  }

  private static func removeIdle(_ state: inout State, _ now: Int64) -> [MCPSession] {
    let idle = state.entries.filter { entry in
      now - entry.value.usedAt > Int64(idleSeconds) * 1_000_000_000 && !entry.value.session.isBusy
    }
    for id in idle.keys { state.entries[id] = nil }
    return idle.values.map(\.session)
  }

  /// Ends a session.
  ///
  /// - Returns: false when there is none.
  func remove(_ id: String) -> Bool {
    let entry = state.withLock { $0.entries.removeValue(forKey: id) }
    entry?.session.end()
    return entry != nil
  }

  /// Ends every session, because the server stops.
  package func end() {
    let entries = state.withLock { state in
      state.hasEnded = true
      defer { state.entries = [:] }
      return Array(state.entries.values)
    }
    for entry in entries { entry.session.end() }
  }
}
