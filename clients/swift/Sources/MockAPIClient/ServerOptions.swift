import Foundation

/// The files of an API: one, or several that belong together, such as an OpenAPI and an AsyncAPI document.
public struct APIFiles: Sendable, Hashable, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral {
  /// The paths. A relative one is looked for in the working directory, then beside the test's source file.
  public var paths: [String]
  /// One file.
  public init(stringLiteral value: String) { paths = [value] }
  /// Several files.
  public init(arrayLiteral elements: String...) { paths = elements }
}

/// What a server of the kit's own serves beside the built-in APIs. Tests with equal options share a server.
public struct ServerOptions: Sendable, Hashable {
  /// Whether custom APIs take tokens that they have not issued.
  public enum Accounts: String, Sendable {
    /// Any token is good.
    case lenient
    /// Only issued tokens are good.
    case strict
  }

  /// The documents of custom APIs, by the name of the API.
  public var apis: [String: APIFiles]
  /// OpenAPI Overlays that correct the documents, by the name of the API.
  public var overlay: [String: APIFiles]
  /// The folders with records to begin with, by the name of the API.
  public var data: [String: String]
  /// Whether custom APIs take tokens that they have not issued; the server's default without it.
  public var accounts: Accounts?
  /// A configuration file. Without it there is none: the app's `mock-api.yaml` is for its developers.
  public var config: String?
  /// More options of `mock-api serve`.
  public var arguments: [String]

  /// Options for a server.
  public init(
    apis: [String: APIFiles] = [:], overlay: [String: APIFiles] = [:], data: [String: String] = [:],
    accounts: Accounts? = nil, config: String? = nil, arguments: [String] = []
  ) {
    (self.apis, self.overlay, self.data) = (apis, overlay, data)
    (self.accounts, self.config, self.arguments) = (accounts, config, arguments)
  }

  /// The options, and where they say nothing, those of the suite around them.
  func completed(by outer: ServerOptions) -> ServerOptions {
    ServerOptions(
      apis: apis.isEmpty ? outer.apis : apis, overlay: overlay.isEmpty ? outer.overlay : overlay,
      data: data.isEmpty ? outer.data : data, accounts: accounts ?? outer.accounts, config: config ?? outer.config,
      arguments: arguments.isEmpty ? outer.arguments : arguments)
  }

  /// The options with paths that no longer depend on where they are read.
  ///
  /// - Parameter source: The source file beside which relative paths are looked for, too.
  public func located(beside source: String) -> ServerOptions {
    func path(_ text: String) -> String {
      guard !text.hasPrefix("/") else { return text }
      let here = URL(fileURLWithPath: text).path
      if FileManager.default.fileExists(atPath: here) { return here }
      let beside = URL(fileURLWithPath: source).deletingLastPathComponent().appendingPathComponent(text).path
      return FileManager.default.fileExists(atPath: beside) ? beside : here
    }
    var options = self
    for (name, files) in apis { options.apis[name]?.paths = files.paths.map(path) }
    for (name, files) in overlay { options.overlay[name]?.paths = files.paths.map(path) }
    options.data = data.mapValues(path)
    options.config = config.map(path)
    return options
  }

  /// The command line of `mock-api serve`, without the configuration file.
  var commandLine: [String] {
    func list(_ option: String, _ files: [String: APIFiles]) -> [String] {
      files.sorted { $0.key < $1.key }.flatMap { name, files in files.paths.flatMap { [option, "\(name)=\($0)"] } }
    }
    return list("--api", apis) + list("--overlay", overlay)
      + data.sorted { $0.key < $1.key }.flatMap { ["--data", "\($0.key)=\($0.value)"] }
      + (accounts.map { ["--accounts", $0.rawValue] } ?? []) + arguments
  }
}
