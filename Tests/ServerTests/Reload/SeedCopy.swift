import Foundation

/// A copy of the seed files that a test may change; it is removed with the last reference.
final class SeedCopy {
  let folder: URL

  init() throws {
    let seeds = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Seeds")
      .standardizedFileURL
    folder = FileManager.default.temporaryDirectory.appending(path: "mock-api-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: seeds, to: folder.appending(path: "Seeds"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The folder with the seed files.
  var path: String { folder.appending(path: "Seeds").path }

  /// Puts one text in the place of another, which must be there.
  func replace(_ old: String, by new: String, in file: String) throws {
    let text = try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)
    guard text.contains(old) else { throw CocoaError(.fileReadCorruptFile) }
    try text.replacingOccurrences(of: old, with: new).write(
      toFile: "\(path)/\(file)", atomically: true, encoding: .utf8)
  }
}
