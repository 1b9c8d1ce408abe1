import APIs
import ArgumentParser
import CustomAPIs
import OpenAPI
import Options

enum CustomAPIOptions: OptionSection {
  static let title = "Custom APIs"
  static let options: [ServeOption] = [
    ServeOption(
      "api", \.server.own.documents, .namedPaths, "Serve the API of an OpenAPI document: shop=openapi.yaml, or a file.",
      details: "Repeat it for several documents.", traits: .live),
    ServeOption(
      "overlay", \.server.own.overlays, .namedPaths, "Correct a document with an OpenAPI Overlay: shop=overlay.yaml.",
      traits: .live),
    ServeOption(
      "documents", \.server.own.refusesDefects, .either("lenient", "strict"),
      "Documents with defects, such as a reference that leads nowhere: lenient warns and serves them, strict refuses them.",
      traits: .live),
    ServeOption(
      "data", \.server.own.data, .namedPaths,
      "Start with your own records, a RESOURCE.json for each resource: shop=folder.",
      traits: .live),
    ServeOption(
      "only", \.server.only, .list({ $0.isEmpty ? nil : $0 }, text: { $0 }),
      "The APIs to serve, custom and built-in ones; separate several with commas.", ifUnset: "all"),
  ]
}

extension OptionKind where Value == [NamedPath] {
  /// Files or folders, each after the name of its API if there are several.
  fileprivate static var namedPaths: OptionKind {
    OptionKind(
      completion: .file, traits: [.list, .namedPath],
      read: { value throws(OptionError) in
        var paths: [NamedPath] = []
        for part in value.text.split(separator: ",") {
          guard let path = NamedPath(String(part)) else { throw value.refusal("must be NAME=PATH or a path") }
          paths.append(path)
        }
        return paths
      }, text: { $0.isEmpty ? nil : $0.map(\.description).joined(separator: ",") })
  }
}

/// The documents of custom APIs for commands that do not serve them.
struct DocumentOptions: ParsableArguments {
  @Option(
    help: "The OpenAPI or AsyncAPI document of a custom API: shop=openapi.yaml, or a file; repeat it for several.")
  var api: [String] = []

  @Option(help: "An OpenAPI Overlay that corrects a document: shop=overlay.yaml; repeat it for several.")
  var overlay: [String] = []

  func validate() throws {
    _ = try Self.paths(api, "--api")
    _ = try Self.paths(overlay, "--overlay")
  }

  /// Reads them.
  ///
  /// - Throws: `ExitCode` 2 after printing the reason.
  func load(environment: [String: String]) throws -> [CustomAPI] {
    var sources = CustomAPISources()
    sources.documents = try Self.paths(api, "--api")
    sources.overlays = try Self.paths(overlay, "--overlay")
    sources.cacheFolder = ServeConfiguration.cacheFolder(environment)
    do throws(DocumentFailure) {
      return try sources.load(taken: Registry.modules.map(\.name)) { api, sentence in
        StandardStreams.error("mock-api: \(api): \(sentence)\n")
      }
    } catch {
      StandardStreams.error("mock-api: \(error)\n")
      throw ExitCode(2)
    }
  }

  private static func paths(_ texts: [String], _ option: String) throws -> [NamedPath] {
    try texts.flatMap { $0.split(separator: ",") }.map { text in
      guard let path = NamedPath(String(text)) else { throw ValidationError("\(option) must be NAME=PATH or a path") }
      return path
    }
  }
}
