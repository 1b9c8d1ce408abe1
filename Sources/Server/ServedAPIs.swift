import APISupport
import CustomAPIs
import HTTPCore
import LiveAPIs
import Logging
import World

/// The APIs of a server: the custom APIs and the built-in ones.
package struct ServedAPIs: Sendable {
  /// The name of an unknown API.
  package struct UnknownName: Error, CustomStringConvertible {
    package let description: String
  }

  /// The custom APIs, in the given order.
  let own: [CustomAPI]
  /// The available built-in APIs.
  private let builtIn: [any APIModule]
  /// The number of times that the documents were read.
  private let edition: Int
  /// All of them; custom APIs come first, because their paths take precedence.
  let modules: [any APIModule]
  /// The interpretation of the documents, a line each.
  let notes: [String]

  /// Reads the documents of custom APIs, and selects built-in ones.
  ///
  /// - Throws: ``DocumentFailure`` for an invalid document, ``UnknownName`` for an unknown name in `--only`.
  init(_ configuration: ServerConfiguration, builtIn: [any APIModule], edition: Int = 1, logger: Logger) throws {
    (self.builtIn, self.edition) = (builtIn, edition)
    let own = try configuration.own.load(taken: builtIn.map(\.name), edition: edition) { api, sentence in
      logger.warning("\(api): \(sentence)")
    }
    for api in own {
      if let live = LiveAPI(api, report: { logger.warning("\(api.name): \($0)") }) { api.add(live) }
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
  /// - Throws: ``DocumentFailure`` for an invalid document.
  init(_ configuration: ServerConfiguration, replacing old: ServedAPIs, logger: Logger) throws {
    try self.init(configuration, builtIn: old.builtIn, edition: old.edition + 1, logger: logger)
  }

  /// - Throws: ``UnknownName`` for an unknown name in `--rate-limit`.
  func requireKnown(_ limit: RateLimitOption) throws(UnknownName) {
    for name in limit.names where !modules.contains(where: { $0.name == name }) {
      let hint = KnownNames(modules.map(\.name)).suggestion(for: name)
      throw UnknownName(description: "--rate-limit names \"\(name)\", which is not an API\(hint)")
    }
  }
}
