import APISupport
import CustomAPIs
import Faults
import HTTPCore
import World

/// What has changed outside of a running server.
package struct Reload: Sendable {
  /// The configuration as it is wished for now. Taken over are the limits, the faults, CORS, the announcement of a
  /// deprecation, the intervals of simulations, the contract mode, and without a data folder the data set; the rest is
  /// left as it was at the start. APIs of the user come and go.
  package let configuration: ServerConfiguration
  /// Whether the seed files have changed.
  package var hasNewSeeds = false
  /// Whether the API documents have changed.
  package var hasNewDocuments = false
  /// Whether a document, an overlay or the records of an API have changed that the user brought along.
  package var hasNewCustomAPIs = false

  /// A change of the configuration alone, unless more is said.
  package init(_ configuration: ServerConfiguration) {
    self.configuration = configuration
  }
}

extension MockServer {
  /// Reads all seed files now and not when each is first needed, so that what becomes of them later changes nothing
  /// until ``reload(_:)`` takes it over.
  ///
  /// - Throws: An error that names the file which cannot be read.
  package func keepSeeds() throws {
    try reloading.withLock { _ in
      let seeds = try plan.template.source.kept()
      try plan.template.reload(from: seeds)
      plan.parts.seeds = seeds
      for world in worlds.all { world.deferredSeeds.source = seeds }
    }
  }

  /// Takes over what has changed, without closing a socket: all of it or, when anything in it is wrong, nothing.
  ///
  /// - Returns: What was done, a sentence each, for the log.
  /// - Throws: an error whose description tells a person what is wrong; the server goes on as it was then.
  package func reload(_ reload: Reload) throws -> [String] {
    try reloading.withLock { _ in
      let old = current
      let wish = old.takingOver(reload.configuration)
      // Whatever may fail comes first.
      let fresh = reload.hasNewCustomAPIs || wish.own != old.own ? try freshCustomAPIs(wish) : nil
      try (fresh?.served ?? served).requireKnown(wish.rateLimit)
      let faults = try wish.faultsFile.map { try FaultFile.read($0, plan.parts.names) } ?? []
      var seeds = SeedSource(wish.dataset, root: try DataFolder.seeds.locate(wish.seedsFolder))
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
        current = wish
        if let fresh {
          serve(fresh)
          state.table = fresh.table
        }
        changePlan(wish, seeds, faults)
        changeWorlds(faults, &done)
        state.settings = Pipeline.ResponseHeaderSettings(wish)
        contract.change(to: wish.contract, checksAnswers: wish.checksAnswers)
      }
      if let fresh { try renewData(of: fresh.served, after: replaced) }
      if reload.hasNewDocuments { done.append("the API documents were read again") }
      if hasNewSeeds { done.append(try replaceSeeds(wish)) }
      return done
    }
  }

  /// The APIs that the user brought along as their files are now, with the routes of all.
  ///
  /// - Throws: ``DocumentFailure`` and others that say what is wrong with a file.
  private func freshCustomAPIs(_ configuration: ServerConfiguration) throws -> (served: ServedAPIs, table: RouteTable) {
    let fresh = try ServedAPIs(configuration, replacing: served, logger: logger)
    return (fresh, try RouteTable(modules: fresh.modules, own: ownRoutes(fresh.modules)))
  }

  /// Makes the tables of APIs before their routes are found: no request may miss one.
  private func makeTables(for fresh: ServedAPIs) throws {
    let schema = World.schema + fresh.modules.flatMap(\.schema)
    // First for worlds to come, then for those that are there.
    plan.change(to: fresh.modules)
    try plan.template.extend(schema)
    for world in worlds.all { try world.extend(schema) }
  }

  /// Serves APIs in the place of those that are served.
  private func serve(_ fresh: (served: ServedAPIs, table: RouteTable)) {
    plan.parts.names = fresh.table.names
    for world in worlds.all { world.names = fresh.table.names }
    served = fresh.served
    library.replace(own: fresh.served.own.map(\.contract))
  }

  /// Loads the records of resources again whose file of records has changed; those of the others stay.
  private func renewData(of fresh: ServedAPIs, after replaced: ServedAPIs) throws {
    for api in fresh.own {
      guard let before = replaced.own.first(where: { $0.name == api.name }) else { continue }
      try api.renewData(in: worlds.all, after: before)
    }
  }

  /// The names of all APIs that are served.
  package var apiNames: [String] { modules.map(\.name) }

  /// The files that the APIs of the user were read from.
  package var ownFiles: [String] { served.own.flatMap(\.document.files) }

  private func changePlan(_ wish: ServerConfiguration, _ seeds: SeedSource, _ faults: [FaultDefinition]) {
    var parts = plan.parts
    parts.seeds = seeds
    parts.faults = faults
    parts.simulations = modules.flatMap { $0.simulations(wish.apis) }
    for module in modules { parts.rateLimits.updateValue(wish.rateLimit.policy(for: module), forKey: module.name) }
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
  private func replaceSeeds(_ wish: ServerConfiguration) throws -> String {
    let others = "other worlds get them when they are reset, new ones at once"
    guard wish.dataDirectory == nil else {
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
  /// The same configuration with what a running server can take over from another one.
  fileprivate func takingOver(_ other: ServerConfiguration) -> ServerConfiguration {
    var result = self
    (result.rateLimit, result.cors, result.deprecation) = (other.rateLimit, other.cors, other.deprecation)
    result.delay = other.delay
    result.compresses = other.compresses
    (result.contract, result.checksAnswers) = (other.contract, other.checksAnswers)
    // Simulations follow them at once; worlds keep what they were made with.
    result.apis = other.apis
    result.faultsFile = other.faultsFile
    // The rows of a data folder belong to the data set that it was made with.
    if dataDirectory == nil { result.dataset = other.dataset }
    result.seedsFolder = other.seedsFolder
    result.own = other.own
    return result
  }
}
