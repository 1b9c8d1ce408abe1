import Foundation
import Store
import Synchronization
import World

/// The news that the worlds of a server share: writing and indexing all articles of an edition takes far longer than
/// searching them, and the result is the same in each world with the same data set and time. Worlds in which a test has
/// changed news do not share; they store all articles themselves.
final class NewsArchive: Sendable {
  private struct Entry {
    let material: NewsMaterial
    let edition: Int
    let corpus = Shared<NewsCorpus>()
  }

  /// The rows of the lists of sources and countries.
  struct Lists: Sendable {
    var sources: [[SQLValue]]
    var countries: [[SQLValue]]
  }

  private struct State {
    /// By the files that they are from.
    var lists: [(files: [[UInt8]], lists: Shared<Lists>)] = []
    var materials: [(content: NewsMaterial.Content, material: Shared<NewsMaterial>)] = []
    /// The last is the most recently used.
    var corpora: [Entry] = []
  }

  /// The maximum number of editions, of about three megabytes each: those of worlds with different clocks.
  private static let capacity = 4

  private let state = Mutex(State())

  /// All articles that a world has at a time, when its lists are loaded; nil when it stores its own.
  ///
  /// - Parameters:
  ///   - now: Seconds since 1970.
  /// - Throws: The errors of reading the seed files and the world's database.
  func corpus(at now: Int64, in world: World) throws -> NewsCorpus? {
    guard world.deferredSeeds.source.dataset == .demo else { return nil }
    guard try world.derived.value("\(NewsAPI.identifier) is as made", compute: { try isAsMade(world) }) else {
      return nil
    }
    let (material, edition) = (try material(of: world), Schedule.edition(at: now))
    let shared = state.withLock { state -> Shared<NewsCorpus> in
      let index = state.corpora.firstIndex { $0.material === material && $0.edition == edition }
      let entry = index.map { state.corpora.remove(at: $0) } ?? Entry(material: material, edition: edition)
      if state.corpora.count >= Self.capacity { state.corpora.removeFirst() }
      state.corpora.append(entry)
      return entry.corpus
    }
    return try shared.value { try NewsCorpus(material, edition: edition) }
  }

  private func material(of world: World) throws -> NewsMaterial {
    try world.derived.value("\(NewsAPI.identifier) material") { try sharedMaterial(world) }
  }

  private func sharedMaterial(_ world: World) throws -> NewsMaterial {
    let folder = world.deferredSeeds.source.folder(NewsAPI.identifier)
    let (countries, sources) = try world.store.read { (try NewsSQL.countries($0), try NewsSQL.sources($0)) }
    func content(_ languages: some Sequence<String>) throws -> NewsMaterial.Content {
      NewsMaterial.Content(
        countries: countries, sources: sources,
        stories: Dictionary(
          uniqueKeysWithValues: try languages.map { ($0, try folder.bytes(StoryTexts.file($0))) }),
        documented: try folder.bytes(DocumentedArticles.file))
    }
    // The languages follow from the countries, which take longer to parse than to compare.
    let same = state.withLock { $0.materials.first { $0.content.countries == countries } }
    let list = try same == nil ? Country.read(countries) : nil
    let read = try content(list.map { Set($0.map(\.language)) } ?? Set((same?.content.stories ?? [:]).keys))
    let shared = state.withLock { state -> Shared<NewsMaterial> in
      if let known = state.materials.first(where: { $0.content.isSame(as: read) }) { return known.material }
      if state.materials.count >= Self.capacity { state.materials.removeFirst() }
      state.materials.append((read, Shared()))
      return state.materials[state.materials.count - 1].material
    }
    return try shared.value {
      do {
        return try NewsMaterial(read, try list ?? Country.read(countries))
      } catch {
        // What is wrong with the file, where it is not its JSON.
        for file in [DocumentedArticles.file] + read.stories.keys.sorted().map(StoryTexts.file) {
          _ = try folder.text(file)
        }
        throw error
      }
    }
  }

  /// The rows of the lists of sources and countries in a folder.
  ///
  /// - Throws: The errors of reading the files.
  func lists(_ folder: SeedFolder, _ connection: Connection) throws -> Lists {
    let (sources, countries) = ("sources.json", "countries.json")
    let files = [try folder.bytes(sources), try folder.bytes(countries)]
    let shared = state.withLock { state -> Shared<Lists> in
      if let known = state.lists.first(where: { $0.files.elementsEqual(files, by: Self.isSame) }) { return known.lists }
      if state.lists.count >= Self.capacity { state.lists.removeFirst() }
      state.lists.append((files, Shared()))
      return state.lists[state.lists.count - 1].lists
    }
    return try shared.value {
      Lists(
        sources: try NewsSQL.sourceRows(connection, try folder.text(of: files[0], sources)),
        countries: try NewsSQL.countryRows(connection, try folder.text(of: files[1], countries)))
    }
  }

  /// Whether two files have the same bytes: each world compares some hundred kilobytes, which `==` does one by one.
  static func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count
      && one.withUnsafeBytes { one in
        other.withUnsafeBytes { other in
          guard let first = one.baseAddress, let second = other.baseAddress else { return true }
          return memcmp(first, second, one.count) == 0
        }
      }
  }

  /// Whether the articles that a world stores are those of their editions, that is, unchanged.
  private func isAsMade(_ world: World) throws -> Bool {
    let material = try material(of: world)
    return try world.store.read { connection in
      let editions = try NewsSQL.editions(connection)
      var count = 0
      for (code, edition) in editions {
        guard Schedule.editions.contains(edition) else { return false }
        let rows = try NewsSQL.rows(connection, of: code)
        guard material.matches(rows, of: code, in: edition) else { return false }
        count += rows.count
      }
      return try NewsSQL.count(connection) == count
    }
  }
}
