import Locking
import Synchronization

/// All worlds of a server: the default one, and those that tests have created.
package final class Worlds: Sendable {
  /// The properties of a new world.
  package struct Blueprint: Sendable {
    /// Its name; nil for any.
    package var id: String?
    /// Its display name, such as the name of a test.
    package var name: String?
    /// The snapshot that it copies; nil for the data set.
    package var snapshot: Snapshot?
    /// Its random seed; nil for that of the server or of the snapshot.
    package var randomSeed: UInt64?
    /// Whether it is kept however long it is unused.
    package var staysWhenIdle = false
    /// Sets its clock; called before the world is visible to others.
    package var setClock: (@Sendable (WorldClock) -> Void)?

    /// Creates a blueprint of the data set.
    package init() {}
  }

  /// Why a world cannot be created.
  package enum Failure: Error, Sendable, Equatable {
    case tooMany(limit: Int)
    case nameTaken
    case badName
  }

  /// The limits of the number of worlds and of their lifetimes.
  package struct Limits: Sendable, Equatable {
    /// The most worlds besides the default one.
    package var count = 256
    /// Seconds of real time after which an unused world is deleted.
    package var idleSeconds = 1800

    /// The defaults: 256 worlds, half an hour.
    package init() {}
  }

  private final class Hosted: Sendable {
    let world: World
    let usedAt: Atomic<Int64>
    let staysWhenIdle: Bool

    init(_ world: World, staysWhenIdle: Bool) {
      (self.world, self.staysWhenIdle) = (world, staysWhenIdle)
      usedAt = Atomic(SystemTime.monotonicNanoseconds())
    }
  }

  private struct State {
    var hosted: [String: Hosted] = [:]
    var lastNumber = 0
    /// Names of worlds that are being created.
    var reserved: Set<String> = []
    /// Usage statistics of deleted worlds.
    var pastUsage = UsageLedger.Contents()
    /// The faults of deleted worlds.
    var pastFaults: [FaultUse] = []
    /// Notified when something is due in one of the worlds.
    var expect: (@Sendable (Int64) -> Void)?
  }

  /// A fault of a world, which may be deleted.
  package struct FaultUse: Sendable {
    /// The world's id.
    package let world: String
    /// The display name of the world; nil without one.
    package let worldName: String?
    package let fault: FaultRecord
  }

  /// The most faults of deleted worlds that are remembered.
  private static let maximumPastFaults = 10_000

  /// The world of requests that name none.
  package let main: World
  package let limits: Limits
  /// The server's name among several; nil for a server that stands alone.
  package let node: NodeName?
  /// The changes that calls of the control plane made, in all worlds.
  package let activity = ActivityLog()
  /// The names that users give to devices.
  package let deviceNames = DeviceNames()
  private let make: @Sendable (String, Blueprint) throws -> World
  private let state = OrderedMutex(.leaf, State())
  /// The number of worlds besides the default one, so that a server with one world takes no lock.
  private let count = Atomic(0)

  /// Creates a server's worlds.
  ///
  /// - Parameters:
  ///   - node: The server's name among several.
  ///   - make: Creates a world with a name.
  package init(
    main: World, limits: Limits, node: NodeName? = nil, make: @escaping @Sendable (String, Blueprint) throws -> World
  ) {
    (self.main, self.limits, self.node, self.make) = (main, limits, node, make)
    main.activate()
  }

  /// Whether there are others than the default one.
  package var hasOthers: Bool { count.load(ordering: .relaxed) > 0 }

  /// The world of a name, which counts as used now; nil when it is unknown.
  package subscript(id: String) -> World? {
    if id == main.id { return main }
    guard hasOthers, let hosted = state.withLock({ $0.hosted[id] }) else { return nil }
    hosted.usedAt.store(SystemTime.monotonicNanoseconds(), ordering: .relaxed)
    return hosted.world
  }

  /// Why a world is not on this server, as a sentence for the developer; nil unless the server is one of several, and
  /// the id is not one that it gives to its worlds.
  package func explanationOfOtherNode(_ id: String) -> String? {
    guard let node, id != main.id, !id.hasPrefix(node.prefix) else { return nil }
    return "this is the node \"\(node.text)\", and the ids of its worlds begin with \"\(node.prefix)\"; the load"
      + " balancer must route each request to the node that the id of its world begins with"
  }

  /// Every world, the default one first, then by name.
  package var all: [World] {
    [main] + state.withLock { $0.hosted.values.map(\.world) }.sorted { $0.id < $1.id }
  }

  /// Usage statistics of all worlds, including deleted ones.
  package var usage: UsageLedger.Contents {
    var usage = UsageLedger.Contents()
    for world in all { usage.add(world.usage.all) }
    usage.add(state.withLock { $0.pastUsage })
    return usage
  }

  /// The faults of all worlds, including removed ones; see ``FaultTable/history``.
  package var faults: [FaultUse] {
    state.withLock { $0.pastFaults } + all.flatMap(Self.faults)
  }

  private static func faults(of world: World) -> [FaultUse] {
    world.faults.history.map { FaultUse(world: world.id, worldName: world.name, fault: $0) }
  }

  /// Seconds since a world was last used.
  package func idleSeconds(_ world: World) -> Int64 {
    guard let hosted = state.withLock({ $0.hosted[world.id] }) else { return 0 }
    return max(0, SystemTime.monotonicNanoseconds() - hosted.usedAt.load(ordering: .relaxed)) / 1_000_000_000
  }

  /// Creates a world.
  ///
  /// - Throws: ``Failure``, and what creating it throws.
  package func create(_ blueprint: Blueprint) throws -> World {
    let id = try reserve(blueprint.id)
    defer { state.withLock { _ = $0.reserved.remove(id) } }
    let world = try make(id, blueprint)
    let expect = state.withLock { state in
      state.hosted[id] = Hosted(world, staysWhenIdle: blueprint.staysWhenIdle)
      count.store(state.hosted.count, ordering: .relaxed)
      return state.expect
    }
    if let expect {
      world.whenExpecting(expect)
      nextExpiry.map(expect)
    }
    return world
  }

  /// Deletes a world: its sockets are closed, and requests that name it are refused.
  ///
  /// - Returns: false when the name is unknown, or is that of the default world.
  package func remove(_ id: String) -> Bool {
    let removed = state.withLock { state in
      defer { count.store(state.hosted.count, ordering: .relaxed) }
      return state.hosted.removeValue(forKey: id)
    }
    guard let removed else { return false }
    removed.world.end()
    let (usage, faults) = (removed.world.usage.all, Self.faults(of: removed.world))
    state.withLock { state in
      state.pastUsage.add(usage)
      state.pastFaults = Array((state.pastFaults + faults).suffix(Self.maximumPastFaults))
    }
    return true
  }

  /// Sets the closure that is called whenever something in any world, including later ones, becomes due earlier than
  /// was reported before; in nanoseconds of ``SystemTime``, on any thread and under any lock.
  package func whenExpecting(_ report: @escaping @Sendable (_ due: Int64) -> Void) {
    state.withLock { $0.expect = report }
    for world in all { world.whenExpecting(report) }
    nextExpiry.map(report)
  }

  /// When the next unused world expires, in nanoseconds of ``SystemTime``; nil when there is none that can.
  package var nextExpiry: Int64? {
    guard hasOthers else { return nil }
    let used = state.withLock {
      $0.hosted.values.lazy.filter { !$0.staysWhenIdle }.map { $0.usedAt.load(ordering: .relaxed) }.min()
    }
    // An unnecessary check is cheap; a notification at each use of a world would not be.
    return used.map { $0 + max(1, Int64(limits.idleSeconds)) * 1_000_000_000 + Self.expiryGrain }
  }

  /// Nanoseconds that a world may exist too long.
  private static let expiryGrain: Int64 = 250_000_000

  /// Deletes the worlds that were unused for long; one with open sockets counts as used.
  package func expire() {
    guard hasOthers else { return }
    let limit = SystemTime.monotonicNanoseconds() - Int64(limits.idleSeconds) * 1_000_000_000
    let idle = state.withLock {
      $0.hosted.values.filter { !$0.staysWhenIdle && $0.usedAt.load(ordering: .relaxed) < limit }
    }
    for hosted in idle {
      if hosted.world.isInUse {
        hosted.usedAt.store(SystemTime.monotonicNanoseconds(), ordering: .relaxed)
      } else {
        _ = remove(hosted.world.id)
      }
    }
  }

  private func reserve(_ wanted: String?) throws(Failure) -> String {
    guard wanted != main.id else { throw .nameTaken }
    let wanted = wanted.map { node?.worldID($0) ?? $0 }
    if let wanted, !Self.isName(wanted) { throw .badName }
    let result = state.withLock { state -> Result<String, Failure> in
      guard state.hosted.count + state.reserved.count < limits.count else {
        return .failure(.tooMany(limit: limits.count))
      }
      var id = wanted ?? ""
      while wanted == nil, id.isEmpty || state.hosted[id] != nil || state.reserved.contains(id) {
        state.lastNumber += 1
        id = "\(node?.prefix ?? "")w\(state.lastNumber)"
      }
      guard state.hosted[id] == nil, state.reserved.insert(id).inserted else {
        return .failure(.nameTaken)
      }
      return .success(id)
    }
    return try result.get()
  }

  /// Whether a text can be the name of a world: 1 to 64 letters, digits, `-`, `_` and `.`, so that it fits into a path,
  /// a header and a token.
  package static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text != "." && text != ".."
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-_.".utf8.contains(byte)
        }
      }
  }
}
