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
    abstract: "Say what is understood of an OpenAPI document, before serving it.",
    discussion: """
      For each operation: what it does with which resource, its id, parent, envelope and paging, how sure that is, and \
      why; at the end what was not understood, and the overlay that would settle it.

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
