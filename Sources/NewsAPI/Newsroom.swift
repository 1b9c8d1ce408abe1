import HTTPCore
import JSON
import Store
import World

/// Writes the articles of a country: the stories of its language in turns, with its names and another city each time,
/// so that no title occurs twice in a list.
struct Newsroom {
  /// The categories in newsapi's own order (CONTRACT §5).
  static let categories = ["business", "entertainment", "general", "health", "science", "sports", "technology"]

  private static let headlines = 20
  /// With the two documented articles, the list of general news of the United States has as many articles as in the
  /// document.
  private static let documentedHeadlines = 36
  /// The length at which newsapi truncates the text, in characters.
  static let contentLength = 200
  /// The separator of two paragraphs.
  static let paragraphEnd: StaticString = "\r\n"
  /// The placeholders for names in stories.
  static let names = ["city", "person", "organization", "number"]
  /// The numbers in stories.
  static let figures = 3..<97
  /// The kinds of organizations for a category, in the order of the lookup.
  private static let kinds = [
    "business": ["technology", "food"], "entertainment": ["culture"], "general": ["civic"],
    "health": ["health", "research"], "science": ["research"], "sports": ["sports"],
    "technology": ["technology", "research"],
  ]

  let country: Country
  let texts: StoryTexts
  /// The sources of the country in newsapi's index, by category.
  let sources: [String: [Article.Source]]
  /// The organizations of all kinds.
  let organizations: [String]
  /// The data of each category; nil for one without stories.
  private(set) var profiles: [CategoryProfile?] = []

  init(country: Country, texts: StoryTexts, sources: [String: [Article.Source]]) {
    (self.country, self.texts, self.sources) = (country, texts, sources)
    let kinds = country.organizations.sorted { $0.key < $1.key }
    organizations = kinds.flatMap(\.value)
    var (places, first) = ([String: [Int]](), 0)
    for kind in kinds {
      places[kind.key] = Array(first..<first + kind.value.count)
      first += kind.value.count
    }
    profiles = Self.categories.indices.map { profile($0, places) }
  }

  /// The number of a list; a list is a country's news in a category.
  static func list(_ country: Country, category: Int) -> Int { country.index * categories.count + category }

  /// The schedule of a list's articles.
  static func schedule(_ country: Country, category: Int) -> Schedule {
    let isDocumented = country.code == DocumentedArticles.country && categories[category] == DocumentedArticles.category
    return Schedule(
      list: list(country, category: category), headlines: isDocumented ? documentedHeadlines : headlines)
  }

  /// The articles of an edition in all categories, without those of another edition.
  func articles(in edition: Int, without other: Int?) -> [Article] {
    Self.categories.indices.flatMap { category -> [Article] in
      guard let profile = profiles[category] else { return [] }
      let turns = profile.schedule.turns(in: edition).subtracting(other.map(profile.schedule.turns) ?? [])
      return turns.sorted().map { article(profile, turn: $0) }
    }
  }

  /// The numbers of the articles that are in one edition and not in another.
  static func numbers(_ country: Country, in edition: Int, without other: Int) -> [Int] {
    categories.indices.flatMap { category in
      let schedule = schedule(country, category: category)
      return schedule.turns(in: edition).subtracting(schedule.turns(in: other)).map(schedule.number)
    }
  }

  /// The common data of a category's articles.
  struct CategoryProfile {
    let category: Int
    let schedule: Schedule
    let templates: [StoryTexts.Template]
    /// The sources of the category in newsapi's index.
    let sources: [Article.Source]
    /// The fitting organizations for each story, as indexes of ``Newsroom/organizations``; at least one.
    let organizations: [[Int]]
    /// The step from one story to the next.
    fileprivate let step: Int
  }

  /// The story of an article, and its names.
  struct Choice {
    /// The number among the articles of all lists.
    let number: Int
    /// The address in the list.
    let place: Int
    let template: Int
    let city: Int
    let person: Int
    let organization: Int
    let figure: Int
    let popularity: Int

    var hasDescription: Bool { place % 11 != 10 }
    var hasContent: Bool { place % 13 != 12 }
  }

