import JSON
import Testing

@Suite struct JSONEncodingTests {
  static let mistakes: [JSONMistake] = [
    JSONMistake([0x22, 0x80, 0x22], .invalidUTF8, at: 1),
    JSONMistake([0x22, 0x61, 0xBF, 0x22], .invalidUTF8, at: 2),
    JSONMistake([0x22, 0xC0, 0x80, 0x22], .invalidUTF8, at: 1),
    JSONMistake([0x22, 0xC1, 0xBF, 0x22], .invalidUTF8, at: 1),
    JSONMistake([0x22, 0xC3, 0x22], .invalidUTF8, at: 1),
    JSONMistake([0x22, 0xE0, 0x80, 0x80, 0x22], .invalidUTF8, at: 1),
    JSONMistake([0x22, 0xE0, 0x9F, 0xBF, 0x22], .invalidUTF8, at: 1),
    JSONMistake([0x22, 0xE2, 0x82, 0x22], .invalidUTF8, at: 1),
    JSONMistake([0x22, 0xE2, 0x28, 0xA1, 0x22], .invalidUTF8, at: 1),
    JSONMistake([0x22, 0xED, 0xA0, 0x80, 0x22], .invalidUTF8, at: 1),
    JSONMistake([0x22, 0xED, 0xBF, 0xBF, 0x22], .invalidUTF8, at: 1),
    JSONMistake([0x22, 0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80, 0x22], .invalidUTF8, at: 1),
    JSONMistake([0x22, 0xF0, 0x80, 0x80, 0x80, 0x22], .invalidUTF8, at: 1),
    JSONMistake([0x22, 0xF0, 0x8F, 0xBF, 0xBF, 0x22], .invalidUTF8, at: 1),
    JSONMistake([0x22, 0xF0, 0x9F, 0x98, 0x22], .invalidUTF8, at: 1),
    JSONMistake([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], .invalidUTF8, at: 1),
    JSONMistake([0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], .invalidUTF8, at: 1),
    JSONMistake([0x22, 0xFF, 0x22], .invalidUTF8, at: 1),
    JSONMistake([0x22, 0xC3, 0xA9, 0xE9, 0x22], .invalidUTF8, at: 3),
    JSONMistake([0x22, 0x5C, 0x6E, 0xE9, 0x22], .invalidUTF8, at: 3),
    JSONMistake([0x22, 0x5C, 0xE9, 0x22], .invalidUTF8, at: 2),
    JSONMistake([0x7B, 0x22, 0xE9, 0x22, 0x3A, 0x31, 0x7D], .invalidUTF8, at: 2),
    JSONMistake([0x5B, 0xE9, 0x5D], .invalidUTF8, at: 1),
    JSONMistake([0x7B, 0xE9, 0x7D], .invalidUTF8, at: 1),
    JSONMistake([0x5B, 0x31, 0xE9, 0x5D], .invalidUTF8, at: 2),
    JSONMistake([0x5B, 0x2D, 0xE9, 0x5D], .invalidUTF8, at: 2),
    JSONMistake([0x31, 0xE9], .truncated, at: 2),
    JSONMistake([0xC0], .invalidUTF8, at: 0),
    JSONMistake([0x22, 0xC3], .truncated, at: 2),
    JSONMistake([0x22, 0xF0, 0x9F, 0x98], .truncated, at: 4),
    JSONMistake([0x5B, 0x00, 0x31], .unexpectedCharacter, at: 1),
  ]

  @Test(arguments: mistakes)
  func refusesWhatIsNotUTF8(mistake: JSONMistake) throws {
    let error = try mistake.error()
    #expect(error.kind == mistake.kind, "\(error)")
    #expect(error.offset == mistake.offset, "\(error)")
  }

  @Test(arguments: [
    ([0xC0, 0x80], "overlong"), ([0xE0, 0x80, 0x80], "overlong"), ([0xF0, 0x80, 0x80, 0x80], "overlong"),
    ([0xED, 0xA0, 0x80], "surrogate"), ([0xF4, 0x90, 0x80, 0x80], "U+10FFFF"), ([0xFE], "never"),
    ([0x80], "continuation"), ([0xC3, 0x28], "missing"), ([0xED, 0x28], "missing"),
  ])
  func saysWhyItIsNotUTF8(bytes: [UInt8], reason: String) throws {
    let error = try JSONMistake([0x22] + bytes + [0x22], .invalidUTF8, at: 1).error()
    #expect(error.message.contains(reason), "\(error)")
  }

  /// Whether the standard library decodes the bytes without a replacement.
  private func isUTF8(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
  }

  @Test(arguments: 0x80...0xFF)
  func agreesWithTheStandardLibraryOnEverySequence(first: Int) {
    let edges: [UInt8] = [0x00, 0x61, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE2, 0xF0, 0xFF]
    var tails: [[UInt8]] = [[]] + edges.map { [$0] }
    for second in edges { tails += edges.map { [second, $0] } }
    for second in edges {
      tails += edges.flatMap { third in [0x7F, 0x80, 0xBF, 0xC0].map { [second, third, $0] } }
    }
    var disagreements: [[UInt8]] = []
    for tail in tails where !tail.contains(0) {
      let bytes = [UInt8(first)] + tail
      let parsed = try? JSONParser.parse([0x22] + bytes + [0x22])
      if isUTF8(bytes) != (parsed != nil) { disagreements.append(bytes) }
      if let string = parsed?.string, !string.utf8.elementsEqual(bytes) { disagreements.append(bytes) }
    }
    #expect(disagreements == [])
  }
}
