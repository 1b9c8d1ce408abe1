/// Characters that were meant to be NUL (CONTRACT W2), such as the six characters `\u0000` of a Kotlin raw string.
struct LiteralNull {
  /// What clients were seen to send, the longest first.
  private static let spellings = ["\\u{0000}", "\\u{0}", "\\u0000", "\\x00", "\\000", "^@", "\\0"]

  /// The characters.
  let text: String
  /// Where they begin.
  let index: Int
  /// Whether only line ends are around them.
  let isAlone: Bool

  /// Finds them at the beginning of a body, line ends aside; nil when something else stands there.
  init?(_ body: ArraySlice<UInt8>) {
    let inner = body.drop(while: Self.isLineEnd)
    guard let spelling = Self.spellings.first(where: { inner.starts(with: $0.utf8) }) else { return nil }
    text = spelling
    index = inner.startIndex
    isAlone = inner.dropFirst(spelling.utf8.count).allSatisfy(Self.isLineEnd)
  }

  /// Finds them at the end of a body, line ends aside.
  init?(endOf body: ArraySlice<UInt8>) {
    var end = body.endIndex
    while end > body.startIndex, Self.isLineEnd(body[end - 1]) { end -= 1 }
    let inner = body[..<end]
    guard let spelling = Self.spellings.first(where: { inner.suffix($0.utf8.count).elementsEqual($0.utf8) }) else {
      return nil
    }
    text = spelling
    index = end - spelling.utf8.count
    isAlone = index == body.startIndex
  }

  static func isLineEnd(_ byte: UInt8) -> Bool { byte == ASCII.lineFeed || byte == ASCII.carriageReturn }
}
