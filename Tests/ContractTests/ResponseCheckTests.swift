import Contract
import HTTPCore
import JSON
import Testing

@Suite("A response is held against its document")
struct ResponseCheckTests {
  private static let document = """
    {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/x": {"get": {"operationId": "x",
      "responses": {"200": {"description": "fine", "content": {"application/json": {"schema": {"type": "integer"}}}}}}}}}
    """

  private func operation() throws -> DocumentedOperation {
    let document = try ContractDocument(api: "t", root: try JSONParser.parse(Array(Self.document.utf8)))
    return try document.operation(try #require(document.entries.first))
  }

  @Test("unless it was when it was made, by the same schema, and has not changed since")
  func validated() throws {
    let operation = try operation()
    let check = ResponseCheck(operation, toleratesGaps: true)
    // No integer, so that a check finds it.
    var response = Response.json(.string("one"))
    #expect(check.deviations(response).count == 1)
    response.validSchema = operation.answer(200)?.content.first?.schemaIdentity
    #expect(check.deviations(response).isEmpty)
    #expect(ResponseCheck(try self.operation(), toleratesGaps: true).deviations(response).count == 1)
    #expect(ResponseCheck(operation).deviations(response).count == 1)
    response.content = .bytes(Array("\"two\"".utf8))
    #expect(check.deviations(response).count == 1)
  }

  @Test("of an operation that is compiled once for all that ask")
  func compiled() throws {
    let document = try ContractDocument(api: "t", root: try JSONParser.parse(Array(Self.document.utf8)))
    let library = ContractLibrary(folder: "/nowhere", own: [document])
    let entry = try #require(document.entries.first)
    let operation = try document.operation(entry)
    #expect(try library.operation("t", entry.operationID) === operation)
    #expect(try document.operation(entry) === operation)
  }
}
