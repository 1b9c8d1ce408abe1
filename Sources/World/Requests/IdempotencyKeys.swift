import Cryptography
import HTTPCore
import Locking

/// What requests with an `Idempotency-Key` were answered, so that a request that a client sends again, since it does not
/// know what became of the first, is not carried out again (draft-ietf-httpapi-idempotency-key-header-07,
/// CONTRACT G18).
package final class IdempotencyKeys: Sendable {
  /// Whose key it is, and for what.
  package struct Place: Sendable, Hashable {
    let api: String
    /// The account, or the address of a client without one.
    let client: String
    let method: String
    let path: String
    let key: String

    /// A key as a client sent it.
    package init(api: String, client: String, method: HTTPMethod, path: String, key: String) {
      (self.api, self.client, self.method, self.path, self.key) = (api, client, method.rawValue, path, key)
    }
  }

  /// What is known of a key.
  package enum Finding: Sendable {
    /// Nothing, or nothing any more.
    case new
    /// It came with the same content, and was answered like this.
    case answered(Response)
    /// It came with another content.
    case other
  }

  private struct Entry: Sendable {
    let content: [UInt8]
    let response: Response
    let since: Int64
  }

  /// The longest key that is kept, in bytes.
  package static let maximumLength = 255
  /// How many a world keeps; the oldest go first.
  private static let capacity = 1000
  /// The most bytes of an answer that are kept.
  private static let maximumContent = 64 << 10
  /// How long one is kept, in nanoseconds of the world's time: a day.
  private static let lifetime: Int64 = 86_400_000_000_000

  private let clock: WorldClock
  private let entries = OrderedMutex<(byPlace: [Place: Entry], order: [Place])>(.leaf, ([:], []))

  /// No keys.
  init(clock: WorldClock) { self.clock = clock }

  /// Looks a key up.
  ///
  /// - Parameters:
  ///   - content: That of the request.
  package func find(_ place: Place, content: [UInt8]) -> Finding {
    guard let entry = entries.withLock({ $0.byPlace[place] }) else { return .new }
    let age = clock.elapsedNanoseconds &- entry.since
    guard (0..<Self.lifetime).contains(age) else { return .new }
    return entry.content == SHA256.hash(content) ? .answered(entry.response) : .other
  }

  /// Keeps what a request with a key was answered, if it is not too long. What it could not be answered, is not kept.
  package func keep(_ response: Response, for place: Place, content: [UInt8]) {
    if case .stream = response.content { return }
    guard response.status < 500, response.content.count <= Self.maximumContent else { return }
    let entry = Entry(content: SHA256.hash(content), response: response, since: clock.elapsedNanoseconds)
    entries.withLock { entries in
      if entries.byPlace.updateValue(entry, forKey: place) == nil { entries.order.append(place) }
      guard entries.order.count > Self.capacity else { return }
      entries.byPlace[entries.order.removeFirst()] = nil
    }
  }

  /// Forgets all.
  func removeAll() { entries.withLock { $0 = ([:], []) } }
}
