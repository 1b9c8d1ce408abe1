import Store
import Testing

@Suite("The words of a text")
struct FullTextTokenizerTests {
  /// What the index of a table has of a text, word by word.
  private func indexed(_ text: String) throws -> [String] {
    let store = try Store(
      .ephemeral,
      schema: [
        SchemaStep(
          "test/1",
          sql: """
            CREATE VIRTUAL TABLE found USING fts5 (text, tokenize = 'unicode61 remove_diacritics 2');
            CREATE VIRTUAL TABLE word USING fts5vocab (found, instance);
            """)
      ])
    try store.write { try $0.execute("INSERT INTO found (text) VALUES (?)", [.text(text)]) }
    return try store.read { try $0.rows("SELECT term FROM word ORDER BY offset").compactMap { $0[0].text } }
  }

  @Test(
    "are those that SQLite's full-text search has",
    arguments: [
      "", " ", "one", "One, two; THREE!", "Café Zürich Ångström naïve", "e\u{301}te\u{301} \u{301}x", "Straße \u{130}",
      "\u{5D1}\u{5E2}\u{5D9}\u{5E8}", "\u{627}\u{644}\u{645}\u{62F}\u{64A}\u{646}\u{629} \u{64A}\u{64F}", "自行车 医院",
      "новый й города", "it's 3.5% [+17 chars] …", "a_b-c@d.e", "\u{1F600}x\u{FE0F}y",
    ])
  func words(text: String) throws {
    let words = try FullTextTokenizer().words(text)
    #expect(words.map(\.text) == (try indexed(text)))
    let bytes = Array(text.utf8)
    #expect(words.allSatisfy { !String(decoding: bytes[$0.range], as: UTF8.self).isEmpty })
    #expect(zip(words, words.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
  }
}
