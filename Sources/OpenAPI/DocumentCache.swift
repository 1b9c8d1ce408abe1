import Cryptography
import Foundation
import JSON
import Platform

/// Stores finished documents for the next start, one file for each way to name a document. A file that does not match,
/// is damaged, or cannot be read or written is ignored; all files may be deleted at any time.
struct DocumentCache {
  /// The beginning of each file; the number increases with its format.
  private static let magic = Array("mock-api document 2\n".utf8)
  private static let digestLength = 32

  private let path: String

  /// The location of a document in a folder.
  init(folder: String, name: String, path: String, overlay: String?, isStrict: Bool) {
    func absolute(_ path: String) -> String {
      FilePath.normalized(path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)")
    }
    // The given paths count as well, because messages and the watch show them.
    let parts = [name, path, absolute(path), overlay ?? "", overlay.map(absolute) ?? "", isStrict ? "strict" : ""]
    let digest = SHA256.hash(Array(parts.joined(separator: "\0").utf8))
    self.path = "\(folder)/\(Self.hexadecimal(digest.prefix(16))).document"
  }

  /// The document and the value derived from it, if the same build of the program created them from files that have not
  /// changed.
  func contents() -> (document: OpenAPIDocument, derived: JSONValue)? {
    guard let bytes = try? BoundedFile.contents(of: path, limit: 8 * DocumentLimits.totalSize) else { return nil }
    let start = Self.magic.count + Self.digestLength
    guard bytes.count > start, bytes.starts(with: Self.magic),
      SHA256.hash(Array(bytes[start...])).elementsEqual(bytes[Self.magic.count..<start]),
      let value = TreeReader.value(bytes[start...]), value["program"]?.string == ProgramFile.identity,
      let name = value["name"]?.string, let title = value["title"]?.string, let root = value["root"],
      let derived = value["derived"]
    else { return nil }
    var files: [String] = []
    for file in value["files"]?.array ?? [] {
      guard let path = file["path"]?.string, let digest = file["digest"]?.string,
        let bytes = try? BoundedFile.contents(of: path, limit: DocumentLimits.fileSize),
        Self.digest(SourceFile.withoutMark(bytes)) == digest
      else { return nil }
      files.append(path)
    }
    let servers = (value["servers"]?.array ?? []).map { server in
      OpenAPIDocument.Server(host: server["host"]?.string, path: server["path"]?.string ?? "")
    }
    func texts(_ name: String) -> [String] { value[name]?.array?.compactMap(\.string) ?? [] }
    let document = OpenAPIDocument(
      name: name, title: title, root: root, servers: servers, files: files, notes: texts("notes"),
      unusedActions: texts("unusedActions"))
    return (document, derived)
  }

  /// Stores a document with the digests of its files.
  ///
  /// - Parameters:
  ///   - derived: The value derived from it.
  func keep(_ document: OpenAPIDocument, _ derived: JSONValue, digests: [(path: String, digest: String)]) {
    let files = digests.map { file in
      JSONValue.object(["path": .string(file.path), "digest": .string(file.digest)])
    }
    let servers = document.servers.map { server in
      JSONValue.object(["host": server.host.map(JSONValue.string) ?? .null, "path": .string(server.path)])
    }
    let payload = TreeWriter.bytes([
      "program": .string(ProgramFile.identity), "files": .array(files), "name": .string(document.name),
      "title": .string(document.title), "servers": .array(servers),
      "notes": .array(document.repairs.map(JSONValue.string)),
      "unusedActions": .array(document.unusedActions.map(JSONValue.string)), "root": document.root, "derived": derived,
    ])
    let folder = (path as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // Atomic, so that a concurrent reader finds either the old or the new file.
    try? Data(Self.magic + SHA256.hash(payload) + payload).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// The digest by which a changed file is recognised.
  static func digest(_ bytes: [UInt8]) -> String { hexadecimal(SHA256.hash(bytes)[...]) }

  private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
