import Settings
import Testing
import Yams

@Suite("Any text at all")
struct ReaderAgreementTests {
  /// A sequence that is the same on every run.
  private struct Dice {
    var state: UInt64

    mutating func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
  }

  /// Tabs are not among them: the other reader refuses some that YAML allows.
  private static let pieces = [
    "a", "b", "0", ":", ": ", " :", "-", "- ", "#", " #", "'", "\"", "[", "]", ",", ", ", "{", "}", "&", "*", "!", "|",
    ">",
    "%", "@", "`", "?", "? ", "~", "null", " ", "  ", "\n", "\n", "\n- ", "\n  - ", "\nb: ", "\\", "\\n", "\r\n",
    "---", "...", "=", "/", "<<", "é", "\u{1F600}", "\u{FEFF}", "\u{85}", "\u{2028}",
  ]

  @Test("is refused, or means what any other reader of YAML finds in it", arguments: 0..<8)
  func agreement(seed: Int) throws {
    var dice = Dice(state: UInt64(seed))
    var accepted = 0
    for _ in 0..<5000 {
      let text = "a: " + (0..<dice.next(14)).map { _ in Self.pieces[dice.next(Self.pieces.count)] }.joined()
      guard let entries = try? SettingsReader.entries(Array(text.utf8), path: "x") else { continue }
      accepted += 1
      guard let node = try? Yams.compose(yaml: text), let mapping = node.mapping else {
        Issue.record("another reader refuses \(Self.shown(text)), read as \(entries)")
        continue
      }
      #expect(entries.map(\.name) == mapping.keys.compactMap(\.string), "\(Self.shown(text))")
      for (entry, value) in zip(entries, mapping.values) { Self.compare(entry, value, text) }
    }
    #expect(accepted > 500)
  }

  private static func shown(_ text: String) -> String {
    text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
  }

  private static func compare(_ entry: SettingsEntry, _ node: Node, _ text: String) {
    switch entry.value {
    case .none: #expect(["", "~", "null"].contains(node.scalar?.string), "\(shown(text))")
    case .text(let value): #expect(value == node.scalar?.string, "\(shown(text))")
    case .list(let list):
      #expect(list == node.sequence?.map { $0.scalar?.string }, "\(shown(text))")
    }
  }
}
