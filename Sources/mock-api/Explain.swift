import ArgumentParser
import Foundation
import JSON
import OpenAPI
import Options
import Resources

/// `mock-api explain`.
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Show how mock-api understands an OpenAPI document.",
    discussion: """
      For each operation: its action and resource, the id, parent, envelope and paging, how certain that is, and \
      why. At the end: what mock-api did not understand, and an overlay that corrects it.

      Exit codes: 0 understood, 2 the document cannot be used.
      """)

  @Argument(help: "The document: OpenAPI 3.0, 3.1 or Swagger 2.0, as YAML or JSON.", completion: .file())
  var document: String

  @Option(help: "An OpenAPI Overlay that corrects it.", completion: .file())
  var overlay: String?

  @Flag(help: "Print JSON instead of text.")
  var json = false

  func run() throws {
    do throws(DocumentFailure) {
      let (_, model) = try APIModel.load(
        name: nil, path: document, overlay: overlay,
        cacheFolder: ServeConfiguration.cacheFolder(ProcessInfo.processInfo.environment))
      let explanation = Explanation(model)
      StandardStreams.output(
        json
          ? String(decoding: JSONWriter.serialize(explanation.json, sortedKeys: false), as: UTF8.self)
          : explanation.text)
    } catch {
      StandardStreams.error("mock-api: \(error)\n")
      throw ExitCode(2)
    }
  }
}
