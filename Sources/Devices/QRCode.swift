import CQREncode

/// A QR code (ISO/IEC 18004) of a text: a square of dark and light modules.
package struct QRCode: Sendable, Equatable {
  /// Why a text has no code.
  package enum Failure: Error, Hashable, Sendable {
    /// The text has more bytes than the largest code.
    case tooLong(bytes: Int)
    /// The encoder failed; in practice only without memory.
    case encoderFailed
  }

  /// The capacity of the largest code in bytes at the level of correction used here (version 40, level L).
  package static let maximumBytes = 2953
  /// The light modules that readers require around a code, on each side.
  package static let quietZone = 4

  /// The modules of a side without the quiet zone, 21…177.
  package let side: Int
  /// The modules row by row, true for dark ones.
  private let modules: [Bool]

  /// The smallest code of a text, with the lowest level of correction: a screen is neither dirty nor torn, and a small
  /// code fits into more terminals.
  ///
  /// - Throws: ``Failure``.
  package init(_ text: String) throws(Failure) {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.maximumBytes else { throw .tooLong(bytes: bytes.count) }
    guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_L) else { throw .encoderFailed }
    defer { QRcode_free(code) }
    side = Int(code.pointee.width)
    // The lowest bit of a byte is the module's colour.
    modules = UnsafeBufferPointer(start: code.pointee.data, count: side * side).map { $0 & 1 == 1 }
  }

  /// Whether a module is dark. Those outside, in the quiet zone, are light.
  package func isDark(column: Int, row: Int) -> Bool {
    guard (0..<side).contains(column), (0..<side).contains(row) else { return false }
    return modules[row * side + column]
  }

  /// The modules of a side with the quiet zone.
  package var framedSide: Int { side + 2 * Self.quietZone }

  /// The rows of modules with the quiet zone, true for dark ones.
  package var framedRows: [[Bool]] {
    let places = -Self.quietZone..<side + Self.quietZone
    return places.map { row in places.map { isDark(column: $0, row: row) } }
  }
}

extension QRCode {
  /// Black on white by their fixed numbers among the 256 colours. The first 16 and the default ones are the theme's,
  /// and a code in the colours of a dark theme would be inverted, which not every reader supports.
  private static let blackOnWhite = "\u{1B}[38;5;16;48;5;231m"
  private static let reset = "\u{1B}[0m"

  /// The code as lines for a terminal, each of ``framedSide`` columns: two rows of modules per line, with half blocks.
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