  /// The data of a category.
  ///
  /// - Parameters:
  ///   - places: The indexes of each kind's organizations.
  private func profile(_ index: Int, _ places: [String: [Int]]) -> CategoryProfile? {
    let (category, schedule) = (Self.categories[index], Self.schedule(country, category: index))
    let templates = texts.templates(category)
    guard !templates.isEmpty else { return nil }
    func organizations(_ kinds: [String]) -> [Int] {
      let fitting = kinds.count == 1 ? places[kinds[0]] ?? [] : kinds.flatMap { places[$0] ?? [] }
      return fitting.isEmpty ? Array(self.organizations.indices) : fitting
    }
    let usual = organizations(Self.kinds[category] ?? [])
    return CategoryProfile(
      category: index, schedule: schedule, templates: templates, sources: sources[category] ?? [],
      organizations: templates.map { $0.organization.map { organizations([$0]) } ?? usual },
      step: step(schedule.list, count: templates.count))
  }

  /// The story of the article of a turn.
  func choice(_ profile: CategoryProfile, turn: Int) -> Choice {
    let (schedule, count) = (profile.schedule, profile.templates.count)
    let (number, place) = (schedule.number(turn), Schedule.place(turn))
    let random = ArticleRandom(number)
    // In each round through the stories, each story uses its next city; each list has its own order.
    let (round, position) = place.quotientAndRemainder(dividingBy: count)
    let template = (position * profile.step + schedule.list) % count
    return Choice(
      number: number, place: place, template: template, city: (round + template) % country.cities.count,
      person: random.number(3, below: country.people.count),
      organization: random.number(4, below: profile.organizations[template].count),
      figure: random.number(5, below: Self.figures.count) + Self.figures.lowerBound,
      popularity: random.number(2, below: 1_000_000))
  }

  /// The names of a story, in the order of ``names``.
  func names(_ profile: CategoryProfile, _ choice: Choice) -> [String] {
    [
      country.cities[choice.city], country.people[choice.person],
      organizations[profile.organizations[choice.template][choice.organization]], "\(choice.figure)",
    ]
  }

  /// The article of a turn in a category; nil without stories.
  func article(_ index: Int, turn: Int) -> Article? { profiles[index].map { article($0, turn: turn) } }

  private func article(_ profile: CategoryProfile, turn: Int) -> Article {
    let choice = choice(profile, turn: turn)
    let (place, template, names) = (choice.place, profile.templates[choice.template], names(profile, choice))
    let paragraphs = template.paragraphs.map { $0.filled(names) }
    return Article(
      number: choice.number, country: country.code, category: Self.categories[profile.category], place: place,
      isHeadline: true, language: country.language, source: source(profile, place),
      author: author(place, ArticleRandom(choice.number)), title: template.title.filled(names),
      description: choice.hasDescription ? template.description.filled(names) : nil,
      content: choice.hasContent ? Self.content(paragraphs) : nil, paragraphs: paragraphs, hasPicture: place % 9 != 8,
      popularity: choice.popularity, phase: profile.schedule.published(turn), period: 0,
      leaves: profile.schedule.leaves(turn))
  }

  /// A step width that reaches every story before it reaches one again.
  private func step(_ list: Int, count: Int) -> Int {
    func divisor(_ one: Int, _ other: Int) -> Int { other == 0 ? one : divisor(other, one % other) }
    return (list % count + 1...list % count + count).first { divisor($0, count) == 1 } ?? 1
  }

  /// The source of an article: the category's in newsapi's index and the local newspapers, alternating.
  func source(_ profile: CategoryProfile, _ place: Int) -> Article.Source {
    switch Self.source(place, known: profile.sources.count, outlets: country.outlets.count) {
    case .known(let index): profile.sources[index]
    case .outlet(let index): country.outlets[index].source
    }
  }

  /// A source by its index among those of its kind.
  enum SourcePlace {
    case known(Int)
    case outlet(Int)
  }

  /// The source of an article by its address in the list.
  ///
  /// - Parameters:
  ///   - known: The number of the category's sources in newsapi's index.
  ///   - outlets: The number of local newspapers, at least one.
  static func source(_ place: Int, known: Int, outlets: Int) -> SourcePlace {
    guard known == 0 || place % 3 == 2 else { return .known((place - place / 3) % known) }
    return .outlet((known == 0 ? place : place / 3) % outlets)
  }

