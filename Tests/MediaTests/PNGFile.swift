/// A reader of a PNG file's structure, written from the specification (W3C, Third Edition) and not with libpng.
struct PNGFile {
  struct Chunk {
    let type: String
    let data: [UInt8]
    let isIntact: Bool
  }

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  let chunks: [Chunk]

  /// Nil when there is no signature, or when the file ends elsewhere than at the end of a chunk.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.signature) else { return nil }
    var chunks: [Chunk] = []
    var rest = bytes.dropFirst(Self.signature.count)
    while !rest.isEmpty {
      guard rest.count >= 12 else { return nil }
      let length = Int(Self.number(rest.prefix(4)))
      guard rest.count >= 12 + length else { return nil }
      let checked = rest.dropFirst(4).prefix(4 + length)
      let sum = Self.number(rest.dropFirst(8 + length).prefix(4))
      chunks.append(
        Chunk(
          type: String(decoding: checked.prefix(4), as: UTF8.self), data: Array(checked.dropFirst(4)),
          isIntact: Self.checksum(checked) == sum))
      rest = rest.dropFirst(12 + length)
    }
    self.chunks = chunks
  }

  var width: Int { field(0..<4) }
  var height: Int { field(4..<8) }
  var bitDepth: Int { field(8..<9) }
  var colorType: Int { field(9..<10) }
  /// Compression, filter and interlace method.
  var methods: [UInt8] { Array(data("IHDR").dropFirst(10)) }
  var palette: [[UInt8]] {
    let data = data("PLTE")
    return stride(from: 0, to: data.count - data.count % 3, by: 3).map { Array(data[$0..<$0 + 3]) }
  }

  /// The data of the first chunk of a type; empty when there is none.
  private func data(_ type: String) -> [UInt8] { chunks.first { $0.type == type }?.data ?? [] }

  private func field(_ range: Range<Int>) -> Int {
    let header = data("IHDR")
    return header.count == 13 ? Int(Self.number(header[range])) : 0
  }

  /// In network byte order.
  private static func number(_ bytes: some Sequence<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }

  /// CRC-32 (ISO 3309) of the chunk's type and data, from a table of the remainders of all bytes.
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { remainders[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
  }

  private static let remainders: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
  }
}
