/// Reads fields of fixed length from the front of bytes, and never past their end.
struct ByteReader {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// How many bytes are left.
  var left: Int { bytes.count - position }

  /// The next bytes, or nil when fewer are left; then nothing is taken.
  mutating func take(_ count: Int) -> [UInt8]? {
    guard count >= 0, count <= left else { return nil }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  /// The next bytes as an unsigned number, most significant first; at most eight.
  mutating func takeNumber(bytes count: Int) -> UInt64? {
    guard count <= 8 else { return nil }
    return take(count)?.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The CBOR item that begins here.
  mutating func takeItem() throws(CBORError) -> CBORValue {
    let (value, end) = try CBORReader.read(bytes, at: position)
    position = end
    return value
  }
}
