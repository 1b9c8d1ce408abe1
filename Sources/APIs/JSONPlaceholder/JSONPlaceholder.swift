import HTTPCore
import Store
import World

/// JSONPlaceholder, six resources at the root of the server with json-server's query language, and the math service
/// of the same articles (CONTRACT §4). What is written is stored (CONTRACT D6).
struct JSONPlaceholder: APIModule {
  static let identifier = "jsonplaceholder"

  let name = JSONPlaceholder.identifier
  let title = "JSONPlaceholder"
  let basePath = "/"
  let documentedHost = "jsonplaceholder.typicode.com"
  let documentedLimits: RateLimitPolicy? = nil
  let lifetimes = World.Lifetimes(access: 3600, refresh: 604_800)
  let admission = "no account needed"

  var schema: [SchemaStep] { [RecordSQL.schema, RecordSQL.rules] }

  var endpoints: [Endpoint] {
    ListEndpoints.all + RecordEndpoints.all + NestedEndpoints.all + DatabaseEndpoint.all + SumEndpoints.all
  }

  func seed(_ dataset: Dataset, from folder: SeedFolder, into connection: Connection) throws {
    // Each resource is loaded when it is first asked for: see RecordSeeds.
  }

  func render(_ problem: Problem, _ context: RefusalContext) -> Response {
    JSONPlaceholderErrors.render(problem)
  }
}
