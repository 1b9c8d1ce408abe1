import CPNG

/// Encodes images as PNG files with the simplified interface of libpng, which returns errors as results.
///
/// The pixels are the same on every platform; the bytes may differ between versions of zlib, which choose different
/// matches.
enum PNGEncoder {
  /// A file of colour type 3, with the fewest bits per pixel for the number of colours.
  static func encode(_ picture: IndexedPicture) throws(PNGError) -> [UInt8] {
    var image = header(picture.size, format: mock_png_format_rgb_colormap())
    image.colormap_entries = UInt32(picture.colors.count)
    return try write(image, pixels: picture.indices, colors: picture.colors.flatMap(\.channels))
  }

  /// A file of colour type 2. Fast encoding (no filters, light compression) makes it little larger, because the rows
  /// are long runs.
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

  /// Compresses into a buffer of the largest possible file size, and copies the bytes that were written.
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

/// A valid size of an image. Its sides are checked, so their products do not overflow.
package struct PictureSize: Hashable, Sendable {
  /// The range of a side in pixels: enough for any screen, and small enough to draw while a client waits.
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

  /// The shorter side. Drawings are scaled by it, so that a seed gives the same scene in every resolution.
  var shorterSide: Int { min(width, height) }
}

/// Why an image could not be created.
package enum PNGError: Error, Hashable, Sendable {
  /// A side is not in `PictureSize.sides`.
  case sizeOutOfRange(width: Int, height: Int)
  /// The encoder failed, with its own message; in practice only when there is no memory.
  case encoderFailed(String)
}
