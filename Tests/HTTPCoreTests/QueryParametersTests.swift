import HTTPCore
import Testing

@Suite("Query parameters")
struct QueryParametersTests {
  private func query(_ text: String) throws -> QueryParameters { try QueryParameters(Array(text.utf8)) }

  @Test(
    "decode names and values",
    arguments: [
      ("a=1", "a", "1"), ("a=b%20c", "a", "b c"), ("a=b+c", "a", "b c"), ("a=%2B", "a", "+"), ("a", "a", ""),
      ("a=", "a", ""), ("a=b=c", "a", "b=c"), ("caf%C3%A9=s%C3%AD", "café", "sí"), ("&&a=1&", "a", "1"),
      ("a=1&a=2", "a", "1"), ("a=%zz", "a", "%zz"),
    ])
  func decoding(text: String, name: String, value: String) throws {
    #expect(try query(text)[name] == value)
  }

  @Test("keep repeated names in order")
  func repeated() throws {
    let parameters = try query("v=1&w=x&v=2&v=3")
    #expect(parameters.values("v") == ["1", "2", "3"])
    #expect(parameters["missing"] == nil)
  }

  @Test("are refused when they are not UTF-8 or hold a NUL", arguments: ["a=%FF", "%FF=a", "a=%00", "a=\u{0}"])
  func notText(text: String) {
    let error = #expect(throws: Problem.self) { try query(text) }
    #expect(error?.kind == .invalidParameter)
  }

  @Test(
    "give a date back its plus sign",
    arguments: [
      ("from=2024-11-01T12:00:00+02:00", "2024-11-01T12:00:00+02:00"),
      ("from=2024-11-01T12:00:00%2B0200", "2024-11-01T12:00:00+0200"),
      ("from=2024-11-01T12:00:00Z", "2024-11-01T12:00:00Z"),
      ("from=2024-11-01+12:00:00", "2024-11-01 12:00:00"),
      ("from=2024-11-01", "2024-11-01"),
    ])
  func dates(text: String, expected: String) throws {
    #expect(try query(text).dateText("from") == expected)
  }

  @Test(
    "refuse what is no whole number in range", arguments: ["0", "101", "-1", "1.0", "abc", "", "99999999999999999999"])
  func badIntegers(text: String) throws {
    let parameters = try query("limit=\(text)")
    let error = #expect(throws: Problem.self) { try parameters.integer("limit", in: 1...100) }
    #expect(error?.details.first == Problem.Detail("field", "limit"))
  }

  @Test("read a whole number in range, and none when absent")
  func integers() throws {
    #expect(try query("limit=100").integer("limit", in: 1...100) == 100)
    #expect(try query("").integer("limit", in: 1...100) == nil)
  }
}
