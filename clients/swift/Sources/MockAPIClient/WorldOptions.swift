import Foundation

/// What becomes of a test that leaves sockets open.
public enum LeakedSockets: Sendable, Hashable {
  /// The test fails.
  case error
  /// The test reports it.
  case warn
  /// Nothing.
  case ignore
}

/// How the world of a test begins and ends.
public struct WorldOptions: Sendable {
  /// `seed`, `snapshot:NAME` or `world:ID`; the data set without it.
  public var from: String?
  /// Where its clock stands still.
  public var frozenAt: Moment?
  /// From where its clock goes on.
  public var now: Moment?
  /// Seconds of the world in each real second.
  public var rate: Double?
  /// Determines everything that looks like chance.
  public var randomSeed: Int?
  /// Faults that it begins with.
  public var faults: [FaultOptions]
  /// Ready-made sets of faults that it begins with.
  public var faultSets: [FaultSetName]
  /// What becomes of a test that leaves sockets open.
  public var leakedSockets: LeakedSockets
  /// The server; that of this process for `serverOptions` without it.
  public var server: MockServer?
  /// The custom APIs of the server.
  public var serverOptions: ServerOptions

  /// Options for a world.
  ///
  /// - Parameters:
  ///   - from: `seed`, `snapshot:NAME` or `world:ID`.
  ///   - frozenAt: Where the clock stands still.
  ///   - now: From where the clock goes on.
  ///   - rate: Seconds of the world in each real second.
  ///   - randomSeed: Determines everything that looks like chance.
  ///   - faults: Faults to begin with.
  ///   - faultSets: Ready-made sets of faults to begin with.
  ///   - leakedSockets: What becomes of a test that leaves sockets open.
  ///   - server: The server; that of this process for `serverOptions` without it.
  ///   - serverOptions: The custom APIs of the server.
  public init(
    from: String? = nil, frozenAt: Moment? = nil, now: Moment? = nil, rate: Double? = nil,
    randomSeed: Int? = nil, faults: [FaultOptions] = [], faultSets: [FaultSetName] = [],
    leakedSockets: LeakedSockets = .warn, server: MockServer? = nil, serverOptions: ServerOptions = ServerOptions(),
    filePath: String = #filePath
  ) {
    self.from = from
    self.frozenAt = frozenAt
    self.now = now
    self.rate = rate
    self.randomSeed = randomSeed
    self.faults = faults
    self.faultSets = faultSets
    self.leakedSockets = leakedSockets
    self.server = server
    self.serverOptions = serverOptions.located(beside: filePath)
  }
}

extension WorldOptions {
  /// The options, and where they say nothing, those of the suite around them. A list replaces a list, and a moment the
  /// other kind of moment.
  package func completed(by outer: WorldOptions) -> WorldOptions {
    var options = self
    options.from = from ?? outer.from
    if frozenAt == nil && now == nil { (options.frozenAt, options.now) = (outer.frozenAt, outer.now) }
    options.rate = rate ?? outer.rate
    options.randomSeed = randomSeed ?? outer.randomSeed
    if faults.isEmpty { options.faults = outer.faults }
    if faultSets.isEmpty { options.faultSets = outer.faultSets }
    if leakedSockets == .warn { options.leakedSockets = outer.leakedSockets }
    // Options of a server replace a server.
    if server == nil && serverOptions == ServerOptions() { options.server = outer.server }
    options.serverOptions = serverOptions.completed(by: outer.serverOptions)
    return options
  }
}

/// Makes a world, runs code in it, and removes it, however the code ends.
///
/// - Parameters:
///   - name: What the world is called for people, such as the name of a test. Its id is made of it.
///   - options: How it begins.
///   - body: Runs with the world, which is `MockWorld.current` meanwhile.
/// - Throws: What `body` throws, else `MockAPIError`.
public func withMockWorld<Value>(
  named name: String, options: WorldOptions = WorldOptions(), isolation: isolated (any Actor)? = #isolation,
  _ body: (MockWorld) async throws -> Value
) async throws -> Value {
  let world = try await WorldLife.begin(named: name, options: options)
  let value: Value
  do {
    value = try await MockWorld.$running.withValue(world, operation: { try await body(world) }, isolation: isolation)
  } catch {
    _ = try? await WorldLife.end(world, options: options)
    throw error
  }
  let ending = try await WorldLife.end(world, options: options)
  if let leak = ending.leak, options.leakedSockets == .error { throw leak }
  for warning in ending.warnings(options) { FileHandle.standardError.write(Data("warning: \(warning)\n".utf8)) }
  return value
}

