/// A picture of few colours: each pixel is an index of a list of colours.
struct IndexedPicture {
  let size: PictureSize
  /// At most 256, and at least one.
  let colors: [Color]
  /// Row by row; each is an index of `colors`.
  private(set) var indices: [UInt8]

  /// A picture that is all of the first colour.
  init(size: PictureSize, colors: [Color]) {
    precondition((1...256).contains(colors.count), "A colour map has 1 to 256 colours")
    self.size = size
    self.colors = colors
    indices = [UInt8](repeating: 0, count: size.pixelCount)
  }

  /// A pixel inside the picture, as the index of its colour.
  subscript(column: Int, row: Int) -> Int {
    get { Int(indices[row * size.width + column]) }
    set { indices[row * size.width + column] = UInt8(truncatingIfNeeded: newValue) }
  }
}
