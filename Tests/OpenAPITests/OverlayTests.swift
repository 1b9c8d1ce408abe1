import JSON
import OpenAPI
import Testing

@Suite("An overlay")
struct OverlayTests {
  private static let shop = """
    openapi: 3.0.0
    info: {title: Shop, tags: [a]}
    paths:
      /pets: {get: {tags: [a], responses: {}}, post: {responses: {}}}
      /owners: {get: {tags: [b], responses: {}}}
    """

  private func load(_ actions: String) throws -> OpenAPIDocument {
    let overlay = "overlay: 1.0.0\ninfo: {title: O, version: '1'}\nactions:\n\(actions)"
    return try Workspace(["shop.yaml": Self.shop, "o.yaml": overlay]).load("shop.yaml", overlay: "o.yaml")
  }

  @Test("merges, appends and removes in its order")
  func actions() throws {
    let document = try load(
      """
      - {target: $.info, update: {title: New, tags: [c], x-more: {a: 1}}}
      - {target: $.info, update: {x-more: {b: 2}}}
      - {target: '$.paths.*.get.tags', update: all}
      - {target: '$.paths[?@.post].get.tags[?@ == "a"]', remove: true}
      - {target: "$.paths['/owners']", remove: true, update: {get: 1}}
      """)
    #expect(document.title == "New")
    #expect(try document.root["info"]?["tags"] == json(#"["a", "c"]"#))
    #expect(try document.root["info"]?["x-more"] == json(#"{"a": 1, "b": 2}"#))
    #expect(try document.at("/paths/~1pets/get/tags") == json(#"["all"]"#))
    #expect(document.root["paths"]?.object?.keys == ["/pets"])
    #expect(document.notes.isEmpty)
    #expect(document.files.count == 2)
  }

  @Test("removes several elements of one list")
  func several() throws {
    let document = try load("- {target: $.info.tags, update: b}\n- {target: '$.info.tags[0,1,0]', remove: true}")
    #expect(document.root["info"]?["tags"] == .array([]))
  }

  @Test("removes what is inside before what is around it")
  func nested() throws {
    let document = try load(
      "- {target: '$..get', remove: true}\n- {target: '$.paths[*].post', remove: true, update: 1}\n- {target: $.paths, update: {/x: {get: {responses: {}}}}}"
    )
    #expect(
      document.root["paths"]?.object?.members.allSatisfy { $0.key == "/x" || $0.value.object?.isEmpty == true } == true)
    #expect(document.at("/paths/~1x/get") != nil)
  }

  @Test("changes what is outside first, so that an update is changed itself")
  func outsideIn() throws {
    let document = try load("- {target: '$.info..*', update: {x-a: 1}}")
    #expect(document.root["info"]?["title"] == ["x-a": 1])
    let inner = try load("- {target: '$..get', update: {x-a: {x-b: 1}}}\n- {target: \"$..['x-a']\", update: {x-c: 2}}")
    #expect(inner.at("/paths/~1pets/get/x-a") == ["x-b": 1, "x-c": 2])
  }

  @Test("that makes a document grow without bound is refused", .timeLimit(.minutes(1)))
  func growth() throws {
    let values = Array(repeating: "1", count: 100).joined(separator: ", ")
    let actions = String(repeating: "- {target: '$.paths..*', update: {x-a: [\(values)]}}\n", count: 40)
    let failure = #expect(throws: DocumentFailure.self) { try load(actions) }
    #expect("\(failure, default: "")".contains("the updates up to here put more than"))
  }

  @Test("whose target selects nothing is noted with its line")
  func nothing() throws {
    let document = try load("- {target: $.nothing, remove: true}")
    #expect(document.notes.count == 1)
    #expect(document.notes[0].contains("o.yaml:4: #/actions/0: $.nothing selects nothing."))
  }

  @Test("that is none fails with file, line and pointer", arguments: failures)
  func failing(text: String, line: Int, pointer: String, reason: String) throws {
    let failure = try #require(
      try OpenAPITests.failure(["shop.yaml": Self.shop, "o.yaml": text], "shop.yaml", overlay: "o.yaml"))
    #expect(failure.file.hasSuffix("o.yaml"))
    #expect(failure.line == line, "\(failure)")
    #expect(failure.pointer == pointer)
    #expect(failure.reason.contains(reason), "\(failure)")
  }

  private static let failures = [
    ("hello: 1", 1, "", "not an overlay"), ("overlay: 2.0.0", 1, "/overlay", "not understood"),
    ("overlay: 1.0.0", 1, "/actions", "has a list of \"actions\""),
    ("overlay: 1.0.0\nactions:\n- {update: 1}", 3, "/actions/0", "has a \"target\""),
    ("overlay: 1.0.0\nactions:\n- {target: $}", 3, "/actions/0", "\"update\" or \"remove\""),
    ("overlay: 1.0.0\nactions:\n- target: $\n  remove: x", 4, "/actions/0/remove", "true or false"),
    ("overlay: 1.0.0\nactions:\n- update: 1\n  target: $.a[", 4, "/actions/0/target", "not a JSONPath"),
  ]

  @Test("that takes all paths away leaves a document that cannot be used")
  func empty() throws {
    let overlay = "overlay: 1.0.0\nactions: [{target: '$.paths.*', remove: true}]"
    let failure = try OpenAPITests.failure(["shop.yaml": Self.shop, "o.yaml": overlay], "shop.yaml", overlay: "o.yaml")
    #expect(failure?.reason.contains("no operations") == true)
  }
}
