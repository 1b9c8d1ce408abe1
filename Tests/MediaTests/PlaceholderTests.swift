import Media
import Testing

@Suite("A placeholder")
struct PlaceholderTests {
  private static let colors = ["92c952", "000", "fff", "808080", "ff0000", "00ff00", "0000ff", "767676", "771796"]

  @Test("has its colour in the corners and in the palette", arguments: colors)
  func ground(hex: String) throws {
    let color = try #require(Color(hex: hex))
    let bytes = try Pictures.placeholder(width: 200, height: 100, color: color)
    let picture = try #require(DecodedPicture(bytes))
    for (column, row) in [(0, 0), (199, 0), (0, 99), (199, 99)] { #expect(picture[column, row] == color) }
    #expect(PNGFile(bytes)?.palette.contains(color.channels) == true)
  }

  @Test("has a label that stands out", arguments: colors)
  func contrast(hex: String) throws {
    let color = try #require(Color(hex: hex))
    let ink = Placeholder.ink(on: color)
    let luminances = [color.luminance, ink.luminance].sorted()
    #expect((luminances[1] + 0.05) / (luminances[0] + 0.05) > 4)
    let picture = try #require(DecodedPicture(Pictures.placeholder(width: 200, height: 100, color: color)))
    #expect(picture.colors.contains(ink))
  }

  @Test(
    "has no label where none fits",
    arguments: [(39, 39, false), (39, 500, false), (500, 39, false), (40, 40, true), (40, 2048, false), (64, 48, true)])
  func label(width: Int, height: Int, isLabelled: Bool) throws {
    let color = Color(0x92C952)
    let picture = try #require(DecodedPicture(Pictures.placeholder(width: width, height: height, color: color)))
    #expect((Set(picture.colors).count > 1) == isLabelled)
  }

  @Test("has its label in the middle", arguments: [(600, 600), (150, 150), (1200, 300), (333, 777), (2048, 100)])
  func middle(width: Int, height: Int) throws {
    let color = Color(0x92C952)
    let picture = try #require(DecodedPicture(Pictures.placeholder(width: width, height: height, color: color)))
    let ink = picture.colors.indices.filter { picture[$0 % width, $0 / width] != color }
    let columns = ink.map { $0 % width }
    let rows = ink.map { $0 / width }
    let left = try #require(columns.min())
    let right = try #require(columns.max())
    let top = try #require(rows.min())
    let bottom = try #require(rows.max())
    // The last digit may be narrower than its field, and an odd pixel has to be on some side.
    #expect(abs(left - (width - 1 - right)) <= 2)
    #expect(abs(top - (height - 1 - bottom)) <= 2)
    #expect(bottom - top < height / 2)
  }

  @Test("says different things for different sizes")
  func text() throws {
    let glyphs = "0123456789×".map { character in
      (0..<35).map { StrokeText(String(character)).glyphs[0].shape.depth(Double($0 % 5), Double($0 / 5)) > 0 }
    }
    #expect(Set(glyphs).count == 11)
  }

  @Test("is small", arguments: [(600, 600, 3072), (150, 150, 1024), (2048, 2048, 10_240)])
  func weight(width: Int, height: Int, limit: Int) throws {
    #expect(try Pictures.placeholder(width: width, height: height, color: Color(0x92C952)).count <= limit)
  }
}
