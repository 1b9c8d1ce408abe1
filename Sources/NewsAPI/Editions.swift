import HTTPCore
import JSON
import Store
import World

/// Loads the lists of countries and sources, and the articles of each country that its edition has, when they are asked
/// for. An edition is made from the one before it: new articles are added, old ones removed.
enum Editions {
  /// Loads the countries and the sources.
  static func requireLists(_ world: World) throws {
    try world.deferredSeeds.require(
      "\(NewsAPI.identifier)/index", fill: loadLists)
  }

  /// Loads the articles of a country at a moment; of all countries when it is nil. An unknown country has none.
  ///
  /// - Parameters:
  ///   - now: Seconds since 1970.
  static func require(_ code: String?, at now: Int64, in world: World) throws {
    let countries = try countries(world)
    let edition = Schedule.edition(at: now)
    let present = try world.derived.value(Schema.edition) {
      try world.store.read { try NewsSQL.editions($0) }
    }
    for country in countries where code == nil || country.code == code {
      // A time that no clock can show belongs to no article.
      let before = present[country.code].flatMap { Schedule.editions.contains($0) ? $0 : nil }
      // The articles that the document shows are always the same.
      guard before != edition, before == nil || world.deferredSeeds.source.dataset == .demo else { continue }
      try bringOut(edition, of: country, after: before, in: world)
    }
  }

  /// An article by its address, even when it left the edition long ago; nil when there is none, or it is not published
  /// yet.
  ///
  /// - Parameters:
  ///   - now: Seconds since 1970.
  static func article(
    country code: String, category: String, place: Int64, at now: Int64, in world: World
  ) throws -> Article? {
    guard world.deferredSeeds.source.dataset == .demo, let turn = Schedule.turn(place: place),
      let index = Newsroom.categories.firstIndex(of: category),
      let country = try countries(world).first(where: { $0.code == code }),
      Newsroom.schedule(country, category: index).published(turn) <= now
    else { return nil }
    return try newsroom(country, world).article(index, turn: turn)
  }

  private static func countries(_ world: World) throws -> [Country] {
    try requireLists(world)
    return try world.derived.value(Schema.country) {
      try Country.read(try world.store.read { try NewsSQL.countries($0) })
    }
  }

  private static func loadLists(_ connection: Connection, _ source: SeedSource) throws {
    let folder = source.folder(NewsAPI.identifier)
    switch source.dataset {
    case .demo:
      try NewsSQL.insertSources(connection, try folder.text("sources.json"))
      try NewsSQL.insertCountries(connection, try folder.text("countries.json"))
    case .minimal:
      // The two articles that the document shows belong to the United States.
      try NewsSQL.insertSources(connection, try folder.text("sources.json"), onlyDocumented: true)
      try NewsSQL.insertCountries(
        connection, try folder.text("countries.json"), only: DocumentedArticles.country)
    case .empty:
      break
    }
  }

  private static func bringOut(_ edition: Int, of country: Country, after before: Int?, in world: World) throws {
    let source = world.deferredSeeds.source
    var articles: [Article] = []
    if before == nil, country.code == DocumentedArticles.country {
      let text = try source.folder(NewsAPI.identifier).text(DocumentedArticles.file)
      articles = try DocumentedArticles.read(text, country)
    }
    if source.dataset == .demo { articles += try newsroom(country, world).articles(in: edition, without: before) }
    let gone = before.map { Newsroom.numbers(country, in: $0, without: edition) } ?? []
    try world.store.transaction { connection in
      // Another thread may have been quicker.
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
      return try StoryTexts.read(text, language: country.language)
    }
    let sources = try world.store.read { try NewsSQL.sources($0, of: country) }
    return Newsroom(country: country, texts: texts, sources: sources)
  }
}

/// When the articles of one list, which is a country's news of one category, are published: one after the other for
/// ever, about evenly spaced, no two in the same minute. Each is a headline for about two days, until enough newer ones
/// are published. All of it is computed from an article's turn, so that nothing has to run while nobody reads.
struct Schedule {
  /// How many turns one edition stores; a search finds their articles.
  typealias Turns = Set<Int>

  private static let minute = 60
  private static let day = 86_400
  /// How long an article is a headline at most.
  private static let longest = 2 * day
  /// How long a search finds an article.
  private static let month = 30 * day
  /// The stored articles are renewed four times a day.
  private static let editionLength = day / 4
  /// A moment before the first turn, which is in the year 1678.
  private static let firstTurn = -10_000_000
  /// The editions of the years 1677 to 2262, which are all that a clock can show.
  static let editions = -430_000..<430_000
  private static let turns = firstTurn / 2..<(-firstTurn)

  /// The number of the list, from 0.
  let list: Int
  /// How many articles are headlines at any moment.
  let headlines: Int
  /// The time from one article to the next, in seconds.
  private var gap: Int { Self.longest / (headlines + 1) / Self.minute * Self.minute }

  /// The edition of a moment.
  ///
  /// - Parameters:
  ///   - now: Seconds since 1970.
  static func edition(at now: Int64) -> Int { floor(Int(now), editionLength) }

  /// The address of an article in its list.
  static func place(_ turn: Int) -> Int { turn - firstTurn }

  /// The turn of an article by its address; nil when no article ever has that address.
  static func turn(place: Int64) -> Int? {
    guard place > 0, place < Int64(Int32.max) else { return nil }
    let turn = Int(place) + firstTurn
    return turns.contains(turn) ? turn : nil
  }

  /// When an article is published, in seconds since 1970.
  func published(_ turn: Int) -> Int {
    let random = ArticleRandom(number(turn))
    // The delay is shorter than the gap, so that no two are published at once.
    let late = random.number(1, below: gap * 4 / 5 / Self.minute) * Self.minute
    return turn * gap + list * 7 * Self.minute % gap + late
  }

  /// When an article ceases to be a headline.
  func leaves(_ turn: Int) -> Int { published(turn + headlines) }

  /// The number of an article among those of all lists.
  func number(_ turn: Int) -> Int { Self.number(list: list, place: Self.place(turn)) }

  /// The number of an article by its list and its address in it.
  static func number(list: Int, place: Int) -> Int { list << 32 + place }

  /// The articles that an edition has: all that are headlines at any of its moments, and some of the last month.
  func turns(in edition: Int) -> Turns {
    let (first, last) = (edition * Self.editionLength, (edition + 1) * Self.editionLength - 1)
    // A few more on either side, to be safe.
    let newest = Self.floor(last, gap) + 1
    let front = (Self.floor(first, gap) - headlines - 2...newest).filter {
      published($0) <= last && leaves($0) > first
    }
    // At other times in each list.
    let (step, start) = (2 * headlines, list * 7 % (2 * headlines))
    let kept = stride(from: Self.floor(newest - start, step) * step + start, to: .min, by: -step)
      .prefix { published($0) > first - Self.month }.filter { published($0) <= last }
    return Turns(front).union(kept)
  }

  private static func floor(_ number: Int, _ divisor: Int) -> Int {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
