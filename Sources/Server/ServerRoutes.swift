import APISupport
import Certificates
import Contract
import ControlPlane
import CustomAPIs
import HTTPCore
import LiveAPIs
import MCP
import Media
import Platform
import World

/// The routes of the server itself, besides those of the APIs.
struct ServerRoutes {
  private let configuration: ServerConfiguration
  private let modules: [any APIModule]
  private let library: ContractLibrary
  private let devices: DeviceDirectory
  private let sessions: MCPSessions
  private let worlds: @Sendable () -> Worlds?
  private let identity: @Sendable () -> ServerIdentity?
  private let report: @Sendable (String, any Error) -> Void

  /// - Parameters:
  ///   - devices: The addresses for devices.
  ///   - sessions: The sessions of coding agents.
  ///   - worlds: The server's worlds; nil for a table that is only listed.
  ///   - identity: The identity of the TLS port.
  ///   - report: Called for a simulation that failed, with its name.
  init(
    _ configuration: ServerConfiguration, _ modules: [any APIModule], _ library: ContractLibrary,
    devices: DeviceDirectory = DeviceDirectory(), sessions: MCPSessions = MCPSessions(),
    worlds: @escaping @Sendable () -> Worlds? = { nil },
    identity: @escaping @Sendable () -> ServerIdentity? = { nil },
    report: @escaping @Sendable (String, any Error) -> Void = { _, _ in }
  ) {
    (self.configuration, self.modules, self.library) = (configuration, modules, library)
    (self.devices, self.sessions, self.worlds, self.identity, self.report) =
      (devices, sessions, worlds, identity, report)
  }

  /// Every route.
  var all: [Endpoint] {
    let wellKnown = WellKnownEndpoints.all(appIDs: configuration.appIDs, androidApps: configuration.androidApps)
    let pages = PageFiles(in: DataFolder.pages(beside: library.folder), with: library)
    let documents = DocumentEndpoints.all(
      library, apis: modules.map { ($0.name, $0.title) } + [("mock", "mock-api")], pages: pages)
    let health = HealthEndpoint.all(version: Version.text, worlds: worlds)
    let apis = modules.map { module in
      Welcome.API(
        name: module.name, title: module.title, basePath: module.basePath,
        accounts: module.sampleAccounts.map { "\($0.user) / \($0.password)" })
    }
    let welcome = Welcome(version: Version.text, apis: apis, hasControlPlane: configuration.hasControlPlane)
    return welcome.endpoints + EchoEndpoint.all + MediaEndpoints.all() + documents + wellKnown + health
      + AuthorityEndpoints.all(identity)
      + (configuration.hasControlPlane ? guardedControl + connect(pages) + livePage(pages) : [])
  }

  /// The live page, and the list of calls for programs at the same URL.
  private func livePage(_ pages: PageFiles) -> [Endpoint] {
    CallList.all(library).flatMap { DashboardEndpoints.all(pages, calls: guarded($0)) }
  }

  /// The page for devices, which a phone opens before it has a token.
  private func connect(_ pages: PageFiles) -> [Endpoint] {
    let devices = self.devices
    return ConnectEndpoints.all(
      pages, addresses: { devices.addresses }, draw: { try Pictures.modules($0, pixelsPerModule: $1) })
  }

  /// The control plane, protected by the token if there is one.
  private var guardedControl: [Endpoint] { control.map(guarded) }

  private func guarded(_ endpoint: Endpoint) -> Endpoint {
    configuration.adminToken.map { endpoint.guarded(by: AdminToken($0).check) } ?? endpoint
  }

  /// The Model Context Protocol. Its tools call the server itself over HTTP.
  private var agents: [Endpoint] {
    let (devices, token) = (self.devices, configuration.adminToken)
    return MCPEndpoints.all(sessions) {
      devices.ownAddress.map { MCPService(version: Version.text, ControlConnection($0, adminToken: token)) }
    }
  }

  /// The APIs as programs see them.
  private var apis: [Endpoint] {
    let described = modules.map { module in
      let custom = module as? CustomAPI
      return APIEndpoints.API(
        name: module.name, title: module.title, basePath: module.basePath.isEmpty ? "/" : module.basePath,
        isCustom: module.isOwn, sampleAccounts: module.sampleAccounts.map { ($0.user, $0.password) },
        accounts: { try module.firstAccounts(in: $0, limit: $1) }, understanding: { custom?.wholeUnderstanding })
    }
    return APIEndpoints.all(library, described)
      + DocumentEndpoints.ofControlPlane(library, apis: modules.map(\.name) + ["mock"])
  }

  private var control: [Endpoint] {
    let issuers = modules.filter(\.issuesTokens).map { module in
      TokenIssuer(
        name: module.name, acceptsUnknownAccounts: !module.isOwn,
        account: { try module.account(named: $0, in: $1) }, headers: { module.headers(showing: $0) })
    }
    let worldsAndTime = WorldEndpoints.all(worlds) + ClockEndpoints.all(report: report)
    let tables = TableEndpoints.all { [modules] table, world in
      for module in modules { try module.loadRows(ofTable: table, in: world) }
    }
    let state = SnapshotEndpoints.all + StateEndpoints.all + tables
    let calls = JournalEndpoints.all(version: Version.text) { world in
      try world.reset()
      world.forgetCalls()
    }
    let streams =
      SocketEndpoints.all + ChannelEndpoints.all + MessageEndpoints.all + PublishingEndpoint.all
      + SimulationEndpoints.all(report: report)
    let metrics = MetricsEndpoint.all(worlds: worlds, residentBytes: ProcessLimits.residentBytes)
    let own = modules.flatMap(\.controls)
    let modules = self.modules
    let operations: @Sendable () -> [ExplanationEndpoints.Operation] = {
      modules.flatMap { module in module.endpoints.map { ExplanationEndpoints.Operation(api: module.name, $0) } }
    }
    let ahead = UpcomingEndpoints.all { world in try modules.flatMap { try $0.upcoming(in: world) } }
    let seen =
      ahead + ExplanationEndpoints.all(operations) + ServerStreamEndpoint.all(worlds) + ActivityEndpoint.all(worlds)
      + DeviceEndpoints.all(worlds)
    return apis + agents + worldsAndTime + state + FaultEndpoints.all + HoldEndpoints.all + calls
      + TokenEndpoints.all(issuers)
      + LimitEndpoints.all + streams + metrics + seen + own
  }
}
