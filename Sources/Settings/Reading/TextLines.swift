/// The lines of a text for people, without their line ends.
struct TextLines {
  private(set) var lines: [[Unicode.Scalar]] = []

  /// Reads UTF-8, with or without a byte order mark, with LF or CRLF.
  ///
  /// - Throws: ``SettingsError`` at the first byte that is no UTF-8, and the first control character.
  init(_ bytes: [UInt8], path: String) throws(SettingsError) {
    var decoder = UTF8()
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var input = bytes[(bytes.starts(with: mark) ? mark.count : 0)...].makeIterator()
    var line: [Unicode.Scalar] = []
    reading: while true {
      let place = TextPlace(line: lines.count + 1, column: line.count + 1)
      switch decoder.decode(&input) {
      case .emptyInput: break reading
      case .error: throw SettingsError(path, place, "this is no UTF-8; save the file in that encoding")
      case .scalarValue("\n"):
        if line.last == "\r" { line.removeLast() }
        lines.append(line)
        line = []
      case .scalarValue(let scalar):
        // A return is known to be none of a line's end only when another character follows.
        if line.last == "\r" { throw Self.control("\r", path, TextPlace(line: place.line, column: place.column - 1)) }
        guard Self.isAllowed(scalar) else { throw Self.control(scalar, path, place) }
        line.append(scalar)
      }
    }
    if line.last == "\r" { line.removeLast() }
    lines.append(line)
  }

  /// Whether a character may stand in a line. YAML takes several characters for line ends or marks that nobody sees.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0D, 0x20...0x7E: true
    case 0..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: false
    default: true
    }
  }

  private static func control(_ scalar: Unicode.Scalar, _ path: String, _ place: TextPlace) -> SettingsError {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let code = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return SettingsError(path, place, "the control character U+\(code) has no place in a configuration")
  }
}
