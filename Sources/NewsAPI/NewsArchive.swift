import Store
import Synchronization
import World

/// The news that the worlds of a server share: writing and indexing all articles of an edition takes far longer than
/// searching them, and the result is the same in each world with the same data set and time. Worlds in which a test has
/// changed news do not share; they store all articles themselves.
final class NewsArchive: Sendable {
  /// A value that the first caller creates, while the others wait for it.
  private final class Shared<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func value(_ make: () throws -> Value) rethrows -> Value {
      try value.withLock { value in
        if let value { return value }
        let made = try make()
        value = made
        return made
      }
    }
  }

  private struct Entry {
    let material: NewsMaterial
    let edition: Int
    let corpus = Shared<NewsCorpus>()
  }

  private struct State {
    var materials: [NewsMaterial] = []
    /// The last is the most recently used.
    var corpora: [Entry] = []
  }

  /// The maximum number of editions, of about eight megabytes each: those of worlds with different clocks.
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
    var stories: [String: String] = [:]
    for language in Set(try Country.read(countries).map(\.language)) {
      stories[language] = try folder.text(StoryTexts.file(language))
    }
    let content = NewsMaterial.Content(
      countries: countries, sources: sources, stories: stories, documented: try folder.text(DocumentedArticles.file))
    return try state.withLock { state in
      if let known = state.materials.first(where: { $0.content == content }) { return known }
      let material = try NewsMaterial(content)
      if state.materials.count >= Self.capacity { state.materials.removeFirst() }
      state.materials.append(material)
      return material
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
