import Foundation
import JSON
import OpenAPI

/// A folder for the files of one test, deleted afterwards.
final class Workspace {
  let folder: URL

  /// Writes files by their names, with folders where a name has slashes.
  init(_ files: [String: String]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "openapi-\(UUID().uuidString)")
    for (name, text) in files { try write(name, Data(text.utf8)) }
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func write(_ name: String, _ content: Data) throws {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try content.write(to: file)
  }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  func load(
    _ name: String, overlay: String? = nil, isStrict: Bool = false, cache: String? = nil
  ) throws -> OpenAPIDocument {
    try OpenAPIDocument.load(
      name: nil, path: path(name), overlay: overlay.map(path), isStrict: isStrict, cacheFolder: cache.map(path))
  }
}

/// The document of one file.
func document(_ text: String, as name: String = "shop.yaml") throws -> OpenAPIDocument {
  try Workspace([name: text]).load(name)
}

/// Why the only file of a document is refused where defects are errors; nil when it is not.
func failure(_ text: String, as name: String = "shop.yaml") throws -> DocumentFailure? {
  try failure([name: text], name)
}

/// Why the first of some files is refused where defects are errors; nil when it is not.
func failure(_ files: [String: String], _ name: String, overlay: String? = nil) throws -> DocumentFailure? {
  let workspace = try Workspace(files)
  do {
    _ = try workspace.load(name, overlay: overlay, isStrict: true)
    return nil
  } catch let failure as DocumentFailure {
    return failure
  }
}

/// A document of OpenAPI 3.0 with one operation and schemas by name, in YAML.
func schemas(_ text: String, version: String = "3.0.3") -> String {
  """
  openapi: \(version)
  info: {title: Shop, version: "1"}
  paths:
    /pets: {get: {responses: {"200": {description: fine}}}}
  components:
    schemas:
  \(text.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
  """
}

/// The value of a JSON text.
func json(_ text: String) throws -> JSONValue {
  try JSONParser.parse(Array(text.utf8))
}

extension OpenAPIDocument {
  /// The value at a pointer.
  func at(_ pointer: String) -> JSONValue? {
    JSONPointer(parsing: pointer).flatMap { root[$0] }
  }
}