  private func author(_ place: Int, _ random: ArticleRandom) -> String? {
    switch place % 7 {
    case 3: texts.agency
    case 6: nil
    // Not the person that the story quotes.
    default: country.people[(random.number(3, below: country.people.count) + 1) % country.people.count]
    }
  }

  /// The beginning of the text, and the number of remaining characters, as in newsapi.
  static func content(_ paragraphs: [String]) -> String {
    var text: [UInt8] = []
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 { paragraphEnd.withUTF8Buffer { text.append(contentsOf: $0) } }
      text.append(contentsOf: paragraph.utf8)
    }
    return text.withUnsafeBufferPointer { text in
      let rest = SearchText.length(of: text) - contentLength
      let beginning = String(decoding: text[..<SearchText.end(of: text, after: contentLength)], as: UTF8.self)
      return rest > 0 ? beginning + ending(rest) : beginning
    }
  }

  /// The suffix of a truncated text.
  static func ending(_ rest: Int) -> String { "… [+\(rest) chars]" }
}

/// An article as in the database.
struct Article {
  /// The publisher.
  struct Source: Hashable {
    /// nil for a newspaper that is not in newsapi's index.
    let id: String?
    let name: String
    let domain: String
  }

  let number: Int
  let country: String
  let category: String
  /// The address in its country and category.
  let place: Int
  /// Whether it is a headline; other articles are found by searches.
  let isHeadline: Bool
  let language: String
  let source: Source
  let author: String?
  let title: String
  let description: String?
  let content: String?
  let paragraphs: [String]
  let hasPicture: Bool
  /// For `sortBy=popularity`; the higher, the more popular.
  let popularity: Int
  /// See ``Schema``; whole minutes, in seconds.
  let phase: Int
  let period: Int
  /// When it stops being a headline, in seconds since 1970; nil when it always is one.
  let leaves: Int?
}

/// A country with news, and the names in its stories.
struct Country {
  /// A local newspaper that is not one of newsapi's sources.
  struct Outlet {
    let name: String
    let domain: String

    var source: Article.Source { Article.Source(id: nil, name: name, domain: domain) }
  }

  /// The number of possible positions of a country in the list; articles are numbered by it.
  static let places = 0...999

  /// Two letters (ISO 3166-1).
  let code: String
  /// The index in the list, from 0.
  let index: Int
  /// One of newsapi's languages.
  let language: String
  let cities: [String]
  let people: [String]
  /// By their kind: `civic`, `culture`, `food`, `health`, `research`, `sports` and `technology`.
  let organizations: [String: [String]]
  let outlets: [Outlet]

  /// Reads rows: the place of each country, and its record.
  ///
  /// - Throws: ``JSONSyntaxError``.
  static func read(_ rows: [[SQLValue]]) throws -> [Country] {
    try rows.compactMap { row in
      guard let place = row[0].integer, let record = row[1].text else { return nil }
      return Country(try JSONParser.parse(Array(record.utf8)), Int(place))
    }
  }

  /// Reads a record of the seed file; nil when a property is missing.
  private init?(_ record: JSONValue, _ index: Int) {
    func list(_ name: String) -> [String] { record[name]?.array?.compactMap(\.string) ?? [] }
    guard let code = record["code"]?.string, let language = record["language"]?.string, Self.places.contains(index)
    else { return nil }
    (self.code, self.index, self.language) = (code, index, language)
    (cities, people) = (list("cities"), list("people"))
    organizations = Dictionary(
      (record["organizations"]?.object?.members ?? []).map { ($0.key, $0.value.array?.compactMap(\.string) ?? []) }
    ) { first, _ in first }
    outlets = (record["outlets"]?.array ?? []).compactMap { outlet in
      guard let name = outlet["name"]?.string, let domain = outlet["domain"]?.string else { return nil }
      return Outlet(name: name, domain: domain)
    }
    guard !cities.isEmpty, !people.isEmpty, !outlets.isEmpty, organizations.contains(where: { !$0.value.isEmpty })
    else { return nil }
  }
}

