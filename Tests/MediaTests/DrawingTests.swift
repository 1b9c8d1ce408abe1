import Media
import Testing

@Suite("An avatar")
struct IdenticonTests {
  @Test("is symmetric, on a light ground", arguments: ["a", "b", "c", "d"], [1, 6, 7, 48, 105])
  func symmetry(seed: String, size: Int) throws {
    let picture = try #require(DecodedPicture(Pictures.avatar(seed: seed, size: size)))
    let cell = max(1, size / 7)
    let start = (size - 5 * cell) / 2
    for row in 0..<size {
      for column in max(0, start)..<min(size, start + 5 * cell) {
        let opposite = 2 * start + 5 * cell - 1 - column
        if (0..<size).contains(opposite) { #expect(picture[column, row] == picture[opposite, row]) }
      }
    }
    if size >= 7 { #expect(picture[0, 0].luminance > 0.8) }
  }
}

@Suite("An icon")
struct AppIconTests {
  @Test("has a white emblem on a dark enough gradient up to its corners", arguments: ["a", "b", "c", "d", "e"])
  func emblem(seed: String) throws {
    let picture = try #require(DecodedPicture(Pictures.icon(seed: seed, size: 128)))
    let white = picture.colors.count { $0 == .white }
    #expect((800...8000).contains(white))
    #expect(picture[0, 0] != picture[127, 127])
    for (column, row) in [(0, 0), (127, 0), (0, 127), (127, 127)] { #expect(picture[column, row].luminance < 0.75) }
  }
}

@Suite("A landscape")
struct LandscapeTests {
  @Test("has few enough bytes and many colours", arguments: (0..<6).map { "article-\($0)" })
  func weight(seed: String) throws {
    let bytes = try Pictures.landscape(seed: seed, width: 600, height: 338)
    #expect(bytes.count < 125_000)
    let picture = try #require(DecodedPicture(bytes))
    #expect(Set(picture.colors).count > 200)
  }

  @Test("shows the same scene at every size", arguments: (0..<6).map { "article-\($0)" })
  func scene(seed: String) throws {
    let large = try #require(DecodedPicture(Pictures.landscape(seed: seed, width: 400, height: 240)))
    let small = try #require(DecodedPicture(Pictures.landscape(seed: seed, width: 200, height: 120)))
    // Edges differ, areas do not.
    var difference = 0
    for index in 0..<200 * 120 {
      let pair = (small[index % 200, index / 200].channels, large[index % 200 * 2, index / 200 * 2].channels)
      for channel in 0..<3 { difference += abs(Int(pair.0[channel]) - Int(pair.1[channel])) }
    }
    let mean = Double(difference) / Double(200 * 120 * 3)
    #expect(mean < 4)
  }
}

@Suite("A shape")
struct ShapeTests {
  private static let shapes = [
    Shape.circle(3, 4, radius: 5), .stroke(0, 0, 6, 0, width: 2), .box(-5, -3, 5, 3),
    .polygon([(0, -6), (6, 6), (-6, 6)]), .box(-5, -5, 5, 5).subtracting(.circle(0, 0, radius: 3)),
    .circle(-2, 0, radius: 3).union(.circle(2, 0, radius: 3)).expanded(by: 1),
  ]

  @Test("never claims to be farther from its outline than it is", arguments: shapes.indices)
  func distances(index: Int) {
    let shape = Self.shapes[index]
    for place in 0..<400 {
      let (x, y) = (Double(place % 20) - 10, Double(place / 20) - 10)
      for (dx, dy) in [(0.5, 0.0), (0.0, 0.5), (0.3, -0.4)] {
        #expect(abs(shape.depth(x + dx, y + dy) - shape.depth(x, y)) <= 0.5 + 1e-9)
      }
    }
  }

  @Test("covers the pixels of its area", arguments: [1.0, 3.7, 20])
  func area(scale: Double) throws {
    var area = 0.0
    let rasterizer = Rasterizer(size: try PictureSize(width: 64, height: 64), x: 32, y: 32, scale: scale)
    rasterizer.scan(.box(-1, -1, 1, 1), reach: 1) { _, columns, coverage in area += Double(columns.count) * coverage }
    #expect(abs(area - 4 * scale * scale) < 0.3 * scale + 0.1)
  }
}
