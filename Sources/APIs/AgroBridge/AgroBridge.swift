import HTTPCore
import Store
import World

/// AgroBridge: growers, their plots and the chain of blocks that traces them (CONTRACT §3).
struct AgroBridge: APIModule {
  static let identifier = "agrobridge"
  static let base = "/v1"

  let name = AgroBridge.identifier
  let title = "AgroBridge"
  let basePath = AgroBridge.base
  let documentedHost = "api.agrobridge.io"
  let documentedLimits: RateLimitPolicy? = .documented
  let lifetimes = World.Lifetimes(access: 3600, refresh: 604_800)
  let sampleAccounts = [SampleAccount(user: "usuario@example.com", password: "password123")]

  var schema: [SchemaStep] { AgroBridgeSchema.steps }

  var endpoints: [Endpoint] {
    AuthEndpoints.all + DashboardEndpoint.all + LoteEndpoints.all + ProductorEndpoints.all
      + BloqueEndpoints.all
  }

  func seed(_ dataset: Dataset, from folder: SeedFolder, into connection: Connection) throws {
    try AgroBridgeSeeds.load(dataset, from: folder, into: connection)
  }

  func render(_ problem: Problem, _ context: RefusalContext) -> Response {
    AgroBridgeErrors.render(problem)
  }
}

/// The documented error codes (CONTRACT §3.4).
enum AgroBridgeErrors {
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
