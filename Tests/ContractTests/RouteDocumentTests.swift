import Contract
import Foundation
import HTTPCore
import Server
import Testing

/// The documents under `openapi/`.
enum Documents {
  static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: folder))?
    .filter { $0.hasSuffix(".yaml") && $0 != "asyncapi.yaml" }.map { String($0.dropLast(5)) }.sorted() ?? []
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../openapi")
    .standardizedFileURL.path
  static let library = ContractLibrary(folder: folder)

  static func document(_ name: String) throws -> ContractDocument {
    try #require(try library.document(name))
  }
}

@Suite("The API documents")
struct RouteDocumentTests {
  /// Whether a route is there depends on options; the document has them all the same.
  private static let conditional = ["/.well-known/apple-app-site-association", "/.well-known/assetlinks.json"]

  @Test("describe every route and no other", arguments: Documents.names)
  func routes(name: String) throws {
    let documented = Set(try Documents.document(name).entries.map { "\($0.method) \($0.path) \($0.operationID)" })
    let lines = try MockServer.routes().lines.filter { $0.api == name }
    let routes = Set(lines.map { "\($0.method) \($0.path) \($0.operationId)" })
    let missing = routes.subtracting(documented)
    let surplus = documented.subtracting(routes).filter { line in
      !Self.conditional.contains { line.contains(" \($0) ") }
    }
    #expect(missing.isEmpty)
    #expect(surplus.isEmpty)
  }

  @Test("are all of the APIs there are")
  func complete() throws {
    let apis = Set(try MockServer.routes().lines.map(\.api))
    #expect(apis == Set(Documents.names))
  }

  @Test("have schemas that can be used, and examples that they allow", arguments: Documents.names)
  func examples(name: String) throws {
    let document = try Documents.document(name)
    var checked = 0
    for entry in document.entries {
      let operation = try document.operation(entry)
      let contents = operation.requestContent + operation.answers.flatMap(\.content)
      for content in contents where content.mediaType.hasSuffix("json") {
        for example in content.examples {
          let violations = content.schema.violations(of: example.value)
          #expect(violations.isEmpty, "\(entry.operationID), \(content.mediaType), \(example.name)")
          checked += 1
        }
      }
      for parameter in operation.parameters {
        guard let example = parameter.example else { continue }
        let violations = parameter.schema.violations(of: example)
        #expect(violations.isEmpty, "\(entry.operationID), \(parameter.name)")
      }
    }
    #expect(checked > 0)
  }

  @Test(
    "tell of every operation which statuses it answers, and of 429 that it can be tried again",
    arguments: Documents.names)
  func statuses(name: String) throws {
    let document = try Documents.document(name)
    for entry in document.entries {
      let operation = try document.operation(entry)
      let succeeds = operation.answers.contains { ["1", "2"].contains($0.status.prefix(1)) }
      #expect(succeeds, "\(entry.operationID)")
      for answer in operation.answers where answer.status == "429" && name != "newsapi" {
        #expect(answer.headers.contains { $0.name == "Retry-After" }, "\(entry.operationID)")
      }
    }
  }
}
