import JSON

/// Converts an AsyncAPI document (2.0 to 3.0) to a document of OpenAPI 3.1 without paths.
///
/// What AsyncAPI adds stands in ``ChannelDocument/key`` of the result, in one form for all versions; the schemas of messages
/// are components. So schemas of both kinds of documents are bundled, repaired and compiled in one way.
struct AsyncAPIConversion {
  /// A value, with the file that its references are relative to.
  struct Located {
    var value: JSONValue
    var file: SourceFile

    subscript(key: String) -> Located? { value[key].map { Located(value: $0, file: file) } }

    /// The members of an object, in the document's order, without extensions.
    var members: [(key: String, value: Located)] {
      (value.object?.members ?? []).filter { !$0.key.hasPrefix("x-") }.map {
        ($0.key, Located(value: $0.value, file: file))
      }
    }

    var elements: [Located] { (value.array ?? []).map { Located(value: $0, file: file) } }
  }

  var files: DocumentFiles
  var notes: DocumentNotes
  /// The schemas of the result, by name.
  var schemas: JSONObject
  var names: UniqueNames
  let isCurrent: Bool
  static let maximumChain = 16

  private init(_ files: DocumentFiles, notes: DocumentNotes, isCurrent: Bool) {
    (self.files, self.notes, self.isCurrent) = (files, notes, isCurrent)
    schemas = files.first.value["components"]?["schemas"]?.object ?? JSONObject()
    names = UniqueNames(taken: schemas.keys)
  }

  /// Whether a tree is an AsyncAPI document.
  static func isAsyncAPI(_ root: JSONValue) -> Bool { root["asyncapi"] != nil }

  /// Replaces the first file's tree by the converted one.
  ///
  /// - Throws: ``DocumentFailure`` for another version, and for a document none of whose protocols is served.
  static func convert(_ files: inout DocumentFiles, notes: inout DocumentNotes) throws(DocumentFailure) {
    let file = files.first
    let version = file.value["asyncapi"]?.string ?? file.value["asyncapi"]?.number?.literal ?? ""
    guard version.hasPrefix("2") || version.hasPrefix("3") else {
      throw file.failure(["asyncapi"], "AsyncAPI \(version.shortened) is not understood; 2.0 to 3.0 are")
    }
    var conversion = AsyncAPIConversion(files, notes: notes, isCurrent: version.hasPrefix("3"))
    let root = try conversion.converted()
    (files, notes) = (conversion.files, conversion.notes)
    files.replaceFirst(root)
  }

  private mutating func converted() throws(DocumentFailure) -> JSONValue {
    let source = Located(value: files.first.value, file: files.first)
    let servers = try servers(source)
    let channels = isCurrent ? try currentChannels(source, servers) : try formerChannels(source, servers)
    guard !channels.isEmpty else { throw files.first.failure([], "the document has no \"channels\"") }
    var components = source.value["components"]?.object ?? JSONObject()
    // Schemas may refer to parts of other components, which so stay.
    components["schemas"] = .object(schemas)
    components["securitySchemes"] = .object(securitySchemes(source))
    for section in ["parameters", "responses"] { components[section] = nil }
    var root: JSONObject = ["openapi": "3.1.0", "info": source.value["info"] ?? [:], "paths": [:]]
    for member in source.value.object?.members ?? [] where member.key.hasPrefix("x-") {
      root[member.key] = member.value
    }
    root["components"] = .object(components)
    root[ChannelDocument.key] = .array(channels.map(\.json))
    return .object(root)
  }

  // MARK: References

  /// The value that a chain of references leads to; nil, with a note, when it leads nowhere.
  mutating func resolved(_ start: Located, _ path: [String]) throws(DocumentFailure) -> Located? {
    var current = start
    for _ in 0..<Self.maximumChain {
      guard let text = current.value["$ref"]?.string else { return current }
      guard let next = target(text, from: current.file) else {
        try notes.defect(
          start.file, path, "the reference \"\(text.shortened)\" leads nowhere", "the server leaves that part out")
        return nil
      }
      current = next
    }
    try notes.defect(start.file, path, "the references never lead to a value", "the server leaves that part out")
    return nil
  }

