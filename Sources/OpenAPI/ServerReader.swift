import JSON

/// Reads the servers of an API document.
package enum ServerReader {
  /// The servers of a document, otherwise those of its paths; one without host and path if it names none.
  package static func servers(_ root: JSONValue) -> [OpenAPIDocument.Server] {
    var found = list(root["servers"])
    if found.isEmpty {
      var seen: Set<OpenAPIDocument.Server> = []
      for item in root["paths"]?.object?.members ?? [] {
        found += list(item.value["servers"]).filter { seen.insert($0).inserted }
      }
    }
    return found.isEmpty ? [OpenAPIDocument.Server(host: nil, path: "")] : found
  }

  private static func list(_ value: JSONValue?) -> [OpenAPIDocument.Server] {
    var found: [OpenAPIDocument.Server] = []
    var seen: Set<OpenAPIDocument.Server> = []
    for entry in value?.array ?? [] {
      guard let template = entry["url"]?.string else { continue }
      let server = server(filled(template, entry["variables"]))
      if seen.insert(server).inserted { found.append(server) }
    }
    return found
  }

  /// The template with the defaults of its variables.
  private static func filled(_ template: String, _ variables: JSONValue?) -> String {
    var result = ""
    var rest = Substring(template)
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = String(rest[rest.index(after: open)..<close])
      let variable = variables?[name]
      let value = variable?["default"] ?? variable?["enum"]?.array?.first
      result += rest[..<open] + (value?.string ?? value?.number?.literal ?? name)
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  /// Host and path of a URL, which may be relative.
  private static func server(_ address: String) -> OpenAPIDocument.Server {
    var rest = Substring(address.prefix { $0 != "?" && $0 != "#" })
    var host: String?
    if let range = rest.firstRange(of: "//"), rest[..<range.lowerBound].allSatisfy({ $0 != "/" }) {
      rest = rest[range.upperBound...]
      let authority = rest.prefix { $0 != "/" }
      rest = rest.dropFirst(authority.count)
      let named = authority.split(separator: "@").last ?? ""
      let plain = named.hasPrefix("[") ? named.prefix { $0 != "]" }.dropFirst() : named.prefix { $0 != ":" }
      host = plain.isEmpty ? nil : plain.lowercased()
    }
    let path = FilePath.normalized("/" + rest)
    return OpenAPIDocument.Server(host: host, path: path == "/" ? "" : path)
  }
}
