/// Pictures for mock data, drawn when they are asked for and the same each time. All are PNG files.
///
/// Sides are 1...2048 pixels; any other throws `PNGError.sizeOutOfRange`. A seed is any text, the empty one too.
package enum Pictures {
  /// A flat colour with its size written in the middle, as placeholder services serve it. The text is left out where
  /// it does not fit, and always when a side is shorter than 40 pixels.
  package static func placeholder(width: Int, height: Int, color: Color) throws(PNGError) -> [UInt8] {
    try PNGEncoder.encode(Placeholder.draw(PictureSize(width: width, height: height), color: color))
  }

  /// An invented landscape: sky, sun or moon, and layers of hills or the sea. The seed decides all of it, and gives
  /// the same scene at every size of the same proportions.
  package static func landscape(seed: String, width: Int, height: Int) throws(PNGError) -> [UInt8] {
    let size = try PictureSize(width: width, height: height)
    return try PNGEncoder.encode(Landscape(seed: seed).draw(size))
  }

  /// A symmetric identicon on a light ground, square, decided by the seed.
  package static func avatar(seed: String, size: Int) throws(PNGError) -> [UInt8] {
    let side = try PictureSize(width: size, height: size)
    return try PNGEncoder.encode(Identicon(seed: seed).draw(side))
  }

  /// The icon of an app: a white emblem on a gradient, both decided by the seed. Square to its corners, which the
  /// systems round themselves.
  package static func icon(seed: String, size: Int) throws(PNGError) -> [UInt8] {
    let side = try PictureSize(width: size, height: size)
    return try PNGEncoder.encode(AppIcon(seed: seed).draw(side))
  }

  /// Modules of black and white, such as those of a QR code: rows of equal length, true for black ones.
  ///
  /// - Parameters:
  ///   - pixelsPerModule: The side of a module.
  package static func modules(_ rows: [[Bool]], pixelsPerModule: Int) throws(PNGError) -> [UInt8] {
    let size = try PictureSize(width: (rows.first?.count ?? 0) * pixelsPerModule, height: rows.count * pixelsPerModule)
    var picture = IndexedPicture(size: size, colors: [.white, Color(0x000000)])
    for row in 0..<size.height {
      let modules = rows[row / pixelsPerModule]
      for column in 0..<size.width where modules[column / pixelsPerModule] { picture[column, row] = 1 }
    }
    return try PNGEncoder.encode(picture)
  }
}
