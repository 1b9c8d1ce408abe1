import Cryptography
import HTTPCore
import Locking

/// The responses to requests with an `Idempotency-Key`. A client that does not know whether its request succeeded can
/// repeat it, and the request does not run again (draft-ietf-httpapi-idempotency-key-header-07, CONTRACT G18).
///
/// A request claims its key before it runs. A concurrent request with the same key waits without a thread, and claims
/// the key if the first one did not complete.
package final class IdempotencyKeys: Sendable {
  /// The owner of a key and its request. A digest, so that long keys take no more memory than short ones.
  package struct Place: Sendable, Hashable {
    private let digest: [UInt8]

    /// A key that a client sent.
    ///
    /// - Parameters:
    ///   - client: The owner of the key.
    ///   - path: A normalized path that is the same for all spellings.
    package init(api: String, client: RateLimiter.Client, method: String, path: [String], key: String) {
      let (kind, name) =
        switch client {
        case .account(let name): ("account", name)
        case .address(let name): ("address", name)
        }
      // Each part follows its length, so that the end of one part cannot be confused with the beginning of the next.
      let parts = [api, kind, name, method, key] + path
      digest = SHA256.hash(parts.flatMap { Array("\($0.utf8.count):".utf8) + Array($0.utf8) })
    }
  }

  /// The content of a request besides its place, as a digest.
  package struct Content: Sendable, Equatable {
    private let digest: [UInt8]

    /// The body of a request, and its query where that counts as content.
    package init(_ body: [UInt8], query: [UInt8] = []) {
      let digest = SHA256.hash(body)
      self.digest = query.isEmpty ? digest : SHA256.hash(digest + query)
    }
  }

  /// The right to run the request of a key. Its owner must settle it.
  package struct Claim: Sendable {
    let place: Place
    let number: Int
  }

  /// The state of a key.
  package enum Finding: Sendable {
    /// Unknown, or not kept any more: run the request, then settle the claim.
    case claimed(Claim)
    /// A request with the same content is running.
    case running
    /// A request with the same content got this response.
    case completed(Response)
    /// A request with the same content ran; its response was too long to be kept.
    case responseNotKept
    /// A request with the same content created an account; its session has ended.
    case sessionEnded
    /// The key was used with other content.
    case other
  }

  enum State {
    case running(waiting: [@Sendable () -> Void])
    case completed(Response)
    case responseNotKept
    case sessionEnded
  }

  struct Entry {
    let number: Int
    let content: Content
    let since: Int64
    var state: State

    var response: Response? {
      if case .completed(let response) = state { response } else { nil }
    }

    /// The requests that wait for it; nil after it ended.
    var waiting: [@Sendable () -> Void]? {
      if case .running(let waiting) = state { waiting } else { nil }
    }

    func with(_ state: State) -> Entry {
      var copy = self
      copy.state = state
      return copy
    }
  }

  /// The number of keys of a world; the oldest are removed first.
  static let capacity = 1000
  /// The largest size in bytes of one kept response, and of all together.
  static let maximumBytes = (one: 1 << 20, all: 16 << 20)
  /// How long a key is kept, in nanoseconds of the world's time: a day.
  private static let lifetime: Int64 = 86_400_000_000_000

  private let clock: WorldClock
  private let sessions: Sessions
  private let entries = OrderedMutex(.leaf, KeyEntries())

  /// Creates an empty table.
  init(clock: WorldClock, sessions: Sessions) { (self.clock, self.sessions) = (clock, sessions) }

  /// Claims a key, unless it is claimed already.
  ///
  /// - Parameters:
  ///   - content: The content of the request.
  package func claim(_ place: Place, content: Content) -> Finding {
    let now = clock.elapsedNanoseconds
    // Read outside the lock.
    let session = entries.withLock { $0.byPlace[place]?.response?.session }
    let ended = session.flatMap { sessions.isEnded($0.id) ? $0 : nil }
    return entries.withLock { entries in
      guard let entry = entries.byPlace[place], entry.waiting != nil || now - entry.since < Self.lifetime else {
        return .claimed(entries.begin(place, content, at: now))
      }
      guard entry.content == content else { return .other }
      switch entry.state {
      case .running: return .running
      case .responseNotKept: return .responseNotKept
      case .sessionEnded: return .sessionEnded
      case .completed(let response):
        guard let ended, response.session == ended else { return .completed(response) }
        // A sign-in runs again, because its tokens have expired; a registration does not, because it would create
        // another account.
        return ended.hasNewAccount ? .sessionEnded : .claimed(entries.begin(place, content, at: now))
      }
    }
  }

  /// Calls a closure when no request with the key is running, immediately if that is so now.
  package func whenSettled(_ place: Place, _ call: @escaping @Sendable () -> Void) {
    let waits = entries.withLock { entries in
      guard let waiting = entries.byPlace[place]?.waiting else { return false }
      entries.byPlace[place]?.state = .running(waiting: waiting + [call])
      return true
    }
    if !waits { call() }
  }

  /// Keeps the response to the request of a key, and resumes the requests that wait for it.
  ///
  /// - Parameters:
  ///   - response: nil when it did not run, or not completely: the next one runs.
  package func settle(_ claim: Claim, _ response: Response?) {
    let waiting = entries.withLock { entries -> [@Sendable () -> Void] in
      // The world may have been reset meanwhile.
      guard let entry = entries.byPlace[claim.place], entry.number == claim.number, let waiting = entry.waiting
      else { return [] }
      if let response {
        entries.keep(response, claim.place)
      } else {
        entries.remove(claim.place)
      }
      return waiting
    }
    for call in waiting { call() }
  }

  /// Removes all keys.
  func removeAll() {
    let waiting = entries.withLock { entries in
      let waiting = entries.byPlace.values.flatMap { $0.waiting ?? [] }
      // The numbering continues: a claim from before must not settle a later one.
      entries = KeyEntries(lastNumber: entries.lastNumber)
      return waiting
    }
    for call in waiting { call() }
  }

  /// Notes that all sessions have ended.
  func endSessions() {
    entries.withLock { entries in
      for (place, entry) in entries.byPlace {
        guard let session = entry.response?.session else { continue }
        entries.remove(place)
        if session.hasNewAccount { entries.byPlace[place] = entry.with(.sessionEnded) }
      }
    }
  }
}
