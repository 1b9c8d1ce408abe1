import Contract
import HTTPCore
import JSON
import World

/// The served APIs, for programs that have to find their way in them: what each has, and everything about one operation.
package enum APIEndpoints {
  /// An API for its users.
  package struct API: Sendable {
    let name: String
    let title: String
    let basePath: String
    /// Whether it is served from a document of the user's.
    let isCustom: Bool
    let sampleAccounts: [(user: String, password: String)]
    let accounts: @Sendable (World, _ limit: Int) throws -> [AccountName]
    let understanding: @Sendable () -> JSONValue?
    /// What the document's paths begin with in requests: those of built-in documents are complete.
    var base: String { isCustom && basePath != "/" ? basePath : "" }

    /// Creates the description of an API.
    ///
    /// - Parameters:
    ///   - sampleAccounts: Accounts that can sign in from the start.
    ///   - accounts: The first accounts of a world.
    ///   - understanding: What was understood of the document, as `mock-api explain --json` has it; nil for a built-in API.
    package init(
      name: String, title: String, basePath: String, isCustom: Bool, sampleAccounts: [(user: String, password: String)],
      accounts: @escaping @Sendable (World, _ limit: Int) throws -> [AccountName],
      understanding: @escaping @Sendable () -> JSONValue?
    ) {
      (self.name, self.title, self.basePath, self.isCustom) = (name, title, basePath, isCustom)
      (self.sampleAccounts, self.accounts, self.understanding) = (sampleAccounts, accounts, understanding)
    }
  }

  private static let path = "/_mock/apis"
  /// The most accounts in a response.
  private static let maximumAccounts = 20

  /// The endpoints.
  package static func all(_ library: ContractLibrary, _ apis: [API]) -> [Endpoint] {
    @Sendable func api(_ call: Call) throws(Problem) -> API {
      let name = call.parameters["api"]
      if let api = apis.first(where: { $0.name == name }) { return api }
      let suggestion = KnownNames(apis.map(\.name)).suggestion(for: name.clipped(to: 60))
      throw Problem(
        .notFound, "there is no API \"\(name.clipped(to: 60))\"\(suggestion)", field: "api", value: name)
    }
    return [
      Endpoint(.get, path, "listAPIs", .open) { _ in
        .json(["apis": .array(apis.map { .object(summary($0, library)) })])
      }.slow(usesDatabase: false),
      Endpoint(.get, "\(path)/{api}", "describeAPI", .open) { call in
        .json(.object(try details(of: try api(call), library, call.world)))
      }.slow(),
      Endpoint(.get, "\(path)/{api}/operations/{operation}", "describeOperation", .open) { call in
        let api = try api(call)
        let id = call.parameters["operation"]
        guard let document = try? library.document(api.name), let entry = document.entry(id),
          let operation = try? document.operation(entry)
        else {
          let ids = (try? library.document(api.name))?.entries.map(\.operationID) ?? []
          throw Problem(
            .notFound,
            "\(api.name) has no operation \"\(id.clipped(to: 60))\"\(KnownNames(ids).suggestion(for: id.clipped(to: 60)))",
            field: "operation", value: id)
        }
        let description = OperationText(operation, document, base: api.base, now: call.world.clock.now.seconds)
        return .json(.object(description.json(understood(api, entry))))
      }.slow(usesDatabase: false),
    ]
  }

  private static func summary(_ api: API, _ library: ContractLibrary) -> JSONObject {
    [
      "name": .string(api.name), "title": .string(api.title), "basePath": .string(api.basePath),
      "custom": .bool(api.isCustom),
      "operationCount": .number(JSONNumber((try? library.document(api.name))?.entries.count ?? 0)),
      "signIn": .array(
        api.sampleAccounts.map { ["user": .string($0.user), "password": .string($0.password)] }),
    ]
  }

  private static func details(of api: API, _ library: ContractLibrary, _ world: World) throws -> JSONObject {
    var members = summary(api, library)
    members["accounts"] = .array(
      try api.accounts(world, maximumAccounts).map { account in
        var value: JSONObject = ["id": .string(account.id)]
        if let login = account.login { value["login"] = .string(login) }
        return .object(value)
      })
    let document = try? library.document(api.name)
    members["credentials"] = .array(credentials(document?.root))
    let understood = api.understanding()
    let kinds = Dictionary(
      (understood?["operations"]?.array ?? []).map { ($0["operationId"]?.string ?? "", $0) }
    ) { first, _ in first }
    members["operations"] = .array(
      (document?.entries ?? []).map { entry in
        var value: JSONObject = [
          "operationId": .string(entry.operationID), "method": .string(entry.method),
          "path": .string(api.base + entry.path),
        ]
        let place = JSONPointer(["paths", entry.path, entry.method.lowercased()])
        if let summary = document?.root[place]?["summary"] { value["summary"] = summary }
        for name in ["kind", "resource"] { value[name] = kinds[entry.operationID]?[name] }
        return .object(value)
      })
    if let understood {
      members["understanding"] = .object(
        JSONObject(
          ["summary", "resources", "accounts", "channels", "warnings", "notes"].compactMap { name in
            understood[name].map { (name, $0) }
          }))
    }
    return members
  }

  /// Where requests have credentials, by the document's security schemes (OpenAPI 3.1 §4.8.27).
  private static func credentials(_ root: JSONValue?) -> [JSONValue] {
    (root?["components"]?["securitySchemes"]?.object?.members ?? []).map { scheme in
      .object(
        JSONObject(
          ["type", "scheme", "in", "name"].compactMap { name in scheme.value[name].map { (name, $0) } }))
    }
  }

  private static func understood(_ api: API, _ entry: ContractDocument.Entry) -> JSONValue? {
    api.understanding()?["operations"]?.array?.first { operation in
      operation["operationId"]?.string == entry.operationID && operation["method"]?.string == entry.method
    }
  }
}
