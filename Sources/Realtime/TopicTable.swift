import Locking
import STOMP
import World

/// The subscribers of topics, by name or by pattern.
struct TopicTable {
  /// The key of a subscription: a user's destination has a different key for each session, so that no pattern of
  /// another session matches it.
  struct Key: Hashable {
    /// The session of a user's destination; nil for destinations of all.
    var session: String?
    let destination: String

    init(_ destination: String, session: String? = nil) { (self.destination, self.session) = (destination, session) }

    /// Compares bytes, as patterns and ``MessageReceiver/maySubscribe(_:)`` do; Unicode treats some different texts as
    /// equal.
    static func == (one: Key, other: Key) -> Bool {
      one.session == other.session && one.destination.utf8.elementsEqual(other.destination.utf8)
    }

    func hash(into hasher: inout Hasher) {
      var text = destination
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  /// The number of destinations whose subscribers are cached; others are computed each time.
  private static let cacheCapacity = 1000

  private var exact: [Key: [Listener]] = [:]
  private var patterns: [(session: String?, pattern: DestinationPattern, listener: Listener)] = []
  /// The subscribers of destinations that were published to since the last change.
  private var cache: [Key: [Listener]] = [:]

  mutating func add(_ listener: Listener, to key: Key) {
    cache.removeAll(keepingCapacity: true)
    if let pattern = DestinationPattern(key.destination), pattern.isPattern {
      patterns.append((key.session, pattern, listener))
    } else {
      exact[key, default: []].append(listener)
    }
  }

  mutating func remove(_ receiver: any MessageReceiver, _ subscription: Int, from key: Key) {
    cache.removeAll(keepingCapacity: true)
    patterns.removeAll { $0.listener.isOf(receiver) && $0.listener.subscription == subscription }
    exact[key]?.removeAll { $0.isOf(receiver) && $0.subscription == subscription }
    if exact[key]?.isEmpty == true { exact[key] = nil }
  }

  /// Whether a destination has subscribers, authorized or not.
  func hasListeners(_ key: Key) -> Bool {
    exact[key] != nil || patterns.contains { $0.session == key.session && $0.pattern.matches(key.destination) }
  }

  /// The authorized subscribers of a destination, in the order of their subscriptions by name, then of those by
  /// pattern.
  mutating func listeners(of key: Key) -> [Listener] {
    if let known = cache[key] { return known }
    let matching = patterns.filter { $0.session == key.session && $0.pattern.matches(key.destination) }
      .map(\.listener)
    let found = ((exact[key] ?? []) + matching).filter { $0.receiver.maySubscribe(key.destination) }
    if cache.count < Self.cacheCapacity { cache[key] = found }
    return found
  }
}
