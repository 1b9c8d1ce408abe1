import HTTPCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a world is filled from: a data set, and the folder that holds the files of all APIs.
package struct SeedSource: Sendable {
  package let dataset: Dataset
  /// The folder with one folder for each API.
  package let root: String
  /// The texts of all files by their paths, as they were at one moment; nil to read each when it is needed.
  private var texts: [String: String]?

  /// A source of rows.
  ///
  /// - Parameters:
  ///   - root: The folder with one folder for each API.
  package init(_ dataset: Dataset, root: String) {
    self.dataset = dataset
    self.root = root
  }

  /// No rows but the accounts.
  package static let none = SeedSource(.empty, root: "")

  /// The folder of an API.
  package func folder(_ api: String) -> SeedFolder { SeedFolder(path: "\(root)/\(api)", texts: texts) }

  /// Loads rows of an API, and has every failure say where the files are; one that is no JSON is named.
  ///
  /// - Throws: ``SeedFolder/Failure``.
  package func loading(_ api: String, _ load: () throws -> Void) throws(SeedFolder.Failure) {
    do {
      try load()
    } catch {
      if let failure = error as? SeedFolder.Failure { throw failure }
      let files = FileManager.default.enumerator(atPath: "\(root)/\(api)")?.compactMap { $0 as? String } ?? []
      for file in files.sorted() where file.hasSuffix(".json") {
        try SeedFolder.check(try folder(api).text(file), "\(root)/\(api)/\(file)")
      }
      let reason = (error as? Problem)?.message ?? "\(error)"
      throw SeedFolder.Failure(description: "the seed files in \(root)/\(api) cannot be used: \(reason)")
    }
  }

  /// The most bytes of a folder that is kept.
  private static let maximumBytes = 64 << 20

  /// The same source as its files are now, whatever becomes of them.
  ///
  /// - Parameters:
  ///   - check: Throws when a text cannot be used; told the file's path.
  /// - Throws: ``SeedFolder/Failure`` for a file that cannot be read or is too much, and what `check` throws.
  package func kept(_ check: (_ text: String, _ path: String) throws -> Void = { _, _ in }) throws -> SeedSource {
    var (result, texts, bytes) = (self, [String: String](), 0)
    for name in FileManager.default.enumerator(atPath: root)?.compactMap({ $0 as? String }).sorted() ?? []
    where name.hasSuffix(".json") {
      let path = URL(filePath: "\(root)/\(name)").resolvingSymlinksInPath().path
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      // Reading a pipe would wait for its writer.
      guard attributes?[.type] as? FileAttributeType == .typeRegular else {
        throw SeedFolder.Failure(description: "\(root)/\(name) is no ordinary file")
      }
      bytes += (attributes?[.size] as? Int) ?? 0
      guard bytes <= Self.maximumBytes else {
        throw SeedFolder.Failure(description: "the seed files in \(root) are more than \(Self.maximumBytes) bytes")
      }
      let text = try SeedFolder(path: root).text(name)
      try check(text, "\(root)/\(name)")
      texts["\(root)/\(name)"] = text
    }
    result.texts = texts
    return result
  }

  /// Whether both are the same data set of the same folder.
  package func isSame(as other: SeedSource) -> Bool { dataset == other.dataset && root == other.root }
}
