import Contract
import HTTPCore
import JSON
import Testing

@Suite("A parameter is read in the style that the document has")
struct ParameterStyleTests {
  /// A query, and whether the document allows it.
  struct Case: Sendable, CustomTestStringConvertible {
    let parameter: String
    let query: String
    let isAllowed: Bool

    var testDescription: String { "\(parameter) \(query)" }
  }

  private static let numbers = #""schema": {"type": "array", "items": {"type": "integer"}, "maxItems": 3}"#

  private static let cases = [
    Case(parameter: "\"explode\": false, \(numbers)", query: "p=1,2,3", isAllowed: true),
    Case(parameter: "\"explode\": false, \(numbers)", query: "p=1,2,3,4", isAllowed: false),
    Case(parameter: "\"explode\": false, \(numbers)", query: "p=1,b", isAllowed: false),
    Case(parameter: numbers, query: "p=1&p=2", isAllowed: true),
    Case(parameter: numbers, query: "p=1,2", isAllowed: false),
    Case(parameter: numbers, query: "p=", isAllowed: true),
    Case(parameter: "\"style\": \"pipeDelimited\", \"explode\": false, \(numbers)", query: "p=1%7C2", isAllowed: true),
    Case(parameter: "\"style\": \"spaceDelimited\", \"explode\": false, \(numbers)", query: "p=1%202", isAllowed: true),
    Case(parameter: #""schema": {"type": ["integer", "null"]}"#, query: "p=null", isAllowed: true),
    Case(parameter: #""schema": {"type": "integer"}"#, query: "p=null", isAllowed: false),
    Case(parameter: #""style": "deepObject", "schema": {"type": "object"}"#, query: "p[a]=1", isAllowed: true),
  ]

  @Test("lists with their separator, empty lists, null and objects", arguments: cases)
  func styles(_ item: Case) throws {
    let text = """
      {"openapi": "3.1.0", "info": {"title": "Styles", "version": "1"}, "paths": {"/x": {"get": {"operationId": "x",
        "parameters": [{"name": "p", "in": "query", \(item.parameter)}], "responses": {"200": {"description": "fine"}}}}}}
      """
    let document = try ContractDocument(api: "styles", root: try JSONParser.parse(Array(text.utf8)))
    let operation = try document.operation(try #require(document.entries.first))
    let request = Request(method: .get, target: try RequestTarget(Array("/x?\(item.query)".utf8)))
    let found = CheckedRequest(request, PathParameters(), of: operation).parameterDeviations().filter {
      $0.kind == .wrongParameter
    }
    #expect(found.isEmpty == item.isAllowed, "\(found)")
  }
}

@Suite("An answer is held against a document with gaps")
struct AnswerGapTests {
  private func deviations(_ status: Int, _ documented: String, tolerates: Bool) throws -> Int {
    let text = """
      {"openapi": "3.1.0", "info": {"title": "Gaps", "version": "1"}, "paths": {"/x": {"get": {"operationId": "x",
        "responses": {"\(documented)": {"description": "said"}}}}}}
      """
    let document = try ContractDocument(api: "gaps", root: try JSONParser.parse(Array(text.utf8)))
    let operation = try document.operation(try #require(document.entries.first))
    return ResponseCheck(operation, toleratesGaps: tolerates).deviations(Response(status: status)).count
  }

  @Test(
    "of statuses",
    arguments: [
      (404, "200", true), (200, "404", true), (200, "201", false), (500, "200", false), (403, "200", false),
      (401, "200", true),
      (400, "200", true), (400, "422", false), (429, "200", true), (405, "200", false), (418, "200", false),
    ])
  func statuses(status: Int, documented: String, isTolerated: Bool) throws {
    #expect(try deviations(status, documented, tolerates: true) == (isTolerated ? 0 : 1))
    #expect(try deviations(status, documented, tolerates: false) == 1)
  }
}
