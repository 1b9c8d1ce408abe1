import CustomAPIs
import Testing

/// Conditions on a list's records in one text.
@Suite struct FilterExpressionTests {
  @Test(arguments: [
    ("Name eq 'Chai'", ["Name eq Chai"]),
    ("Price ge 18 and Discontinued eq false", ["Price gte 18", "Discontinued eq false"]),
    ("Name ne 'salt and pepper' AND Price lt 2.5", ["Name neq salt and pepper", "Price lt 2.5"]),
    ("Name eq 'O''Neil'", ["Name eq O'Neil"]),
    ("contains(Name, 'ai')", ["Name ilike *ai*"]),
    ("startswith(Name,'Ch')", ["Name ilike Ch*"]),
    ("Category eq null", ["Category is null"]),
    ("email:'ann@example.org'", ["email eq ann@example.org"]),
  ])
  func reads(text: String, expected: [String]) throws {
    let expression = try #require(FilterExpression(text))
    let found = expression.conditions.map { "\($0.name) \($0.comparison.sign.rawValue) \($0.comparison.value)" }
    #expect(found == expected)
  }

  @Test(arguments: [
    "", "soup", "warm soup today", "Price ge", "a eq 1 and", "a eq 1 or b eq 2", "a eq '1' or b eq '2'", "eq(", ")(,",
  ])
  func leavesOtherTextsAlone(text: String) {
    #expect(FilterExpression(text) == nil)
  }
}
