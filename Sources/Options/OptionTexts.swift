/// The active configuration with the origin of each value, as valid YAML.
package struct ConfigurationListing: Sendable {
  /// An option and its value.
  package struct Row: Sendable, Equatable {
    let name: String
    let value: String?
    let origin: String

    /// - Parameters:
    ///   - value: nil for no value.
    ///   - origin: The origin of the value, such as `--port`.
    package init(name: String, value: String?, origin: String) {
      self.name = name
      self.value = value
      self.origin = origin
    }
  }

  private static let mask = "********"
  /// Comments are aligned up to this column.
  private static let maximumColumn = 40

  private let rows: [Row]

  /// Creates a listing of rows in their order.
  package init(_ rows: [Row]) {
    self.rows = rows
  }

  /// Every option of a configuration file, with its value; secrets are masked.
  ///
  /// - Parameters:
  ///   - given: The given values, by the options' names.
  ///   - defaults: A root with the defaults.
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

  /// The text, with a line for each option.
  package var yaml: String {
    let entries = rows.map { row in row.name + ":" + (row.value.map { " \(YAMLText.scalar($0))" } ?? "") }
    let width = min(Self.maximumColumn, entries.map(\.count).max() ?? 0)
    return zip(entries, rows).map { entry, row in
      entry + String(repeating: " ", count: max(0, width - entry.count)) + "  # \(row.origin)\n"
    }.joined()
  }
}

/// The configuration file of `mock-api init`: every option in a comment, with its default, so that the file lists all
/// options and changes nothing.
package enum ConfigurationTemplate {
  private static let head = """
    # The configuration of mock-api: read by `mock-api serve` and `mock-api exec` where this file is in the working
    # directory, or where --config names it. A flag overrides an environment variable, and that overrides this file.
    # `mock-api serve --print-config` shows the active values and their sources. To set an option, remove its #.
    # Paths are relative to the folder of this file.

    """

  /// The text of the file.
  ///
  /// - Parameters:
  ///   - defaults: A root with the defaults.
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
  /// The rows of a Markdown table, with its heading.
  ///
  /// - Parameters:
  ///   - defaults: A root with the defaults.
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

  /// A vertical bar would end the cell.
  private static func escaped(_ text: String) -> String { text.replacing("|", with: "\\|") }
}

/// Texts for YAML.
enum YAMLText {
  /// A text as a plain scalar if that is safe, otherwise in double quotes.
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
