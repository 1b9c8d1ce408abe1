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
