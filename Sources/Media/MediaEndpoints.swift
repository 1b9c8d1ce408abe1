import HTTPCore
import World

/// The images that responses link to (CONTRACT D7). Each is drawn on its first request and then cached.
package enum MediaEndpoints {
  /// Images never change: an address always has the same image.
  private static let cacheControl = "public, max-age=31536000, immutable"
  private static let mediaType = "image/png"
  private static let defaultSide = 256
  /// Bytes of images that are cached.
  private static let cacheBytes = 32 << 20

  /// The endpoints with a common cache: an image depends only on its address, so all worlds share it.
  package static func all() -> [Endpoint] {
    let cache = RenderedCache(byteCapacity: cacheBytes)
    func endpoint(
      _ path: String, _ operationID: String, draw: @escaping @Sendable (Call) throws -> [UInt8]
    ) -> Endpoint {
      Endpoint(.get, LocalLink.path + path, operationID, .open) { call in
        let content = try cache.content(key(call.request)) {
          RenderedBody(try draw(call), mediaType: mediaType)
        }
        guard let content else { throw Problem(.notFound, "there is no such picture") }
        return content.response(to: call.request, cacheControl: cacheControl)
      }.slow(usesDatabase: false)
    }
    return [
      endpoint("/placeholder/{size}/{file}", "placeholderPicture") { call in
        let (size, name) = (try Size(call.parameters["size"]), try name(call))
        guard let color = Color(hex: name) else {
          throw Problem(.notFound, "\"\(name.clipped(to: 40))\" is not a colour: it must be 3 or 6 hexadecimal digits")
        }
        return try Pictures.placeholder(width: size.width, height: size.height, color: color)
      },
      endpoint("/pictures/{size}/{file}", "landscapePicture") { call in
        let size = try Size(call.parameters["size"])
        return try Pictures.landscape(seed: try name(call), width: size.width, height: size.height)
      },
      endpoint("/avatars/{file}", "avatarPicture") { try Pictures.avatar(seed: try name($0), size: defaultSide) },
      endpoint("/avatars/{size}/{file}", "sizedAvatarPicture") { call in
        try Pictures.avatar(seed: try name(call), size: try Size(call.parameters["size"]).side)
      },
      endpoint("/icons/{file}", "iconPicture") { try Pictures.icon(seed: try name($0), size: defaultSide) },
      endpoint("/icons/{size}/{file}", "sizedIconPicture") { call in
        try Pictures.icon(seed: try name(call), size: try Size(call.parameters["size"]).side)
      },
    ]
  }

  /// The segments of the path. A segment may contain a slash, but never a NUL.
  private static func key(_ request: Request) -> String { request.target.segments.joined(separator: "\0") }

  /// The file's name without its extension.
  ///
  /// - Throws: ``Problem`` of kind `notFound` for another extension than `.png`.
  private static func name(_ call: Call) throws(Problem) -> String {
    let file = call.parameters["file"]
    guard file.hasSuffix(".png") else { throw Problem(.notFound, "pictures are PNG files: their names end in .png") }
    return String(file.dropLast(4))
  }

  /// A size in pixels, such as `600` for a square or `1200x675`.
  private struct Size {
    let width: Int
    let height: Int

    private static let sides = 1...2048

    /// - Throws: ``Problem`` of kind `notFound` when it cannot be parsed or is out of range.
    init(_ text: String) throws(Problem) {
      let parts = text.split(separator: "x", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { $0.hasPrefix("+") ? nil : Int($0) }.filter(Self.sides.contains)
      guard numbers.count == parts.count, let width = numbers.first, numbers.count <= 2 else {
        throw Problem(
          .notFound, "\"\(text.clipped(to: 40))\" is not a size: it must be 600 or 1200x675, with sides from 1 to 2048")
      }
      (self.width, height) = (width, numbers.last ?? width)
    }

    /// The side of a square.
    var side: Int { min(width, height) }
  }
}

/// Generated images for mock data, the same for the same arguments. All are PNG files.
///
/// Sides are 1...2048 pixels; others throw `PNGError.sizeOutOfRange`. A seed is any text, also an empty one.
package enum Pictures {
  /// A flat colour with its size as text in the middle, as placeholder services draw it. The text is omitted where it
  /// does not fit, and always when a side is shorter than 40 pixels.
  package static func placeholder(width: Int, height: Int, color: Color) throws(PNGError) -> [UInt8] {
    try PNGEncoder.encode(Placeholder.draw(PictureSize(width: width, height: height), color: color))
  }

  /// A generated landscape: sky, sun or moon, and layers of hills or the sea. The seed determines the scene, which is
  /// the same at every size of the same proportions.
  package static func landscape(seed: String, width: Int, height: Int) throws(PNGError) -> [UInt8] {
    let size = try PictureSize(width: width, height: height)
    return try PNGEncoder.encode(Landscape(seed: seed).draw(size))
  }

  /// A symmetric, square identicon on a light background, determined by the seed.
  package static func avatar(seed: String, size: Int) throws(PNGError) -> [UInt8] {
    let side = try PictureSize(width: size, height: size)
    return try PNGEncoder.encode(Identicon(seed: seed).draw(side))
  }

  /// The icon of an app: a white emblem on a gradient, both determined by the seed. The corners are not rounded,
  /// because operating systems round them.
  package static func icon(seed: String, size: Int) throws(PNGError) -> [UInt8] {
    let side = try PictureSize(width: size, height: size)
    return try PNGEncoder.encode(AppIcon(seed: seed).draw(side))
  }

  /// Black and white modules, such as those of a QR code: rows of equal length, with true for black.
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
