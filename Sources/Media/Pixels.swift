/// A colour in sRGB with 8 bits per channel.
package struct Color: Sendable, Hashable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Parses the notation of style sheets without its number sign: 6 hexadecimal digits, as in "92c952", or 3 that are
  /// each doubled, as in "fc0", in any case. Nil for anything else.
  package init?(hex: String) {
    let digits = hex.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue.map(UInt8.init) }
    let values = digits.compactMap { $0 }
    guard values.count == digits.count else { return nil }
    switch values.count {
    case 3: self.init(red: values[0] * 17, green: values[1] * 17, blue: values[2] * 17)
    case 6:
      self.init(
        red: values[0] << 4 | values[1], green: values[2] << 4 | values[3], blue: values[4] << 4 | values[5])
    default: return nil
    }
  }
}

extension Color {
  /// The lightest color.
  package static let white = Self(0xFFFFFF)

  /// The colour of a number as written in code, such as 0x92C952.
  package init(_ rgb: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb))
  }

  /// Red, green and blue.
  package var channels: [UInt8] { [red, green, blue] }

  /// The blend with another colour; 0 is only this one, 1 only the other, and other amounts are clamped to these.
  package func mixed(with other: Self, _ amount: Double) -> Self {
    let part = Int(min(max(amount, 0), 1) * 256 + 0.5)
    return Self(
      red: Self.mix(red, other.red, part), green: Self.mix(green, other.green, part),
      blue: Self.mix(blue, other.blue, part))
  }

  private static func mix(_ from: UInt8, _ to: UInt8, _ part: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: (Int(from) * (256 - part) + Int(to) * part + 128) >> 8)
  }

  /// The blends with another colour in even steps, this colour first and the other last.
  package func ramp(to other: Self, count: Int) -> [Self] {
    (0..<count).map { mixed(with: other, Double($0) / Double(max(1, count - 1))) }
  }

  /// The relative luminance, 0...1, with the square as an approximation of the transfer function.
  package var luminance: Double {
    func linear(_ channel: UInt8) -> Double { Double(channel) * Double(channel) / (255 * 255) }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}

/// An image with any colours.
struct RGBPicture {
  let size: PictureSize
  /// Row by row, three bytes per pixel.
  private(set) var bytes: [UInt8]

  /// An image that is entirely black.
  init(size: PictureSize) {
    self.size = size
    bytes = [UInt8](repeating: 0, count: size.pixelCount * 3)
  }

  /// A pixel in the image.
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

  /// Draws a colour over a run of pixels; an opacity of 1 replaces them.
  mutating func cover(_ columns: Range<Int>, row: Int, with color: Color, opacity: Double) {
    for column in columns {
      self[column, row] = opacity >= 1 ? color : self[column, row].mixed(with: color, opacity)
    }
  }

  /// Draws a shape over the image. See `Rasterizer` for its position and reach.
  mutating func cover(_ shape: Shape, by rasterizer: Rasterizer, reach: Double, with color: Color, opacity: Double) {
    rasterizer.scan(shape, reach: reach) { row, columns, coverage in
      cover(columns, row: row, with: color, opacity: coverage * opacity)
    }
  }
}

/// An image with few colours: each pixel is an index into a list of colours.
struct IndexedPicture {
  let size: PictureSize
  /// At most 256, and at least one.
  let colors: [Color]
  /// Row by row; each is an index of `colors`.
  private(set) var indices: [UInt8]

  /// An image that has only the first colour.
  init(size: PictureSize, colors: [Color]) {
    precondition((1...256).contains(colors.count), "A colour map has 1 to 256 colours")
    self.size = size
    self.colors = colors
    indices = [UInt8](repeating: 0, count: size.pixelCount)
  }

  /// A pixel in the image, as the index of its colour.
  subscript(column: Int, row: Int) -> Int {
    get { Int(indices[row * size.width + column]) }
    set { indices[row * size.width + column] = UInt8(truncatingIfNeeded: newValue) }
  }
}
