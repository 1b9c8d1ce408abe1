/// The normal form of destinations. Only ``Dialect/address(_:)`` reads destinations of clients; every check and the
/// broker compare its result byte by byte.
enum DestinationName {
  private static let slash = UInt8(ascii: "/")

  /// A destination without empty parts: consecutive slashes become one. `/topic//a` is `/topic/a`, because a pattern of
  /// destinations matches both (``DestinationPattern``). A slash at the end stays.
  static func normalized(_ written: String) -> String {
    var previous: UInt8 = 0
    let isNormal = written.utf8.allSatisfy { byte in
      defer { previous = byte }
      return byte != slash || previous != slash
    }
    guard !isNormal else { return written }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(written.utf8.count)
    for byte in written.utf8 where byte != slash || bytes.last != slash { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// Whether a destination begins with these bytes. `hasPrefix` compares characters, and a slash followed by a
  /// combining character is another character than a slash, although a pattern treats it as one.
  package func beginsWithBytes(of prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }
}
