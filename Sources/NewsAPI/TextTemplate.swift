/// A text with placeholders for names, such as `Bridge in {city} reopens`, parsed once and filled many times.
struct TextTemplate {
  enum Piece {
    /// A part of ``TextTemplate/bytes``.
    case text(Range<Int>)
    /// The index of a name in ``Newsroom/names``.
    case name(Int)
  }

  /// The UTF-8 of the text.
  let bytes: [UInt8]
  /// The parts of the text, without placeholders of unknown names.
  let pieces: [Piece]

  private static let names = Newsroom.names.map { Array($0.utf8) }

  init(_ text: String) {
    let bytes = Array(text.utf8)
    var (pieces, start) = ([Piece](), 0)
    pieces.reserveCapacity(8)
    bytes.withUnsafeBufferPointer { bytes in
      while let open = bytes[start...].firstIndex(of: UInt8(ascii: "{")),
        let close = bytes[open...].firstIndex(of: UInt8(ascii: "}"))
      {
        if start < open { pieces.append(.text(start..<open)) }
        if let name = Self.names.firstIndex(where: { $0.elementsEqual(bytes[(open + 1)..<close]) }) {
          pieces.append(.name(name))
        }
        start = close + 1
      }
    }
    if start < bytes.count { pieces.append(.text(start..<bytes.count)) }
    (self.bytes, self.pieces) = (bytes, pieces)
  }

  /// The text with its names, in the order of ``Newsroom/names``; others are omitted.
  func filled(_ names: [String]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for piece in pieces {
      switch piece {
      case .text(let range): text.append(contentsOf: bytes[range])
      case .name(let name): text.append(contentsOf: names[name].utf8)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
