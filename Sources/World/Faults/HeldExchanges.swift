import HTTPCore
import Locking

/// The exchanges of a world that faults hold, and those who wait for one. Holds follow real time, not the world's clock.
package final class HeldExchanges: Sendable {
  /// The most exchanges that are held at a time; others are not held.
  package static let capacity = 256
  /// The most observers at a time.
  package static let maximumObservers = 256

  private struct State {
    /// In the order in which they began.
    var held: [HeldExchange] = []
    /// Those that are held, and those that are about to be.
    var count = 0
    var lastID = 0
    var observers: [Int: @Sendable () -> Void] = [:]
    var lastObserver = 0
    /// How often the list has changed.
    var changes = 0
    var hasEnded = false
  }

  private let alarms: Alarms
  private let state = OrderedMutex(.leaf, State())

  /// None.
  ///
  /// - Parameters:
  ///   - alarms: By real time.
  init(_ alarms: Alarms) { self.alarms = alarms }

  /// The exchanges that are held now, in the order in which they began.
  package var all: [HeldExchange] { state.withLock { $0.held } }

  /// How often the list has changed: an equal number means that it is the same.
  package var changes: Int { state.withLock { $0.changes } }

  /// Whether nothing is held any more, because the world was deleted or the server stops.
  package var hasEnded: Bool { state.withLock { $0.hasEnded } }

  // MARK: Holding

  /// Makes room for an exchange.
  ///
  /// - Returns: Its id, to be passed to ``add(_:)`` or ``giveBack()``; nil when ``capacity`` exchanges are held.
  package func reserve() -> String? {
    state.withLock { state in
      guard !state.hasEnded, state.count < Self.capacity else { return nil }
      state.count += 1
      state.lastID += 1
      return "hold-\(state.lastID)"
    }
  }

  /// Gives back the room of an exchange that is not held after all.
  package func giveBack() { state.withLock { $0.count -= 1 } }

  /// Holds an exchange, until it is released or its time is over.
  package func add(_ exchange: HeldExchange) {
    let (hasEnded, observers) = state.withLock { state in
      state.held.append(exchange)
      state.changes += 1
      return (state.hasEnded, Array(state.observers.values))
    }
    alarms.set(exchange, at: exchange.dueNanoseconds) { [weak exchange] in exchange?.release() }
    if hasEnded { exchange.release() }
    for observer in observers { observer() }
  }

  /// Forgets an exchange that was released or abandoned.
  func remove(_ exchange: HeldExchange) {
    alarms.set(exchange, at: nil) {}
    let observers = state.withLock { state -> [@Sendable () -> Void] in
      guard let index = state.held.firstIndex(where: { $0 === exchange }) else { return [] }
      state.held.remove(at: index)
      state.count -= 1
      state.changes += 1
      return Array(state.observers.values)
    }
    for observer in observers { observer() }
  }

  // MARK: Releasing

  /// Releases exchanges.
  ///
  /// - Parameters:
  ///   - isMeant: Which ones.
  ///   - fault: Happens to each; nil for none.
  /// - Returns: Those that were released, in the order in which they began.
  @discardableResult
  package func release(
    with fault: FaultDefinition? = nil, where isMeant: (HeldExchange) -> Bool = { _ in true }
  ) -> [HeldExchange] {
    all.filter { isMeant($0) && $0.release(with: fault) }
  }

  /// Releases all exchanges, and holds no others from now on: the world was deleted, or the server stops.
  package func end() {
    let observers = state.withLock { state in
      state.hasEnded = true
      return Array(state.observers.values)
    }
    release()
    for observer in observers { observer() }
  }

  // MARK: Observing

  /// An observation, until it is cancelled.
  package final class Observation: Sendable {
    private let exchanges: HeldExchanges
    private let number: Int

    fileprivate init(_ exchanges: HeldExchanges, _ number: Int) { (self.exchanges, self.number) = (exchanges, number) }

    /// Ends it.
    package func cancel() {
      let observer = exchanges.state.withLock { $0.observers.removeValue(forKey: number) }
      withExtendedLifetime(observer) {}
    }
  }

  /// Calls a closure after each change of the list, on any thread and without a lock; it must be quick.
  ///
  /// - Returns: nil when there are too many observers.
  package func observe(_ changed: @escaping @Sendable () -> Void) -> Observation? {
    let number = state.withLock { state -> Int? in
      guard state.observers.count < Self.maximumObservers else { return nil }
      state.lastObserver += 1
      state.observers[state.lastObserver] = changed
      return state.lastObserver
    }
    return number.map { Observation(self, $0) }
  }
}