/// How worlds of tests are made and removed.
package enum WorldLife {
  /// Makes a world for a test. Its id is made of `title`, or else of the name.
  package static func begin(
    named name: String, title: String? = nil, options: WorldOptions
  ) async throws -> MockWorld {
    // A task of its own: were the call cancelled, nobody would know whether there is a world now.
    let world = try await Task {
      do {
        return try await make(name, title: title ?? name, options)
      } catch MockAPIError.serverEnded where options.server == nil {
        // It ended since the last test, and is replaced now.
        return try await make(name, title: title ?? name, options)
      }
    }.value
    do {
      try Task.checkCancellation()
      for fault in options.faults { try await world.faults.addJson(fault) }
      for set in options.faultSets { try await world.faultSets.add(set) }
    } catch {
      try? await Task { try await world.delete() }.value
      throw error
    }
    return world
  }

  private static func make(_ name: String, title: String, _ options: WorldOptions) async throws -> MockWorld {
    let server: MockServer
    if let given = options.server {
      server = given
    } else {
      server = try await MockServer.shared(for: options.serverOptions)
    }
    return try await server.worlds.make(
      name.isEmpty ? nil : String(name.prefix(200)), id: id(for: title), options: options)
  }

  /// What a test left behind in its world.
  package struct Ending: Sendable {
    /// The error of sockets that are open; nil where there are none or nobody asks.
    package var leak: MockAPIError?
    /// The faults that the test added and that had no effect.
    package var unusedFaults: [FaultRecord] = []

    /// What a test that passed is told.
    package func warnings(_ options: WorldOptions) -> [String] {
      let leaks = options.leakedSockets == .error ? nil : leak.map { "\($0)" }
      return unusedFaults.map(\.withoutEffect) + (leaks.map { [$0] } ?? [])
    }
  }

  /// Removes the world of a test, even of one that was cancelled.
  package static func end(_ world: MockWorld, options: WorldOptions) async throws -> Ending {
    // A task of its own, which the test's cancellation does not reach.
    try await Task {
      var ending = Ending()
      world.link.notes?.closeClients()
      ending.unusedFaults = await world.unusedFaults()
      let open = options.leakedSockets == .ignore ? [] : await openSockets(of: world)
      if !open.isEmpty { ending.leak = .leakedSockets(world: world.id, sockets: open) }
      try await world.delete()
      return ending
    }.value
  }

  /// The sockets that stay open. One that the app has just closed may still be there for a moment, until the server has
  /// seen its end; so those that are there are looked for again, for half a second.
  private static func openSockets(of world: MockWorld) async -> [Socket] {
    var open: [Socket] = []
    for delay in [0, 20, 80, 400] as [UInt64] {
      try? await Task.sleep(nanoseconds: delay * 1_000_000)
      open = (try? await world.sockets.list()) ?? []
      if open.isEmpty { break }
    }
    return open
  }

  /// An id for a test: its name as at most 40 letters, digits and hyphens, and something that no other has.
  static func id(for name: String) -> String {
    let plain = name.folding(options: .diacriticInsensitive, locale: nil).lowercased().unicodeScalars.map {
      ("a"..."z" ~= $0 || "0"..."9" ~= $0) ? Character($0) : " "
    }
    let slug = String(plain).split(separator: " ").joined(separator: "-").prefix(40)
    let start = String(slug.reversed().drop { $0 == "-" }.reversed())
    let random = String(UInt32.random(in: 0..<1 << 24), radix: 16)
    return (start.isEmpty ? "test" : start) + "-" + String(repeating: "0", count: 6 - random.count) + random
  }
}
