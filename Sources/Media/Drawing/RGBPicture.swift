/// A picture of any colours.
struct RGBPicture {
  let size: PictureSize
  /// Row by row, three bytes a pixel.
  private(set) var bytes: [UInt8]

  /// A picture that is all black.
  init(size: PictureSize) {
    self.size = size
    bytes = [UInt8](repeating: 0, count: size.pixelCount * 3)
  }

  /// A pixel inside the picture.
  subscript(column: Int, row: Int) -> Color {
    get {
      let start = (row * size.width + column) * 3
      return Color(red: bytes[start], green: bytes[start + 1], blue: bytes[start + 2])
    }
    set {
      let start = (row * size.width + column) * 3
      bytes[start] = newValue.red
      bytes[start + 1] = newValue.green
      bytes[start + 2] = newValue.blue
    }
  }

  /// Lays a colour over a run of pixels; an opacity of 1 replaces them.
  mutating func cover(_ columns: Range<Int>, row: Int, with color: Color, opacity: Double) {
    for column in columns {
      self[column, row] = opacity >= 1 ? color : self[column, row].mixed(with: color, opacity)
    }
  }

  /// Lays a shape over the picture. See `Rasterizer` for its place and reach.
  mutating func cover(_ shape: Shape, by rasterizer: Rasterizer, reach: Double, with color: Color, opacity: Double) {
    rasterizer.scan(shape, reach: reach) { row, columns, coverage in
      cover(columns, row: row, with: color, opacity: coverage * opacity)
    }
  }
}
