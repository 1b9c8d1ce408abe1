import APISupport
import HTTPCore
import JSON
import Records
import Store
import World

/// JSONPlaceholder, six resources at the root of the server with json-server's query language, and the math service
/// of the same articles (CONTRACT §4). What is written is stored (CONTRACT D6).
package struct JSONPlaceholder: APIModule {
  static let identifier = "jsonplaceholder"

  package let name = JSONPlaceholder.identifier
  package let title = "JSONPlaceholder"
  package let basePath = "/"
  package let documentedHost = "jsonplaceholder.typicode.com"
  package let documentedLimits: RateLimitPolicy? = nil
  package let lifetimes = World.Lifetimes(access: 3600, refresh: 604_800)
  package let admission = "no account needed"

  package var schema: [SchemaStep] { Schema.steps }
  package var changeSources: [ChangeSource] { [Schema.changes] }

  package var endpoints: [Endpoint] {
    (ListEndpoints.all + RecordEndpoints.all + NestedEndpoints.all + DatabaseEndpoint.all + SumEndpoints.all)
      .map { $0.mappingResponses(ResponseForm.delayed) }
  }

  package var ignoresCaseOfPaths: Bool { true }

  package func check(_ seeds: SeedSource) throws { try RecordSeeds.check(seeds) }

  package func seed(_ dataset: Dataset, from folder: SeedFolder, into connection: Connection) throws {
    // Each resource is loaded when it is first asked for: see RecordSeeds.
  }

  package func loadRows(ofTable table: String, in world: World) throws {
    if table == Schema.table { try RecordSeeds.require(RelatedCollections.jsonPlaceholder.all, in: world) }
  }

  package func render(_ problem: Problem, _ context: RefusalContext) -> Response {
    Errors.render(problem)
  }

  /// The API, as the registry lists it.
  package init() {}
}

/// The refusals of json-server: `{}` with 404 for whatever does not exist, a method included (CONTRACT §4). Other
/// refusals are `{"error":"…"}` and name what is wrong.
enum Errors {
  /// A header that names the route that was probably meant, since the empty body cannot.
  static let hint = "X-Mock-Hint"

  static func render(_ problem: Problem) -> Response {
    switch problem.kind {
    case .notFound, .unknownRoute, .methodNotAllowed: nothing(problem)
    default: explained(problem)
    }
  }

  private static func nothing(_ problem: Problem) -> Response {
    var response = Response.json([:], status: problem.forcedStatus ?? 404)
    append(problem.headers, to: &response)
    if let suggestion = problem.details.first(where: { $0.name == "suggestion" }) {
      response.headers.append(hint, suggestion.value)
    }
    return response
  }

  private static func explained(_ problem: Problem) -> Response {
    var body = JSONObject([("error", .string(problem.message))])
    for detail in problem.details where !body.contains(detail.name) { body[detail.name] = .string(detail.value) }
    // JSONPlaceholder has no 422.
    let status = problem.forcedStatus ?? (problem.kind == .validation ? 400 : problem.kind.status)
    var response = Response.json(.object(body), status: status)
    append(problem.headers, to: &response)
    return response
  }

  private static func append(_ headers: HeaderFields, to response: inout Response) {
    for field in ResponseForm.headers.fields { response.headers.append(field.name, field.value) }
    response.replaceHeaders(with: headers)
  }
}
