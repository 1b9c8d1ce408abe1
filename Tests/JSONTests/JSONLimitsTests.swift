import JSON
import Testing

@Suite struct JSONLimitsTests {
  private func nested(_ depth: Int, _ opening: String, _ closing: String) -> [UInt8] {
    Array((String(repeating: opening, count: depth) + String(repeating: closing, count: depth)).utf8)
  }

  @Test(arguments: [0, 1, 2, 64, 128])
  func acceptsTheDeepestNestingAndNotOneLevelMore(depth: Int) throws {
    let limits = JSONLimits(maximumDepth: depth)
    if depth > 0 {
      var value = try JSONParser.parse(nested(depth, "[", "]"), limits: limits)
      for _ in 1..<depth { value = try #require(value.array?.first) }
      #expect(value == [])
    }
    let error = try #require(throws: JSONSyntaxError.self) {
      try JSONParser.parse(nested(depth + 1, "[", "]"), limits: limits)
    }
    #expect(error.kind == .tooDeep)
    #expect(error.offset == depth)
    #expect(error.path == String(repeating: "/0", count: depth))
    #expect(error.message.contains("\(depth) levels"))
  }

  @Test func objectsCountAsArraysDo() throws {
    let text = String(repeating: "[{\"k\":", count: 32) + "1" + String(repeating: "}]", count: 32)
    #expect(try JSONParser.parse(Array(text.utf8)).array?.count == 1)
    let deeper = "[" + text + "]"
    let error = try #require(throws: JSONSyntaxError.self) { try JSONParser.parse(Array(deeper.utf8)) }
    #expect(error.kind == .tooDeep)
    #expect(error.offset == 1 + 31 * 6 + 1)
  }

  @Test func siblingsAreNotNested() throws {
    let text = "[" + Array(repeating: "[[]]", count: 200).joined(separator: ",") + "]"
    #expect(try JSONParser.parse(Array(text.utf8), limits: JSONLimits(maximumDepth: 3)).array?.count == 200)
  }

  @Test func theDefaultDepthIs64() throws {
    #expect(JSONLimits.default.maximumDepth == 64)
    #expect(try JSONParser.parse(nested(64, "[", "]")).array?.count == 1)
    #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(nested(65, "[", "]")) }
  }

  @Test func limitsAreBroughtIntoTheirRange() {
    let least = JSONLimits(maximumDepth: -1, maximumNumberLength: Int.min)
    #expect(least.maximumDepth == 0)
    #expect(least.maximumNumberLength == 1)
    #expect(JSONLimits(maximumDepth: Int.max).maximumDepth == JSONLimits.greatestDepth)
  }

  @Test func aHundredThousandBracketsAreRefusedAtTheLimit() throws {
    let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
    let error = try #require(throws: JSONSyntaxError.self) { try JSONParser.parse(bytes) }
    #expect(error.kind == .tooDeep)
    #expect(error.offset == 64)
  }

  @Test func aNumberOfTenThousandDigitsIsReadAndOneOverTheBoundIsNot() throws {
    let digits = String(repeating: "7", count: 16_384)
    #expect(try JSONParser.parse(Array(digits.prefix(10_000).utf8)).number?.integer == nil)
    #expect(try JSONParser.parse(Array(digits.utf8)).number?.literal == digits)
    let error = try #require(throws: JSONSyntaxError.self) {
      try JSONParser.parse(Array("{\"n\": \(digits)7}".utf8))
    }
    #expect(error.kind == .numberTooLong)
    #expect(error.offset == 6)
    #expect(error.path == "/n")
  }

  @Test(arguments: [
    ("123", true), ("1234", false), ("-12", true), ("-123", false), ("1e5", true), ("1.25", false),
  ])
  func theSignAndPointCountInTheLengthOfANumber(text: String, isAccepted: Bool) {
    let value = try? JSONParser.parse(Array(text.utf8), limits: JSONLimits(maximumNumberLength: 3))
    #expect((value != nil) == isAccepted)
  }
}
