import Options
import Testing
import Yams

@Suite("Any text at all")
struct AnyTextTests {
  /// A sequence that is the same on every run.
  private struct Dice {
    var state: UInt64

    mutating func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
  }

  private static let pieces = [
    "a", "b", "0", "\t", ":", ": ", " :", "-", "- ", "#", " #", "'", "\"", "[", "]", ",", ", ", "{", "}", "&", "*", "!",
    "|",
    ">",
    "%", "@", "`", "?", "? ", "~", "null", " ", "  ", "\n", "\n", "\n- ", "\n  - ", "\nb: ", "\\", "\\n", "\r\n",
    "---", "...", "=", "/", "<<", "é", "\u{1F600}", "\u{FEFF}", "\u{85}", "\u{2028}",
  ]

  @Test("is refused at a place in it, or is one mapping of names to what YAML finds there", arguments: 0..<8)
  func agreement(seed: Int) throws {
    var dice = Dice(state: UInt64(seed))
    var accepted = 0
    for _ in 0..<2000 {
      let text = "a: " + (0..<dice.next(14)).map { _ in Self.pieces[dice.next(Self.pieces.count)] }.joined()
      do throws(ConfigurationError) {
        let entries = try ConfigurationReader.entries(Array(text.utf8), path: "x")
        accepted += 1
        let mapping = try? Yams.compose(yaml: text)?.mapping
        #expect(entries.map(\.name) == mapping?.keys.compactMap(\.string), "\(Self.shown(text))")
        for (entry, value) in zip(entries, mapping.map { Array($0.values) } ?? []) { Self.compare(entry, value, text) }
      } catch {
        let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        #expect((1...lines + 1).contains(error.place?.line ?? 1), "\(Self.shown(text)): \(error)")
        #expect(!error.message.isEmpty)
      }
    }
    #expect(accepted > 100)
  }

  private static func shown(_ text: String) -> String {
    text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
  }

  private static func compare(_ entry: ConfigurationFile.Entry, _ node: Node, _ text: String) {
    switch entry.value {
    case .none: #expect(["", "~", "null", nil].contains(node.scalar?.string), "\(shown(text))")
    case .text(let value): #expect(value == node.scalar?.string, "\(shown(text))")
    case .list(let list): #expect(list == node.sequence?.map { $0.scalar?.string }, "\(shown(text))")
    }
  }
}
