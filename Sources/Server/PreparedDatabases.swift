import Cryptography
import Dispatch
import Foundation
import Platform
import Store
import Synchronization
import World

/// The initial databases of data sets, created once for all servers of a process with the same data sets: a server then
/// copies one, instead of creating tables and reading seed files.
package final class PreparedDatabases: Sendable {
  private struct Key: Hashable {
    let dataset: Dataset
    let root: String
    let apis: [String]
  }

  private let stores = Mutex<[Key: Store]>([:])

  /// Creates an empty cache.
  package init() {}

  /// A copy of the database with the rows of a data set and the tables of these APIs. Changes of seed files and
  /// documents after the first call have no effect.
  ///
  /// - Parameters:
  ///   - make: Creates it in memory; called once for equal arguments.
  /// - Throws: What `make` throws; the next call tries again.
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

/// The initial database of the standard data set, stored in a file for the next start: creating the tables and reading
/// the seed files takes half of a start. A file that does not match, is damaged, or cannot be read or written is
/// ignored; it may be deleted at any time.
package struct DatabaseImage: Sendable {
  /// The beginning of the file; the number increases with its format.
  private static let magic = "mock-api database 1"
  private static let digestLength = 32
  private static let maximumBytes = 64 << 20

  private let path: String
  /// Everything that the content depends on.
  private let origin: String

  /// The location of a database in a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder of this program's caches.
  ///   - apis: The names of the APIs with tables in it.
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

  /// The database, if the same build of the program created it from files that have not changed.
  package func store(_ schema: [SchemaStep]) -> Store? {
    let digest = SHA256.hash(Array(origin.utf8))
    guard let bytes = try? BoundedFile.contents(of: path, limit: Self.maximumBytes),
      bytes.count > 2 * Self.digestLength, bytes.starts(with: digest)
    else { return nil }
    let image = Array(bytes[(2 * Self.digestLength)...])
    guard SHA256.hash(image).elementsEqual(bytes[Self.digestLength..<2 * Self.digestLength]) else { return nil }
    return try? Store(image: image, schema: schema)
  }

  /// Stores the current database. The file is written a little later, while the server already runs.
  package func keep(_ store: Store) {
    guard let image = try? store.image(), image.count <= Self.maximumBytes - 2 * Self.digestLength else { return }
    DispatchQueue.global(qos: .utility).async { [path, origin] in
      let folder = (path as NSString).deletingLastPathComponent
      try? FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      // Atomic, so that a concurrent reader finds either the old or the new file.
      try? Data(SHA256.hash(Array(origin.utf8)) + SHA256.hash(image) + image)
        .write(to: URL(fileURLWithPath: path), options: .atomic)
    }
  }
}
