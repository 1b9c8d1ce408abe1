import HTTPCore
import JSON
import Locking
import Platform
import Store

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The source of a world's rows: a data set, and the folder with the files of all APIs.
package struct SeedSource: Sendable {
  package let dataset: Dataset
  /// The folder with one folder for each API.
  package let root: String
  /// The texts of all files by their paths, as read at one time; nil to read each on use.
  private var texts: [String: String]?

  /// Creates a source of rows.
  ///
  /// - Parameters:
  ///   - root: The folder with one folder for each API.
  package init(_ dataset: Dataset, root: String) {
    self.dataset = dataset
    self.root = root
  }

  /// No rows except the accounts.
  package static let none = SeedSource(.empty, root: "")

  /// The folder of an API.
  package func folder(_ api: String) -> SeedFolder { SeedFolder(path: "\(root)/\(api)", texts: texts) }

  /// Loads rows of an API. Every error names the folder, and the file if it is not JSON.
  ///
  /// - Throws: ``SeedFolder/Failure``, or ``StoreError`` when the disk is full.
  package func loading(_ api: String, _ load: () throws -> Void) throws {
    do {
      try load()
    } catch {
      // The files are correct.
      if let error = error as? StoreError, error.kind == .notStored { throw error }
      if let failure = error as? SeedFolder.Failure { throw failure }
      let files = FileManager.default.enumerator(atPath: "\(root)/\(api)")?.compactMap { $0 as? String } ?? []
      for file in files.sorted() where file.hasSuffix(".json") {
        try SeedFolder.check(try folder(api).text(file), "\(root)/\(api)/\(file)")
      }
      let reason = (error as? Problem)?.message ?? "\(error)"
      throw SeedFolder.Failure("the seed files in \(root)/\(api) cannot be used: \(reason)")
    }
  }

  /// The largest size in bytes of a file, and of a folder that is kept in memory.
  static let maximumBytes = 64 << 20

  /// The same source with the current texts of the files, so that later changes of the files have no effect.
  ///
  /// - Parameters:
  ///   - check: Throws when a text is invalid; receives the file's path.
  /// - Throws: ``SeedFolder/Failure`` for a file that cannot be read or is too large, and what `check` throws.
  package func kept(_ check: (_ text: String, _ path: String) throws -> Void = { _, _ in }) throws -> SeedSource {
    var (result, texts, bytes) = (self, [String: String](), 0)
    for name in FileManager.default.enumerator(atPath: root)?.compactMap({ $0 as? String }).sorted() ?? []
    where name.hasSuffix(".json") {
      let text = try SeedFolder(path: root).text(name)
      bytes += text.utf8.count
      guard bytes <= Self.maximumBytes else {
        throw SeedFolder.Failure("the seed files in \(root) are more than \(Self.maximumBytes) bytes")
      }
      try check(text, "\(root)/\(name)")
      texts["\(root)/\(name)"] = text
    }
    result.texts = texts
    return result
  }

  /// Whether both are the same data set of the same folder.
  package func isSame(as other: SeedSource) -> Bool { dataset == other.dataset && root == other.root }
}
