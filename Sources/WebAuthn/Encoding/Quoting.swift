import HTTPCore

extension String {
  /// The text in double quotes for a message: control characters escaped, and cut when it is long.
  var quoted: String { clipped(to: 120).debugDescription }
}

extension UInt8 {
  /// For instance `0x4f`.
  var hexadecimal: String { "0x" + Hex.encode([self]) }
}
