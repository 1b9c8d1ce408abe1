import APIs
import Foundation
import Store
import World

/// Makes the world that requests belong to: opens its database and fills it when it is new.
enum WorldFactory {
  /// The data folder cannot be used as asked.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static let datasetFact = "dataset"

  static func make(_ configuration: ServerConfiguration, modules: [any APIModule]) throws -> World {
    let seeds = SeedSource(configuration.dataset, root: try DataFolder.seeds.locate(configuration.seedsFolder))
    let store = try open(configuration.dataDirectory, schema: World.schema + modules.flatMap(\.schema))
    try seedIfNew(store, seeds, configuration.dataDirectory, modules)
    return try World(id: "default", store: store, configuration: worldConfiguration(configuration, seeds, modules))
  }

  private static func open(_ directory: String?, schema: [SchemaStep]) throws -> Store {
    guard let directory else { return try Store(.ephemeral, schema: schema) }
    do {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    } catch {
      throw Failure(description: "the folder \(directory) cannot be made: \(error.localizedDescription)")
    }
    do {
      return try Store(.file("\(directory)/default.sqlite"), schema: schema)
    } catch let error as StoreError {
      let reason = error.kind == .inUse ? "another server uses it" : error.description
      throw Failure(description: "the folder \(directory) cannot be used: \(reason)")
    }
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
    try store.transaction([]) { connection in
      for module in modules {
        try module.seed(dataset, from: seeds.folder(module.name), into: connection)
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
    world.cacheMaxAge = configuration.cacheMaxAge
    world.isStrictAboutPasskeys = configuration.isStrictAboutPasskeys
    world.requiresMessagingTokens = configuration.requiresMessagingTokens
    for module in modules {
      world.rateLimits[module.name] = configuration.rateLimit.policy(for: module)
      world.lifetimes[module.name] = World.Lifetimes(
        access: configuration.accessLifetime ?? module.lifetimes.access,
        refresh: configuration.refreshLifetime ?? module.lifetimes.refresh)
    }
    return world
  }
}
