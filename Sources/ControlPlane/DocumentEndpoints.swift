import Contract
import Devices
import HTTPCore
import JSON
import OpenAPI
import World

/// The API documents as files, and the page that shows them: `/docs`.
package enum DocumentEndpoints {
  private static let yamlType = "application/yaml"
  private static let cacheControl = "no-cache"

  /// The endpoints.
  ///
  /// - Parameters:
  ///   - apis: The short names and titles of the documents.
  ///   - pages: The files of the page.
  package static func all(
    _ library: ContractLibrary, apis: [(name: String, title: String)], pages: PageFiles
  ) -> [Endpoint] {
    let cache = RenderedCache()
    let index = RenderedBody(JSONWriter.serialize(index(apis)))
    let names = apis.map(\.name)
    @Sendable func file(_ call: Call, _ name: String) throws -> Response {
      let origin = call.request.origin
      let content = try cache.content("\(name) \(origin)", edition: library.version) {
        try document(name, library, origin: origin)
      }
      guard let content else { throw Problem(.notFound, "there is no document \"\(name.clipped(to: 60))\"") }
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
      Endpoint(.get, "/docs", "docs", .open) { try pages.response(to: $0, "docs", "index.html") },
      Endpoint(.get, "/docs/{folder}/{file}", "docsFile", .open) {
        try pages.response(to: $0, among: ["docs", "shared"])
      },
    ]
  }

  /// The documents as JSON for clients of the control plane, whose reads the journal does not record.
  ///
  /// - Parameters:
  ///   - apis: The short names of the documents; `asyncapi` is the one of the sockets.
  package static func ofControlPlane(_ library: ContractLibrary, apis: [String]) -> [Endpoint] {
    let cache = RenderedCache()
    let names = apis + ["asyncapi"]
    return [
      Endpoint(.get, "/_mock/apis/{api}/document", "getAPIDocument", .open) { call in
        let name = call.parameters["api"]
        let origin = call.request.origin
        guard names.contains(name),
          let content = try cache.content(
            "\(name) \(origin)", edition: library.version,
            render: {
              try document("\(name).json", library, origin: origin)
            })
        else {
          let suggestion = KnownNames(names).suggestion(for: name.clipped(to: 60))
          throw Problem(
            .notFound, "there is no document \"\(name.clipped(to: 60))\"\(suggestion)", field: "api", value: name)
        }
        return content.response(to: call.request, cacheControl: cacheControl)
      }.slow(usesDatabase: false)
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

  /// A document as it is written, or converted to JSON. The JSON names this server under the host that the client used,
  /// so that a program that reads the document, such as a client generator, finds it.
  ///
  /// - Parameters:
  ///   - origin: Scheme, host and port that the client used, and the world's prefix.
  private static func document(
    _ name: String, _ library: ContractLibrary, origin: String
  ) throws -> RenderedBody? {
    let stem = name.split(separator: ".").first.map(String.init) ?? ""
    if let own = library.ownDocument(stem) {
      var root = own.root.object ?? JSONObject()
      let path = ServerReader.servers(own.root).first?.path ?? ""
      let here: JSONValue = ["url": .string(origin + path), "description": "mock-api"]
      root["servers"] = .array([here] + (root["servers"]?.array ?? []))
      // JSON is valid YAML (YAML 1.2 §1.2).
      return RenderedBody(
        JSONWriter.serialize(.object(root), sortedKeys: false),
        mediaType: name.hasSuffix(".json") ? Response.jsonType : yamlType,
        tagged: JSONWriter.serialize(own.root, sortedKeys: false))
    }
    guard let yaml = library.text("\(stem).yaml") else { return nil }
    guard name.hasSuffix(".json") else { return RenderedBody(Array(yaml.utf8), mediaType: yamlType) }
    let root = DocumentServers.replaced(in: try YAMLReader.read(Array(yaml.utf8), file: name), by: origin)
    return RenderedBody(JSONWriter.serialize(root, sortedKeys: false), tagged: Array("JSON of \(yaml)".utf8))
  }
}

/// The server in the built-in documents: `localhost:3000`, the default address.
private enum DocumentServers {
  private static let usual = "localhost:3000"

  /// The document with the server at this origin.
  static func replaced(in document: JSONValue, by origin: String) -> JSONValue {
    guard var root = document.object else { return document }
    switch root["servers"] {
    case .array(let servers)?:
      root["servers"] = .array(servers.map { openAPI($0, origin) })
    case .object(var servers)?:
      for name in servers.members.map(\.key) { servers[name] = servers[name].map { asyncAPI($0, origin) } }
      root["servers"] = .object(servers)
    default: break
    }
    return .object(root)
  }

  /// `url` (OpenAPI 3.1 §4.8.5).
  private static func openAPI(_ server: JSONValue, _ origin: String) -> JSONValue {
    guard var server = server.object, let url = server["url"]?.string else { return server }
    server["url"] = .string(url.replacing("http://\(usual)", with: origin))
    return .object(server)
  }

  /// `host`, `protocol` and `pathname` (AsyncAPI 3.0, Server Object).
  private static func asyncAPI(_ server: JSONValue, _ origin: String) -> JSONValue {
    guard var object = server.object, object["host"]?.string == usual, let scheme = origin.firstRange(of: "://") else {
      return server
    }
    let place = origin[scheme.upperBound...]
    let end = place.firstIndex(of: "/") ?? place.endIndex
    object["host"] = .string(String(place[..<end]))
    if origin.hasPrefix("https"), object["protocol"]?.string == "ws" { object["protocol"] = "wss" }
    if end < place.endIndex { object["pathname"] = .string(place[end...] + (object["pathname"]?.string ?? "")) }
    return .object(object)
  }
}

/// The addresses for a phone to reach this server over the network: a page for its browser, the same as JSON for
/// programs, and a QR code for its camera. Open to everyone, because it contains only addresses.
package enum ConnectEndpoints {
  private static let cacheControl = "no-cache"
  /// The pixels of a module of the code; pages scale it.
  private static let pixelsPerModule = 8

  /// The endpoints.
  ///
  /// - Parameters:
  ///   - pages: The files of the pages.
  ///   - addresses: The current addresses.
  ///   - draw: Creates a PNG file from rows of modules, true for dark ones, each this many pixels wide.
  package static func all(
    _ pages: PageFiles, addresses: @escaping @Sendable () -> ConnectAddresses,
    draw: @escaping @Sendable ([[Bool]], Int) throws -> [UInt8]
  ) -> [Endpoint] {
    [
      Endpoint(.get, ConnectAddresses.pagePath, "connect", .open) { call in
        try pages.response(to: call, "docs", "connect.html")
      },
      Endpoint(.get, ConnectAddresses.pagePath + ".json", "connectAddresses", .open) { call in
        RenderedBody(JSONWriter.serialize(addresses().json, sortedKeys: false))
          .response(to: call.request, cacheControl: cacheControl)
      },
      Endpoint(.get, ConnectAddresses.pagePath + "/qr.png", "connectCode", .open) { call in
        let page = try page(addresses(), host: try call.request.query()["host"])
        let picture = try draw(try QRCode(page).framedRows, pixelsPerModule)
        return RenderedBody(picture, mediaType: "image/png").response(to: call.request, cacheControl: cacheControl)
      },
    ]
  }

  /// The page's address at one of the server's own hosts, or at the most likely one. No other text becomes a code: a
  /// code of this server must not lead to another site.
  private static func page(_ addresses: ConnectAddresses, host: String?) throws(Problem) -> String {
    guard let host else {
      if let page = addresses.page { return page }
      throw Problem(.notFound, "no other machine reaches this server, so there is no code; start it with --lan")
    }
    let names = addresses.hosts.map { ($0.text, $0.urlHost) } + (addresses.localName.map { [($0, $0)] } ?? [])
    if let name = names.first(where: { $0.0 == host }) { return addresses.url(name.1) + ConnectAddresses.pagePath }
    throw Problem(
      .notFound,
      "\"\(host.clipped(to: 60))\" is not an address of this server; \(ConnectAddresses.pagePath).json lists them")
  }
}
