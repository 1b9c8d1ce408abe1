import HTTPCore
import JSONSchema
import Testing

@Suite("The numbers of a schema")
struct NumberTests {
  @Test(
    "have exact multiples",
    arguments: [
      ("0.01", "19.99", true), ("0.01", "4.35", true), ("0.01", "1.10", true), ("0.01", "0.001", false),
      ("0.1", "0.30000000000000004", false), ("0.1", "1.1", true), ("3", "1e100", false), ("3", "9e100", true),
      ("7", "1e999999999999", false), ("1", "1e-999999999999", false), ("1e-12", "0.000000000001", true),
      ("1e3", "2000", true), ("1e3", "2500", false), ("2.5", "-7.5", true), ("0.5", "0", true), ("0.5", "-0.0", true),
      ("9999999999999999999", "19999999999999999998", true), ("9999999999999999999", "19999999999999999999", false),
      ("7", "700000000000000000000000000000000000007", true), ("7", "700000000000000000000000000000000000008", false),
      ("1.0", "123.0", true), ("12", "144e0", true),
    ])
  func multiples(divisor: String, number: String, holds: Bool) throws {
    let value = try json(number)
    #expect(try schema("{\"multipleOf\": \(divisor)}").isValid(value) == holds)
  }

  @Test(
    "are compared exactly",
    arguments: [
      ("9007199254740993", "9007199254740992", -1), ("0.1", "0.10000000000000000000001", 1), ("1", "1.0", 0),
      ("1e2", "100", 0), ("-1", "-2", -1), ("-0", "0.000", 0), ("12345678901234567890", "12345678901234567891", 1),
      ("123456789012345678901234567890", "123456789012345678901234567890.0", 0), ("-5", "3", 1), ("3", "-5", -1),
      ("1e400", "1e399", -1), ("1e400", "9.99e399", -1), ("0", "1e-400", 1), ("0", "-1e-400", -1),
      ("9999999999999999999", "1e19", 1), ("18446744073709551616", "18446744073709551615", -1),
    ])
  func order(bound: String, number: String, sign: Int) throws {
    let value = try json(number)
    let expected = [
      "minimum": sign >= 0, "exclusiveMinimum": sign > 0, "maximum": sign <= 0, "exclusiveMaximum": sign < 0,
    ]
    for (keyword, holds) in expected {
      #expect(try schema("{\"\(keyword)\": \(bound)}").isValid(value) == holds, "\(keyword)")
    }
  }

  @Test(
    "are integers by their value",
    arguments: [
      ("1", true), ("-1", true), ("1.0", true), ("1e3", true), ("15e-1", false), ("150e-1", true), ("0.0", true),
      ("1.5", false), ("1e-3", false), ("123456789012345678901234567890", true), ("0e-5", true),
    ])
  func integers(number: String, holds: Bool) throws {
    #expect(try schema(#"{"type": "integer"}"#).isValid(json(number)) == holds)
    #expect(try schema(#"{"type": "number"}"#).isValid(json(number)))
  }

  @Test("are equal by their value wherever values are compared")
  func equality() throws {
    #expect(try schema(#"{"const": {"a": [1.0]}}"#).isValid(json(#"{"a": [1e0]}"#)))
    #expect(try !schema(#"{"uniqueItems": true}"#).isValid(json("[[10], [1e1]]")))
    let values = (1...40).map { "\($0)" }.joined(separator: ", ")
    #expect(try schema("{\"enum\": [\(values)]}").isValid(json("4.0e1")))
    #expect(try !schema("{\"enum\": [\(values)]}").isValid(json("40.00000000000000000001")))
    #expect(try schema(#"{"minLength": 1e400}"#).violations(of: "a").count == 1)
    #expect(try schema(#"{"maxLength": 2.0}"#).isValid("ab"))
  }
}
