/// A size that pictures can have. Having one is the proof that products of its sides do not overflow.
struct PictureSize: Hashable, Sendable {
  /// The pixels that a side can have: enough for any screen's need, little enough to draw while a client waits.
  static let sides = 1...2048

  let width: Int
  let height: Int

  /// Throws `PNGError.sizeOutOfRange` unless both sides are in `sides`.
  init(width: Int, height: Int) throws(PNGError) {
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
