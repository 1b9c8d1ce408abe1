import CPNG
import Media

/// The pixels of a PNG file, as libpng reads them.
struct DecodedPicture {
  let width: Int
  let height: Int
  /// Row by row, three bytes a pixel.
  let bytes: [UInt8]

  /// Nil when libpng has anything to say about the file.
  init?(_ file: [UInt8]) {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    // libpng reads the bytes only as long as the picture is being read.
    let pixels: [UInt8]? = file.withUnsafeBytes { source in
      guard png_image_begin_read_from_memory(&image, source.baseAddress, source.count) != 0 else { return nil }
      image.format = mock_png_format_rgb()
      var pixels = [UInt8](repeating: 0, count: Int(image.width) * Int(image.height) * 3)
      let isRead = pixels.withUnsafeMutableBytes {
        png_image_finish_read(&image, nil, $0.baseAddress, 0, nil) != 0
      }
      return isRead && image.warning_or_error == 0 ? pixels : nil
    }
    guard let pixels else { return nil }
    width = Int(image.width)
    height = Int(image.height)
    bytes = pixels
  }

  subscript(column: Int, row: Int) -> Color {
    let start = (row * width + column) * 3
    return Color(red: bytes[start], green: bytes[start + 1], blue: bytes[start + 2])
  }

  /// All pixels, row by row.
  var colors: [Color] {
    (0..<width * height).map { self[$0 % width, $0 / width] }
  }
}
