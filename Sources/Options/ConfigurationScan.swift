import HTTPCore
import Yams

/// Scans the characters of a configuration before Yams parses it. With nesting, or aliases of aliases, a small file
/// could cause much work or a deep stack; a configuration needs neither, so both are refused here.
struct ConfigurationScan {
  /// The largest number of `[` and `{` in the whole file, wherever they are, so that nothing is nested deeper.
  private static let maximumBrackets = 256
  /// The largest number of spaces and indicators that begin a nested line.
  private static let maximumIndentation = 64

  private enum Reference {
    case anchor
    case alias
  }

  private let path: String
  private var place = TextPlace(line: 1, column: 1)
  private var last: Unicode.Scalar = "\n"
  private var brackets = 0
  /// Whether the line so far only contains characters that can begin a nested one.
  private var isInIndentation = true
  /// The reference that the last character begins, if a name follows.
  private var reference: Reference?
  private var (hasAnchor, hasAlias) = (false, false)

  private init(path: String) { self.path = path }

  /// The text of a file, without the byte order mark.
  ///
  /// - Throws: ``ConfigurationError`` at invalid UTF-8, at a control character, and at nesting that is too deep.
  static func text(_ bytes: [UInt8], path: String) throws(ConfigurationError) -> String {
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    var (decoder, input, scan) = (UTF8(), content.makeIterator(), ConfigurationScan(path: path))
    while true {
      switch decoder.decode(&input) {
      case .emptyInput: return String(decoding: content, as: UTF8.self)
      case .error: throw scan.error("this is not UTF-8; save the file in that encoding")
      case .scalarValue(let scalar): try scan.take(scalar)
      }
    }
  }

  private func error(_ message: String) -> ConfigurationError { ConfigurationError(path, place, message) }

  private mutating func take(_ scalar: Unicode.Scalar) throws(ConfigurationError) {
    try requireVisible(scalar)
    if scalar == "[" || scalar == "{" {
      brackets += 1
      guard brackets <= Self.maximumBrackets else {
        throw error("too many brackets; a list of lists is not supported")
      }
    }
    isInIndentation = (isInIndentation || last == "\n") && " \t-?:".unicodeScalars.contains(scalar)
    if isInIndentation, place.column > Self.maximumIndentation {
      throw error("the line is indented too far; every option begins at the start of its line")
    }
    try refuseReferences(scalar)
    last = scalar
    place =
      scalar == "\n"
      ? TextPlace(line: place.line + 1, column: 1) : TextPlace(line: place.line, column: place.column + 1)
  }

  /// YAML treats several characters as line ends, and accepts invisible ones.
  private func requireVisible(_ scalar: Unicode.Scalar) throws(ConfigurationError) {
    let culprit: Unicode.Scalar
    switch scalar.value {
    case 0x0A: return
    case _ where last == "\r": culprit = last
    case 0x09, 0x0D, 0x20...0x7E: return
    case 0..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: culprit = scalar
    default: return
    }
    let digits = String(culprit.value, radix: 16, uppercase: true)
    let code = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    throw error("the control character U+\(code) is not allowed in a configuration")
  }

  /// Finds `&name` together with `*name` where YAML could parse them as an anchor and its alias, by which a short text
  /// can expand endlessly. Either alone is harmless, and is refused when the value is parsed.
  private mutating func refuseReferences(_ scalar: Unicode.Scalar) throws(ConfigurationError) {
    if !" \t\r\n".unicodeScalars.contains(scalar) {
      hasAnchor = hasAnchor || reference == .anchor
      hasAlias = hasAlias || reference == .alias
      guard !hasAnchor || !hasAlias else { throw error("anchors and aliases are not supported") }
    }
    reference = nil
    guard " \t\n[{,:".unicodeScalars.contains(last) else { return }
    if scalar == "&" { reference = .anchor }
    if scalar == "*" { reference = .alias }
  }
}
