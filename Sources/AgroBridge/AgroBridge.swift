import APISupport
import HTTPCore
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

  package var schema: [SchemaStep] { Schema.steps }

  package var endpoints: [Endpoint] {
    AuthEndpoints.all + DashboardEndpoint.all + LoteEndpoints.all + ProductorEndpoints.all
      + BloqueEndpoints.all
  }

  package func seed(_ dataset: Dataset, from folder: SeedFolder, into connection: Connection) throws {
    try Seeds.load(dataset, from: folder, into: connection)
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

/// The tables of AgroBridge: each is declared beside what reads and writes it. `number` is the order of creation; dates
/// are seconds since 1970.
enum Schema {
  /// Runs once for each database, in this order. A step that was released stays as it is; a change is a new step.
  static let steps = [
    SchemaStep(
      "agrobridge/1",
      sql: [UsuarioTable.creation, ProductorTable.creation, LoteTable.creation, BloqueTable.creation]
        .joined(separator: "\n\n")),
    SchemaStep(
      "agrobridge/2-rules",
      rules: [
        .number(ProductorTable.name), .number(LoteTable.name), .number(BloqueTable.name),
        .finite(LoteTable.name, "area_hectareas"), .json(BloqueTable.name, "metadata"),
      ]),
  ]
}

/// Loads the seed files into empty tables. SQLite reads the JSON itself, which takes a tenth of the time of decoding it
/// first; the demo data must not slow the start.
enum Seeds {
  static func load(_ dataset: Dataset, from folder: SeedFolder, into connection: Connection) throws {
    try UsuarioTable.load(try folder.text("usuarios.json"), into: connection)
    switch dataset {
    case .demo:
      try UsuarioTable.load(try folder.text("demo/usuarios.json"), into: connection)
      try connection.execute(ProductorTable.seeding, [.text(try folder.text("demo/productores.json"))])
      try connection.execute(LoteTable.seeding, [.text(try folder.text("demo/lotes.json"))])
      try connection.execute(BloqueTable.seeding, [.text(try folder.text("demo/bloques.json"))])
    case .minimal:
      try connection.execute(LoteTable.seeding, [.text(try folder.text("minimal/lotes.json"))])
    case .empty:
      break
    }
    for (sequence, table) in [("lote", LoteTable.name), ("prod", ProductorTable.name)] {
      let last = try connection.value("SELECT coalesce(max(number), 0) FROM \(table)")?.integer ?? 0
      try WorldSQL.set(connection, sequence, last: last)
    }
  }
}
