/// A line of text in a font of strokes on a grid of 5 by 7 dots, each as wide as a dot: smooth when large, and sharp
/// when a dot is a pixel. It has the digits, "×" and the space: enough to write a size.
struct StrokeText {
  static let height = 7

  struct Glyph {
    /// Where the glyph begins, in dots from the left of the text.
    let column: Int
    /// In dots, with the origin in the middle of the glyph's top left dot.
    let shape: Shape
  }

  let glyphs: [Glyph]
  /// In dots.
  let width: Int

  /// Characters that the font does not have are left out.
  init(_ text: String) {
    var glyphs: [Glyph] = []
    var end = 0
    for strokes in text.compactMap({ Self.font[$0] }) {
      let paths = strokes.map(Self.path)
      glyphs.append(Glyph(column: end, shape: .strokes(paths.flatMap { zip($0, $0.dropFirst()) }, width: 1)))
      let right = paths.joined().map(\.0).max()
      end += (right.map { Int($0) + 1 } ?? Self.spaceWidth) + 1
    }
    self.glyphs = glyphs
    width = max(0, end - 1)
  }

  private static let spaceWidth = 2

  /// The dots that a stroke joins, each written as the digits of its column and row.
  private static func path(_ stroke: String) -> [(Double, Double)] {
    stroke.split(separator: " ").map { dot in
      let place = dot.compactMap(\.wholeNumberValue)
      return (Double(place[0]), Double(place[1]))
    }
  }

  private static let font: [Character: [String]] = [
    " ": [],
    "×": ["01 45", "05 41"],
    "0": ["10 30 41 45 36 16 05 01 10"],
    "1": ["02 20 26", "06 46"],
    "2": ["01 10 30 41 42 06 46"],
    "3": ["01 10 30 41 42 33 44 45 36 16 05", "23 33"],
    "4": ["36 30 03 04 44"],
    "5": ["40 00 02 32 43 45 36 16 05"],
    "6": ["30 20 02 05 16 36 45 44 33 03"],
    "7": ["00 40 41 23 26"],
    "8": ["10 30 41 42 33 13 02 01 10", "13 04 05 16 36 45 44 33"],
    "9": ["16 26 44 41 30 10 01 02 13 43"],
  ]
}
