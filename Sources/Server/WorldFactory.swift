import APISupport
import Faults
import Foundation
import HTTPCore
import JSON
import Platform
import Realtime
import Store
import Synchronization
import World

extension SeedSource {
  /// Checks all files of a user's folder, including those that are read on use of their rows.
  ///
  /// - Throws: ``SeedFolder/Failure`` that names the file.
  fileprivate func check(_ modules: [any APIModule]) throws {
    _ = try kept(SeedFolder.check)
    for module in modules { try module.check(self) }
  }
}

/// Creates the default world: opens its database and fills it if it is new.
enum WorldFactory {
  /// The data folder cannot be used as requested.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static let datasetFact = "dataset"

  /// The worlds of a server: the default one, and a factory for more.
  ///
  /// - Parameters:
  ///   - names: The APIs and operations for conditions.
  ///   - remote: The broker of `--stomp-relay`; nil for none.
  ///   - report: Called for a simulation that failed, with its name.
  static func make(
    _ configuration: ServerConfiguration, modules: [any APIModule], names: RouteNames, remote: RemoteBroker?,
    slowLog: SlowLog, report: @escaping @Sendable (String, any Error) -> Void
  ) throws -> (worlds: Worlds, plan: WorldPlan) {
    let seeds = SeedSource(configuration.dataset, root: try DataFolder.seeds.locate(configuration.seedsFolder))
    let current = CurrentModules(modules)
    if configuration.seedsFolder != nil { try seeds.check(modules) }
    let isUsual = configuration.own.documents.isEmpty && configuration.seedsFolder == nil
    let prepared = isUsual ? configuration.databases : nil
    let load: @Sendable (SeedSource) throws -> Store = { seeds in
      let modules = current.modules
      let image =
        isUsual && prepared == nil
        ? configuration.own.cacheFolder.map {
          DatabaseImage(folder: $0, seeds, apis: modules.map(\.name))
        } : nil
      if let kept = image?.store(World.schema + modules.flatMap(\.schema)) { return kept }
      let make = {
        let store = try makeStore(.ephemeral, seeds, nil, modules)
        image?.keep(store)
        return store
      }
      return try prepared?.copy(seeds, apis: modules.map(\.name), make: make) ?? make()
    }
    let template = SeedTemplate(seeds, load: load)
    let store = try open(configuration.dataDirectory) { location in
      location == .ephemeral ? try load(seeds) : try makeStore(location, seeds, configuration.dataDirectory, modules)
    }
    var parts = worldConfiguration(configuration, seeds, modules)
    (parts.names, parts.report) = (names, report)
    parts.longTurns = { slowLog.record($1, world: $0) }
    parts.accounts = { connection in try current.modules.flatMap { try $0.accounts(connection) } }
    if let file = configuration.faultsFile { parts.faults = try FaultFile.read(file, names) }
    parts.makeBroker = { rules, clock in Broker(rules, remote: remote) { clock.elapsedNanoseconds } }
    let plan = WorldPlan(parts, template, current)
    var mainParts = parts
    mainParts.makeBroker = { rules, clock in
      Broker(rules, remote: remote, alwaysSendsToRemote: true) { clock.elapsedNanoseconds }
    }
    let main = try World(
      id: World.defaultID, store: store, configuration: mainParts, origin: .seed(template))
    let worlds = Worlds(main: main, limits: configuration.worlds, node: configuration.node) { id, blueprint in
      try fork(id, blueprint, plan.parts, template)
    }
    return (worlds, plan)
  }

  private static func fork(
    _ id: String, _ blueprint: Worlds.Blueprint, _ parts: World.Configuration, _ template: SeedTemplate
  ) throws -> World {
    var parts = parts
    parts.name = blueprint.name
    if let seed = blueprint.randomSeed { parts.randomSeed = seed }
    let clock = WorldClock()
    guard let snapshot = blueprint.snapshot else {
      blueprint.setClock?(clock)
      let store = try Store(copyOf: template.store())
      return try World(id: id, store: store, clock: clock, configuration: parts, origin: .seed(template))
    }
    clock.restore(snapshot.clock)
    blueprint.setClock?(clock)
    parts.simulationSeed = snapshot.simulationSeed
    let store = try Store(copyOf: snapshot.store)
    let world = try World(id: id, store: store, clock: clock, configuration: parts, origin: .snapshot(snapshot))
    world.adopt(snapshot, keepsRandomness: blueprint.randomSeed != nil)
    return world
  }

  /// Creates a database in memory or in the data folder.
  private static func open(_ directory: String?, make: (Store.Location) throws -> Store) throws -> Store {
    guard let directory else { return try make(.ephemeral) }
    do {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    } catch {
      throw Failure(description: "the folder \(directory) cannot be made: \(error.localizedDescription)")
    }
    let file = "\(directory)/default.sqlite"
    for path in [directory, file] where FileManager.default.fileExists(atPath: path) {
      guard FileManager.default.isWritableFile(atPath: path) else {
        throw Failure(
          description:
            "the folder \(directory) cannot be used: \(path) cannot be written to, since its disk is read-only"
            + " or you may not; name another --data-dir")
      }
    }
    do {
      return try make(.file(file))
    } catch let error as StoreError {
      switch error.kind {
      case .inUse: throw Failure(description: "the folder \(directory) cannot be used: another server uses it")
      case .damaged:
        throw Failure(
          description: "the folder \(directory) cannot be used: \(file) is not a database, or is damaged"
            + " (\(error.description)); restore a copy, or move it away to start empty")
      case .notStored:
        throw Failure(
          description: "the folder \(directory) cannot be used: \(file) cannot be written (\(error.description));"
            + " make room on its disk, or name another --data-dir")
      case .constraint, .other:
        throw Failure(description: "the folder \(directory) cannot be used: \(error.description)")
      }
    }
  }

