import APISupport
import HTTPCore
import Records
import Store
import World

/// AgroBridge: growers, their plots and the chain of blocks that traces them (CONTRACT §3).
package struct AgroBridge: APIModule {
  static let identifier = "agrobridge"
  static let base = "/v1"

  package let name = AgroBridge.identifier
  package let title = "AgroBridge"
  package let basePath = AgroBridge.base
  package let documentedHost = "api.agrobridge.io"
  package let documentedLimits: RateLimitPolicy? = .documented
  package let lifetimes = World.Lifetimes(access: 3600, refresh: 604_800)
  package let sampleAccounts = [SampleAccount(user: "usuario@example.com", password: "password123")]

  /// Each runs once for each database, in this order.
  package var schema: [SchemaStep] {
    let creations = [Usuarios.creation] + resources.map(\.creation)
    return [
      SchemaStep("agrobridge/1", sql: creations.joined(separator: "\n\n")),
      SchemaStep("agrobridge/2-rules", rules: resources.flatMap(\.table.rules)),
    ] + resources.flatMap(\.additions) + DashboardEndpoint.connection
  }

  private let resources = [Records.productores, Records.lotes, Records.bloques]

  package var changeSources: [ChangeSource] { resources.map { $0.changes(of: name) } }

  package var endpoints: [Endpoint] {
    AuthEndpoints.all + AccountEndpoints.all + DashboardEndpoint.all + Records.lotes.endpoints(.agroBridge)
      + Records.productores.endpoints(.agroBridge) + Records.bloques.endpoints(.agroBridge, .read)
      + BloqueEndpoints.all
  }

  /// A file for each resource; what a data set has no file of stays empty.
  package func seed(_ dataset: Dataset, from folder: SeedFolder, into connection: Connection) throws {
    try Usuarios.load(try folder.text("usuarios.json"), into: connection)
    switch dataset {
    case .demo:
      try Usuarios.load(try folder.text("demo/usuarios.json"), into: connection)
      for resource in resources { try resource.seed(connection, try folder.text("demo/\(resource.name).json")) }
    case .minimal: try Records.lotes.seed(connection, try folder.text("minimal/lotes.json"))
    case .empty: break
    }
    for resource in resources { try resource.continueNumbers(connection) }
  }

  package func hasAccount(_ id: String, _ connection: Connection) throws -> Bool {
    try Usuarios.row(connection, id: id) != nil
  }

  package func accounts(_ connection: Connection) throws -> [AccountName] {
    try AccountName.read(connection, "SELECT id, email FROM agrobridge_usuario")
  }

  package func render(_ problem: Problem, _ context: RefusalContext) -> Response {
    Errors.render(problem)
  }

  /// The API, as the registry lists it.
  package init() {}
}

/// The documented error codes (CONTRACT §3.4).
enum Errors {
  static func render(_ problem: Problem) -> Response {
    ErrorEnvelope.render(problem, code: code(for: problem.kind))
  }

  private static func code(for kind: Problem.Kind) -> String {
    switch kind {
    case .malformedRequest, .malformedBody, .invalidParameter, .validation, .methodNotAllowed,
      .contentTooLarge, .uriTooLong, .headerFieldsTooLarge, .upgradeRequired:
      "VALIDATION_ERROR"
    case .unauthenticated, .wrongCredentials: "AUTH_FAILED"
    case .tokenExpired: "TOKEN_EXPIRED"
    case .forbidden: "PERMISSION_DENIED"
    case .notFound, .unknownRoute: "RESOURCE_NOT_FOUND"
    case .conflict: "DUPLICATE_ENTRY"
    case .rateLimited: "RATE_LIMIT_EXCEEDED"
    case .internalError, .notImplemented, .unavailable, .insufficientStorage: "SERVER_ERROR"
    }
  }
}
