import HTTPCore
import JSON
import Testing

@Suite("The field reader")
struct FieldReaderTests {
  private func reader(_ json: String) throws -> FieldReader {
    guard let object = try JSONParser.parse(Array(json.utf8)).object else { throw Problem(.malformedBody, json) }
    return FieldReader(object)
  }

  @Test("reads what is right and ignores what is unknown")
  func good() throws {
    var fields = try reader(#"{"name":"José","size":3,"kind":"b","note":null,"unknown":{}}"#)
    #expect(fields.text("name", length: 2...10) == "José")
    #expect(fields.number("size", in: 0...5) == 3)
    #expect(fields.optionalChoice("kind", of: ["a", "b"]) == "b")
    #expect(fields.optionalText("note", length: 1...5) == nil)
    #expect(fields.optionalText("absent", length: 1...5) == nil)
    try fields.finish()
  }

  @Test(
    "names the field that is wrong, and why",
    arguments: [
      (#"{}"#, "is required"), (#"{"f":null}"#, "is required"), (#"{"f":1}"#, "must be a string, not number"),
      (#"{"f":[]}"#, "must be a string, not array"), (#"{"f":""}"#, "must not be blank"),
      (#"{"f":"  "}"#, "must not be blank"), (#"{"f":"a"}"#, "must have from 2 to 4 characters, not 1"),
      (#"{"f":"abcde"}"#, "must have from 2 to 4 characters, not 5"),
      (#"{"f":"a\u0000b"}"#, "must not contain the character U+0000"),
    ])
  func texts(json: String, reason: String) throws {
    var fields = try reader(json)
    #expect(fields.text("f", length: 2...4).isEmpty)
    let error = #expect(throws: Problem.self) { try fields.finish() }
    #expect(error?.kind == .validation)
    #expect(error?.details.first == Problem.Detail("field", "f"))
    #expect(error?.message == "f \(reason)")
  }

  @Test("refuses numbers out of range", arguments: ["0", "5.01", "-1", "1e400", "\"3\"", "true", "1e-9"])
  func numbers(literal: String) throws {
    var fields = try reader("{\"f\":\(literal)}")
    #expect(fields.number("f", in: 0.01...5) == 0.01)
    #expect(throws: Problem.self) { try fields.finish() }
  }

  @Test("reports every failing field at once, the first one first")
  func several() throws {
    var fields = try reader(#"{"b":1,"c":"x"}"#)
    _ = fields.text("a", length: 1...5)
    _ = fields.text("b", length: 1...5)
    _ = fields.optionalChoice("c", of: ["y"])
    let error = #expect(throws: Problem.self) { try fields.finish() }
    #expect(error?.details.map(\.name) == ["field", "a", "b", "c"])
    #expect(error?.details[0].value == "a")
  }

  @Test(
    "shows a value only where one came",
    arguments: [(#"{}"#, nil), (#"{"f":null}"#, "null"), (#"{"f":1}"#, "1"), (#"{"f":""}"#, "")] as [(String, String?)])
  func values(json: String, expected: String?) throws {
    var fields = try reader(json)
    _ = fields.text("f", length: 1...5)
    let error = #expect(throws: Problem.self) { try fields.finish() }
    #expect(error?.details.first { $0.name == "value" }?.value == expected)
  }

  @Test("shows long values cut short")
  func longValues() throws {
    var fields = try reader("{\"f\":\"\(String(repeating: "x", count: 5000))\"}")
    _ = fields.text("f", length: 1...5)
    let error = #expect(throws: Problem.self) { try fields.finish() }
    #expect((error?.details[1].value.count ?? 0) == 100)
  }
}
