/// A text with places for names, such as `Bridge in {city} reopens`, taken apart once and filled many times.
struct TextTemplate {
  private enum Piece {
    case text(String)
    /// The place of a name.
    case name(String)
  }

  private let pieces: [Piece]

  init(_ text: String) {
    var pieces: [Piece] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      pieces.append(.text(String(rest[..<open])))
      pieces.append(.name(String(rest[rest.index(after: open)..<close])))
      rest = rest[rest.index(after: close)...]
    }
    pieces.append(.text(String(rest)))
    self.pieces = pieces
  }

  /// The text with its names; one that is not given is left out.
  func filled(_ names: [String: String]) -> String {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .text(let part): text += part
      case .name(let name): text += names[name] ?? ""
      }
    }
  }
}
