import HTTPCore
import JSONSchema
import Testing

@Suite("A format")
struct FormatTests {
  @Test("is an annotation unless it is asserted; one that is not known always is")
  func annotation() throws {
    #expect(try schema(#"{"format": "date"}"#).isValid("tomorrow"))
    #expect(try !schema(#"{"format": "date"}"#, assertsFormats: true).isValid("tomorrow"))
    #expect(try schema(#"{"format": "colour"}"#, assertsFormats: true).isValid("#12"))
    #expect(try schema(#"{"format": "date"}"#, assertsFormats: true).isValid(5))
    #expect(try schema(#"{"format": "int32"}"#, assertsFormats: true).isValid("5000000000"))
  }

  @Test("says what it wants")
  func message() throws {
    let violation = try schema(#"{"format": "date-time"}"#, assertsFormats: true).violations(of: "soon").first
    #expect(violation?.keyword == "format")
    #expect(violation?.schemaLocation == "#/format")
    #expect(violation?.expected == "must be a date and time such as 2031-05-17T09:30:00Z")
    #expect(violation?.found == #"is "soon""#)
  }

  @Test("accepts what its standard allows", arguments: accepted.flatMap { row in row.texts.map { (row.format, $0) } })
  func accepts(format: String, text: String) throws {
    #expect(try schema("{\"format\": \"\(format)\"}", assertsFormats: true).isValid(.string(text)))
  }

  @Test("refuses what its standard forbids", arguments: refused.flatMap { row in row.texts.map { (row.format, $0) } })
  func refuses(format: String, text: String) throws {
    #expect(try !schema("{\"format\": \"\(format)\"}", assertsFormats: true).isValid(.string(text)))
  }

  @Test(
    "for numbers is a range",
    arguments: [
      ("int32", "2147483647", true), ("int32", "2147483648", false), ("int32", "-2147483648", true),
      ("int32", "1.0", true), ("int32", "1.5", false), ("int64", "9223372036854775807", true),
      ("int64", "9223372036854775808", false), ("int64", "-9223372036854775808", true), ("int64", "0.5", false),
      ("float", "3.4e38", true), ("float", "3.5e38", false), ("float", "1e-60", true), ("double", "1.7e308", true),
      ("double", "1e309", false), ("double", "-1e400", false),
    ])
  func numbers(format: String, number: String, isValid: Bool) throws {
    #expect(try schema("{\"format\": \"\(format)\"}", assertsFormats: true).isValid(json(number)) == isValid)
  }
}
