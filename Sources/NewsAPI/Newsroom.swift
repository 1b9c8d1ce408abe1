import HTTPCore
import JSON
import World

/// Writes the articles of a country: the stories of its language with its names, by turns, each time with another city,
/// so that no title comes twice in a list.
struct Newsroom {
  /// The categories in newsapi's own order (CONTRACT §5).
  static let categories = ["business", "entertainment", "general", "health", "science", "sports", "technology"]

  private static let headlines = 20
  /// With the two documented articles, the list of general news of the United States has as many as the document shows.
  private static let documentedHeadlines = 36
  /// The length at which newsapi cuts the text off, in characters.
  static let contentLength = 200
  /// What stands between two paragraphs.
  static let paragraphEnd = "\r\n"
  /// The names that stories have places for.
  static let names = ["city", "person", "organization", "number"]
  /// The kinds of organizations of a category, in the order in which they are looked for.
  private static let organizations = [
    "business": ["technology", "food"], "entertainment": ["culture"], "general": ["civic"],
    "health": ["health", "research"], "science": ["research"], "sports": ["sports"],
    "technology": ["technology", "research"],
  ]

  let country: Country
  let texts: StoryTexts
  /// The sources of the country in newsapi's index, by category.
  let sources: [String: [Article.Source]]

  /// The number of a list, which is a country's news of a category.
  static func list(_ country: Country, category: Int) -> Int { country.index * categories.count + category }

  /// When the articles of a list are published.
  static func schedule(_ country: Country, category: Int) -> Schedule {
    let isDocumented = country.code == DocumentedArticles.country && categories[category] == DocumentedArticles.category
    return Schedule(
      list: list(country, category: category), headlines: isDocumented ? documentedHeadlines : headlines)
  }

  /// The articles of an edition in all categories, without those of another edition.
  func articles(in edition: Int, without other: Int?) -> [Article] {
    Self.categories.indices.flatMap { category -> [Article] in
      guard let profile = profile(category) else { return [] }
      let turns = profile.schedule.turns(in: edition).subtracting(other.map(profile.schedule.turns) ?? [])
      return turns.sorted().map { article(profile, turn: $0) }
    }
  }

  /// The numbers of the articles that an edition has and another one has not.
  static func numbers(_ country: Country, in edition: Int, without other: Int) -> [Int] {
    categories.indices.flatMap { category in
      let schedule = schedule(country, category: category)
      return schedule.turns(in: edition).subtracting(schedule.turns(in: other)).map(schedule.number)
    }
  }

  /// What the articles of a category have in common.
  struct CategoryProfile {
    let category: Int
    let schedule: Schedule
    let templates: [StoryTexts.Template]
    /// For each story the organizations that fit it.
    let organizations: [[String]]
    /// From one story to the next.
    fileprivate let step: Int
  }

  /// Which story an article tells, with which names.
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

  /// The desk of a category; nil when there are no stories.
  func profile(_ index: Int) -> CategoryProfile? {
    let (category, schedule) = (Self.categories[index], Self.schedule(country, category: index))
    let templates = texts.templates(category)
    guard !templates.isEmpty else { return nil }
    return CategoryProfile(
      category: index, schedule: schedule, templates: templates,
      organizations: templates.map { template in
        organizations(template.organization.map { [$0] } ?? Self.organizations[category] ?? [])
      }, step: step(schedule.list, count: templates.count))
  }

  /// What the article of a turn tells.
  func choice(_ profile: CategoryProfile, turn: Int) -> Choice {
    let (schedule, count) = (profile.schedule, profile.templates.count)
    let (number, place) = (schedule.number(turn), Schedule.place(turn))
    let random = ArticleRandom(number)
    // In each round through the stories, each is told about its next city; each list has its own order.
    let (round, position) = place.quotientAndRemainder(dividingBy: count)
    let template = (position * profile.step + schedule.list) % count
    return Choice(
      number: number, place: place, template: template, city: (round + template) % country.cities.count,
      person: random.number(3, below: country.people.count),
      organization: random.number(4, below: profile.organizations[template].count),
      figure: random.number(5, below: 94) + 3, popularity: random.number(2, below: 1_000_000))
  }

  /// The names of a story, in the order of ``names``.
  func names(_ profile: CategoryProfile, _ choice: Choice) -> [String] {
    [
      country.cities[choice.city], country.people[choice.person],
      profile.organizations[choice.template][choice.organization], "\(choice.figure)",
    ]
  }

  /// The article of a turn in a category; nil when there are no stories.
  func article(_ index: Int, turn: Int) -> Article? { profile(index).map { article($0, turn: turn) } }

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

  /// A step width by which every story is reached before any is reached twice.
  private func step(_ list: Int, count: Int) -> Int {
    func divisor(_ one: Int, _ other: Int) -> Int { other == 0 ? one : divisor(other, one % other) }
    return (list % count + 1...list % count + count).first { divisor($0, count) == 1 } ?? 1
  }

  private func organizations(_ kinds: [String]) -> [String] {
    let fitting = kinds.flatMap { country.organizations[$0] ?? [] }
    return fitting.isEmpty ? country.organizations.sorted { $0.key < $1.key }.flatMap(\.value) : fitting
  }

  /// The country's sources of the category and its local newspapers by turns.
  func source(_ profile: CategoryProfile, _ place: Int) -> Article.Source {
    let known = sources[Self.categories[profile.category]] ?? []
    guard known.isEmpty || place % 3 == 2 else { return known[(place - place / 3) % known.count] }
    let outlet = country.outlets[(known.isEmpty ? place : place / 3) % country.outlets.count]
    return Article.Source(id: nil, name: outlet.name, domain: outlet.domain)
  }

