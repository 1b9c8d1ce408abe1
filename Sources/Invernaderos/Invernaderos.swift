import APISupport
import HTTPCore
import Options
import Store
import World

/// Invernaderos: greenhouses whose sensors are read every few seconds (CONTRACT §2).
package struct Invernaderos: APIModule {
  static let identifier = "invernaderos"
  static let base = "/api/v1"

  package let name = Invernaderos.identifier
  package let title = "Invernaderos"
  package let basePath = Invernaderos.base
  /// The base path is shared; unknown paths below it are another API's unless they begin with one of these (CONTRACT
  /// C7).
  package let coveredPaths = [
    "\(Invernaderos.base)/greenhouse", "\(Invernaderos.base)/sensors", "\(Invernaderos.base)/statistics",
    "/ws/greenhouse", "/ws/greenhouse-native",
  ]
  package let documentedHost = "api.invernaderos.example.com"
  package let documentedLimits: RateLimitPolicy? = .documented
  package let lifetimes = World.Lifetimes(access: 3600, refresh: 2_592_000)
  package let sampleAccounts = [SampleAccount(user: "admin", password: "password123")]

  package var schema: [SchemaStep] { Schema.steps }

  package var endpoints: [Endpoint] {
    SignInEndpoints.all + SessionEndpoints.all + RegistrationEndpoint.all + ForgottenPasswords.all
      + MessageEndpoints.all + SensorEndpoints.all + StatisticsEndpoints.all + AlertEndpoints.all + HealthEndpoints.all
  }

  package var messaging: MessagingPlan? { GreenhouseMessaging.plan }

  package let options = InvernaderosOptions.declarations

  package func simulations(_ options: APIOptionValues) -> [Simulation] {
    let interval = options.invernaderos.sensorInterval
    return interval > 0 ? [SensorSimulation.simulation(everyNanoseconds: interval)] : []
  }

  package func upcoming(in world: World) throws -> [UpcomingEvent] {
    try SensorScript.current(world).upcoming
  }

  package var controls: [Endpoint] { SensorControls.all + ReadingControl.all + ScenarioControls.all }
  package var changeSources: [ChangeSource] { GreenhouseChanges.sources }
  package var relays: [@Sendable (World) -> ChangeRelay] { [GreenhouseChanges.relay] }

  package func seed(_ dataset: Dataset, from folder: SeedFolder, into connection: Connection) throws {
    try Seeds.load(dataset, from: folder, into: connection)
  }

  package func hasAccount(_ id: String, _ connection: Connection) throws -> Bool {
    try AccountSQL.isTaken(connection, login: id)
  }

  package func accounts(_ connection: Connection) throws -> [AccountName] {
    try AccountName.read(connection, "SELECT email, username FROM invernaderos_account")
  }

  package func render(_ problem: Problem, _ context: RefusalContext) -> Response {
    Errors.render(problem, context)
  }

  /// The present state of the greenhouses as JSON, as `/topic/greenhouse/status` has it.
  static func status(_ world: World) throws -> [UInt8] {
    try MessageHistory.prepare(world)
    let reading = try world.store.read { try MessageSQL.newestReading($0) }
    return reading.map(GreenhouseStatus.json) ?? GreenhouseStatus.unknown(at: world.clock.now)
  }

  /// The API, as the registry lists it.
  package init() {}
}

/// The broker of Invernaderos (CONTRACT §2.6): plain WebSocket at two paths, SockJS below the first, and a question
/// that the application answers.
enum GreenhouseMessaging {
  private static let tenantPrefix = "/topic/tenant/"

  static let plan = MessagingPlan(
    paths: [("/ws/greenhouse", "greenhouseBroker"), ("/ws/greenhouse-native", "greenhouseBrokerNative")],
    sockJSPath: "/ws/greenhouse",
    sockJSScript: { world in
      world.options.invernaderos.sockJSClient ?? "https://cdn.jsdelivr.net/npm/sockjs-client@1/dist/sockjs.min.js"
    },
    applications: [
      "/app/status/request": { world, _ in
        MessagingPlan.Reply(
          destination: "/user/queue/status/response", contentType: "application/json",
          body: try Invernaderos.status(world))
      }
    ],
    maySubscribe: maySubscribe,
    published: published,
    signIn: { try Tokens.signIn($0, login: $1, password: $2) })

  /// What the sensors are announced at, the alerts at the topic of the session's own tenant.
  @Sendable private static func published(_ principal: Principal?) -> [String] {
    let tenant = principal?.claims["tenantId"]?.string
    return [
      "/topic/greenhouse/messages", "/topic/greenhouse/status", "/topic/greenhouse/statistics",
      "/user/queue/status/response",
    ] + (tenant.map { ["\(tenantPrefix)\($0)/alerts", "\(tenantPrefix)\($0)/alerts/resolved"] } ?? [])
  }

  /// What belongs to a tenant is for sessions with a token of that tenant; all else is for everyone.
  @Sendable private static func maySubscribe(_ principal: Principal?, _ destination: String) -> Bool {
    // Bytes, as the broker compares destinations; a Character may be a slash and a combining character.
    guard destination.utf8.starts(with: tenantPrefix.utf8) else { return true }
    let tenant = destination.utf8.dropFirst(tenantPrefix.utf8.count).prefix { $0 != UInt8(ascii: "/") }
    return principal?.claims["tenantId"]?.string?.utf8.elementsEqual(tenant) ?? false
  }
}
