import APISupport
import APIs
import Foundation
import HTTPCore
import Store
import Testing
import World

/// Rules that every API keeps.
@Suite("Every registered API")
struct RegistryTests {
  static let names = Registry.modules.map(\.name)

  private func module(_ name: String) throws -> any APIModule {
    try #require(Registry.modules.first { $0.name == name })
  }

  private func seeded(_ module: any APIModule, _ dataset: Dataset) throws -> Store {
    let store = try Store(.ephemeral, schema: World.schema + module.schema)
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Seeds")
    let folder = SeedFolder(path: root.appending(path: module.name).standardizedFileURL.path)
    try store.transaction { try module.seed(dataset, from: folder, into: $0) }
    return store
  }

  @Test("has a name and host of its own", arguments: names)
  func unique(name: String) throws {
    let module = try module(name)
    #expect(Registry.modules.count { $0.name == name } == 1)
    #expect(Registry.modules.count { $0.documentedHost == module.documentedHost } == 1)
    #expect(name.allSatisfy { $0.isASCII && $0.isLowercase })
  }

  @Test("keeps its routes under its base path, but for pages, with ids of their own", arguments: names)
  func routes(name: String) throws {
    let module = try module(name)
    let endpoints = module.endpoints
    #expect(!endpoints.isEmpty)
    #expect(Set(endpoints.map(\.operationID)).count == endpoints.count)
    for endpoint in endpoints {
      let path = endpoint.pattern.description
      #expect(path.hasPrefix(module.basePath) || path.hasPrefix(LocalLink.path + "/"), "\(path)")
    }
  }

  @Test("shares a route with another API only when both have a claim to it", arguments: names)
  func shared(name: String) throws {
    let routes = { (module: any APIModule) in
      module.endpoints.map { ("\($0.method) \($0.pattern)", $0.matchScore != nil) }
    }
    let others = Registry.modules.filter { $0.name != name }.flatMap(routes).map(\.0)
    for (route, hasClaim) in routes(try module(name)) {
      #expect(hasClaim == others.contains(route), "\(route)")
    }
  }

  @Test("loads every data set, in tables of its own name", arguments: names, Dataset.allCases)
  func seeds(name: String, dataset: Dataset) throws {
    let store = try seeded(try module(name), dataset)
    let tables = try store.read {
      try $0.rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE ? || '%'", [.text(name)])
    }
    #expect(!tables.isEmpty)
    let broken = try store.read { try $0.rows("PRAGMA foreign_key_check") }
    #expect(broken.isEmpty)
  }

  @Test("has accounts that are in every data set", arguments: names)
  func accounts(name: String) throws {
    let module = try module(name)
    #expect(module.documentedLimits == nil || !module.sampleAccounts.isEmpty)
  }

  @Test("renders every refusal as JSON with its status class", arguments: names, Problem.Kind.allCases)
  func problems(name: String, kind: Problem.Kind) throws {
    let problem = Problem(
      kind, "because \"quoted\"", details: [Problem.Detail("field", "x")], headers: ["Retry-After": "7"])
    let context = RefusalContext(path: "/path", now: Timestamp(seconds: 0))
    let response = try module(name).render(problem, context)
    #expect(response.status / 100 == kind.status / 100)
    let mediaType = response.headers["Content-Type"]?.prefix { $0 != ";" }
    #expect(mediaType == "application/json" || mediaType == "application/problem+json")
    #expect(response.headers["Retry-After"] == "7")
    let object = try JSONSerialization.jsonObject(with: Data(response.content.bytes))
    #expect(object is [String: Any])
  }
}
