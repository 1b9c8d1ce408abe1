import HTTPCore
import Options
import Store
import World

/// Invernaderos: greenhouses whose sensors are read every few seconds (CONTRACT §2).
struct Invernaderos: APIModule {
  static let identifier = "invernaderos"
  static let base = "/api/v1"

  let name = Invernaderos.identifier
  let title = "Invernaderos"
  let basePath = Invernaderos.base
  /// The base path is shared; unknown paths below it are another API's unless they begin with one of these (CONTRACT
  /// C7).
  let coveredPaths = [
    "\(Invernaderos.base)/greenhouse", "\(Invernaderos.base)/sensors", "\(Invernaderos.base)/statistics",
    "/ws/greenhouse", "/ws/greenhouse-native",
  ]
  let documentedHost = "api.invernaderos.example.com"
  let documentedLimits: RateLimitPolicy? = .documented
  let lifetimes = World.Lifetimes(access: 3600, refresh: 2_592_000)
  let sampleAccounts = [SampleAccount(user: "admin", password: "password123")]

  var schema: [SchemaStep] { InvernaderosSchema.steps }

  var endpoints: [Endpoint] {
    InvernaderosSignIn.all + InvernaderosSessions.all + RegistrationEndpoint.all + ForgottenPasswords.all
      + MessageEndpoints.all + SensorEndpoints.all + StatisticsEndpoints.all + HealthEndpoints.all
  }

  var messaging: MessagingPlan? { GreenhouseMessaging.plan }

  let options = InvernaderosOptions.declarations

  func simulations(_ options: APIOptionValues) -> [Simulation] {
    let interval = options.invernaderos.sensorInterval
    return interval > 0 ? [SensorSimulation.simulation(everyNanoseconds: interval)] : []
  }

  var controls: [Endpoint] { SensorControls.all + ReadingControl.all + ScenarioControls.all }
  var announcers: [ReplacementAnnouncer] { [GreenhouseAnnouncer.announcer] }

  func seed(_ dataset: Dataset, from folder: SeedFolder, into connection: Connection) throws {
    try InvernaderosSeeds.load(dataset, from: folder, into: connection)
  }

  func render(_ problem: Problem, _ context: RefusalContext) -> Response {
    InvernaderosErrors.render(problem, context)
  }

  /// The present state of the greenhouses as JSON, as `/topic/greenhouse/status` has it.
  static func status(_ world: World) throws -> [UInt8] {
    try MessageHistory.prepare(world)
    let reading = try world.store.read { try MessageSQL.newestReading($0) }
    return reading.map(GreenhouseStatus.json) ?? GreenhouseStatus.unknown(at: world.clock.now)
  }
}

/// The broker of Invernaderos (CONTRACT §2.6): plain WebSocket at two paths, SockJS below the first, and a question
/// that the application answers.
enum GreenhouseMessaging {
  private static let tenantPrefix = "/topic/tenant/"

  static let plan = MessagingPlan(
    paths: [("/ws/greenhouse", "greenhouseBroker"), ("/ws/greenhouse-native", "greenhouseBrokerNative")],
    sockJSPath: "/ws/greenhouse",
    applications: [
      "/app/status/request": { world, _ in
        MessagingPlan.Reply(
          destination: "/user/queue/status/response", contentType: "application/json",
          body: try Invernaderos.status(world))
      }
    ],
    mayHear: mayHear)

  /// What belongs to a tenant is for sessions with a token of that tenant; all else is for everyone.
  @Sendable private static func mayHear(_ principal: Principal?, _ destination: String) -> Bool {
    guard destination.hasPrefix(tenantPrefix) else { return true }
    let tenant = destination.dropFirst(tenantPrefix.count).prefix { $0 != "/" }
    return principal?.claims["tenantId"]?.string == String(tenant)
  }
}
