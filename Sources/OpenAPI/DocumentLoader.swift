import JSON

extension OpenAPIDocument {
  /// Reads a document of OpenAPI 3.0 or 3.1 or Swagger 2.0, in JSON or YAML, with the files that it refers to.
  ///
  /// - Parameters:
  ///   - name: The short name; nil for one made of the file's.
  ///   - overlay: The path of an OpenAPI Overlay that changes the document.
  ///   - cacheFolder: Where the finished document is kept for the next time; nil for nowhere.
  /// - Throws: ``DocumentFailure`` when the document cannot be used.
  package static func load(
    name: String?, path: String, overlay: String? = nil, cacheFolder: String? = nil
  ) throws(DocumentFailure) -> OpenAPIDocument {
    try load(name: name, path: path, overlay: overlay, cacheFolder: cacheFolder, deriving: { _ in .null }).document
  }

  /// Reads a document, with something that follows from it and is kept with it.
  ///
  /// - Parameters:
  ///   - derive: Called for a document that was not kept; what it gives depends on the document alone.
  /// - Throws: ``DocumentFailure`` when the document cannot be used.
  package static func load(
    name: String?, path: String, overlay: String? = nil, cacheFolder: String? = nil,
    deriving derive: (OpenAPIDocument) -> JSONValue
  ) throws(DocumentFailure) -> (document: OpenAPIDocument, derived: JSONValue) {
    let short: String
    if let name { short = name } else { short = try DocumentName.made(of: path) }
    let cache = cacheFolder.map { DocumentCache(folder: $0, name: short, path: path, overlay: overlay) }
    if let kept = cache?.contents() { return kept }
    let loaded = try DocumentLoader.load(name: short, path: path, overlay: overlay)
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
  /// The short name that a document gets from its file; nil when none can be made of it.
  package static func name(ofFile path: String) -> String? { try? DocumentName.made(of: path) }
}

/// The steps from files to a document.
enum DocumentLoader {
  /// Which standard a document follows.
  private enum Form {
    case swagger
    /// OpenAPI 3.0.
    case old
    /// OpenAPI 3.1 and what comes after it.
    case current
  }

  /// The document, with the files that it was made of.
  static func load(
    name: String, path: String, overlay: String?
  ) throws(DocumentFailure) -> (document: OpenAPIDocument, files: DocumentFiles) {
    var files = DocumentFiles(try SourceFile.read(path))
    var notes = DocumentNotes()
    if let overlay {
      let file = try SourceFile.read(overlay)
      files.note(file)
      files.replaceFirst(try Overlay(file).applied(to: files.first.value, notes: &notes))
    }
    let form = try form(of: files.first)
    var root = try ReferenceBundler.bundle(&files, isSwagger: form == .swagger, notes: &notes)
    if form == .swagger { root = try SwaggerConversion.convert(root) }
    root = try Normalizer.normalize(root, isLegacy: form != .current, notes: &notes)
    root = SchemaLoops.cut(root, notes: &notes)
    root = try PathNormalizer.normalize(root, file: files.first, notes: &notes)
    let document = OpenAPIDocument(
      name: name, title: root["info"]?["title"]?.string ?? name, root: root, servers: ServerReader.servers(root),
      files: files.paths, notes: notes.all)
    return (document, files)
  }

  private static func form(of file: SourceFile) throws(DocumentFailure) -> Form {
    guard let root = file.value.object else {
      throw file.failure([], "this is not an API document, but \(file.value.typeName.withArticle)")
    }
    func text(_ key: String) -> String? { root[key]?.string ?? root[key]?.number?.literal }
    if let version = text("openapi") {
      if version == "3" || version.hasPrefix("3.0") { return .old }
      if version.hasPrefix("3.") { return .current }
      throw file.failure(["openapi"], "OpenAPI \(version.shortened) is not understood; 3.0, 3.1 and Swagger 2.0 are")
    }
    if let version = text("swagger") {
      if version == "2" || version.hasPrefix("2.") { return .swagger }
      throw file.failure(["swagger"], "Swagger \(version.shortened) is not understood; 2.0 is")
    }
    throw file.failure([], "this is not an API document: it has neither \"openapi\" nor \"swagger\"")
  }
}

extension String {
  /// "an object", "a string".
  fileprivate var withArticle: String {
    self == "null" ? "empty" : ("aeiou".contains(first ?? " ") ? "an " : "a ") + self
  }
}
