/// The configuration file that `mock-api init` writes: every option in a comment, set to its default, so that the file
/// says all there is and changes nothing.
package enum SettingsTemplate {
  private static let head = """
    # The configuration of mock-api: read by `mock-api serve` and `mock-api exec` where this file is in the working
    # directory, or where --config names it. A flag wins over an environment variable, and that over this file.
    # `mock-api serve --print-config` shows what is in effect, and why. To set an option, take away its #.
    # Paths begin from the folder of this file.

    """

  /// The text of the file.
  package static func text(_ options: [OptionDescription]) -> String {
    head + options.map(entry).joined()
  }

  private static func entry(_ option: OptionDescription) -> String {
    let note = option.defaultNote.map { " By default: \($0)." } ?? ""
    let value = option.defaultValue.map { " \(YAMLText.scalar($0))" } ?? ""
    return "\n# \(option.summary)\(note)\n#\(option.name):\(value)\n"
  }
}

/// What is known about an option from its declaration on the command line.
package struct OptionDescription: Sendable, Equatable {
  /// The name without dashes, such as `rate-limit`.
  package let name: String
  /// What it does, in a sentence.
  package let summary: String
  /// What it is set to when nobody sets it; nil when that is nothing, or nothing that could be written.
  package let defaultValue: String?
  /// What happens when nobody sets it, if that is no value: `as each API documents`.
  package let defaultNote: String?

  /// Reads the help of an option, at whose end its default stands in brackets: `(default: 3000)`. One of several words
  /// is no value but tells what happens.
  ///
  /// - Parameters:
  ///   - isFlag: Whether the option is a flag, whose default is false.
  package init(name: String, help: String, isFlag: Bool) {
    self.name = name
    let marker = " (default: "
    guard help.hasSuffix(")"), let start = help.firstRange(of: marker) else {
      (summary, defaultValue, defaultNote) = (help, isFlag ? "false" : nil, nil)
      return
    }
    summary = String(help[..<start.lowerBound])
    let text = String(help[start.upperBound...].dropLast())
    (defaultValue, defaultNote) = text.contains(" ") ? (nil, text) : (text, nil)
  }
}

/// A configuration as it is in effect, and where each value came from: valid YAML that can be read again.
package struct EffectiveSettings: Sendable {
  /// An option and what it is set to.
  package struct Row: Sendable, Equatable {
    let name: String
    let value: String?
    let origin: String

    /// - Parameters:
    ///   - value: nil when it is set to nothing.
    ///   - origin: Where the value came from, such as `--port`.
    package init(name: String, value: String?, origin: String) {
      (self.name, self.value, self.origin) = (name, value, origin)
    }
  }

  /// Comments stand below each other up to this column.
  private static let maximumColumn = 40

  private let rows: [Row]

  /// A configuration of rows that are shown in their order.
  package init(_ rows: [Row]) {
    self.rows = rows
  }

  /// The text, a line for each option.
  package var yaml: String {
    let entries = rows.map { row in row.name + ":" + (row.value.map { " \(YAMLText.scalar($0))" } ?? "") }
    let width = min(Self.maximumColumn, entries.map(\.count).max() ?? 0)
    return zip(entries, rows).map { entry, row in
      entry + String(repeating: " ", count: max(0, width - entry.count)) + "  # \(row.origin)\n"
    }.joined()
  }
}

/// Texts as they are written in YAML.
enum YAMLText {
  /// A text as a plain scalar where that is safe, else in double quotes.
  static func scalar(_ text: String) -> String {
    isPlain(text) ? text : quoted(text)
  }

  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetterOrDigit(first) || "/.".utf8.contains(first) else { return false }
    guard text.utf8.last != UInt8(ascii: ":"), !["null", "Null", "NULL"].contains(text) else { return false }
    return text.utf8.allSatisfy { isLetterOrDigit($0) || "/._:+=@%~-".utf8.contains($0) }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        result += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
