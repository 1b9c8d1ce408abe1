import HTTPCore
import JSON
import Store
import World

/// Loads the lists of countries and sources, and the articles in each country's edition, on demand. An edition is
/// derived from the one before: new articles are added, old ones removed.
enum Editions {
  /// Loads the countries and the sources.
  static func requireLists(_ world: World, _ archive: NewsArchive) throws {
    try world.deferredSeeds.require("\(NewsAPI.identifier)/index") { try loadLists($0, $1, archive) }
  }

  /// Loads the articles of a country at a time; of all countries when it is nil. An unknown country has none.
  ///
  /// - Parameters:
  ///   - now: Seconds since 1970.
  static func require(_ code: String?, at now: Int64, in world: World, _ archive: NewsArchive) throws {
    let countries = try countries(world, archive)
    let edition = Schedule.edition(at: now)
    let present = try world.derived.value(Schema.edition) {
      try world.store.read { try NewsSQL.editions($0) }
    }
    for country in countries where code == nil || country.code == code {
      // No article has a time that a clock cannot show.
      let before = present[country.code].flatMap { Schedule.editions.contains($0) ? $0 : nil }
      // The articles in the document are always the same.
      guard before != edition, before == nil || world.deferredSeeds.source.dataset == .demo else { continue }
      try bringOut(edition, of: country, after: before, in: world)
    }
  }

  /// An article by its address, even after it left the edition; nil when it does not exist or is not published yet.
  ///
  /// - Parameters:
  ///   - now: Seconds since 1970.
  static func article(
    country code: String, category: String, place: Int64, at now: Int64, in world: World, _ archive: NewsArchive
  ) throws -> Article? {
    guard world.deferredSeeds.source.dataset == .demo, let turn = Schedule.turn(place: place),
      let index = Newsroom.categories.firstIndex(of: category),
      let country = try countries(world, archive).first(where: { $0.code == code }),
      Newsroom.schedule(country, category: index).published(turn) <= now
    else { return nil }
    return try newsroom(country, world).article(index, turn: turn)
  }

  private static func countries(_ world: World, _ archive: NewsArchive) throws -> [Country] {
    try requireLists(world, archive)
    return try world.derived.value(Schema.country) {
      try Country.read(try world.store.read { try NewsSQL.countries($0) })
    }
  }

  private static func loadLists(_ connection: Connection, _ source: SeedSource, _ archive: NewsArchive) throws {
    guard source.dataset != .empty else { return }
    var lists = try archive.lists(source.folder(NewsAPI.identifier), connection)
    if source.dataset == .minimal {
      // The two articles in the document belong to the United States.
      lists.sources.removeAll { $0[0].text != DocumentedArticles.source }
      lists.countries.removeAll { $0[0].text != DocumentedArticles.country }
    }
    try NewsSQL.insertSources(connection, lists.sources)
    try NewsSQL.insertCountries(connection, lists.countries)
  }

  private static func bringOut(_ edition: Int, of country: Country, after before: Int?, in world: World) throws {
    let source = world.deferredSeeds.source
    var articles: [Article] = []
    if before == nil, country.code == DocumentedArticles.country {
      let text = try source.folder(NewsAPI.identifier).text(DocumentedArticles.file)
      articles = try DocumentedArticles.read(Array(text.utf8), country)
    }
    if source.dataset == .demo { articles += try newsroom(country, world).articles(in: edition, without: before) }
    let gone = before.map { Newsroom.numbers(country, in: $0, without: edition) } ?? []
    try world.store.transaction { connection in
      // Another thread may have finished first.
      let stored = try NewsSQL.edition(connection, of: country.code)
      guard stored == before || before == nil else { return }
      for number in gone { try NewsSQL.remove(connection, number: number) }
      for article in articles { try NewsSQL.insert(connection, article) }
      try NewsSQL.setEdition(connection, edition, of: country.code)
    }
  }

  private static func newsroom(_ country: Country, _ world: World) throws -> Newsroom {
    let texts = try world.derived.value("\(NewsAPI.identifier) \(country.language)") {
      let text = try world.deferredSeeds.source.folder(NewsAPI.identifier).text(StoryTexts.file(country.language))
      return try StoryTexts.read(Array(text.utf8), language: country.language)
    }
    let sources = try world.store.read { try NewsSQL.sources($0, of: country) }
    return Newsroom(country: country, texts: texts, sources: sources)
  }
}
