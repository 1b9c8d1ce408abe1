import APISupport
import CustomAPIs
import Faults
import HTTPCore
import World

/// The changes for a running server.
package struct Reload: Sendable {
  /// The requested configuration. The server applies the limits, the faults, CORS, the announced deprecation, the
  /// intervals of simulations, the contract mode, and without a data folder the data set; the rest stays as it was at
  /// the start. Custom APIs are added and removed.
  package let configuration: ServerConfiguration
  /// Whether the seed files have changed.
  package var hasNewSeeds = false
  /// Whether the API documents have changed.
  package var hasNewDocuments = false
  /// Whether a document, an overlay or the records of a custom API have changed.
  package var hasNewCustomAPIs = false

  /// Creates a change of the configuration; the other changes are set separately.
  package init(_ configuration: ServerConfiguration) {
    self.configuration = configuration
  }
}

extension MockServer {
  /// Reads all seed files now instead of on use, so that later changes of them have no effect until ``reload(_:)``
  /// applies them.
  ///
  /// - Throws: An error that names the unreadable file.
  package func keepSeeds() throws {
    try reloading.withLock { _ in
      let seeds = try plan.template.source.kept()
      try plan.template.reload(from: seeds)
      plan.parts.seeds = seeds
      for world in worlds.all { world.deferredSeeds.source = seeds }
    }
  }

  /// Applies the changes without closing a socket: all of them or, if anything in them is invalid, none.
  ///
  /// - Returns: The applied changes, a sentence each, for the log.
  /// - Throws: an error with a description for users; nothing has changed then.
  package func reload(_ reload: Reload) throws -> [String] {
    try reloading.withLock { _ in
      let old = current
      let requested = old.takingOver(reload.configuration)
      // Steps that may fail come first.
      let fresh = reload.hasNewCustomAPIs || requested.own != old.own ? try freshCustomAPIs(requested) : nil
      try (fresh?.served ?? served).requireKnown(requested.rateLimit)
      let faults = try requested.faultsFile.map { try FaultFile.read($0, plan.parts.names) } ?? []
      var seeds = SeedSource(requested.dataset, root: try DataFolder.seeds.locate(requested.seedsFolder))
      let hasNewSeeds = reload.hasNewSeeds || !seeds.isSame(as: plan.template.source)
      if hasNewSeeds {
        seeds = try seeds.kept(SeedFolder.check)
        for module in modules { try module.check(seeds) }
      } else {
        seeds = plan.template.source
      }
      if reload.hasNewDocuments { try library.reload(modules.map(\.name) + ["mock"]) }
      if hasNewSeeds { try plan.template.reload(from: seeds) }

      let replaced = served
      if let fresh { try makeTables(for: fresh.served) }
      for world in worlds.all { world.settle() }

      var done = fresh?.served.notes.map { "read again: \($0)" } ?? []
      pipeline.change { state in
        current = requested
        if let fresh {
          serve(fresh)
          state.table = fresh.table
        }
        changePlan(requested, seeds, faults)
        changeWorlds(faults, &done)
        state.settings = Pipeline.ResponseHeaderSettings(requested)
        contract.change(to: requested.contract, checksResponses: requested.checksResponses)
      }
      if let fresh { try renewData(of: fresh.served, after: replaced) }
      if reload.hasNewDocuments { done.append("the API documents were read again") }
      if hasNewSeeds { done.append(try replaceSeeds(requested)) }
      return done
    }
  }

  /// The custom APIs from the current files, with the routes of all APIs.
  ///
  /// - Throws: ``DocumentFailure`` and others that describe the error in a file.
  private func freshCustomAPIs(_ configuration: ServerConfiguration) throws -> (served: ServedAPIs, table: RouteTable) {
    let fresh = try ServedAPIs(configuration, replacing: served, logger: logger)
    return (fresh, try RouteTable(modules: fresh.modules, own: ownRoutes(fresh.modules)))
  }

  /// Creates the tables of APIs before their routes are available: no request may miss one.
  private func makeTables(for fresh: ServedAPIs) throws {
    let schema = World.schema + fresh.modules.flatMap(\.schema)
    // First for future worlds, then for existing ones.
    plan.change(to: fresh.modules)
    try plan.template.extend(schema)
    for world in worlds.all { try world.extend(schema) }
  }

  /// Replaces the served APIs.
  private func serve(_ fresh: (served: ServedAPIs, table: RouteTable)) {
    plan.parts.names = fresh.table.names
    plan.parts.changeSources = fresh.served.modules.flatMap(\.changeSources)
    plan.parts.relays = fresh.served.modules.flatMap(\.relays)
    for world in worlds.all {
      world.names = fresh.table.names
      world.feed.sources = plan.parts.changeSources
      world.setRelays(plan.parts.relays)
    }
    served = fresh.served
    library.replace(own: fresh.served.own.map(\.contract))
  }

  /// Loads the records of resources whose file of records has changed; those of others stay.
  private func renewData(of fresh: ServedAPIs, after replaced: ServedAPIs) throws {
    for api in fresh.own {
      guard let before = replaced.own.first(where: { $0.name == api.name }) else { continue }
      try api.renewData(in: worlds.all, after: before)
    }
  }

  /// The names of all APIs that are served.
  package var apiNames: [String] { modules.map(\.name) }

  /// The files of the custom APIs.
  package var ownFiles: [String] { served.own.flatMap(\.document.files) }

  private func changePlan(_ requested: ServerConfiguration, _ seeds: SeedSource, _ faults: [FaultDefinition]) {
    var parts = plan.parts
    parts.seeds = seeds
    parts.faults = faults
    parts.simulations = modules.flatMap { $0.simulations(requested.apis) }
    for module in modules { parts.rateLimits.updateValue(requested.rateLimit.policy(for: module), forKey: module.name) }
    plan.parts = parts
  }

  private func changeWorlds(_ faults: [FaultDefinition], _ done: inout [String]) {
    let parts = plan.parts
    for world in worlds.all {
      for (api, limiter) in world.limiters { limiter.begin(with: parts.rateLimits[api] ?? nil) }
      world.simulations.replace(with: parts.simulations)
      for problem in world.begin(with: faults) {
        done.append("a fault of the file was left out in the world \"\(world.id)\": \(problem.message)")
      }
    }
  }

  /// Gives the default world the new rows, unless a data folder keeps its own.
  private func replaceSeeds(_ requested: ServerConfiguration) throws -> String {
    let others = "other worlds get them when they are reset, new worlds immediately"
    guard requested.dataDirectory == nil else {
      return "the seed files were read again; records in the data folder stay until a reset; \(others)"
    }
    try world.reset()
    for fault in world.initialFaults { _ = try? world.faults.add(fault) }
    return
      "the seed files were read again and replaced what the default world held, as a reset does: what clients wrote"
      + " there is gone; \(others)"
  }
}

extension ServerConfiguration {
  /// The same configuration with the changes from another one that a running server can apply.
  fileprivate func takingOver(_ other: ServerConfiguration) -> ServerConfiguration {
    var result = self
    (result.rateLimit, result.cors, result.deprecation) = (other.rateLimit, other.cors, other.deprecation)
    result.delay = other.delay
    result.compresses = other.compresses
    (result.contract, result.checksResponses) = (other.contract, other.checksResponses)
    // Simulations apply them immediately; worlds keep their other options.
    result.apis = other.apis
    result.faultsFile = other.faultsFile
    // The rows of a data folder belong to the data set that it was created with.
    if dataDirectory == nil { result.dataset = other.dataset }
    result.seedsFolder = other.seedsFolder
    result.own = other.own
    return result
  }
}
