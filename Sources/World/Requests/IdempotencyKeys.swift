import Cryptography
import HTTPCore
import Locking

/// What requests with an `Idempotency-Key` were answered, so that a request that a client sends again, since it does not
/// know what became of the first, is not carried out again (draft-ietf-httpapi-idempotency-key-header-07,
/// CONTRACT G18).
///
/// A request claims its key before it is carried out. One that comes meanwhile with the same key waits for it, without a
/// thread, and claims the key in turn when the first one could not be answered.
package final class IdempotencyKeys: Sendable {
  /// Whose key it is, and for what. A digest, so that long keys take no more memory than short ones.
  package struct Place: Sendable, Hashable {
    private let digest: [UInt8]

    /// A key as a client sent it.
    ///
    /// - Parameters:
    ///   - client: Whose key it is.
    ///   - path: What tells the path from others, however it was written.
    package init(api: String, client: RateLimiter.Client, method: String, path: [String], key: String) {
      let (kind, name) =
        switch client {
        case .account(let name): ("account", name)
        case .address(let name): ("address", name)
        }
      // Each part with its length before it: what one part ends with must not begin the next one.
      let parts = [api, kind, name, method, key] + path
      digest = SHA256.hash(parts.flatMap { Array("\($0.utf8.count):".utf8) + Array($0.utf8) })
    }
  }

  /// What a request says besides its place, as a digest.
  package struct Content: Sendable, Equatable {
    private let digest: [UInt8]

    /// The content of a request, and its query where that is content, too.
    package init(_ body: [UInt8], query: [UInt8] = []) {
      let digest = SHA256.hash(body)
      self.digest = query.isEmpty ? digest : SHA256.hash(digest + query)
    }
  }

  /// The right to carry out the request of a key. Whoever has it settles it.
  package struct Claim: Sendable {
    let place: Place
    let number: Int
  }

  /// What is known of a key.
  package enum Finding: Sendable {
    /// Nothing, or nothing any more: the request is to be carried out, and the claim settled.
    case claimed(Claim)
    /// It came with the same content and is being carried out.
    case underWay
    /// It came with the same content, and got this response.
    case answered(Response)
    /// It came with the same content and was carried out; the response was too long to be kept.
    case carriedOut
    /// It came with the same content and made an account; the session that it began has ended.
    case sessionEnded
    /// It came with other content.
    case other
  }

  enum State {
    case underWay(waiting: [@Sendable () -> Void])
    case answered(Response)
    case carriedOut
    case sessionEnded
  }

  struct Entry {
    let number: Int
    let content: Content
    let since: Int64
    var state: State

    var response: Response? {
      if case .answered(let response) = state { response } else { nil }
    }

    /// Who waits for its request; nil when that is over.
    var waiting: [@Sendable () -> Void]? {
      if case .underWay(let waiting) = state { waiting } else { nil }
    }

    func with(_ state: State) -> Entry {
      var copy = self
      copy.state = state
      return copy
    }
  }

  /// How many keys a world keeps; the oldest go first.
  static let capacity = 1000
  /// The most bytes of the content of one response that are kept, and of all together.
  static let maximumBytes = (one: 1 << 20, all: 16 << 20)
  /// How long one is kept, in nanoseconds of the world's time: a day.
  private static let lifetime: Int64 = 86_400_000_000_000

  private let clock: WorldClock
  private let sessions: Sessions
  private let entries = OrderedMutex(.leaf, KeyEntries())

  /// No keys.
  init(clock: WorldClock, sessions: Sessions) { (self.clock, self.sessions) = (clock, sessions) }

  /// Claims a key, unless it was claimed before.
  ///
  /// - Parameters:
  ///   - content: What the request says.
  package func claim(_ place: Place, content: Content) -> Finding {
    let now = clock.elapsedNanoseconds
    // Asked outside of the lock.
    let session = entries.withLock { $0.byPlace[place]?.response?.session }
    let ended = session.flatMap { sessions.isEnded($0.id) ? $0 : nil }
    return entries.withLock { entries in
      guard let entry = entries.byPlace[place], entry.waiting != nil || now - entry.since < Self.lifetime else {
        return .claimed(entries.begin(place, content, at: now))
      }
      guard entry.content == content else { return .other }
      switch entry.state {
      case .underWay: return .underWay
      case .carriedOut: return .carriedOut
      case .sessionEnded: return .sessionEnded
      case .answered(let response):
        guard let ended, response.session == ended else { return .answered(response) }
        // A sign-in is carried out once more, since its tokens are of no use; another account is not made.
        return ended.hasNewAccount ? .sessionEnded : .claimed(entries.begin(place, content, at: now))
      }
    }
  }

  /// Calls a closure when nobody carries out the request of a key, at once when that is so now.
  package func whenSettled(_ place: Place, _ call: @escaping @Sendable () -> Void) {
    let waits = entries.withLock { entries in
      guard let waiting = entries.byPlace[place]?.waiting else { return false }
      entries.byPlace[place]?.state = .underWay(waiting: waiting + [call])
      return true
    }
    if !waits { call() }
  }

  /// Keeps what the request of a key was answered, and has those go on that wait for it.
  ///
  /// - Parameters:
  ///   - response: nil when it was not carried out, or not to its end: the next one is.
  package func settle(_ claim: Claim, _ response: Response?) {
    let waiting = entries.withLock { entries -> [@Sendable () -> Void] in
      // The world may have been reset since.
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

  /// Forgets all.
  func removeAll() {
    let waiting = entries.withLock { entries in
      let waiting = entries.byPlace.values.flatMap { $0.waiting ?? [] }
      // Numbers go on: a claim from before must not settle a later one.
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