/// The stories of one language, with placeholders for names.
struct StoryTexts {
  /// A story without its names.
  struct Template {
    /// The kind of its organization, when it differs from that of its category.
    let organization: String?
    let title: TextTemplate
    let description: TextTemplate
    let paragraphs: [TextTemplate]
  }

  /// The byline of articles without an author.
  let agency: String
  private let templates: [String: [Template]]

  /// The name of the seed file of a language.
  static func file(_ language: String) -> String { "stories/\(language).json" }

  /// Reads the UTF-8 of a seed file.
  ///
  /// - Throws: ``JSONSyntaxError``, ``Problem`` of kind `internalError` when it has no stories.
  static func read(_ text: [UInt8], language: String) throws -> StoryTexts {
    guard let texts = StoryTexts(try JSONParser.parse(text)) else {
      throw Problem(.internalError, "the seed file \(file(language)) has no stories")
    }
    return texts
  }

  /// Reads a seed file; nil when it has no categories.
  private init?(_ file: JSONValue) {
    guard let categories = file["categories"]?.object else { return nil }
    agency = file["agency"]?.string ?? ""
    templates = Dictionary(
      categories.members.map { member in (member.key, (member.value.array ?? []).compactMap(Self.template)) }
    ) { first, _ in first }
  }

  /// The stories of a category.
  func templates(_ category: String) -> [Template] { templates[category] ?? [] }

  private static func template(_ value: JSONValue) -> Template? {
    guard let title = value["title"]?.string, let description = value["description"]?.string,
      let paragraphs = value["paragraphs"]?.array?.compactMap(\.string)
    else { return nil }
    return Template(
      organization: value["organization"]?.string, title: TextTemplate(title), description: TextTemplate(description),
      paragraphs: paragraphs.map(TextTemplate.init))
  }
}

/// The two articles in the document, the first of the general news of the United States: one without a description and
/// content, the other from a newspaper that is not a source. They are published again every day.
enum DocumentedArticles {
  /// Their list.
  static let (country, category, language) = ("us", "general", "en")
  /// Their only source in newsapi's index.
  static let source = "cnn"
  static let file = "documented.json"
  private static let day = 86_400
  /// The newest first; the document has them eleven minutes apart.
  private static let phases = [19_140, 18_480]

  /// Reads the UTF-8 of the seed file.
  ///
  /// - Parameters:
  ///   - country: The United States.
  static func read(_ text: [UInt8], _ country: Country) throws -> [Article] {
    let records = try JSONParser.parse(text).array ?? []
    guard let category = Newsroom.categories.firstIndex(of: Self.category) else { return [] }
    return zip(records, phases).enumerated().map { index, entry in
      let (record, phase) = entry
      return Article(
        number: Schedule.number(list: Newsroom.list(country, category: category), place: index + 1),
        country: country.code,
        category: Self.category, place: index + 1, isHeadline: true, language: language,
        source: Article.Source(
          id: record["source"]?["id"]?.string, name: record["source"]?["name"]?.string ?? "",
          domain: record["source"]?["domain"]?.string ?? ""),
        author: record["author"]?.string, title: record["title"]?.string ?? "",
        description: record["description"]?.string, content: record["content"]?.string,
        paragraphs: record["paragraphs"]?.array?.compactMap(\.string) ?? [],
        hasPicture: record["hasPicture"]?.bool ?? true, popularity: 1_000_000 - index, phase: phase, period: day,
        leaves: nil)
    }
  }
}

/// Random numbers that depend only on an article's number, so that every world has the same articles.
struct ArticleRandom {
  private let article: UInt64

  init(_ article: Int) {
    self.article = UInt64(truncatingIfNeeded: article)
  }

  /// A number from 0 up to a limit.
  ///
  /// - Parameters:
  ///   - purpose: 0..<16; each purpose has its own number.
  func number(_ purpose: UInt64, below limit: Int) -> Int {
    Int(SplitMix64.number(at: article &* 16 &+ purpose, ofSeed: 0) % UInt64(max(1, limit)))
  }
}
