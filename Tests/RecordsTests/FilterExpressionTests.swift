import Records
import Testing

/// Conditions on a list's records in one text.
@Suite struct FilterExpressionTests {
  @Test(arguments: [
    ("Name eq 'Chai'", "Name eq Chai"),
    ("Price ge 18 and Discontinued eq false", "(Price gte 18 AND Discontinued eq false)"),
    ("Name ne 'salt and pepper' AND Price lt 2.5", "(Name neq salt and pepper AND Price lt 2.5)"),
    ("Name eq 'O\'\'Neil'", "Name eq O\'Neil"),
    ("contains(Name, 'ai')", "Name ilike *ai*"),
    ("startswith(Name,'Ch')", "Name ilike Ch*"),
    ("Category eq null", "Category is null"),
    ("email:'ann@example.org'", "email eq ann@example.org"),
    ("priority = 2", "priority eq 2"),
    ("done = false && (priority > 2 || title like milk)", "(done eq false AND (priority gt 2 OR title ilike *milk*))"),
    ("a eq 1 or b eq 2", "(a eq 1 OR b eq 2)"),
    ("name=Oat milk", "name eq Oat milk"),
    ("price>=2.5", "price gte 2.5"),
    ("state in ('open', 'new')", "(state eq open OR state eq new)"),
    ("title.contains(\"ai\") && \"home\" in tags", "(title ilike *ai* AND tags eq home)"),
    ("not done = true", "NOT coalesce(done eq true, 0)"),
  ])
  func reads(text: String, expected: String) throws {
    let expression = try #require(FilterExpression(text))
    let found = expression.part { RowQuery.Part("\($0) \($1.sign.rawValue) \($1.value)") }
    #expect(found.sql == expected)
  }

  @Test(arguments: [
    "", "soup", "warm soup today", "Price ge", "a eq 1 and", "eq(", ")(,", "(a eq 1", "a = 'x", "a = 1 b = 2",
    String(repeating: "(", count: 3000), String(repeating: "!", count: 1500) + "a = 1",
  ])
  func leavesOtherTextsAlone(text: String) {
    #expect(FilterExpression(text) == nil)
  }
}
