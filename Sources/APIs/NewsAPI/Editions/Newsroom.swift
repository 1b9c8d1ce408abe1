/// Writes the articles of a country: the stories of its language with its names, by turns, each time with another city,
/// so that no title comes twice in a list.
struct Newsroom {
  /// The categories in newsapi's own order (CONTRACT §5).
  static let categories = ["business", "entertainment", "general", "health", "science", "sports", "technology"]

  private static let headlines = 20
  /// With the two documented ones as many as the document shows for general news of the United States.
  private static let documentedHeadlines = 36
  /// What newsapi cuts the text off at, in characters.
  private static let contentLength = 200
  /// What the organizations of a category do; in that order, when a country has none of the first.
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
    let isDocumented = country.code == "us" && categories[category] == "general"
    return Schedule(
      list: list(country, category: category), headlines: isDocumented ? documentedHeadlines : headlines)
  }

  /// The articles of an edition in all categories, without those of another edition.
  func articles(in edition: Int, without other: Int?) -> [Article] {
    Self.categories.indices.flatMap { category in
      let schedule = Self.schedule(country, category: category)
      let turns = schedule.turns(in: edition).subtracting(other.map(schedule.turns) ?? [])
      return turns.sorted().compactMap { article(category, turn: $0) }
    }
  }

  /// The numbers of the articles that an edition has and another one has not.
  static func numbers(_ country: Country, in edition: Int, without other: Int) -> [Int] {
    categories.indices.flatMap { category in
      let schedule = schedule(country, category: category)
      return schedule.turns(in: edition).subtracting(schedule.turns(in: other)).map(schedule.number)
    }
  }

  /// The article of a turn in a category; nil when there are no stories.
  func article(_ index: Int, turn: Int) -> Article? {
    let category = Self.categories[index]
    let templates = texts.templates(category)
    guard !templates.isEmpty else { return nil }
    let schedule = Self.schedule(country, category: index)
    let (number, place) = (schedule.number(turn), Schedule.place(turn))
    let chance = RandomSource(number)
    // In each round through the stories every one is told of its next city; each list has an order of its own.
    let (round, position) = place.quotientAndRemainder(dividingBy: templates.count)
    let choice = (position * step(schedule.list, count: templates.count) + schedule.list) % templates.count
    let template = templates[choice]
    let kinds = template.organization.map { [$0] } ?? Self.organizations[category] ?? []
    let story = Story(country, city: round + choice, organizations: organizations(kinds), chance)
    let paragraphs = template.paragraphs.map(story.fill)
    return Article(
      number: number, country: country.code, category: category, place: place, isHeadline: true,
      language: country.language, source: source(category, place), author: author(place, chance),
      title: story.fill(template.title), description: place % 11 == 10 ? nil : story.fill(template.description),
      content: place % 13 == 12 ? nil : Self.content(paragraphs), paragraphs: paragraphs, hasPicture: place % 9 != 8,
      popularity: chance.number(2, below: 1_000_000), phase: schedule.published(turn), period: 0,
      leaves: schedule.leaves(turn))
  }

  /// A step that meets every story before it meets one twice.
  private func step(_ list: Int, count: Int) -> Int {
    func divisor(_ one: Int, _ other: Int) -> Int { other == 0 ? one : divisor(other, one % other) }
    return (list % count + 1...list % count + count).first { divisor($0, count) == 1 } ?? 1
  }

  private func organizations(_ kinds: [String]) -> [String] {
    let fitting = kinds.flatMap { country.organizations[$0] ?? [] }
    return fitting.isEmpty ? country.organizations.sorted { $0.key < $1.key }.flatMap(\.value) : fitting
  }

  /// The country's sources of the category and its local newspapers by turns.
  private func source(_ category: String, _ place: Int) -> Article.Source {
    let known = sources[category] ?? []
    guard known.isEmpty || place % 3 == 2 else { return known[(place - place / 3) % known.count] }
    let outlet = country.outlets[(known.isEmpty ? place : place / 3) % country.outlets.count]
    return Article.Source(id: nil, name: outlet.name, domain: outlet.domain)
  }

  private func author(_ place: Int, _ chance: RandomSource) -> String? {
    switch place % 7 {
    case 3: texts.agency
    case 6: nil
    // Not the one who speaks in the story.
    default: country.people[(chance.number(3, below: country.people.count) + 1) % country.people.count]
    }
  }

  /// The beginning of the text, and how much of it is left, as newsapi has it.
  private static func content(_ paragraphs: [String]) -> String {
    let text = paragraphs.joined(separator: "\r\n")
    let rest = text.unicodeScalars.count - contentLength
    guard rest > 0 else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(contentLength))) + "… [+\(rest) chars]"
  }
}

/// The names of one story.
private struct Story {
  private let names: [String: String]

  init(_ country: Country, city: Int, organizations: [String], _ chance: RandomSource) {
    names = [
      "city": country.cities[city % country.cities.count],
      "person": country.people[chance.number(3, below: country.people.count)],
      "organization": organizations[chance.number(4, below: organizations.count)],
      "number": "\(chance.number(5, below: 94) + 3)",
    ]
  }

  func fill(_ template: TextTemplate) -> String { template.filled(names) }
}
