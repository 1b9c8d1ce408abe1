import Contract
import HTTPCore
import JSON
import World

/// The API documents as files, and the page that shows them.
package enum DocumentEndpoints {
  private static let yamlType = "application/yaml"
  private static let cacheControl = "no-cache"

  /// The endpoints.
  ///
  /// - Parameters:
  ///   - apis: The short names and titles of the documents.
  package static func all(_ library: ContractLibrary, apis: [(name: String, title: String)]) -> [Endpoint] {
    let cache = RenderedCache()
    let index = RenderedContent(JSONWriter.serialize(index(apis)))
    let names = apis.map(\.name)
    @Sendable func file(_ call: Call, _ name: String) throws -> Response {
      let content = try cache.content(name, version: library.version) { try document(name, library) }
      guard let content else { throw Problem(.notFound, "there is no document \"\(name.clipped(to: 60))\"") }
      return content.response(to: call.request, cacheControl: cacheControl)
    }
    @Sendable func page(_ call: Call, _ name: String) throws -> Response {
      let content = cache.content("docs/\(name)", version: library.version) { asset(name, library) }
      guard let content else { throw Problem(.notFound, "there is no page \"\(name.clipped(to: 60))\"") }
      return content.response(to: call.request, cacheControl: cacheControl)
    }
    return [
      Endpoint(.get, "/openapi", "listDocuments", .open) { index.response(to: $0.request, cacheControl: cacheControl) },
      Endpoint(.get, "/openapi/{file}", "getDocument", .open) { call in
        let name = call.parameters["file"]
        guard names.contains(where: { name == "\($0).yaml" || name == "\($0).json" }) else {
          throw Problem(.notFound, "there is no document \"\(name.clipped(to: 60))\"; /openapi lists them")
        }
        return try file(call, name)
      }.slow(usesDatabase: false),
      Endpoint(.get, "/asyncapi.yaml", "getSocketsAsYAML", .open) { try file($0, "asyncapi.yaml") }.slow(
        usesDatabase: false),
      Endpoint(.get, "/asyncapi.json", "getSocketsAsJSON", .open) { try file($0, "asyncapi.json") }.slow(
        usesDatabase: false),
      Endpoint(.get, "/docs", "docs", .open) { try page($0, "index.html") },
      Endpoint(.get, "/docs/{file}", "docsFile", .open) { try page($0, $0.parameters["file"]) },
    ]
  }

  private static func index(_ apis: [(name: String, title: String)]) -> JSONValue {
    let documents = apis.map { api -> JSONValue in
      [
        "name": .string(api.name), "title": .string(api.title), "url": .string("/openapi/\(api.name).json"),
        "yaml": .string("/openapi/\(api.name).yaml"),
      ]
    }
    return ["documents": .array(documents), "sockets": "/asyncapi.json"]
  }

  /// A document as it is written, or made JSON.
  private static func document(_ name: String, _ library: ContractLibrary) throws -> RenderedContent? {
    let stem = name.split(separator: ".").first.map(String.init) ?? ""
    guard let yaml = library.text("\(stem).yaml") else { return nil }
    guard name.hasSuffix(".json") else { return RenderedContent(Array(yaml.utf8), mediaType: yamlType) }
    return RenderedContent(JSONWriter.serialize(try YAMLReader.read(yaml), sortedKeys: false))
  }

  /// A file of a page; nil for a name that is none of the files.
  static func asset(_ name: String, _ library: ContractLibrary) -> RenderedContent? {
    let types = ["html": HTMLText.mediaType, "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8"]
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let isPlain = name.utf8.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || $0 == 0x2E || $0 == 0x2D }
    guard parts.count == 2, isPlain, let type = types[String(parts[1])], let text = library.text("docs/\(name)") else {
      return nil
    }
    return RenderedContent(Array(text.utf8), mediaType: type)
  }
}
