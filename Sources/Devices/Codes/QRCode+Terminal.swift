extension QRCode {
  /// Black on white by their fixed numbers among the 256 colours. The first 16 and the default ones are the theme's,
  /// and a code in the colours of a dark theme would be inverted, which not every reader takes.
  private static let blackOnWhite = "\u{1B}[38;5;16;48;5;231m"
  private static let reset = "\u{1B}[0m"

  /// The code as lines for a terminal, each of ``framedSide`` columns: two rows of modules a line, by half blocks.
  package var terminalText: String {
    let rows = framedRows
    let light = [Bool](repeating: false, count: framedSide)
    return stride(from: 0, to: rows.count, by: 2).map { index in
      let lower = index + 1 < rows.count ? rows[index + 1] : light
      let line = zip(rows[index], lower).map(Self.character).joined()
      return Self.blackOnWhite + line + Self.reset + "\n"
    }.joined()
  }

  private static func character(upper: Bool, lower: Bool) -> String {
    switch (upper, lower) {
    case (true, true): "█"
    case (true, false): "▀"
    case (false, true): "▄"
    case (false, false): " "
    }
  }
}
