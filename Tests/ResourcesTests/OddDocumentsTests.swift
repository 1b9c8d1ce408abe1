import JSON
import OpenAPI
import Resources
import Testing

@Suite struct ModelOfNothingTests {
  @Test(arguments: ["{}", "[]", "{\"paths\":[]}", "{\"paths\":{\"/a/{\":{\"get\":{}}}}", "null"])
  func isEmptyOrCalls(text: String) throws {
    let root = try JSONParser.parse(Array(text.utf8))
    let model = APIModel(OpenAPIDocument(name: "x", title: "", root: root, servers: []))
    #expect(model.resources.isEmpty)
    #expect(model.operations.allSatisfy { $0.kind == .call })
  }
}
