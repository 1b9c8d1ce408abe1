/// What is particular about some options, by their names.
enum OptionTraits {
  /// Those that may have a list in the configuration file.
  static let lists: Set<String> = ["allow-host", "app-id", "android-app"]

  /// Those that are paths, which begin from the folder of the file that sets them.
  static let paths: Set<String> = [
    "data-dir", "faults", "openapi", "seeds", "tls-cert", "tls-dir", "tls-key",
  ]

  /// Those whose values are nobody's business.
  static let secrets: Set<String> = ["admin-token"]

  /// Those that a running server takes over when the configuration file changes. All others need a restart.
  static let live: Set<String> = [
    "check-answers", "contract", "cors", "dataset", "deprecate", "faults", "log-format", "log-level", "rate-limit",
    "seeds", "sensor-interval", "wallet-interval",
  ]

  /// Those that `exec` takes no notice of in the file: its server is a fresh one on a free port, for one command.
  static let notForExec: Set<String> = [
    "data-dir", "lan", "port", "tls-cert", "tls-dir", "tls-key", "tls-port", "watch",
  ]

  /// Those whose variables `exec` takes no notice of either: what a shell exports for `serve` must not bring old data
  /// along, or strangers in.
  static let notForExecFromVariables: Set<String> = ["data-dir", "lan", "port", "watch"]

  /// Those of the command line that a configuration file cannot set.
  static let notInFiles: Set<String> = ["config", "help", "print-config", "version"]
}
