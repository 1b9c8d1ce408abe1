import STOMP

/// Who listens to which topics, by name or by pattern.
struct TopicTable {
  /// Destinations whose listeners are remembered; more are worked out each time.
  private static let cacheCapacity = 1000

  private var exact: [String: [Listener]] = [:]
  private var patterns: [(pattern: DestinationPattern, listener: Listener)] = []
  /// The listeners of destinations that were published to since the last change.
  private var cache: [String: [Listener]] = [:]

  mutating func add(_ listener: Listener, to destination: String) {
    cache.removeAll(keepingCapacity: true)
    if let pattern = DestinationPattern(destination), pattern.isPattern {
      patterns.append((pattern, listener))
    } else {
      exact[destination, default: []].append(listener)
    }
  }

  mutating func remove(_ receiver: any MessageReceiver, _ subscription: Int, from destination: String) {
    cache.removeAll(keepingCapacity: true)
    patterns.removeAll { $0.listener.isOf(receiver) && $0.listener.subscription == subscription }
    exact[destination]?.removeAll { $0.isOf(receiver) && $0.subscription == subscription }
    if exact[destination]?.isEmpty == true { exact[destination] = nil }
  }

  /// Whether somebody listens to a destination, be it allowed or not.
  func hasListeners(_ destination: String) -> Bool {
    exact[destination] != nil || patterns.contains { $0.pattern.matches(destination) }
  }

  /// Everyone who listens to a destination and may, in the order of their subscriptions by name, then of those by
  /// pattern.
  mutating func listeners(of destination: String) -> [Listener] {
    if let known = cache[destination] { return known }
    let matching = patterns.filter { $0.pattern.matches(destination) }.map(\.listener)
    let found = ((exact[destination] ?? []) + matching).filter { $0.receiver.mayHear(destination) }
    if cache.count < Self.cacheCapacity { cache[destination] = found }
    return found
  }
}
