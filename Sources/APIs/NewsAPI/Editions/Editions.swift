import HTTPCore
import Store
import World

/// Loads the lists of countries and sources, and the articles of each country, when they are first asked for.
enum Editions {
  private static let country = "us"

  /// Loads the countries and the sources.
  static func requireLists(_ world: World) throws {
    try world.deferredSeeds.require(
      "\(NewsAPI.identifier)/lists", tables: [NewsSchema.source, NewsSchema.country], fill: loadLists)
  }

  /// Loads the articles of a country; of all when it is nil. An unknown country has none.
  static func require(_ code: String?, in world: World) throws {
    let countries = try countries(world)
    let wanted = code.map { code in countries.filter { $0.code == code } } ?? countries
    var texts: [String: StoryTexts] = [:]
    for country in wanted {
      let part = "\(NewsAPI.identifier)/\(country.code)"
      try world.deferredSeeds.require(part, tables: [NewsSchema.article]) { connection, source in
        let articles = try articles(country, source, connection, &texts)
        for article in articles { try NewsSQL.insert(connection, article) }
      }
    }
  }

  private static func countries(_ world: World) throws -> [Country] {
    try requireLists(world)
    let version = world.store.version(of: [NewsSchema.country])
    return try world.derived.value(NewsSchema.country, version: version) {
      let json = try world.store.read { try NewsSQL.countries($0) }
      return try (JSONParser.parse(json).array ?? []).compactMap { Country($0) }
    }
  }

  private static func loadLists(_ connection: Connection, _ source: SeedSource) throws {
    let folder = source.folder(NewsAPI.identifier)
    switch source.dataset {
    case .demo:
      try NewsSQL.insertSources(connection, try folder.text("sources.json"))
      try NewsSQL.insertCountries(connection, try folder.text("countries.json"))
    case .minimal:
      // What the document shows are two articles of the United States.
      try NewsSQL.insertSources(connection, try folder.text("sources.json"), onlyDocumented: true)
      try NewsSQL.insertCountries(connection, try folder.text("countries.json"), only: country)
    case .empty:
      break
    }
  }

  private static func articles(
    _ country: Country, _ source: SeedSource, _ connection: Connection, _ texts: inout [String: StoryTexts]
  ) throws -> [Article] {
    let folder = source.folder(NewsAPI.identifier)
    let documented = country.code == Self.country ? try DocumentedArticles.read(folder, country) : []
    guard source.dataset == .demo else { return documented }
    let file = "stories/\(country.language).json"
    if texts[country.language] == nil {
      texts[country.language] = StoryTexts(try JSONParser.parse(Array(try folder.text(file).utf8)))
    }
    guard let stories = texts[country.language] else {
      throw Problem(.internalError, "the seed file \(file) has no stories")
    }
    let sources = try NewsSQL.sources(connection, of: country)
    let newsroom = Newsroom(country: country, texts: stories, sources: sources)
    return newsroom.articles.map { article in documented.first { $0.number == article.number } ?? article }
  }
}
