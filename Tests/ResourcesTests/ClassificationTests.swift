import JSON
import OpenAPI
import Resources
import Testing

/// What was written down by hand of documents in the styles of well-known APIs.
struct StyleCase: Sendable, CustomTestStringConvertible {
  let name: String
  let document: OpenAPIDocument
  /// Operations as ``line(_:)`` writes them.
  let expected: [String]

  var testDescription: String { name }
}

@Suite struct ClassificationTests {
  @Test(arguments: StyleCase.all)
  func holds(style: StyleCase) {
    let lines = APIModel(style.document).operations.map(line)
    for (found, expected) in zip(lines, style.expected) { #expect(found == expected) }
    #expect(lines.count == style.expected.count)
  }
}
