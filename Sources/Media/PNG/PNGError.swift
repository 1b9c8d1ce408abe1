/// Why a picture could not be made.
package enum PNGError: Error, Hashable, Sendable {
  /// A side is not in `PictureSize.sides`.
  case sizeOutOfRange(width: Int, height: Int)
  /// The encoder refused, in its own words; in practice only when there is no memory.
  case encoderFailed(String)
}
