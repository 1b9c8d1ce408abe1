/// The configuration as it is in effect, and where each value came from: valid YAML that can be read again.
package struct ConfigurationListing: Sendable {
  /// An option and what it is set to.
  package struct Row: Sendable, Equatable {
    let name: String
    let value: String?
    let origin: String

    /// - Parameters:
    ///   - value: nil when it is set to nothing.
    ///   - origin: Where the value came from, such as `--port`.
    package init(name: String, value: String?, origin: String) {
      self.name = name
      self.value = value
      self.origin = origin
    }
  }

  private static let mask = "********"
  /// Comments stand below each other up to this column.
  private static let maximumColumn = 40

  private let rows: [Row]

  /// A configuration of rows that are shown in their order.
  package init(_ rows: [Row]) {
    self.rows = rows
  }

  /// Every option that a file can set, with its value; secrets are masked.
  ///
  /// - Parameters:
  ///   - given: The values that were given, by the options' names.
  ///   - defaults: Where the defaults stand.
  package init<Root>(_ options: [OptionDeclaration<Root>], given: [String: OptionValue], defaults: Root) {
    rows = options.filter { !$0.traits.contains(.notInFile) }.map { option in
      guard let value = given[option.name] else {
        let origin = option.defaultNote.map { "default: \($0)" } ?? "default"
        return Row(name: option.name, value: option.text(in: defaults), origin: origin)
      }
      let shown = option.traits.contains(.secret) ? Self.mask : value.text
      return Row(name: option.name, value: shown, origin: value.shortOrigin)
    }
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

/// The configuration file that `mock-api init` writes: every option in a comment, set to its default, so that the file
/// says all there is and changes nothing.
package enum ConfigurationTemplate {
  private static let head = """
    # The configuration of mock-api: read by `mock-api serve` and `mock-api exec` where this file is in the working
    # directory, or where --config names it. A flag wins over an environment variable, and that over this file.
    # `mock-api serve --print-config` shows what is in effect, and why. To set an option, take away its #.
    # Paths begin from the folder of this file.

    """

  /// The text of the file.
  ///
  /// - Parameters:
  ///   - defaults: Where the defaults stand.
  package static func text<Root>(_ options: [OptionDeclaration<Root>], defaults: Root) -> String {
    head
      + options.filter { !$0.traits.contains(.notInFile) }.map { option in
        let note = option.defaultNote.map { " By default: \($0)." } ?? ""
        let value = option.text(in: defaults).map { " \(YAMLText.scalar($0))" } ?? ""
        return "\n# \(option.summary)\(note)\n#\(option.name):\(value)\n"
      }.joined()
  }
}

/// The table of options in the documentation.
package enum OptionTable {
  /// The rows of a table in Markdown, with its head.
  ///
  /// - Parameters:
  ///   - defaults: Where the defaults stand.
  package static func markdown<Root>(_ options: [OptionDeclaration<Root>], defaults: Root) -> String {
    "| Option | Meaning | Default |\n|---|---|---|\n"
      + options.map { option in
        let names = (option.letter.map { ["`-\($0)`"] } ?? []) + ["`--\(option.name)`"]
        let text = option.details.isEmpty ? option.summary : "\(option.summary) \(option.details)"
        let value = option.text(in: defaults).map { option.isFlag && $0 == "false" ? "no" : "`\($0)`" }
        let ofExec = option.defaultOfExec.map { "; of `exec` \($0)" } ?? ""
        let shown = (value ?? option.defaultNote ?? "none") + ofExec
        return "| \(names.joined(separator: ", ")) | \(escaped(text)) | \(escaped(shown)) |\n"
      }.joined()
  }

  /// A vertical line would end the cell.
  private static func escaped(_ text: String) -> String { text.replacing("|", with: "\\|") }
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
