import APISupport
import APIs
import Certificates
import Contract
import ControlPlane
import CustomAPIs
import Devices
import Faults
import HTTPCore
import Locking
import Logging
import Media
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
  package var table: RouteTable { pipeline.table }
  /// What holds requests against the API documents.
  package let contract: ContractGuard
  /// The APIs that are served at this moment.
  var served: ServedAPIs {
    get { apis.withLock { $0 } }
    set { apis.withLock { $0 = newValue } }
  }
  var modules: [any APIModule] { served.modules }
  let library: ContractLibrary
  let pipeline: Pipeline
  /// What new worlds are made from.
  let plan: WorldPlan
  /// Whose turn it is to change the configuration.
  let reloading = OrderedMutex(.reload, ())
  let logger: Logger
  /// Makes the server's own routes for other APIs than those of the start.
  let ownRoutes: @Sendable ([any APIModule]) -> [Endpoint]
  private let apis: Mutex<ServedAPIs>
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
  ///   of a custom API cannot be used.
  package init(
    _ configuration: ServerConfiguration, modules: [any APIModule] = Registry.modules,
    accessLog: AccessLog? = nil, logger: Logger
  ) throws {
    self.configuration = Mutex(configuration)
    let served = try ServedAPIs(configuration, builtIn: modules, logger: logger)
    try served.requireKnown(configuration.rateLimit)
    let modules = served.modules
    apis = Mutex(served)
    self.logger = logger
    let report: @Sendable (String, any Error) -> Void = { name, error in
      logger.error("a simulation failed", metadata: ["simulation": "\(name)", "error": "\(error)"])
    }
    // Where both folders are missing, the seeds are told of first.
    _ = try DataFolder.seeds.locate(configuration.seedsFolder)
    let library =
      try configuration.library
      ?? ContractLibrary(
        folder: DataFolder.openapi.locate(configuration.openapiFolder), own: served.own.map(\.contract))
    self.library = library
    contract = ContractGuard(
      configuration.contract, checksAnswers: configuration.checksAnswers, library: library, logger: logger)
    let tls = try configuration.tls.map { try TLSIdentity($0, logger: logger) }
    self.tls = tls
    // The table is made once, and before the worlds, which know the names in it.
    let made = WorldsReference()
    let ownRoutes: @Sendable ([any APIModule]) -> [Endpoint] = { [devices] modules in
      ServerRoutes(
        configuration, modules, library, devices: devices, worlds: { made.worlds.load() }, identity: { tls?.current },
        report: report
      ).all
    }
    self.ownRoutes = ownRoutes
    let table = try RouteTable(modules: modules, own: ownRoutes(modules))
    (worlds, plan) = try WorldFactory.make(
      configuration, modules: modules, names: table.names,
      slowLog: SlowLog(logger: logger), report: report)
    _ = made.worlds.storeIfNil(worlds)
    if worlds.main.store.isFull {
      logger.error("the disk of --data-dir is full: reads go on, and changes get 507 until there is room")
    }
    timekeeper = Timekeeper(worlds, report: report)
    var parts = Pipeline.Parts(table: table, worlds: worlds, logger: logger)
    parts.settings = Pipeline.ResponseHeaderSettings(configuration)
    parts.hosts = HostNames(
      known: modules.flatMap { [$0.documentedHost] + $0.furtherHosts } + [
        MachineName.current(), configuration.host ?? "",
      ],
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

  /// Where the live page is; nil when nothing listens, or there is none.
  package func pageAddress(_ bound: [ListeningSocket.Bound]) -> String? {
    guard current.hasControlPlane else { return nil }
    return bound.first.map { ListeningSocket.url(of: $0, asLocalhost: bound.count > 1) + "/_mock/" }
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

/// The worlds, once they are made: the table of routes is made before them, and its calls ask for them.
private final class WorldsReference: Sendable {
  let worlds = AtomicLazyReference<Worlds>()
}
