/// A flat colour with its size as text.
package enum Placeholder {
  /// Sixteen colours need four bits per pixel, and are enough for smooth edges.
  private static let shades = 16
  private static let shortestLabelledSide = 40
  private static let darkInk = Color(0x14171C)

  static func draw(_ size: PictureSize, color: Color) -> IndexedPicture {
    let text = StrokeText("\(size.width) × \(size.height)")
    guard let scale = scale(of: text, in: size) else { return IndexedPicture(size: size, colors: [color]) }
    var picture = IndexedPicture(size: size, colors: color.ramp(to: ink(on: color), count: shades))
    let left = (size.width - text.width * scale) / 2
    let top = (size.height - StrokeText.height * scale) / 2
    for glyph in text.glyphs {
      // The origin is the middle of the glyph's top left dot.
      let place = Rasterizer(
        size: size, x: Double(left + glyph.column * scale) + Double(scale) / 2,
        y: Double(top) + Double(scale) / 2, scale: Double(scale))
      place.scan(glyph.shape, reach: Double(StrokeText.height)) { row, columns, coverage in
        for column in columns { picture[column, row] = Int(coverage * Double(shades - 1) + 0.5) }
      }
    }
    return picture
  }

  /// White or almost black, whichever has more contrast to the background.
  package static func ink(on ground: Color) -> Color {
    let luminance = ground.luminance
    let light = (Color.white.luminance + 0.05) / (luminance + 0.05)
    let dark = (luminance + 0.05) / (darkInk.luminance + 0.05)
    return light >= dark ? .white : darkInk
  }

  /// The pixels of a dot. The text is about a tenth of the width high, but at most two thirds of the width long and a
  /// third of the height high. Nil when even the smallest text does not fit.
  private static func scale(of text: StrokeText, in size: PictureSize) -> Int? {
    guard size.shorterSide >= shortestLabelledSide, text.width <= size.width - 2 else { return nil }
    let tenth = size.width / 10 / StrokeText.height
    return max(1, min(tenth, size.width * 2 / 3 / text.width, size.height / 3 / StrokeText.height))
  }
}
