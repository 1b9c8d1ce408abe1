import APIs
import Certificates
import Contract
import ControlPlane
import Devices
import Faults
import HTTPCore
import Locking
import Logging
import Media
import OwnAPIs
import Platform
import Realtime
import Synchronization
import Transport
import World

/// The whole server: the one place where its parts are put together. Started in the order routes,
/// store, world, network; stopped in reverse.
package final class MockServer: Sendable {
  /// What every request of this server belongs to one of.
  package let worlds: Worlds
  /// The world of requests that name none.
  package var world: World { worlds.main }
  /// Every route.
  package let table: RouteTable
  /// What holds requests against the API documents.
  package let contract: ContractGuard
  let modules: [any APIModule]
  let served: ServedAPIs
  let library: ContractLibrary
  let pipeline: Pipeline
  /// What new worlds are made from.
  let plan: WorldPlan
  /// Whose turn it is to change the configuration.
  let reloading = OrderedMutex(.reload, ())
  private let configuration: Mutex<ServerConfiguration>
  private let transport: TransportServer
  private let tls: TLSIdentity?
  private let secure = Mutex<[ListeningSocket.Bound]>([])
  private let devices = DeviceDirectory()
  private let timekeeper: Timekeeper
  private let renewal = Mutex<RealTimer?>(nil)

  /// Builds everything but listens to nothing yet.
  ///
  /// - Parameters:
  ///   - modules: The built-in APIs to choose from.
  ///   - accessLog: Where each request is recorded; nil for nowhere.
  /// - Throws: an error whose description tells a person what to do: a seed file is missing, the data folder
  ///   cannot be used, two routes clash, there is no certificate for the TLS port. ``DocumentFailure`` when the document
  ///   of an own API cannot be used.
  package init(
    _ configuration: ServerConfiguration, modules: [any APIModule] = Registry.modules,
    accessLog: AccessLog? = nil, logger: Logger
  ) throws {
    self.configuration = Mutex(configuration)
    let served = try ServedAPIs(configuration, builtIn: modules, logger: logger)
    let modules = served.modules
    self.modules = modules
    self.served = served
    let report: @Sendable (String, any Error) -> Void = { name, error in
      logger.error("a simulation failed", metadata: ["simulation": "\(name)", "error": "\(error)"])
    }
    library =
      try configuration.library
      ?? ContractLibrary(
        folder: DataFolder.openapi.locate(configuration.openapiFolder), own: served.own.map(\.contract))
    contract = ContractGuard(
      configuration.contract, checksAnswers: configuration.checksAnswers, library: library, logger: logger)
    let tls = try configuration.tls.map { try TLSIdentity($0, logger: logger) }
    self.tls = tls
    // The table is made once, and before the worlds, which know the names in it.
    let made = MadeWorlds()
    let routes = ServerRoutes(
      configuration, modules, library, devices: devices, worlds: { made.worlds.load() }, identity: { tls?.current },
      report: report)
    table = try RouteTable(modules: modules, own: routes.all)
    (worlds, plan) = try WorldFactory.make(
      configuration, modules: modules, names: RouteNames(table.lines.map { ($0.api, $0.operationId) }),
      slowLog: SlowLog(logger: logger), report: report)
    _ = made.worlds.storeIfNil(worlds)
    timekeeper = Timekeeper(worlds, report: report)
    var parts = Pipeline.Parts(table: table, worlds: worlds, logger: logger)
    (parts.cors, parts.deprecation) = (configuration.cors, configuration.deprecation)
    parts.hosts = HostNames(
      known: modules.map(\.documentedHost) + [MachineName.current(), configuration.host ?? ""],
      patterns: configuration.allowedHosts)
    (parts.accessLog, parts.contract) = (accessLog, contract)
    pipeline = Pipeline(parts)
    transport = try TransportServer(handler: pipeline, limits: configuration.limits, logger: logger)
  }

  /// The route table of these modules and of the server itself; without worlds, for looking at it.
  package static func routes(
    _ modules: [any APIModule] = Registry.modules, _ configuration: ServerConfiguration = ServerConfiguration()
  ) throws -> RouteTable {
    try RouteTable(
      modules: modules, own: ServerRoutes(configuration, modules, ContractLibrary(folder: "")).all)
  }

  /// Listens; requests are answered from the moment it returns.
  ///
  /// - Returns: Where it listens without TLS; where with it tells ``secureSockets``.
  /// - Throws: ``ListeningSocket/Failure``.
  package func start() throws(ListeningSocket.Failure) -> [ListeningSocket.Bound] {
    let configuration = current
    let bound = try ListeningSocket.open(hosts: configuration.hosts, port: configuration.port)
    do {
      let secure = try openSecure()
      try transport.start(bound + secure, tls: tls?.current.credentials)
      self.secure.withLock { $0 = secure }
      let tls = secure.first.map { ConnectAddresses.TLS(port: $0.port, hasOwnAuthority: identity?.root != nil) }
      devices.note(bound, tls: tls)
    } catch {
      ListeningSocket.end(bound)
      throw error
    }
    renewal.withLock { [tls, transport] in
      $0 = tls.map { tls in
        RealTimer(everyMilliseconds: TLSIdentity.refreshMilliseconds) { tls.refresh(transport) }
      }
    }
    timekeeper.start()
    return bound
  }

  /// The configuration in effect.
  var current: ServerConfiguration {
    get { configuration.withLock { $0 } }
    set { configuration.withLock { $0 = newValue } }
  }

  private func openSecure() throws(ListeningSocket.Failure) -> [ListeningSocket.Bound] {
    let configuration = current
    guard let port = configuration.tls?.port else { return [] }
    return try ListeningSocket.open(hosts: configuration.hosts, port: port).map { socket in
      var socket = socket
      socket.isSecure = true
      return socket
    }
  }

  /// The port that was asked for with TLS; nil for none.
  package var tlsPort: Int? { current.tls?.port }

  /// Where it listens with TLS, once it is started; empty without a TLS port.
  package var secureSockets: [ListeningSocket.Bound] { secure.withLock { $0 } }

  /// What the TLS port presents at this moment; nil without one.
  package var identity: ServerIdentity? { tls?.current }

  /// Finishes what is under way, closes every connection, then the database.
  package func stop() {
    timekeeper.stop()
    renewal.withLock { ticker in ticker.take() }?.stop()
    for world in worlds.all { world.journal.close() }
    transport.stop()
    contract.settle()
    for world in worlds.all { world.store.close() }
  }

  /// What to tell the person who started it.
  package func banner(_ bound: [ListeningSocket.Bound]) -> String {
    Banner.text(
      current, modules: modules, notes: served.notes + table.hidden, bound: bound, secure: secureSockets,
      devices: devices.addresses)
  }

  /// The addresses by which devices reach it at this moment; none before it listens.
  package var connectAddresses: ConnectAddresses { devices.addresses }

  /// What a phone's camera takes to the page for devices; nil when the server is not meant for devices, or has no such
  /// page.
  package var connectCode: QRCode? {
    let configuration = current
    guard configuration.listensBeyondLoopback, configuration.hasControlPlane, let page = connectAddresses.page else {
      return nil
    }
    return try? QRCode(page)
  }
}

