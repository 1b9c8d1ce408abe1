import APISupport
import HTTPCore
import Options
import Store
import World

/// Interspace: identities with profiles, social accounts, wallets and connected apps (CONTRACT §6).
package struct Interspace: APIModule {
  static let identifier = "interspace"
  static let base = "/api/v1"

  package let name = Interspace.identifier
  package let title = "Interspace"
  package let basePath = Interspace.base
  package let documentedHost = "api.interspace.com"
  package let furtherHosts = ["staging-api.interspace.com"]
  package let documentedLimits: RateLimitPolicy? = .documented
  package let lifetimes = World.Lifetimes(access: 900, refresh: 604_800)
  package let hasClientsThatEncodeQueries = true
  package let sampleAccounts = [SampleAccount(user: "account@example.com", password: "secure_password")]

  package var schema: [SchemaStep] { Schema.steps }

  package var endpoints: [Endpoint] {
    let all =
      SignInEndpoints.all + RegistrationEndpoints.all + SessionEndpoints.all + PasskeyEndpoints.all + UserEndpoints.all
      + ProfileEndpoints.all
      + SocialEndpoints.all + WalletEndpoints.all + AppEndpoints.all + BatchEndpoint.all
    return all.map { $0.mappingResponses(Self.linked) }
  }

  /// Avatars and icons of the seed data are this server's own. What is kept for many responses is linked when it is
  /// rendered: see Reads.
  private static func linked(_ response: Response, to call: Call) -> Response {
    guard case .bytes(let bytes) = response.content else { return response }
    var response = response
    response.content = .bytes(LocalLink.expand(in: bytes, origin: call.request.origin))
    return response
  }

  package var channels: [ChannelPlan] {
    [
      ChannelPlan(
        name: Events.connectionChannel, path: "/ws", operationID: "channels",
        channels: [Events.profileChannel.name, Events.walletChannel.name]
      ) { world in try world.store.read { try AccountSQL.first($0) } }
    ]
  }

  package let options = InterspaceOptions.declarations

  package func simulations(_ options: APIOptionValues) -> [Simulation] {
    let interval = options.interspace.walletInterval
    guard interval > 0 else { return [] }
    return [
      Simulation(
        name: "wallet balances", intervalNanoseconds: interval, backlog: WalletSimulation.backlog, unobserved: .leftOut,
        hasObservers: WalletSimulation.hasObservers, take: WalletSimulation.take)
    ]
  }

  package var changeSources: [ChangeSource] { Events.sources }
  package var relays: [@Sendable (World) -> ChangeRelay] { [Events.relay] }

  package func seed(_ dataset: Dataset, from folder: SeedFolder, into connection: Connection) throws {
    try Seeds.load(dataset, from: folder, into: connection)
  }

  package func hasAccount(_ id: String, _ connection: Connection) throws -> Bool {
    try AccountSQL.email(connection, id: id) != nil
  }

  package func accounts(_ connection: Connection) throws -> [AccountName] {
    try AccountName.read(connection, "SELECT id, email FROM interspace_account ORDER BY number")
  }

  package func render(_ problem: Problem, _ context: RefusalContext) -> Response {
    Errors.render(problem)
  }

  /// The API, as the registry lists it.
  package init() {}
}

/// The documented error codes and their statuses (CONTRACT §6.3). There is no code for a conflict, and
/// validation is 400, so both are.
enum Errors {
  static func render(_ problem: Problem) -> Response {
    switch problem.kind {
    case .unauthenticated, .tokenExpired, .wrongCredentials:
      ErrorEnvelope.render(problem, code: "UNAUTHORIZED")
    case .forbidden:
      ErrorEnvelope.render(problem, code: "FORBIDDEN")
    case .notFound, .unknownRoute:
      ErrorEnvelope.render(problem, code: "NOT_FOUND")
    case .validation, .conflict:
      ErrorEnvelope.render(problem, code: "VALIDATION_ERROR", status: 400)
    case .malformedRequest, .malformedBody, .invalidParameter, .methodNotAllowed, .contentTooLarge, .uriTooLong,
      .headerFieldsTooLarge, .upgradeRequired:
      ErrorEnvelope.render(problem, code: "VALIDATION_ERROR")
    case .rateLimited:
      ErrorEnvelope.render(problem, code: "RATE_LIMITED")
    case .internalError, .notImplemented, .unavailable, .insufficientStorage:
      ErrorEnvelope.render(problem, code: "SERVER_ERROR")
    }
  }
}
