/// Writes the articles of a country: the stories of its language with its names, each with another city, so that no
/// title comes twice in a list.
struct Newsroom {
  /// The categories in newsapi's own order (CONTRACT §5).
  static let categories = ["business", "entertainment", "general", "health", "science", "sports", "technology"]

  private static let headlines = 20
  /// The number that the document shows for general news of the United States.
  private static let documentedHeadlines = 38
  /// Articles that only a search finds.
  private static let furtherArticles = 5
  private static let minute = 60
  private static let day = 86_400
  private static let month = 30 * day
  /// What newsapi cuts the text off at, in characters.
  private static let contentLength = 200

  let country: Country
  let texts: StoryTexts
  /// The sources of the country in newsapi's index, by category.
  let sources: [String: [Article.Source]]

  /// All articles of the country.
  var articles: [Article] {
    Self.categories.enumerated().flatMap { index, category in
      articles(category, firstNumber: Self.firstNumber(country, category: index))
    }
  }

  /// The number before that of the first article of a list, far enough from that of the next list.
  static func firstNumber(_ country: Country, category: Int) -> Int {
    (country.index * categories.count + category) * 100
  }

  private func articles(_ category: String, firstNumber: Int) -> [Article] {
    let templates = texts.templates(category)
    guard !templates.isEmpty else { return [] }
    let headlines = country.code == "us" && category == "general" ? Self.documentedHeadlines : Self.headlines
    // Beyond one round through stories and cities titles would repeat.
    let count = min(headlines + Self.furtherArticles, templates.count * country.cities.count)
    return (0..<count).map { index in
      // In each round through the stories every one is told of its next city.
      let (round, story) = index.quotientAndRemainder(dividingBy: templates.count)
      return article(
        category, index, template: templates[story], city: round + story, firstNumber: firstNumber, headlines: headlines
      )
    }
  }

  private func article(
    _ category: String, _ index: Int, template: StoryTexts.Template, city: Int, firstNumber: Int, headlines: Int
  ) -> Article {
    let number = firstNumber + index + 1
    let chance = Chance(number)
    let story = Story(country, city: city, chance)
    let paragraphs = template.paragraphs.map(story.fill)
    let isHeadline = index < headlines
    let period = isHeadline ? Self.day : Self.month
    let gap = period / (isHeadline ? headlines : Self.furtherArticles)
    // Evenly over the period, and at other times in each list.
    let moment = index * gap + chance.number(1, below: gap) + firstNumber * 7 * Self.minute
    return Article(
      number: number, country: country.code, category: category, place: index + 1, isHeadline: isHeadline,
      language: country.language, source: source(category, index),
      author: author(index, chance), title: story.fill(template.title),
      description: index % 11 == 10 ? nil : story.fill(template.description),
      content: index % 13 == 12 ? nil : Self.content(paragraphs), paragraphs: paragraphs,
      hasPicture: index % 9 != 8, popularity: chance.number(2, below: 1_000_000),
      phase: moment % period / Self.minute * Self.minute, period: period)
  }

  /// The country's sources of the category and its local newspapers by turns.
  private func source(_ category: String, _ index: Int) -> Article.Source {
    let known = sources[category] ?? []
    guard known.isEmpty || index % 3 == 2 else { return known[(index - index / 3) % known.count] }
    let outlet = country.outlets[(known.isEmpty ? index : index / 3) % country.outlets.count]
    return Article.Source(id: nil, name: outlet.name, domain: outlet.domain)
  }

  private func author(_ index: Int, _ chance: Chance) -> String? {
    switch index % 7 {
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

  init(_ country: Country, city: Int, _ chance: Chance) {
    names = [
      "city": country.cities[city % country.cities.count],
      "person": country.people[chance.number(3, below: country.people.count)],
      "organization": country.organizations[chance.number(4, below: country.organizations.count)],
      "number": "\(chance.number(5, below: 94) + 3)",
    ]
  }

  func fill(_ template: TextTemplate) -> String { template.filled(names) }
}