  mutating func target(_ text: String, from file: SourceFile) -> Located? {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let address = PercentText.decoded(parts.first ?? "")
    let fragment = parts.count > 1 ? PercentText.decoded(parts[1]) : ""
    guard !address.contains("://") else { return nil }
    var other = file
    if !address.isEmpty {
      guard let found = try? files.neighbour(address, of: file) else { return nil }
      other = found
    }
    guard let pointer = JSONPointer(parsing: fragment), let value = other.value[pointer] else { return nil }
    return Located(value: value, file: other)
  }

  /// The location of a schema in the result, which becomes a component unless it is one.
  mutating func schema(_ schema: Located, named name: String) -> String {
    let isFirst = schema.file.path == files.first.path
    if isFirst, schema.value.object?.count == 1, let text = schema.value["$ref"]?.string,
      text.hasPrefix("#/components/schemas/"), text.dropFirst("#/components/schemas/".count).allSatisfy({ $0 != "/" })
    {
      return text
    }
    let name = names.name(Self.plain(name))
    schemas[name] = isFirst ? schema.value : relocated(schema.value, schema.file)
    return "#\(JSONPointer(["components", "schemas", name]))"
  }

  private static func plain(_ name: String) -> String {
    let plain = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "_" }
    return plain.isEmpty ? "message" : String(plain)
  }

  /// A schema of another file, with its references relative to the first file.
  private func relocated(_ value: JSONValue, _ file: SourceFile) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map { relocated($0, file) })
    case .object(let object):
      return .object(
        JSONObject(
          object.members.map { member in
            guard member.key == "$ref", let text = member.value.string else {
              return (member.key, relocated(member.value, file))
            }
            return (member.key, .string(relocated(text, file)))
          }))
    default: return value
    }
  }

  private func relocated(_ text: String, _ file: SourceFile) -> String {
    guard !text.contains("://") else { return text }
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let fragment = parts.count > 1 ? "#" + parts[1] : ""
    let path = parts[0].isEmpty ? file.path : FilePath.resolved(parts[0], beside: file.path)
    return FilePath.relative(path, to: files.first.path) + fragment
  }

  // MARK: Security

  /// The security schemes in the terms of OpenAPI.
  private mutating func securitySchemes(_ source: Located) -> JSONObject {
    var schemes = JSONObject()
    for (name, scheme) in source["components"]?["securitySchemes"]?.members ?? [] {
      guard let found = try? resolved(scheme, ["components", "securitySchemes", name]), var object = found.value.object
      else { continue }
      switch object["type"]?.string {
      case "httpApiKey": object["type"] = "apiKey"
      case "http", "oauth2", "openIdConnect": break
      case "userPassword": object = ["type": "http", "scheme": "basic"]
      default: continue
      }
      if object["type"]?.string == "oauth2", let flows = object["flows"]?.object {
        object["flows"] = .object(
          JSONObject(
            flows.members.map { flow in
              guard var value = flow.value.object else { return (flow.key, flow.value) }
              if let scopes = value["availableScopes"] { value["scopes"] = scopes }
              return (flow.key, .object(value))
            }))
      }
      schemes[name] = .object(object)
    }
    return schemes
  }

  /// The names of the schemes in a list of requirements; empty for none.
  func securityNames(_ list: Located?) -> [String] {
    (list?.elements ?? []).flatMap { requirement -> [String] in
      if let text = requirement.value["$ref"]?.string { return [String(text.split(separator: "/").last ?? "")] }
      return requirement.members.map(\.key)
    }
  }
}

extension FilePath {
  /// A path relative to the folder of another file.
  static func relative(_ path: String, to file: String) -> String {
    guard !path.hasPrefix("/") || file.hasPrefix("/") else { return path }
    var target = path.split(separator: "/")[...]
    var folder = normalized(file).split(separator: "/").dropLast()
    while let first = target.first, first == folder.first, target.count > 1 {
      (target, folder) = (target.dropFirst(), folder.dropFirst())
    }
    return (Array(repeating: "..", count: folder.count) + target.map(String.init)).joined(separator: "/")
  }
}