/// What has changed outside of a running server.
package struct Reload: Sendable {
  /// The configuration as it is wished for now. Taken over are the limits, the faults, CORS, the announcement of a
  /// deprecation, the intervals of simulations, the contract mode, and without a data folder the data set; the rest is
  /// left as it was at the start.
  package let configuration: ServerConfiguration
  /// Whether the seed files have changed.
  package var hasNewSeeds = false
  /// Whether the API documents have changed.
  package var hasNewDocuments = false

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
      let faults = try wish.faultsFile.map { try FaultFile.read($0, plan.parts.names) } ?? []
      var seeds = SeedSource(wish.dataset, root: try DataFolder.seeds.locate(wish.seedsFolder))
      let hasNewSeeds = reload.hasNewSeeds || !seeds.isSame(as: plan.template.source)
      seeds = hasNewSeeds ? try seeds.kept(SeedFolder.check) : plan.template.source
      if reload.hasNewDocuments { try library.reload(modules.map(\.name) + ["mock"]) }
      if hasNewSeeds { try plan.template.reload(from: seeds) }

      var done: [String] = []
      current = wish
      changePlan(wish, seeds, faults)
      changeWorlds(faults, &done)
      pipeline.settings = Pipeline.AnswerSettings(cors: wish.cors, deprecation: wish.deprecation)
      contract.change(to: wish.contract, checksAnswers: wish.checksAnswers)
      if reload.hasNewDocuments { done.append("the API documents were read again") }
      if hasNewSeeds { done.append(try replaceSeeds(wish)) }
      return done
    }
  }

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
      world.settle()
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
      return "the seed files were read again; what the data folder keeps stays as it is, until it is reset; \(others)"
    }
    try world.reset()
    for fault in world.initialFaults { _ = try? world.faults.add(fault) }
    return
      "the seed files were read again and replaced what the default world held, as a reset does: what clients wrote"
      + " there is gone; \(others)"
  }
}

/// The worlds, once they are made: the table of routes is made before them, and its calls ask for them.
private final class MadeWorlds: Sendable {
  let worlds = AtomicLazyReference<Worlds>()
}

extension ServerConfiguration {
  /// The same configuration with what a running server can take over from another one.
  fileprivate func takingOver(_ other: ServerConfiguration) -> ServerConfiguration {
    var result = self
    (result.rateLimit, result.cors, result.deprecation) = (other.rateLimit, other.cors, other.deprecation)
    (result.contract, result.checksAnswers) = (other.contract, other.checksAnswers)
    // Simulations follow them at once; worlds keep what they were made with.
    result.apis = other.apis
    result.faultsFile = other.faultsFile
    // The rows of a data folder belong to the data set that it was made with.
    if dataDirectory == nil { result.dataset = other.dataset }
    result.seedsFolder = other.seedsFolder
    return result
  }
}
