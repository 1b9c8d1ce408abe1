import CPNG

/// Writes pictures as PNG files with the simplified interface of libpng, which reports errors by its results.
///
/// The pixels are the same everywhere; the bytes may differ between versions of zlib, whose choice of matches is
/// its own.
enum PNGEncoder {
  /// A file of colour type 3, with the fewest bits a pixel that the count of colours allows.
  static func encode(_ picture: IndexedPicture) throws(PNGError) -> [UInt8] {
    var image = header(picture.size, format: mock_png_format_rgb_colormap())
    image.colormap_entries = UInt32(picture.colors.count)
    return try write(image, pixels: picture.indices, colors: picture.colors.flatMap(\.channels))
  }

  /// A file of colour type 2. Fast (no filters, light compression) loses little, as rows are made of long runs.
  static func encode(_ picture: RGBPicture) throws(PNGError) -> [UInt8] {
    var image = header(picture.size, format: mock_png_format_rgb())
    image.flags = UInt32(PNG_IMAGE_FLAG_FAST)
    return try write(image, pixels: picture.bytes, colors: [])
  }

  private static func header(_ size: PictureSize, format: UInt32) -> png_image {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    image.width = UInt32(size.width)
    image.height = UInt32(size.height)
    image.format = format
    return image
  }

  /// Compresses into memory as large as the file can become at most, and copies the bytes that were written.
  private static func write(_ header: png_image, pixels: [UInt8], colors: [UInt8]) throws(PNGError) -> [UInt8] {
    var image = header
    let file = withUnsafeTemporaryAllocation(byteCount: Int(mock_png_size_bound(&image)), alignment: 1) { output in
      var count = png_alloc_size_t(output.count)
      let isWritten = png_image_write_to_memory(&image, output.baseAddress, &count, 0, pixels, 0, colors) != 0
      return isWritten ? [UInt8](output.prefix(Int(count))) : nil
    }
    guard let file else { throw .encoderFailed(message(of: image)) }
    return file
  }

  private static func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

/// A size that pictures can have. Having one is the proof that products of its sides do not overflow.
package struct PictureSize: Hashable, Sendable {
  /// The pixels that a side can have: enough for any screen's need, little enough to draw while a client waits.
  static let sides = 1...2048

  /// Pixels from left to right.
  package let width: Int
  /// Pixels from top to bottom.
  package let height: Int

  /// Throws `PNGError.sizeOutOfRange` unless both sides are in `sides`.
  package init(width: Int, height: Int) throws(PNGError) {
    guard Self.sides.contains(width), Self.sides.contains(height) else {
      throw .sizeOutOfRange(width: width, height: height)
    }
    self.width = width
    self.height = height
  }

  var pixelCount: Int { width * height }

  /// The shorter side, by which drawings are scaled so that a seed gives the same scene in every resolution.
  var shorterSide: Int { min(width, height) }
}

/// Why a picture could not be made.
package enum PNGError: Error, Hashable, Sendable {
  /// A side is not in `PictureSize.sides`.
  case sizeOutOfRange(width: Int, height: Int)
  /// The encoder refused, in its own words; in practice only when there is no memory.
  case encoderFailed(String)
}
