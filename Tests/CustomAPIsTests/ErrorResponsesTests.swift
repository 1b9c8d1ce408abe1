import Contract
import CustomAPIs
import HTTPCore
import JSON
import Synthesis
import Testing

@Suite("A refusal in a document's shape") struct ErrorResponsesTests {
  /// The answer to a problem of an operation whose refusals have a schema.
  private func answer(
    _ problem: Problem, statuses: [String], _ schema: String, example: String? = nil
  ) throws -> (status: Int, body: JSONValue) {
    let shown = example.map { ", \"example\": \($0)" } ?? ""
    let refusal = #"{"description": "", "content": {"application/json": {"schema": \#(schema)\#(shown)}}}"#
    let answers = (["\"200\": {\"description\": \"\"}"] + statuses.map { "\"\($0)\": \(refusal)" }).joined(
      separator: ",")
    let text = """
      {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/x": {"get": {"operationId": "x",
        "responses": {\(answers)}}}}}
      """
    let root = try JSONParser.parse(Array(text.utf8))
    let document = try ContractDocument(api: "t", root: root)
    let operation = try document.operation(try #require(document.entries.first))
    let response = ErrorResponses(root, ValueGenerator(root: root)).answer(problem, operation, path: "/x")
    return (response.status, try JSONParser.parse(response.content.bytes))
  }

  private static let plain =
    #"{"type": "object", "required": ["message"], "properties": {"message": {"type": "string"}}}"#

  @Test(
    "has the documented status that says the same",
    arguments: [
      (Problem.Kind.validation, ["422"], 422), (.validation, ["400"], 400), (.validation, ["400", "422"], 422),
      (.invalidParameter, ["400", "422"], 400), (.malformedBody, ["422"], 422), (.notFound, ["404"], 404),
      (.notFound, ["410"], 410), (.notFound, ["default"], 404), (.conflict, ["422"], 422),
      (.unauthenticated, ["403"], 403),
      (.validation, ["404"], 400),
    ])
  func statuses(_ kind: Problem.Kind, _ documented: [String], _ expected: Int) throws {
    let answer = try answer(Problem(kind, "it is wrong"), statuses: documented, Self.plain)
    #expect(answer.status == expected)
    let told = answer.body["message"] ?? answer.body["detail"]
    #expect(told == "it is wrong")
  }

  @Test("names each member that is wrong, in whatever shape")
  func fields() throws {
    let problem = Problem(
      .validation, "two are wrong",
      details: [Problem.Detail("name", "is too short"), Problem.Detail("age", "is no number")])
    let map =
      #"{"type": "object", "properties": {"errors": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}}}"#
    #expect(
      try answer(problem, statuses: ["422"], map).body["errors"] == ["name": ["is too short"], "age": ["is no number"]])
    let list = """
      {"type": "object", "properties": {"errors": {"type": "array", "items": {"type": "object", "required": ["field"],
        "properties": {"field": {"type": "string"}, "message": {"type": "string"}}}}}}
      """
    #expect(
      try answer(problem, statuses: ["422"], list).body["errors"] == [
        ["field": "name", "message": "is too short"], ["field": "age", "message": "is no number"],
      ])
  }

  @Test("names no member when none is wrong")
  func noFields() throws {
    let schema = """
      {"type": "object", "required": ["message", "fields"], "properties": {"message": {"type": "string"},
        "param": {"type": ["string", "null"]}, "status": {"type": "integer"}, "code": {"type": "string"},
        "fields": {"type": "object", "additionalProperties": {"type": "string"}}}}
      """
    let body = try answer(Problem(.notFound, "there is nothing"), statuses: ["404"], schema).body
    #expect(
      body == ["message": "there is nothing", "param": nil, "status": 404, "code": "not_found", "fields": [:]])
  }

  @Test(
    "has the code that fits, of those that the document has",
    arguments: [
      (Problem.Kind.notFound, "object_not_found"), (.validation, "validation_error"), (.malformedBody, "invalid_json"),
      (.conflict, "conflict_error"),
    ])
  func codes(_ kind: Problem.Kind, _ expected: String) throws {
    let schema = """
      {"type": "object", "required": ["code"], "properties": {"message": {"type": "string"}, "code": {"type": "string",
        "enum": ["invalid_json", "validation_error", "object_not_found", "conflict_error"]}}}
      """
    let body = try answer(Problem(kind, "it is wrong"), statuses: ["4XX"], schema).body
    #expect(body == ["message": "it is wrong", "code": .string(expected)])
  }

  @Test("has the code of the status's example, and its message in the example's property")
  func example() throws {
    let shown = #"{"error": {"text": "No such record.", "errcode": "X_NOT_FOUND"}, "help": "see the manual"}"#
    let problem = Problem(.notFound, "there is nothing")
    let free = try answer(problem, statuses: ["404"], #"{"type": "object"}"#, example: shown).body
    #expect(free == ["error": ["text": "there is nothing", "errcode": "X_NOT_FOUND"], "help": "see the manual"])
    let schema = #"{"type": "object", "properties": {"errcode": {"type": "string"}, "error": {"type": "string"}}}"#
    let known = try answer(problem, statuses: ["404"], schema, example: #"{"errcode": "X_NOT_FOUND"}"#).body
    #expect(known == ["errcode": "X_NOT_FOUND", "error": "there is nothing"])
  }

  @Test("names the members that are wrong, not those of an example")
  func exampleKeys() throws {
    let schema = """
      {"type": "object", "properties": {"message": {"type": "string"}, "errors": {"type": "object",
        "properties": {"some_field": {"type": "array", "items": {"type": "string"}}}}}}
      """
    let problem = Problem(.validation, "one is wrong", details: [Problem.Detail("age", "is no number")])
    let body = try answer(problem, statuses: ["422"], schema).body
    #expect(body == ["message": "one is wrong", "errors": ["age": ["is no number"]]])
    let missing = try answer(Problem(.notFound, "nothing"), statuses: ["404"], schema).body
    #expect(missing == ["message": "nothing", "errors": [:]])
  }

  @Test("has the name of the status beside a message, and no record's values")
  func names() throws {
    let schema = """
      {"type": "object", "required": ["id", "name", "error", "message"], "properties": {"id": {"type": "string"},
        "name": {"type": "string"}, "error": {"type": "string"}, "message": {"type": "string"}}}
      """
    let body = try answer(Problem(.notFound, "nothing"), statuses: ["404"], schema).body
    #expect(body == ["id": "404", "name": "not_found", "error": "Not Found", "message": "nothing"])
  }

  @Test(
    "holds whatever the schema asks for",
    arguments: [#"{"type": "string"}"#, #"{"type": "array", "items": {}}"#, "{}", "false"])
  func oddSchemas(_ schema: String) throws {
    #expect(try answer(Problem(.notFound, "nothing"), statuses: ["404"], schema).status == 404)
  }

  @Test("is told in the envelope of successes where a document has no other", arguments: [true, false])
  func envelope(saysZero: Bool) throws {
    let code = saysZero ? #", "description": "0: success, else an error""# : ""
    let text = """
      {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/x": {"get": {"operationId": "x",
        "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"type": "object",
        "properties": {"code": {"type": "integer"\(code)}, "msg": {"type": "string"}, "data": {"type": "object"}}}}}}}}}}}
      """
    let root = try JSONParser.parse(Array(text.utf8))
    let document = try ContractDocument(api: "t", root: root)
    let operation = try document.operation(try #require(document.entries.first))
    let response = ErrorResponses(root, ValueGenerator(root: root)).answer(
      Problem(.notFound, "there is no such page"), operation, path: "/x")
    #expect(response.status == (saysZero ? 200 : 404))
    #expect(try JSONParser.parse(response.content.bytes) == ["code": 404, "msg": "there is no such page"])
  }
}