  private func author(_ place: Int, _ random: ArticleRandom) -> String? {
    switch place % 7 {
    case 3: texts.agency
    case 6: nil
    // Not the person who is quoted in the story.
    default: country.people[(random.number(3, below: country.people.count) + 1) % country.people.count]
    }
  }

  /// The beginning of the text, and how much of it is left, as newsapi has it.
  static func content(_ paragraphs: [String]) -> String {
    let text = paragraphs.joined(separator: paragraphEnd)
    let rest = text.unicodeScalars.count - contentLength
    guard rest > 0 else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(contentLength))) + ending(rest)
  }

  /// What stands behind a text of which some characters are left out.
  static func ending(_ rest: Int) -> String { "… [+\(rest) chars]" }
}

/// An article as it is stored.
struct Article {
  /// Who published it.
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
  /// Whether it is among the headlines; the others are found by searching.
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
  /// When it is no headline any more, in seconds since 1970; nil when it stays one.
  let leaves: Int?
}

/// A country that news are from, with the names that its stories are told with.
struct Country {
  /// A local newspaper that is no source of newsapi's own.
  struct Outlet {
    let name: String
    let domain: String
  }

  /// The places that a country may have in the list; its articles are numbered by it.
  static let places = 0...999

  /// Two letters (ISO 3166-1).
  let code: String
  /// The place in the list, from 0.
  let index: Int
  /// One of newsapi's languages.
  let language: String
  let cities: [String]
  let people: [String]
  /// By their kind: `civic`, `culture`, `food`, `health`, `research`, `sports` and `technology`.
  let organizations: [String: [String]]
  let outlets: [Outlet]

  /// Reads a JSON array of records.
  ///
  /// - Throws: ``JSONSyntaxError``.
  static func read(_ list: [UInt8]) throws -> [Country] {
    try (JSONParser.parse(list).array ?? []).compactMap { Country($0) }
  }

  /// Reads a record of the seed file; nil when something is missing.
  init?(_ record: JSONValue) {
    func list(_ name: String) -> [String] { record[name]?.array?.compactMap(\.string) ?? [] }
    guard let code = record["code"]?.string, let language = record["language"]?.string,
      let index = record["place"]?.number?.integer, Self.places.contains(index)
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
    guard !cities.isEmpty, !people.isEmpty, !organizations.isEmpty, !outlets.isEmpty else { return nil }
  }
}

/// The stories of one language, with places for names in them.
struct StoryTexts {
  /// A story without its names.
  struct Template {
    /// The kind of its organization, when it is another than that of its category.
    let organization: String?
    let title: TextTemplate
    let description: TextTemplate
    let paragraphs: [TextTemplate]
  }

  /// The byline of articles that name no author.
  let agency: String
  private let templates: [String: [Template]]

  /// The name of the seed file of a language.
  static func file(_ language: String) -> String { "stories/\(language).json" }

  /// Reads the text of a seed file.
  ///
  /// - Throws: ``JSONSyntaxError``, ``Problem`` of kind `internalError` when it has no stories.
  static func read(_ text: String, language: String) throws -> StoryTexts {
    guard let texts = StoryTexts(try JSONParser.parse(Array(text.utf8))) else {
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

/// A text with places for names, such as `Bridge in {city} reopens`, taken apart once and filled many times.
struct TextTemplate {
  enum Piece {
    case text(String)
    /// The place of a name.
    case name(String)
  }

  let pieces: [Piece]

  init(_ text: String) {
    var pieces: [Piece] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      pieces.append(.text(String(rest[..<open])))
      pieces.append(.name(String(rest[rest.index(after: open)..<close])))
      rest = rest[rest.index(after: close)...]
    }
    pieces.append(.text(String(rest)))
    self.pieces = pieces
  }

  /// The text with its names, which come in the order of ``Newsroom/names``; others are left out.
  func filled(_ names: [String]) -> String {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .text(let part): text += part
      case .name(let name): text += Newsroom.names.firstIndex(of: name).map { names[$0] } ?? ""
      }
    }
  }
}

/// The two articles that the document shows, the first of the general news of the United States: the one without a
/// description and content, the other from a newspaper that is no source. They are published again every day.
enum DocumentedArticles {
  /// The list that they are in.
  static let (country, category) = ("us", "general")
  static let file = "documented.json"
  private static let day = 86_400
  /// The newest first; the document has them eleven minutes apart.
  private static let phases = [19_140, 18_480]

  /// Reads the text of the seed file.
  ///
  /// - Parameters:
  ///   - country: The United States.
  static func read(_ text: String, _ country: Country) throws -> [Article] {
    let records = try JSONParser.parse(Array(text.utf8)).array ?? []
    guard let category = Newsroom.categories.firstIndex(of: Self.category) else { return [] }
    return zip(records, phases).enumerated().map { index, entry in
      let (record, phase) = entry
      return Article(
        number: Schedule.number(list: Newsroom.list(country, category: category), place: index + 1),
        country: country.code,
        category: Self.category, place: index + 1, isHeadline: true, language: "en",
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

/// Random numbers that follow from an article's number alone, so that every world has the same articles.
struct ArticleRandom {
  private let article: UInt64

  init(_ article: Int) {
    self.article = UInt64(truncatingIfNeeded: article)
  }

  /// A number from 0 up to a limit.
  ///
  /// - Parameters:
  ///   - purpose: 0..<16; each purpose has a number of its own.
  func number(_ purpose: UInt64, below limit: Int) -> Int {
    Int(SplitMix64.number(at: article &* 16 &+ purpose, ofSeed: 0) % UInt64(max(1, limit)))
  }
}