  /// A database with the tables of these APIs and at least the initial rows.
  private static func makeStore(
    _ location: Store.Location, _ seeds: SeedSource, _ directory: String?, _ modules: [any APIModule]
  ) throws -> Store {
    let store = try Store(location, schema: World.schema + modules.flatMap(\.schema))
    try seedIfNew(store, seeds, directory, modules)
    return store
  }

  private static func seedIfNew(
    _ store: Store, _ seeds: SeedSource, _ directory: String?, _ modules: [any APIModule]
  ) throws {
    let dataset = seeds.dataset
    if let kept = try store.read({ try WorldSQL.fact($0, datasetFact) }) {
      guard kept == dataset.rawValue else {
        throw Failure(
          description: "\(directory ?? "the database") holds the data set \"\(kept)\", not"
            + " \"\(dataset.rawValue)\": start with --dataset \(kept), or name another --data-dir")
      }
      return
    }
    try store.transaction { connection in
      for module in modules {
        try seeds.loading(module.name) {
          try StoreError.wrap { try module.seed(dataset, from: seeds.folder(module.name), into: connection) }
        }
      }
      try WorldSQL.setFact(connection, datasetFact, dataset.rawValue)
    }
  }

  private static func worldConfiguration(
    _ configuration: ServerConfiguration, _ seeds: SeedSource, _ modules: [any APIModule]
  ) -> World.Configuration {
    var world = World.Configuration()
    world.seeds = seeds
    world.randomSeed = configuration.randomSeed
    world.options = configuration.apis
    world.messaging = configuration.messaging
    world.journal = configuration.journal
    world.simulations = modules.flatMap { $0.simulations(configuration.apis) }
    world.changeSources = modules.flatMap(\.changeSources)
    world.relays = modules.flatMap(\.relays)
    for module in modules {
      world.rateLimits.updateValue(configuration.rateLimit.policy(for: module), forKey: module.name)
      world.lifetimes[module.name] = World.Lifetimes(
        access: configuration.accessLifetime ?? module.lifetimes.access,
        refresh: configuration.refreshLifetime ?? module.lifetimes.refresh)
    }
    return world
  }
}

/// The APIs whose tables new worlds have.
final class CurrentModules: Sendable {
  private let current: Mutex<[any APIModule]>

  init(_ modules: [any APIModule]) { current = Mutex(modules) }

  var modules: [any APIModule] {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}

/// The configuration of new worlds, which may change while the server runs.
final class WorldPlan: Sendable {
  /// The rows of the data set.
  let template: SeedTemplate
  private let current: Mutex<World.Configuration>
  private let modules: CurrentModules

  init(_ parts: World.Configuration, _ template: SeedTemplate, _ modules: CurrentModules) {
    (self.template, self.modules) = (template, modules)
    current = Mutex(parts)
  }

  /// Changes the APIs whose tables new worlds have.
  func change(to modules: [any APIModule]) { self.modules.modules = modules }

  /// The configuration of a new world, besides its rows.
  var parts: World.Configuration {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}

/// The file of `--faults`: a JSON array of faults, each in the format of `POST /_mock/faults`.
enum FaultFile {
  /// The file is invalid.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static let maximumBytes = 16 << 20

  /// Reads the faults.
  ///
  /// - Parameters:
  ///   - names: The allowed names in conditions.
  /// - Throws: ``Failure`` that names the file, the fault and the error.
  static func read(_ path: String, _ names: RouteNames) throws(Failure) -> [FaultDefinition] {
    let values: [JSONValue]
    do {
      let content = try JSONParser.parse(try BoundedFile.contents(of: path, limit: maximumBytes))
      guard let array = content.array else {
        throw Failure(description: "the faults in \(path) must be a JSON array, not \(content.typeName)")
      }
      values = array
    } catch let failure as Failure {
      throw failure
    } catch BoundedFile.Failure.tooLarge {
      throw Failure(description: "the faults in \(path) are more than \(maximumBytes) bytes")
    } catch let failure as BoundedFile.Failure {
      throw Failure(description: "the faults in \(path) cannot be read: \(failure)")
    } catch let error as JSONSyntaxError {
      throw Failure(description: "the faults in \(path) are not valid JSON: \(error)")
    } catch {
      throw Failure(description: "the faults in \(path) cannot be read: \(error.localizedDescription)")
    }
    guard values.count <= FaultTable.maximumCount else {
      throw Failure(description: "the faults in \(path) are more than \(FaultTable.maximumCount)")
    }
    var definitions: [FaultDefinition] = []
    for (index, value) in values.enumerated() {
      let place = "fault \(index + 1) in \(path)"
      guard let object = value.object else { throw Failure(description: "\(place) must be a JSON object") }
      do throws(Problem) {
        let definition = try FaultCatalogue.definition(object)
        try definition.requirePossible(names)
        definitions.append(definition)
      } catch {
        throw Failure(description: "\(place): \(error.message)")
      }
      guard let id = definitions.last?.id, definitions.dropLast().contains(where: { $0.id == id }) else { continue }
      throw Failure(description: "\(place) has the id \"\(id)\" of another one")
    }
    return definitions
  }
}
