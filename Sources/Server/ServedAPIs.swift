import APISupport
import CustomAPIs
import HTTPCore
import Logging
import World

/// The APIs that a server offers: those that the user brought along, and the built-in ones.
package struct ServedAPIs: Sendable {
  /// An API that was named and is not there.
  package struct UnknownName: Error, CustomStringConvertible {
    package let description: String
  }

  /// Those of the user, in the order given.
  let own: [CustomAPI]
  /// The built-in APIs that were there to choose from.
  private let builtIn: [any APIModule]
  /// How often the documents were read.
  private let edition: Int
  /// All of them; those of the user come first, since their paths win.
  let modules: [any APIModule]
  /// What was understood of the documents, a line each.
  let notes: [String]

  /// Reads the documents of custom APIs, and chooses among the built-in ones.
  ///
  /// - Throws: ``DocumentFailure`` for a document that cannot be used, ``UnknownName`` for a name of `--only` that no API
  ///   has.
  init(_ configuration: ServerConfiguration, builtIn: [any APIModule], edition: Int = 1, logger: Logger) throws {
    (self.builtIn, self.edition) = (builtIn, edition)
    let own = try configuration.own.load(taken: builtIn.map(\.name), edition: edition) { api, sentence in
      logger.warning("\(api): \(sentence)")
    }
    let all: [any APIModule] = own + builtIn
    if let only = configuration.only {
      let names = KnownNames(all.map(\.name))
      if let unknown = only.first(where: { name in !all.contains { $0.name == name } }) {
        throw UnknownName(
          description: "--only names \"\(unknown)\", which is not an API\(names.suggestion(for: unknown))")
      }
    }
    self.own = own.filter { configuration.only?.contains($0.name) ?? true }
    modules = all.filter { configuration.only?.contains($0.name) ?? true }
    notes = self.own.map { "\($0.name): \($0.summary)" }
  }

  /// Reads the documents of custom APIs again.
  ///
  /// - Throws: ``DocumentFailure`` for a document that cannot be used.
  init(_ configuration: ServerConfiguration, replacing old: ServedAPIs, logger: Logger) throws {
    try self.init(configuration, builtIn: old.builtIn, edition: old.edition + 1, logger: logger)
  }

  /// - Throws: ``UnknownName`` for a name of `--rate-limit` that no API has.
  func requireKnown(_ limit: RateLimitOption) throws(UnknownName) {
    for name in limit.names where !modules.contains(where: { $0.name == name }) {
      let hint = KnownNames(modules.map(\.name)).suggestion(for: name)
      throw UnknownName(description: "--rate-limit names \"\(name)\", which is not an API\(hint)")
    }
  }
}
