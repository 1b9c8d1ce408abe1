import JSON

extension OpenAPIDocument {
  /// Reads a document of OpenAPI 3.0 or 3.1 or Swagger 2.0, in JSON or YAML, with the files that it refers to.
  ///
  /// - Parameters:
  ///   - name: The short name; nil to derive it from the file's.
  ///   - overlay: The path of an OpenAPI Overlay that changes the document.
  ///   - isStrict: Whether a defect is an error; otherwise it is a note of the document.
  ///   - cacheFolder: The folder in which the finished document is stored for the next start; nil for none.
  /// - Throws: ``DocumentFailure`` when the document is invalid.
  package static func load(
    name: String?, path: String, overlay: String? = nil, isStrict: Bool = false, cacheFolder: String? = nil
  ) throws(DocumentFailure) -> OpenAPIDocument {
    try load(
      name: name, path: path, overlay: overlay, isStrict: isStrict, cacheFolder: cacheFolder, deriving: { _ in .null }
    ).document
  }

  /// Reads a document, with a value that is derived from it and stored with it.
  ///
  /// - Parameters:
  ///   - derive: Called for a document that was not stored; its result must depend on the document only.
  /// - Throws: ``DocumentFailure`` when the document is invalid.
  package static func load(
    name: String?, path: String, overlay: String? = nil, isStrict: Bool = false, cacheFolder: String? = nil,
    deriving derive: (OpenAPIDocument) -> JSONValue
  ) throws(DocumentFailure) -> (document: OpenAPIDocument, derived: JSONValue) {
    let short: String
    if let name { short = name } else { short = try DocumentName.made(of: path) }
    let cache = cacheFolder.map {
      DocumentCache(folder: $0, name: short, path: path, overlay: overlay, isStrict: isStrict)
    }
    if let kept = cache?.contents() { return kept }
    let loaded = try DocumentLoader.load(name: short, path: path, overlay: overlay, isStrict: isStrict)
    let derived = derive(loaded.document)
    cache?.keep(loaded.document, derived, digests: loaded.files.digests)
    return (loaded.document, derived)
  }
}

/// The short names of documents.
enum DocumentName {
  /// `petstore-v1` of `specs/petstore.v1.yaml`.
  static func made(of path: String) throws(DocumentFailure) -> String {
    let words = FilePath.baseName(path).lowercased().split {
      !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_"))
    }
    let name = words.joined(separator: "-")
    guard !name.isEmpty else {
      throw DocumentFailure(file: path, reason: "no name can be made of the file's; give one, as in shop=\(path)")
    }
    return name
  }
}

extension OpenAPIDocument {
  /// The short name that is derived from a document's file; nil when that is not possible.
  package static func name(ofFile path: String) -> String? { try? DocumentName.made(of: path) }
}

/// The steps from files to a document.
enum DocumentLoader {
  /// The standard of a document.
  private enum Form {
    case swagger
    /// OpenAPI 3.0.
    case old
    /// OpenAPI 3.1 and later.
    case current
  }

  /// The document, with its files.
  static func load(
    name: String, path: String, overlay: String?, isStrict: Bool
  ) throws(DocumentFailure) -> (document: OpenAPIDocument, files: DocumentFiles) {
    var files = DocumentFiles(try SourceFile.read(path, isStrict: isStrict), isStrict: isStrict)
    var notes = DocumentNotes(isStrict: isStrict)
    if let overlay {
      let file = try SourceFile.read(overlay, isStrict: isStrict)
      files.note(file)
      files.replaceFirst(try Overlay(file).applied(to: files.first.value, notes: &notes))
    }
    if AsyncAPIConversion.isAsyncAPI(files.first.value) { try AsyncAPIConversion.convert(&files, notes: &notes) }
    let form = try form(of: files.first, &notes)
    var root = try ReferenceBundler.bundle(&files, isSwagger: form == .swagger, notes: &notes)
    if form == .swagger { root = try SwaggerConversion.convert(root) }
    root = try Normalizer.normalize(root, isLegacy: form != .current, notes: &notes)
    root = SchemaLoops.cut(root, notes: &notes)
    root = EndlessRequirements.removed(from: root, notes: &notes)
    root = PathExpansion.expand(try PathNormalizer.normalize(root, file: files.first, notes: &notes))
    root = WebhookChannels.added(to: root)
    let document = OpenAPIDocument(
      name: name, title: root["info"]?["title"]?.string ?? name, root: root, servers: ServerReader.servers(root),
      files: files.paths, notes: files.defects.map(\.sentence) + notes.all, unusedActions: notes.unusedActions)
    return (document, files)
  }

  private static func form(
    of file: SourceFile, _ notes: inout DocumentNotes
  ) throws(DocumentFailure) -> Form {
    guard let root = file.value.object else {
      throw file.failure([], "this is not an API document, but \(file.value.typeName.withArticle)")
    }
    func text(_ key: String) -> String? { root[key]?.string ?? root[key]?.number?.literal }
    if let version = text("openapi") {
      if version == "3" || version.hasPrefix("3.0") { return .old }
      if version.hasPrefix("3.") { return .current }
      guard root["paths"] != nil else {
        throw file.failure(["openapi"], "OpenAPI \(version.shortened) is not understood; \(understood)")
      }
      try notes.defect(
        file, ["openapi"], "OpenAPI \(version.shortened) is not understood; \(understood)",
        "the server reads the document as OpenAPI 3.1")
      return .current
    }
    if let version = text("swagger") {
      if version == "2" || version.hasPrefix("2.") { return .swagger }
      throw file.failure(["swagger"], "Swagger \(version.shortened) is not understood; 2.0 is")
    }
    let isOld = root["definitions"] != nil || root["basePath"] != nil
    let reason = "this is not an API document: it has neither \"openapi\" nor \"swagger\""
    guard root["paths"]?.object != nil else { throw file.failure([], reason) }
    try notes.defect(
      file, [], "it has neither \"openapi\" nor \"swagger\"",
      "the server reads the document as \(isOld ? "Swagger 2.0" : "OpenAPI 3.0")")
    return isOld ? .swagger : .old
  }

  private static let understood = "3.0 to 3.2 and Swagger 2.0 are"
}

extension String {
  /// "an object", "a string".
  fileprivate var withArticle: String {
    self == "null" ? "empty" : ("aeiou".contains(first ?? " ") ? "an " : "a ") + self
  }
}
