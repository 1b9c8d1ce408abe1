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

/// What a world is filled with: a data set, and the folder with the files of all APIs.
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

  /// Loads rows of an API. Every failure says where the files are, and names a file that is not JSON.
  ///
  /// - Throws: ``SeedFolder/Failure``, or ``StoreError`` where there is no room for the rows.
  package func loading(_ api: String, _ load: () throws -> Void) throws {
    do {
      try load()
    } catch {
      // Nothing is wrong with the files.
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

  /// The most bytes of a file, and of a folder that is kept.
  fileprivate static let maximumBytes = 64 << 20

  /// The same source with the files' texts as they are now, so that later changes of the files do not matter.
  ///
  /// - Parameters:
  ///   - check: Throws when a text cannot be used; told the file's path.
  /// - Throws: ``SeedFolder/Failure`` for a file that cannot be read or is too much, and what `check` throws.
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

/// The folder with the seed files of one API.
package struct SeedFolder: Sendable {
  /// A seed file that cannot be read.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    /// A failure, in a sentence that names the file.
    package init(_ description: String) { self.description = description }
  }

  private let path: String
  private let texts: [String: String]?

  /// The folder at a path.
  ///
  /// - Parameters:
  ///   - texts: The texts of its files by their paths; nil to read them when they are needed.
  package init(path: String, texts: [String: String]? = nil) {
    self.path = path
    self.texts = texts
  }

  /// The text of a file, such as `demo/lotes.json`.
  ///
  /// - Throws: ``Failure`` that names the file.
  package func text(_ file: String) throws(Failure) -> String {
    if let text = texts?["\(path)/\(file)"] { return text }
    let bytes: [UInt8]
    do throws(BoundedFile.Failure) {
      bytes = try BoundedFile.contents(of: "\(path)/\(file)", limit: SeedSource.maximumBytes)
    } catch {
      throw Failure("cannot read the seed file \(path)/\(file): \(error)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure("cannot read the seed file \(path)/\(file): it is not UTF-8 text")
    }
    if let failure = RecordLimit.failure(text) {
      throw Failure("the seed file \(path)/\(file) cannot be used: \(failure)")
    }
    return text
  }

  /// - Throws: ``Failure`` that names the file and the place in it, when its text is no JSON.
  package static func check(_ text: String, _ file: String) throws(Failure) {
    do throws(JSONSyntaxError) {
      _ = try JSONParser.parse(Array(text.utf8))
    } catch {
      throw Failure("the seed file \(file) is not valid JSON: \(error)")
    }
  }
}

/// How much a fresh world holds (CONTRACT D1).
package enum Dataset: String, Sendable, CaseIterable {
  /// Plenty of rows that agree with each other.
  case demo
  /// Only what the documents print.
  case minimal
  /// The accounts alone.
  case empty
}

/// Rows of the data set that are many and often not needed: each part is loaded when it is first asked for, so
/// that neither the start nor a copy of the world pays for it.
package final class DeferredSeeds: Sendable {
  private let store: Store
  private let current: OrderedMutex<SeedSource>
  private static let maximumKnown = 1000
  private static let maximumTries = 5
  /// The parts known to be there; the database knows them all.
  private let loaded = OrderedMutex(.leaf, Loaded())

  private struct Loaded {
    var parts: Set<String> = []
    /// How often parts were forgotten.
    var edition = 0
  }

  init(store: Store, source: SeedSource) {
    self.store = store
    current = OrderedMutex(.leaf, source)
  }

  /// Where the parts are loaded from that are not loaded yet.
  package var source: SeedSource {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// Removes rows that were loaded, and has them loaded anew when they are next asked for.
  ///
  /// - Parameters:
  ///   - part: The part's name; parts of it, whose names go on with a question mark, are meant too.
  ///   - remove: Removes the rows.
  /// - Throws: What the closure throws, ``StoreError``; everything is as it was then.
  package func forget(_ part: String, remove: (Connection) throws -> Void) throws {
    try store.transaction { connection in
      try remove(connection)
      try WorldSQL.forgetSeeded(connection, part)
      // Before anybody can read that it is gone.
      noteForgotten()
    }
    // Somebody may have read just before that it was there.
    noteForgotten()
  }

  private func noteForgotten() {
    loaded.withLock { loaded in
      loaded.parts.removeAll()
      loaded.edition += 1
    }
  }

  /// Does something with the rows of parts that it requires, and does it again when rows were removed meanwhile: between
  /// two of its steps they may have been gone, until somebody requires them.
  ///
  /// - Parameters:
  ///   - isReading: Whether it changes nothing. What changes something is done again only when it changed nothing, since
  ///     something was not found.
  package func repeating<Outcome>(isReading: Bool, _ body: () throws -> Outcome) throws -> Outcome {
    for _ in 1..<Self.maximumTries {
      let edition = loaded.withLock(\.edition)
      func isOutdated() -> Bool { loaded.withLock(\.edition) != edition }
      do {
        let outcome = try body()
        if !isReading || !isOutdated() { return outcome }
      } catch let problem as Problem where problem.kind == .notFound {
        if !isOutdated() { throw problem }
      }
    }
    return try body()
  }

  /// Loads a part unless that was done before, in this run or an earlier one on the same database. Not to be
  /// called from inside a read or write of the store.
  ///
  /// - Parameters:
  ///   - part: The part's name, which begins with that of its API, such as `jsonplaceholder/photos`.
  ///   - fill: Writes the rows.
  /// - Throws: ``Problem`` of kind `internalError` that says what is wrong with the files, ``StoreError`` where there is no
  ///   room for the rows.
  package func require(
    _ part: String, fill: (Connection, SeedSource) throws -> Void
  ) throws {
    // Another content of the database may have other parts.
    let known = "\(store.generation) \(part)"
    let (isKnown, edition) = loaded.withLock { ($0.parts.contains(known), $0.edition) }
    if isKnown { return }
    if try !store.read({ try WorldSQL.isSeeded($0, part) }) {
      let source = source
      do {
        try source.loading(String(part.prefix { $0 != "/" })) {
          try store.transaction { connection in
            // Another thread may have been quicker.
            guard try !WorldSQL.isSeeded(connection, part) else { return }
            try fill(connection, source)
            try WorldSQL.setSeeded(connection, part)
          }
        }
      } catch let failure as SeedFolder.Failure {
        throw Problem(.internalError, failure.description.clipped(to: 500))
      }
    }
    loaded.withLock { loaded in
      // It may have been forgotten meanwhile.
      guard loaded.edition == edition else { return }
      if loaded.parts.count >= Self.maximumKnown { loaded.parts.removeAll() }
      loaded.parts.insert(known)
    }
  }
}
