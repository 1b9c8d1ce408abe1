import ArgumentParser
import CustomAPIs
import Foundation
import JSON
import LiveAPIs
import OpenAPI
import Options
import Resources

/// `mock-api explain`.
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Show how mock-api understands OpenAPI and AsyncAPI documents.",
    discussion: """
      For each operation: its action and resource, the id, parent, envelope and paging, how certain that is, and \
      why. For each channel of an AsyncAPI document: its messages, what makes the server send them, and what follows when \
      a client sends them. At the end: the defects of the document, what mock-api did not understand, and an overlay that corrects it.

      Exit codes: 0 understood, 2 the document cannot be used.
      """)

  @Argument(
    help: "The document, or those of one API: OpenAPI 3.0, 3.1 or Swagger 2.0, AsyncAPI 2 or 3, as YAML or JSON.",
    completion: .file())
  var document: [String]

  @Option(help: "An OpenAPI Overlay that corrects it.", completion: .file())
  var overlay: String?

  @Option(help: "strict refuses a document with defects; lenient lists them.")
  var documents = DocumentDefects.lenient

  @Flag(help: "Print JSON instead of text.")
  var json = false

  /// What to do with the defects of documents.
  enum DocumentDefects: String, ExpressibleByArgument, CaseIterable {
    case lenient
    case strict
  }

  func run() throws {
    do throws(DocumentFailure) {
      let (read, model) = try combined()
      let explanation = Explanation(model, warnings: read.notes)
      let channels = ChannelExplanation(read, model)
      if json {
        var whole = explanation.json.object ?? JSONObject()
        whole["channels"] = channels?.json
        StandardStreams.output(String(decoding: JSONWriter.serialize(.object(whole), sortedKeys: false), as: UTF8.self))
      } else {
        let text = read.hasPaths ? explanation.text : ""
        StandardStreams.output(text + (channels.map { (text.isEmpty ? "" : "\n") + $0.text } ?? ""))
      }
    } catch {
      StandardStreams.error("mock-api: \(error)\n")
      throw ExitCode(2)
    }
  }

  /// The documents as one API.
  private func combined() throws(DocumentFailure) -> (document: OpenAPIDocument, model: APIModel) {
    var sources = CustomAPISources()
    // Documents of one API have one name.
    let name = document.count > 1 ? document.first.flatMap(OpenAPIDocument.name(ofFile:)) : nil
    sources.documents = document.map { NamedPath(name: name, path: $0) }
    sources.overlays = overlay.map { [NamedPath(name: nil, path: $0)] } ?? []
    sources.refusesDefects = documents == .strict
    sources.cacheFolder = ServeConfiguration.cacheFolder(ProcessInfo.processInfo.environment)
    guard let found = try sources.models().first else {
      throw DocumentFailure(file: "", reason: "name a document")
    }
    return (found.document, found.model)
  }
}
