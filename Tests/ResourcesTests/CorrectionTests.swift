import JSON
import OpenAPI
import Resources
import Testing

@Suite struct CorrectionTests {
  /// A document whose paths say little, with corrections at an operation.
  private static func model(_ operation: String, _ corrections: JSONObject, schema: JSONObject = [:]) -> APIModel {
    let document = smallDocument(
      [
        "GET /bag ?key > (x:(y:[Thing]);z:[string])", "POST /bag <Thing > Thing", "GET /bag/{code} > Thing",
        "POST /bag/{code}/zap > Thing", "GET /one > Thing",
      ], schemas: ["Thing": "code:string;ref:string;name:string"])
    var root = document.root
    let parts = operation.split(separator: " ").map(String.init)
    root = changed(root, ["paths", parts[1], parts[0].lowercased()], corrections)
    root = changed(root, ["components", "schemas", "Thing"], schema)
    return APIModel(OpenAPIDocument(name: "small", title: "", root: root, servers: []))
  }

  private static func changed(_ value: JSONValue, _ path: [String], _ members: JSONObject) -> JSONValue {
    var object = value.object ?? JSONObject()
    if let first = path.first {
      object[first] = changed(value[first] ?? .object([:]), Array(path.dropFirst()), members)
    } else {
      for member in members.members { object[member.key] = member.value }
    }
    return .object(object)
  }

  @Test func followsResourceAndKind() throws {
    let model = Self.model("GET /one", ["x-mock-resource": "treasures", "x-mock-kind": "read"])
    #expect(line(try #require(model.operations.last)) == "GET /one read treasures")
    #expect(model.operations.last?.confidence == 1)
    #expect(model.notes.isEmpty)
  }

  @Test func renamesTheWholePath() {
    let model = Self.model("GET /bag", ["x-mock-resource": "things", "x-mock-envelope": "x.y"])
    #expect(model.operations.prefix(4).map(\.resource) == ["things", "things", "things", "things"])
    #expect(model.operations.first?.answerEnvelope == ["x", "y"])
  }

  @Test func followsAnIDInTheQuery() throws {
    let model = Self.model("GET /bag", ["x-mock-kind": "read", "x-mock-id": "key", "x-mock-envelope": ""])
    #expect(line(try #require(model.operations.first)).hasPrefix("GET /bag read bags id=?key"))
  }

  @Test func leavesOutWhatIsIgnored() {
    let model = Self.model("POST /bag/{code}/zap", ["x-mock-kind": "ignore"])
    #expect(!model.operations.contains { $0.path == "/bag/{code}/zap" })
  }

  @Test func followsCalls() {
    let model = Self.model("POST /bag", ["x-mock-kind": "call"])
    #expect(model.operations[1].kind == .call)
    #expect(model.operations[1].resource == nil)
  }

  @Test func followsSchemas() {
    let model = Self.model("GET /bag", [:], schema: ["x-mock-id-member": "ref", "x-mock-records": 25])
    #expect(model.resources.first?.idMember == "ref")
    #expect(model.resources.first?.seedCount == 25)
  }

  @Test(arguments: [
    ("x-mock-kind", JSONValue.string("lost"), "none of list, create"),
    ("x-mock-kind", 7, "a text is expected"),
    ("x-mock-resource", "Big Things", "small letters"),
    ("x-mock-id", "nobody", "is called \"nobody\""),
    ("x-mock-envelope", "x.nothing", "no member \"nothing\""),
    ("x-mock-colour", "red", "unknown correction"),
  ])
  func tellsWhatItCannotFollow(name: String, value: JSONValue, reason: String) throws {
    let model = Self.model("GET /bag", JSONObject([(name, value)]))
    let note = try #require(model.notes.first)
    #expect(note.hasPrefix("#/paths/~1bag/get/\(name): "))
    #expect(note.contains(reason))
    #expect(model.notes.count == 1)
  }

  @Test(arguments: [
    ("x-mock-id-member", JSONValue.string("nobody")), ("x-mock-records", -1), ("x-mock-records", "many"),
  ])
  func tellsWhatSchemasCannotHave(name: String, value: JSONValue) {
    let model = Self.model("GET /bag", [:], schema: JSONObject([(name, value)]))
    #expect(model.notes.count == 1)
    #expect(model.notes.first?.hasPrefix("#/components/schemas/Thing/\(name): ") == true)
  }
}
