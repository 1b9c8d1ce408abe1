import ArgumentParser
import Foundation
import HTTPCore
import JSON
import Settings

/// Where option values come from: a flag, else the environment, else the configuration file. It remembers what it gave,
/// so that the whole can be shown.
final class OptionSource {
  let environment: [String: String]
  /// The configuration file; nil when there is none.
  let file: SettingsFile?
  /// Options that the file may set, but not here.
  private let leftOut: Set<String>
  /// Options that variables may set, but not here.
  private let leftOutVariables: Set<String>
  /// Whether the file wins over all, to see whether what it says is right.
  private let isFileFirst: Bool
  /// The options that are set to something, by their names.
  private(set) var given: [String: OptionValue] = [:]

  init(
    environment: [String: String], file: SettingsFile? = nil, leavingOut leftOut: Set<String> = [],
    leavingOutVariables leftOutVariables: Set<String> = [], isFileFirst: Bool = false
  ) {
    self.leftOutVariables = leftOutVariables
    (self.environment, self.file, self.leftOut, self.isFileFirst) = (environment, file, leftOut, isFileFirst)
  }

  /// Whether a flag is given, or its variable or line in the file says so.
  ///
  /// - Throws: `ValidationError` for a text that says neither yes nor no.
  func flag(_ isGiven: Bool, _ name: String) throws -> Bool {
    guard let value = value(isGiven ? "true" : nil, name) else { return false }
    switch value.text.lowercased() {
    case "1", "true", "on", "yes": return true
    case "0", "false", "off", "no": return false
    default: throw value.refusal("must be true or false")
    }
  }

  /// The value of an option, nil when it is given nowhere; an empty variable counts as not set.
  ///
  /// - Parameters:
  ///   - flag: What the command line gave.
  ///   - name: The option's name without dashes, such as `rate-limit`.
  ///   - fallback: A variable that is read last.
  func value(_ flag: String?, _ name: String, fallback: String? = nil) -> OptionValue? {
    let first = isFileFirst ? line(name) : nil
    let given = first ?? flag.map { OptionValue(text: $0, origin: "--\(name)") }
    let value = given ?? variable(name, fallback) ?? line(name)
    self.given[name] = value
    return value
  }

  private func variable(_ name: String, _ fallback: String?) -> OptionValue? {
    guard !leftOutVariables.contains(name) else { return nil }
    let own = "MOCK_API_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    for variable in [own, fallback].compactMap({ $0 }) {
      if let text = environment[variable], !text.isEmpty { return OptionValue(text: text, origin: variable) }
    }
    return nil
  }

  private func line(_ name: String) -> OptionValue? {
    guard let file, !leftOut.contains(name), let entry = file[name] else { return nil }
    let text: String
    switch entry.value {
    case .none: return nil
    case .text(let single): text = OptionTraits.paths.contains(name) ? path(single, from: file.folder) : single
    case .list(let several): text = several.joined(separator: ",")
    }
    let place = SettingsError(file.path, entry.valuePlace, name).description
    return OptionValue(text: text, origin: place, shownOrigin: "\(file.path), line \(entry.valuePlace.line)")
  }

  /// A path in the file: it begins from the file's folder, so that it means the same wherever the program is started.
  private func path(_ text: String, from folder: String) -> String {
    if text.hasPrefix("~/"), let home = environment["HOME"], !home.isEmpty { return home + text.dropFirst() }
    return text.hasPrefix("/") ? text : folder + text
  }
}

/// A value and where it came from, for messages.
struct OptionValue {
  let text: String
  /// `--port`, `MOCK_API_PORT`, or `mock-api.yaml, line 3, column 7: port`.
  let origin: String
  /// The origin where no more than the line is wanted.
  let shownOrigin: String

  init(text: String, origin: String, shownOrigin: String? = nil) {
    (self.text, self.origin, self.shownOrigin) = (text, origin, shownOrigin ?? origin)
  }

  /// An error that names the option, the value and what is allowed.
  func refusal(_ rule: String) -> ValidationError {
    ValidationError("\(origin) \(rule), not \"\(text)\"")
  }

  func integer(in range: ClosedRange<Int>) throws -> Int {
    guard let value = Int(text), range.contains(value) else {
      throw refusal("must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// A number of bytes: `1048576`, `1024K` or `1M`.
  func byteCount(in range: ClosedRange<Int>) throws -> Int {
    let units: [(suffix: String, factor: Int)] = [("K", 1 << 10), ("M", 1 << 20)]
    let unit = units.first { text.uppercased().hasSuffix($0.suffix) }
    let digits = unit == nil ? text : String(text.dropLast())
    let (product, overflow) = (Int(digits) ?? -1).multipliedReportingOverflow(by: unit?.factor ?? 1)
    guard !overflow, range.contains(product) else {
      throw refusal("must be from \(range.lowerBound) to \(range.upperBound) bytes, with K or M if you like")
    }
    return product
  }

  /// A time: `200ms`, `5s`, `10m` or `1h`, from a millisecond to a year.
  ///
  /// - Parameters:
  ///   - least: The shortest time allowed, written the same way.
  func nanoseconds(atLeast least: String = "1ms") throws -> Int64 {
    let time = try anyNanoseconds()
    guard try time >= OptionValue(text: least, origin: origin).anyNanoseconds() else {
      throw refusal("must be at least \(least)")
    }
    return time
  }

  private func anyNanoseconds() throws -> Int64 {
    let units: [(suffix: String, factor: Int64)] = [
      ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000), ("h", 3_600_000_000_000),
    ]
    let year: Int64 = 31_536_000_000_000_000
    guard let unit = units.first(where: { text.hasSuffix($0.suffix) }),
      let count = Int64(text.dropLast(unit.suffix.count)), count > 0
    else { throw refusal("must be a time such as 200ms, 5s or 1h") }
    let (product, overflow) = count.multipliedReportingOverflow(by: unit.factor)
    guard !overflow, product <= year else { throw refusal("must be at most a year") }
    return product
  }

  /// Values separated by commas.
  func list<Element>(_ read: (String) -> Element?) throws -> [Element] {
    try text.split(separator: ",").map { part in
      guard let element = read(part.trimmingCharacters(in: .whitespaces)) else {
        throw refusal("has an entry that cannot be read")
      }
      return element
    }
  }

  func choice<Choice: RawRepresentable>(_ choices: [Choice]) throws -> Choice where Choice.RawValue == String {
    guard let choice = choices.first(where: { $0.rawValue == text }) else {
      throw refusal("must be one of \(choices.map(\.rawValue).joined(separator: ", "))")
    }
    return choice
  }
}

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

/// Every option of `serve` that a configuration file may set, from the one place where they are declared: the command
/// line.
enum OptionCatalogue {
  /// The declarations could not be read.
  struct Failure: Error, CustomStringConvertible {
    let description = "the options of serve cannot be listed: their declarations have a form that is not known here"
  }

  /// The options in the order of their declaration.
  ///
  /// - Throws: ``Failure`` when the library that reads the command line describes it in another way than expected.
  static func make() throws -> [OptionDescription] {
    guard let description = try JSONParser.parse(Array(Serve._dumpHelp().utf8)).object,
      let arguments = description["command"]?.object?["arguments"]?.array
    else { throw Failure() }
    return try arguments.compactMap { argument in
      guard let argument = argument.object, let kind = argument["kind"]?.string,
        let name = argument["preferredName"]?.object?["name"]?.string
      else { throw Failure() }
      if OptionTraits.notInFiles.contains(name) { return nil }
      return OptionDescription(name: name, help: argument["abstract"]?.string ?? "", isFlag: kind == "flag")
    }
  }
}
