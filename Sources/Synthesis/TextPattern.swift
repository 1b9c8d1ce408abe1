import JSONSchema

/// A regular expression of a schema: what matches it, and how to make it.
struct TextPattern: Sendable {
  let text: String
  /// Nil for what is no regular expression, which then matches everything, as if it were not there.
  private let expression: SearchExpression?
  private let maker: PatternGenerator?

  init(_ text: String) {
    self.text = text
    expression = try? SearchExpression(text)
    maker = PatternGenerator(text)
  }

  func matches(_ candidate: String) -> Bool {
    expression.map { $0.matches(candidate) ?? false } ?? true
  }

  /// A text that matches and whose length in code points is in bounds; nil when none was found.
  func make(_ chance: inout RandomSource, least: Int, most: Int) -> String? {
    guard let maker, least <= most else { return nil }
    var extra = 0
    for _ in 0..<24 {
      guard let text = maker.make(&chance, extra: extra) else { return nil }
      let length = text.unicodeScalars.count
      if length < least {
        extra = max(extra * 2, least - length)
        continue
      }
      if length > most {
        extra = extra / 2
        continue
      }
      if matches(text) { return text }
      extra = chance.below(6)
    }
    return nil
  }
}
