import JSON
import Testing

/// A malformed document in which `‸` stands before the byte that the error is to point to.
struct JSONMistake: Sendable, CustomTestStringConvertible {
  let bytes: [UInt8]
  let kind: JSONSyntaxError.Kind
  let offset: Int
  let testDescription: String

  init(_ marked: String, _ kind: JSONSyntaxError.Kind) {
    let halves = marked.unicodeScalars.split(separator: "‸", omittingEmptySubsequences: false)
    bytes = halves.flatMap { Array(String($0).utf8) }
    // A row without the mark, or with two, has an offset that no error has.
    offset = halves.count == 2 ? String(halves[0]).utf8.count : -1
    self.kind = kind
    testDescription = marked
  }

  init(_ bytes: [UInt8], _ kind: JSONSyntaxError.Kind, at offset: Int) {
    (self.bytes, self.kind, self.offset) = (bytes, kind, offset)
    testDescription = "\(bytes.map { String($0, radix: 16) })"
  }

  func error() throws -> JSONSyntaxError {
    try #require(throws: JSONSyntaxError.self) { try JSONParser.parse(bytes) }
  }
}

@Suite struct JSONMistakeTests {
  @Test func everyKindOfMistakeIsInATable() {
    let tables = [
      JSONStructureMistakeTests.documents, JSONStructureMistakeTests.separators,
      JSONStructureMistakeTests.ends,
      JSONTokenMistakeTests.keys, JSONTokenMistakeTests.words, JSONTokenMistakeTests.numbers,
      JSONStringMistakeTests.strings, JSONEncodingTests.mistakes,
    ]
    let covered = Set(tables.joined().map(\.kind))
    #expect(JSONSyntaxError.Kind.allCases.filter { !covered.contains($0) } == [])
    #expect(tables.joined().count >= 120)
  }
}
