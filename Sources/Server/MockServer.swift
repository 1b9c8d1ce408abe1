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
import MCP
import Media
import Platform
import Realtime
import Synchronization
import Transport
import World

/// The whole server: the one place where its parts are combined. Started in the order routes, store, world, network;
/// stopped in reverse.
package final class MockServer: Sendable {
  /// The worlds; every request belongs to one.
  package let worlds: Worlds
  /// The world of requests that name none.
  package var world: World { worlds.main }
  /// Every route.
  package var table: RouteTable { pipeline.table }
  /// Compares requests with the API documents.
  package let contract: ContractGuard
  /// The currently served APIs.
  var served: ServedAPIs {
    get { apis.withLock { $0 } }
    set { apis.withLock { $0 = newValue } }
  }
  var modules: [any APIModule] { served.modules }
  let library: ContractLibrary
  /// Responds to requests.
  package let pipeline: Pipeline
  /// The configuration of new worlds.
  let plan: WorldPlan
  /// Held while the configuration changes.
  let reloading = OrderedMutex(.reload, ())
  let logger: Logger
  /// Creates the server's own routes for other APIs than those of the start.
  let ownRoutes: @Sendable ([any APIModule]) -> [Endpoint]
  private let apis: Mutex<ServedAPIs>
  private let configuration: Mutex<ServerConfiguration>
  private let transport: TransportServer
  private let tls: TLSIdentity?
  /// The broker of `--stomp-relay`; nil for none.
  private let remoteBroker: RemoteBroker?
  private let secure = Mutex<[ListeningSocket.Bound]>([])
  private let devices = DeviceDirectory()
  private let sessions = MCPSessions()
  private let timekeeper: Timekeeper
  private let renewal = Mutex<RealTimer?>(nil)

  /// Creates everything without listening.
  ///
  /// - Parameters:
  ///   - modules: The built-in APIs to choose from.
  ///   - accessLog: The log of requests; nil for none.
  /// - Throws: an error with advice for the user: a seed file is missing, the data folder is unusable, two routes
  ///   conflict, there is no certificate for the TLS port. ``DocumentFailure`` when the document of a custom API is
  ///   invalid.
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
    // If both folders are missing, the error names the seeds first.
    _ = try DataFolder.seeds.locate(configuration.seedsFolder)
    let library =
      try configuration.library
      ?? ContractLibrary(
        folder: DataFolder.openapi.locate(configuration.openapiFolder), own: served.own.map(\.contract))
    self.library = library
    contract = ContractGuard(
      configuration.contract, checksResponses: configuration.checksResponses, library: library, logger: logger)
    let tls = try configuration.tls.map { try TLSIdentity($0, logger: logger) }
    self.tls = tls
    // The table is created once, before the worlds, which know its names.
    let made = WorldsReference()
    let ownRoutes: @Sendable ([any APIModule]) -> [Endpoint] = { [devices, sessions] modules in
      ServerRoutes(
        configuration, modules, library, devices: devices, sessions: sessions, worlds: { made.worlds.load() },
        identity: { tls?.current },
        report: report
      ).all
    }
    self.ownRoutes = ownRoutes
    let table = try RouteTable(modules: modules, own: ownRoutes(modules))
    let messaging = configuration.messaging
    let remoteBroker = messaging.remoteBroker.map { RemoteBroker($0, heartbeat: messaging.heartbeatMilliseconds) }
    self.remoteBroker = remoteBroker
    (worlds, plan) = try WorldFactory.make(
      configuration, modules: modules, names: table.names, remote: remoteBroker,
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

  /// The route table of these modules and of the server itself; without worlds, for listing it.
  package static func routes(
    _ modules: [any APIModule] = Registry.modules, _ configuration: ServerConfiguration = ServerConfiguration()
  ) throws -> RouteTable {
    try RouteTable(
      modules: modules, own: ServerRoutes(configuration, modules, ContractLibrary(folder: "")).all)
  }

  /// Listens; requests are served from the moment it returns.
  ///
  /// - Returns: The sockets without TLS; ``secureSockets`` are those with TLS.
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
    // Others may listen at the broker from now on, so the simulations begin.
    remoteBroker?.start { [worlds] in worlds.main.listen {} }
    return bound
  }

  /// The active configuration.
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

  /// The requested TLS port; nil for none.
  package var tlsPort: Int? { current.tls?.port }

  /// The TLS sockets, once it is started; empty without a TLS port.
  package var secureSockets: [ListeningSocket.Bound] { secure.withLock { $0 } }

  /// The current identity of the TLS port; nil without one.
  package var identity: ServerIdentity? { tls?.current }

  /// Finishes running requests, closes every connection, then the database.
  package func stop() {
    timekeeper.stop()
    remoteBroker?.stop()
    renewal.withLock { ticker in ticker.take() }?.stop()
    sessions.end()
    for world in worlds.all {
      world.heldExchanges.end()
      world.journal.close()
    }
    transport.stop()
    contract.settle()
    for world in worlds.all { world.store.close() }
  }

  /// The output for the user at the start.
  package func banner(_ bound: [ListeningSocket.Bound]) -> String {
    Banner.text(
      current, modules: modules, notes: served.notes + table.hidden, bound: bound, secure: secureSockets,
      devices: devices.addresses)
  }

  /// The address of the live page; nil when nothing listens, or without the page.
  package func pageAddress(_ bound: [ListeningSocket.Bound]) -> String? {
    guard current.hasControlPlane else { return nil }
    return bound.first.map { ListeningSocket.url(of: $0, asLocalhost: bound.count > 1) + "/_mock/" }
  }

  /// The current addresses for devices; none before it listens.
  package var connectAddresses: ConnectAddresses { devices.addresses }

  /// The QR code of the page for devices; nil when the server is not for devices, or has no such page.
  package var connectCode: QRCode? {
    let configuration = current
    guard configuration.listensBeyondLoopback, configuration.hasControlPlane, let page = connectAddresses.page else {
      return nil
    }
    return try? QRCode(page)
  }
}

/// The worlds, once they are created: the route table is created before them, and its endpoints use them.
private final class WorldsReference: Sendable {
  let worlds = LazyReference<Worlds>()
}
