import Foundation
import JSON
import OpenAPI
import Testing

@Suite("A document")
struct LoadingTests {
  private static let small = """
    openapi: 3.1.0
    info: {title: Pet shop, version: "1"}
    servers:
      - url: https://{place}.Example.com:8443/v1/
        variables: {place: {default: eu}}
      - url: /local
    paths:
      /pets:
        get: {responses: {200: {description: fine}}}
        post: {operationId: add, responses: {"201": {description: made}}}
      /pets/{petId}:
        get: {operationId: add, responses: {2xx: {description: fine}}}
    """

  @Test("has a title, servers and operations with ids of their own")
  func small() throws {
    let document = try document(Self.small)
    #expect(document.name == "shop")
    #expect(document.title == "Pet shop")
    #expect(
      document.servers == [
        OpenAPIDocument.Server(host: "eu.example.com", path: "/v1"), OpenAPIDocument.Server(host: nil, path: "/local"),
      ])
    #expect(document.at("/paths/~1pets/get/operationId") == "getPets")
    #expect(document.at("/paths/~1pets/post/operationId") == "add")
    #expect(document.at("/paths/~1pets~1{petId}/get/operationId") == "add-2")
    #expect(document.at("/paths/~1pets~1{petId}/get/responses/2XX") != nil)
    #expect(document.notes.count == 1)
    #expect(document.root["openapi"] == "3.1.0")
  }

  @Test("is named after its file", arguments: names)
  func name(file: String, name: String) throws {
    #expect(try document(Self.small, as: file).name == name)
  }

  private static let names = [
    ("petstore.v1.yaml", "petstore-v1"), ("Shop API (new).yml", "shop-api-new"), ("a_b-c.json", "a_b-c"),
    ("openapi", "openapi"), (".hidden.yaml", "hidden"),
  ]

  @Test("needs a name when none can be made")
  func noName() throws {
    #expect(try failure(Self.small, as: "店.yaml")?.reason.contains("no name can be made") == true)
  }

  @Test("is JSON or YAML, whatever the file is called")
  func forms() throws {
    let text = #"{"openapi": "3.0.0", "info": {"title": "T"}, "paths": {"/a": {"get": {"responses": {}}}}}"#
    for name in ["a.json", "a.yaml", "a.txt"] { #expect(try document(text, as: name).title == "T") }
    #expect(try document(Self.small, as: "a.json").title == "Pet shop")
    #expect(try document("{openapi: 3.0.0, paths: {/a: {get: {}}}}").title == "shop")
    let marked = try Workspace([:])
    try marked.write("a.json", Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8))
    #expect(try marked.load("a.json").title == "T")
  }

  @Test("that is none fails with its line", arguments: failures)
  func failing(text: String, line: Int, pointer: String?, reason: String) throws {
    for name in ["shop.yaml", "shop.json"] {
      let failure = try #require(try OpenAPITests.failure(text, as: name))
      #expect(failure.line == line, "\(failure)")
      #expect(failure.pointer == pointer || failure.pointer == nil, "\(failure)")
      #expect(failure.reason.contains(reason), "\(failure)")
      #expect(failure.file.hasSuffix(name))
    }
  }

  private static let failures: [(String, Int, String?, String)] = [
    ("hello: 1", 1, "", "neither \"openapi\" nor \"swagger\""), ("", 1, nil, "empty"), ("  \n", 1, nil, "empty"),
    ("[1]", 1, "", "an array"), ("just words", 1, "", "a string"),
    ("{\"openapi\": \"3.0.0\",\n\"paths\": ", 2, "/paths", "document ends"),
    ("openapi: 3.0.0\ninfo: {title: T}", 1, "", "has no \"paths\""),
    ("openapi: 3.1.0\nwebhooks: {}", 1, "", "only webhooks"),
    ("openapi: 3.0.0\npaths: {}", 2, "/paths", "no operations"),
    ("info: {}\nopenapi: 4.0.0\npaths: {}", 2, "/openapi", "not understood"),
    ("swagger: \"1.2\"", 1, "/swagger", "not understood"), ("openapi: 3.0.0\n\u{0}", 2, nil, "NUL"),
  ]

  @Test("that is no file fails")
  func noFile() throws {
    let workspace = try Workspace(["folder/a.yaml": "a: 1"])
    #expect(throws: DocumentFailure(file: workspace.path("none.yaml"), reason: "the file does not exist")) {
      try workspace.load("none.yaml")
    }
    #expect(throws: DocumentFailure(file: workspace.path("folder"), reason: "this is a folder")) {
      try workspace.load("folder")
    }
  }

  @Test("of 50 MB, or of very many values, fails at once")
  func large() throws {
    let workspace = try Workspace([:])
    try workspace.write("big.yaml", Data(repeating: UInt8(ascii: "a"), count: 50 << 20))
    #expect(throws: DocumentFailure.self) { try workspace.load("big.yaml") }
    let many = "{\"a\":\n[1" + String(repeating: ",1", count: 2_100_000) + "]}"
    try workspace.write("many.json", Data(many.utf8))
    do {
      _ = try workspace.load("many.json")
      Issue.record("this has too many values")
    } catch let failure as DocumentFailure {
      #expect(failure.line == 2)
      #expect(failure.reason.contains("more than 2000000 values"))
    }
  }

  @Test("that is half-written never does harm")
  func truncated() throws {
    let text = try Self.long()
    for name in ["a.json", "a.yaml"] {
      let bytes = name == "a.json" ? JSONWriter.serialize(try document(text).root) : Array(text.utf8)
      let workspace = try Workspace([:])
      for length in stride(from: 0, to: bytes.count, by: 997) {
        try workspace.write(name, Data(bytes[..<length]))
        _ = try? workspace.load(name)
      }
    }
  }

  /// A document of some 100 kB.
  private static func long() throws -> String {
    var text = "openapi: 3.0.0\ninfo: {title: Long}\npaths:\n"
    for number in 0..<300 {
      text += """
          /things\(number)/{id}:
            get:
              parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
              responses:
                '200':
                  description: "A thing"
                  content: {application/json: {schema: {$ref: '#/components/schemas/Thing\(number)'}}}

        """
    }
    text += "components:\n  schemas:\n"
    for number in 0..<300 {
      text += "    Thing\(number): {type: object, nullable: true, properties: {id: {type: integer}}}\n"
    }
    return text
  }
}
