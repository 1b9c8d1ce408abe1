import Cryptography
import Dispatch
import Foundation
import Platform
import Store
import Synchronization
import World

/// The databases of data sets as they are in the beginning, made once for all servers of a process that are given the
/// same ones: a server then copies one, instead of making tables and reading seed files.
package final class PreparedDatabases: Sendable {
  private struct Key: Hashable {
    let dataset: Dataset
    let root: String
    let apis: [String]
  }

  private let stores = Mutex<[Key: Store]>([:])

  /// None yet.
  package init() {}

  /// A copy of the database with the rows of a data set and the tables of these APIs. It does not heed that a seed file
  /// or the document of an API has changed since the first call for them.
  ///
  /// - Parameters:
  ///   - make: Makes it in memory; called once for all that are the same.
  /// - Throws: What `make` throws; the next call tries again then.
  func copy(_ seeds: SeedSource, apis: [String], make: () throws -> Store) throws -> Store {
    let key = Key(dataset: seeds.dataset, root: seeds.root, apis: apis)
    let store = try stores.withLock { stores in
      if let store = stores[key] { return store }
      let store = try make()
      stores[key] = store
      return store
    }
    return try Store(copyOf: store)
  }
}

/// The database of the usual data set as it is in the beginning, kept in a file for the next start: making the tables and
/// reading the seed files takes half of a start. What does not fit, is damaged, or cannot be read or written is as good as
/// not there; the file may be deleted at any time.
package struct DatabaseImage: Sendable {
  /// Begins the file; the number grows with the form of what follows.
  private static let magic = "mock-api database 1"
  private static let digestLength = 32
  private static let maximumBytes = 64 << 20

  private let path: String
  /// What the content follows from.
  private let origin: String

  /// The place of a database in a folder.
  ///
  /// - Parameters:
  ///   - folder: Where this program keeps what it can make again.
  ///   - apis: The names of the APIs that have tables in it.
  package init(folder: String, _ seeds: SeedSource, apis: [String]) {
    let names = (FileManager.default.enumerator(atPath: seeds.root)?.compactMap { $0 as? String } ?? [])
    let files = names.filter { $0.hasSuffix(".json") }.sorted().map { name in
      "\(name) \(ProgramFile.identity(of: "\(seeds.root)/\(name)"))"
    }
    let place = [seeds.dataset.rawValue, seeds.root] + apis
    origin = ([Self.magic, ProgramFile.identity] + place + files).joined(separator: "\0")
    let digest = SHA256.hash(Array(place.joined(separator: "\0").utf8)).prefix(16)
    path = "\(folder)/\(digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()).database"
  }

  /// The database, when this very program made it of files that are still the same.
  package func store(_ schema: [SchemaStep]) -> Store? {
    let digest = SHA256.hash(Array(origin.utf8))
    guard let bytes = try? BoundedFile.contents(of: path, limit: Self.maximumBytes),
      bytes.count > 2 * Self.digestLength, bytes.starts(with: digest)
    else { return nil }
    let image = Array(bytes[(2 * Self.digestLength)...])
    guard SHA256.hash(image).elementsEqual(bytes[Self.digestLength..<2 * Self.digestLength]) else { return nil }
    return try? Store(image: image, schema: schema)
  }

  /// Keeps a database as it is now. The file is written a little later, while the server already answers.
  package func keep(_ store: Store) {
    guard let image = try? store.image(), image.count <= Self.maximumBytes - 2 * Self.digestLength else { return }
    DispatchQueue.global(qos: .utility).async { [path, origin] in
      let folder = (path as NSString).deletingLastPathComponent
      try? FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      // Atomic, so that whoever reads at the same time finds the old one or the new one.
      try? Data(SHA256.hash(Array(origin.utf8)) + SHA256.hash(image) + image)
        .write(to: URL(fileURLWithPath: path), options: .atomic)
    }
  }
}
