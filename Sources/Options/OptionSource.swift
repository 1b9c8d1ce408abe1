import HTTPCore

/// The sources of options: a flag, otherwise the environment, otherwise the configuration file.
package struct OptionSource: Sendable {
  package let environment: [String: String]
  /// The configuration file; nil without one.
  package let file: ConfigurationFile?
  /// The traits of options that are ignored here, by source.
  private let leftOutOfFile: OptionTraits
  private let leftOutOfVariables: OptionTraits

  /// Creates the sources of a command.
  ///
  /// - Parameters:
  ///   - isExec: Whether it is `exec`, which ignores some of them.
  package init(environment: [String: String], file: ConfigurationFile? = nil, isExec: Bool = false) {
    (self.environment, self.file) = (environment, file)
    leftOutOfFile = isExec ? .notOfExecInFile : []
    leftOutOfVariables = isExec ? .notOfExecInVariable : []
  }

  /// The name of an option's environment variable: `MOCK_API_RATE_LIMIT`.
  package static func variable(_ name: String) -> String {
    "MOCK_API_" + String(name.uppercased().map { $0 == "-" ? "_" : $0 })
  }

  /// Unknown variables with this program's prefix, in order of their names, each with the most similar known one.
  ///
  /// - Parameters:
  ///   - known: Names of options and of variables that other commands read, without hyphens.
  package func unknownVariables(known: [String]) -> [(name: String, nearest: String?)] {
    let known = known.map(Self.variable)
    let names = environment.keys.filter { $0.hasPrefix(Self.variable("")) && !known.contains($0) }
    return names.sorted().map { ($0, KnownNames(known).nearest(to: $0, limit: { _, _ in 2 })) }
  }

  /// The value of a declared option; nil when it is not given.
  ///
  /// - Parameters:
  ///   - flag: The value on the command line.
  package func value<Root>(_ flag: String?, _ option: OptionDeclaration<Root>) -> OptionValue? {
    if let flag { return OptionValue(text: flag, origin: "--\(option.name)") }
    if option.traits.isDisjoint(with: leftOutOfVariables),
      let value = variable(option.variable) ?? option.fallbackVariable.flatMap(variable)
    {
      return value
    }
    return option.traits.isDisjoint(with: leftOutOfFile) ? line(option) : nil
  }

  /// The value of an option that is not allowed in configuration files; nil when it is not given.
  ///
  /// - Parameters:
  ///   - flag: The value on the command line.
  ///   - name: The option's name without hyphens, such as `url`.
  ///   - fallback: A variable that is read last.
  package func value(_ flag: String?, _ name: String, fallback: String? = nil) -> OptionValue? {
    if let flag { return OptionValue(text: flag, origin: "--\(name)") }
    return variable(Self.variable(name)) ?? fallback.flatMap(variable)
  }

  /// The value of an option in the configuration file; nil without one.
  package func line<Root>(_ option: OptionDeclaration<Root>) -> OptionValue? {
    guard let file, let entry = file[option.name] else { return nil }
    let text: String
    switch entry.value {
    case .none: return nil
    case .text(let single): text = located(single, option.traits, file)
    case .list(let several): text = several.map { located($0, option.traits, file) }.joined(separator: ",")
    }
    let origin = ConfigurationError(file.path, entry.valuePlace, option.name).description
    return OptionValue(text: text, origin: origin, shortOrigin: "\(file.path), line \(entry.valuePlace.line)")
  }

  private func located(_ text: String, _ traits: OptionTraits, _ file: ConfigurationFile) -> String {
    if traits.contains(.path) { return path(text, from: file.folder) }
    guard traits.contains(.namedPath) else { return text }
    return text.split(separator: ",").map { entry in
      let parts = entry.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, !parts[0].contains("/") else { return path(String(entry), from: file.folder) }
      return "\(parts[0])=\(path(String(parts[1]), from: file.folder))"
    }.joined(separator: ",")
  }

  /// An empty variable counts as not set.
  private func variable(_ name: String) -> OptionValue? {
    guard let text = environment[name], !text.isEmpty else { return nil }
    return OptionValue(text: text, origin: name)
  }

  /// A path in the file: relative to the file's folder, so that it does not depend on the working directory.
  private func path(_ text: String, from folder: String) -> String {
    if text.hasPrefix("~/"), let home = environment["HOME"], !home.isEmpty { return home + text.dropFirst() }
    return text.hasPrefix("/") ? text : folder + text
  }
}
