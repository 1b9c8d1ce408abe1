import HTTPCore
import World

/// The pictures that answers link to (CONTRACT D7), drawn when they are first asked for and kept then.
package enum MediaEndpoints {
  /// Pictures do not change; the same address is the same picture for ever.
  private static let cacheControl = "public, max-age=31536000, immutable"
  private static let mediaType = "image/png"
  private static let defaultSide = 256
  /// Bytes of pictures that are kept.
  private static let cacheBytes = 32 << 20

  /// The endpoints, with a cache of their own: what they draw depends on the address alone, so all worlds share it.
  package static func all() -> [Endpoint] {
    let cache = RenderedCache(byteCapacity: cacheBytes)
    func endpoint(
      _ path: String, _ operationID: String, draw: @escaping @Sendable (Call) throws -> [UInt8]
    ) -> Endpoint {
      Endpoint(.get, LocalLink.path + path, operationID, .open) { call in
        let content = try cache.content(key(call.request), version: 0) {
          RenderedContent(try draw(call), mediaType: mediaType)
        }
        guard let content else { throw Problem(.notFound, "there is no such picture") }
        return content.response(to: call.request, cacheControl: cacheControl)
      }.slow(usesDatabase: false)
    }
    return [
      endpoint("/placeholder/{size}/{file}", "placeholderPicture") { call in
        let (size, name) = (try Size(call.parameters["size"]), try name(call))
        guard let color = Color(hex: name) else {
          throw Problem(.notFound, "\"\(name.clipped(to: 40))\" is no colour: it must be 3 or 6 hexadecimal digits")
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

  /// The path's segments, which may hold a slash each but never a NUL.
  private static func key(_ request: Request) -> String { request.target.segments.joined(separator: "\0") }

  /// The file's name without its ending.
  ///
  /// - Throws: ``Problem`` of kind `notFound` for another ending than `.png`.
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

    /// - Throws: ``Problem`` of kind `notFound` when it cannot be read or is out of range.
    init(_ text: String) throws(Problem) {
      let parts = text.split(separator: "x", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { $0.hasPrefix("+") ? nil : Int($0) }.filter(Self.sides.contains)
      guard numbers.count == parts.count, let width = numbers.first, numbers.count <= 2 else {
        throw Problem(
          .notFound, "\"\(text.clipped(to: 40))\" is no size: it must be 600 or 1200x675, with sides from 1 to 2048")
      }
      (self.width, height) = (width, numbers.last ?? width)
    }

    /// The side of a square.
    var side: Int { min(width, height) }
  }
}
