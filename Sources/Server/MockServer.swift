import APIs
import Contract
import ControlPlane
import Devices
import HTTPCore
import Logging
import Media
import Realtime
import Synchronization
import Transport
import World

/// The whole server: the one place where its parts are put together. Started in the order store, world,
/// routes, network; stopped in reverse.
package final class MockServer: Sendable {
  /// What every request of this server belongs to one of.
  package let worlds: Worlds
  /// The world of requests that name none.
  package var world: World { worlds.main }
  /// Every route.
  package let table: RouteTable
  /// What holds requests against the API documents.
  package let contract: ContractGuard
  private let configuration: ServerConfiguration
  private let modules: [any APIModule]
  private let transport: TransportServer
  private let devices = DeviceDirectory()
  /// Told of a simulation that failed, with its name.
  private let report: @Sendable (String, any Error) -> Void
  private let ticker = Mutex<Ticker?>(nil)

  /// How often the simulations look at the world's clock: often enough for the shortest interval.
  private let tickMilliseconds: Int
  private static let longestTickMilliseconds: Int64 = 50

  /// Builds everything but listens to nothing yet.
  ///
  /// - Parameters:
  ///   - accessLog: Where each request is recorded; nil for nowhere.
  /// - Throws: an error whose description tells a person what to do: a seed file is missing, the data folder
  ///   cannot be used, two routes clash.
  package init(
    _ configuration: ServerConfiguration, modules: [any APIModule] = Registry.modules,
    accessLog: AccessLog? = nil, logger: Logger
  ) throws {
    self.configuration = configuration
    self.modules = modules
    worlds = try WorldFactory.make(configuration, modules: modules)
    let library =
      try configuration.library
      ?? ContractLibrary(folder: DataFolder.openapi.locate(configuration.openapiFolder))
    contract = ContractGuard(
      configuration.contract, checksAnswers: configuration.checksAnswers, library: library, logger: logger)
    let worlds = self.worlds
    report = { name, error in
      logger.error("a simulation failed", metadata: ["simulation": "\(name)", "error": "\(error)"])
    }
    let routes = ServerRoutes(
      configuration, modules, library, devices: devices, worlds: { worlds }, report: report)
    table = try RouteTable(modules: modules, own: routes.all)
    var parts = Pipeline.Parts(table: table, worlds: worlds, logger: logger)
    (parts.cors, parts.deprecation) = (configuration.cors, configuration.deprecation)
    (parts.accessLog, parts.contract) = (accessLog, contract)
    let pipeline = Pipeline(parts)
    let shortest = configuration.simulations(of: modules).map(\.intervalNanoseconds).min() ?? .max
    tickMilliseconds = Int(max(1, min(Self.longestTickMilliseconds, shortest / 1_000_000)))
    var limits = configuration.limits
    limits.exception = .init(pathSuffix: StateEndpoints.path, maximumBodyBytes: StateEndpoints.maximumBodyBytes)
    transport = try TransportServer(handler: pipeline, limits: limits, logger: logger)
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
  /// - Returns: Where it listens.
  /// - Throws: ``ListeningSocket/Failure``.
  package func start() throws(ListeningSocket.Failure) -> [ListeningSocket.Bound] {
    let bound = try ListeningSocket.open(hosts: configuration.hosts, port: configuration.port)
    try transport.start(bound)
    devices.note(bound)
    let (worlds, report) = (self.worlds, self.report)
    ticker.withLock {
      $0 = Ticker(everyMilliseconds: tickMilliseconds) {
        for world in worlds.all { world.tick(report: report) }
        worlds.expire()
      }
    }
    return bound
  }

  /// Finishes what is under way, closes every connection, then the database.
  package func stop() {
    ticker.withLock { ticker in ticker.take() }?.stop()
    for world in worlds.all { world.journal.close() }
    transport.stop()
    contract.settle()
    for world in worlds.all { world.store.close() }
  }

  /// What to tell the person who started it.
  package func banner(_ bound: [ListeningSocket.Bound]) -> String {
    Banner.text(configuration, modules: modules, bound: bound, devices: devices.addresses)
  }

  /// The addresses by which devices reach it at this moment; none before it listens.
  package var connectAddresses: ConnectAddresses { devices.addresses }

  /// What a phone's camera takes to the page for devices; nil when the server is not meant for devices, or has no such
  /// page.
  package var connectCode: QRCode? {
    guard configuration.listensBeyondLoopback, configuration.hasControlPlane, let page = connectAddresses.page else {
      return nil
    }
    return try? QRCode(page)
  }
}
