import Foundation
import JSON
import OpenAPI
import Testing

@Suite("A defect of a document is a warning that names the place and what the server does")
struct DefectTests {
  /// Paths with one operation that answers with a schema, and schemas.
  private static func shop(_ schema: String, _ schemas: String) -> String {
    """
    openapi: 3.0.3
    info: {title: Shop, version: "1"}
    paths:
      /pets:
        get: {responses: {"200": {description: fine, content: {application/json: {schema: \(schema)}}}}}
    components: {schemas: {\(schemas)}}
    """
  }

  /// The document has one warning with these texts, and strictly it is refused.
  private func expect(_ files: [String: String], _ first: String, _ texts: String...) throws -> OpenAPIDocument {
    let document = try Workspace(files).load(first)
    let note = try #require(document.notes.first)
    for text in texts { #expect(note.contains(text), "\(note)") }
    #expect(try failure(files, first) != nil)
    return document
  }

  private static let answer = "/paths/~1pets/get/responses/200/content/application~1json/schema"

  @Test(
    "a reference that leads nowhere allows any value",
    arguments: [
      ("#/components/schemas/Pet", "leads nowhere"), ("https://example.com/pet.json", "leads out of the machine"),
      ("pets.yaml#/Pet", "the file does not exist"),
    ])
  func dangling(reference: String, reason: String) throws {
    let document = try expect(
      ["a.yaml": Self.shop("{$ref: '\(reference)'}", "")], "a.yaml", "a.yaml:5: #/paths/~1pets/get", reason,
      "the server allows any value there")
    #expect(document.at(Self.answer) == [:])
  }

  @Test("a reference into the section of another standard finds the component of its name")
  func namesake() throws {
    let document = try expect(
      ["a.yaml": Self.shop("{$ref: '#/definitions/Pet'}", "Pet: {type: string}")], "a.yaml",
      "the server uses #/components/schemas/Pet")
    #expect(document.at(Self.answer)?["$ref"] == "#/components/schemas/Pet")
  }

  @Test("references that lead to each other, or to nothing in the end, are left out one by one")
  func chains() throws {
    let text = Self.shop(
      "{$ref: '#/components/schemas/A'}",
      "A: {$ref: '#/components/schemas/B'}, B: {$ref: '#/components/schemas/C'}, C: {$ref: 'none.yaml'}")
    let document = try expect(["a.yaml": text], "a.yaml", "none.yaml")
    #expect(document.notes.count == 1)
    #expect(document.at("/components/schemas/C") == [:])
    let loop = Self.shop("{}", "A: {$ref: '#/components/schemas/B'}, B: {$ref: '#/components/schemas/A'}")
    _ = try expect(["a.yaml": loop], "a.yaml", "never lead to a value")
  }

  @Test("a parameter that leads nowhere is ignored")
  func parameter() throws {
    let text = """
      openapi: 3.0.3
      info: {title: Shop, version: "1"}
      paths:
        /pets:
          get:
            parameters: [{$ref: '#/components/parameters/Page'}, {name: size, in: query, schema: {type: integer}}]
            responses: {}
      """
    let document = try expect(["a.yaml": text], "a.yaml", "the server ignores that parameter")
    #expect(document.at("/paths/~1pets/get/parameters")?.array?.count == 1)
  }

  @Test("of a repeated key the last counts, and the operations of a repeated path are put together")
  func repeatedKeys() throws {
    let yaml = """
      openapi: 3.0.3
      info: {title: Shop, version: "1"}
      paths:
        /pets: {get: {operationId: list, responses: {}}}
        /pets: {post: {operationId: add, responses: {}}}
      """
    let json = #"""
      {"openapi": "3.0.3", "info": {"title": "Old", "title": "Shop", "version": "1"},
       "paths": {"/pets": {"get": {"operationId": "list", "responses": {}}},
                 "/pets": {"post": {"operationId": "add", "responses": {}}}}}
      """#
    let first = try expect(["a.yaml": yaml], "a.yaml", "a.yaml:5", "twice", "the last one")
    let second = try expect(["a.json": json], "a.json", "a.json:1", "a second time", "the last one")
    #expect(second.title == "Shop")
    for document in [first, second] {
      #expect(document.at("/paths/~1pets/get/operationId") == "list")
      #expect(document.at("/paths/~1pets/post/operationId") == "add")
    }
  }

  @Test("of equal paths with different parameter names the first answers")
  func equalPaths() throws {
    let text = """
      openapi: 3.0.3
      info: {title: Shop, version: "1"}
      paths:
        /pets/{id}: {get: {operationId: first, responses: {}}}
        /pets/{name}: {get: {operationId: second, responses: {}}, delete: {operationId: third, responses: {}}}
      """
    let document = try expect(["a.yaml": text], "a.yaml", "a.yaml:5", "it answers as GET /pets/{id} does")
    #expect(document.at("/paths/~1pets~1{id}/get/operationId") == "first")
    #expect(document.at("/paths/~1pets~1{id}/delete/operationId") == "third")
  }

  @Test("paths and schemas may be references as a whole")
  func maps() throws {
    let files = [
      "a.yaml": """
      openapi: 3.0.3
      info: {title: Shop, version: "1"}
      paths: {$ref: paths/all.yaml}
      components: {$ref: 'parts.yaml#/parts'}
      """,
      "paths/all.yaml": """
      /pets/{id}:
        get: {responses: {"200": {description: fine, content: {application/json: {schema: {$ref: 'pet.yaml'}}}}}}
      """,
      "paths/pet.yaml": "{type: object, properties: {name: {type: string}}}",
    ]
    let document = try Workspace(files).load("a.yaml")
    let schema = try #require(
      document.at("/paths/~1pets~1{id}/get/responses/200/content/application~1json/schema/$ref")?.string)
    #expect(document.at(String(schema.dropFirst()))?["properties"]?["name"]?["type"] == "string")
  }

  @Test("a version that nobody knows, or none, is read as what it looks like")
  func versions() throws {
    let paths = "paths: {/pets: {get: {responses: {}}}}"
    for (head, told) in [
      ("openapi: 4.0.0", "as OpenAPI 3.1"), ("info: {title: Shop}", "as OpenAPI 3.0"),
      ("basePath: /v1", "as Swagger 2.0"),
    ] {
      _ = try expect(["a.yaml": "\(head)\n\(paths)\n"], "a.yaml", told)
    }
    #expect(try document("openapi: 3.2.0\n\(paths)\n").notes.isEmpty)
  }

  @Test("JSON with comments or commas at the end is read as YAML, and bytes that are not UTF-8 are replaced")
  func texts() throws {
    let document = try expect(
      ["a.json": "{\"openapi\": \"3.0.3\", \"paths\": {\"/pets\": {\"get\": {\"responses\": {},}}}}"], "a.json",
      "the server reads the file as YAML")
    #expect(document.at("/paths/~1pets/get") != nil)
    let workspace = try Workspace([:])
    var bytes = Data("openapi: 3.0.3\ninfo: {title: Caf".utf8)
    bytes += [0xE9] + Data("}\npaths: {/pets: {get: {responses: {}}}}\n".utf8)
    try workspace.write("latin.yaml", bytes)
    #expect(try workspace.load("latin.yaml").title == "Caf\u{FFFD}")
    let marked = Data([0xEF, 0xBB, 0xBF]) + Data(#"{"openapi":"3.0.3","paths":{"/a":{"get":{}}}}"#.utf8)
    try workspace.write("mark.json", marked)
    #expect(try workspace.load("mark.json").notes.isEmpty)
  }

  @Test("an overlay without info is reported")
  func overlay() throws {
    let files = [
      "a.yaml": Self.shop("{}", ""), "o.yaml": "overlay: 1.0.0\nactions: [{target: $.info, update: {title: New}}]",
    ]
    let notes = try Workspace(files).load("a.yaml", overlay: "o.yaml").notes
    #expect(notes.count == 1 && notes[0].hasSuffix("o.yaml: an overlay has an \"info\" with its title and version."))
  }

  @Test("many defects are counted")
  func bounded() throws {
    let names = (0..<300).map { "S\($0): {$ref: '#/nowhere/\($0)'}" }.joined(separator: ", ")
    let notes = try document(Self.shop("{}", names)).notes
    #expect(notes.count == 201)
    #expect(notes.last == "And 100 more of these.")
  }
}
