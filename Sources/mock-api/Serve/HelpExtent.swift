/// How many options the help of `serve`, `exec` and `mcp` shows: the common ones, or with `--help-all` every one.
/// Completions, the manual and the parser always have all of them.
enum HelpExtent {
  /// The option that asks for the whole help.
  static let fullHelp = "--help-all"

  /// The options that most people need.
  static let commonOptions: Set<String> = [
    "port", "lan", "tls-port", "api", "overlay", "data", "only", "data-dir", "dataset", "rate-limit", "accounts",
    "delay", "contract", "faults", "log-level", "config", "watch",
  ]

  /// Whether the help that a command line asks for has an option.
  static func shows(_ option: String, for arguments: [String] = CommandLine.arguments) -> Bool {
    !asksForShortHelp(arguments) || commonOptions.contains(option)
  }

  /// The arguments with the name of the whole help as the parser knows it; those of a command behind `--` stay.
  static func parserArguments(_ arguments: some Collection<String>) -> [String] {
    let own = arguments.prefix { $0 != "--" }
    return own.map { $0 == fullHelp ? "--help" : $0 } + arguments.dropFirst(own.count)
  }

  private static func asksForShortHelp(_ arguments: [String]) -> Bool {
    let options = arguments.dropFirst().prefix { $0 != "--" }
    return options.contains("--help") || options.contains("-h") || options.first == "help"
  }
}
