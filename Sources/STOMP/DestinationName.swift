/// The one way to write a destination. What clients send is read by ``Dialect/address(_:)`` and nothing else; every check and
/// the broker compare the result byte by byte.
enum DestinationName {
  private static let slash = UInt8(ascii: "/")

  /// A destination without empty parts: slashes that follow each other are one. `/topic//a` is `/topic/a`, as a pattern
  /// of destinations matches both (``DestinationPattern``). A slash at the end stays.
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
  /// Whether a destination begins with these bytes. `hasPrefix` compares characters, and a slash with a combining
  /// character behind it is another character than a slash, although a pattern takes it for one.
  package func beginsWithBytes(of prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }
}
