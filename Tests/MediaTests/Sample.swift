import Media

/// The kinds of pictures, for tests that hold for all of them.
enum Sample: CaseIterable {
  case placeholder
  case landscape
  case avatar
  case icon

  /// Square kinds take the width as their size. The placeholder has no seed; its colour comes from it here.
  func file(seed: String = "seed", width: Int, height: Int) throws(PNGError) -> [UInt8] {
    switch self {
    case .placeholder:
      let color = Color(UInt32(truncatingIfNeeded: SeededGenerator.hash(seed)))
      return try Pictures.placeholder(width: width, height: height, color: color)
    case .landscape: return try Pictures.landscape(seed: seed, width: width, height: height)
    case .avatar: return try Pictures.avatar(seed: seed, size: width)
    case .icon: return try Pictures.icon(seed: seed, size: width)
    }
  }

  var isSquare: Bool { self == .avatar || self == .icon }
  var isIndexed: Bool { self != .landscape }
}
