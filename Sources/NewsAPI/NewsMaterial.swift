import HTTPCore
import JSON
import Store

/// The sources of all articles: the lists of countries and sources, and the stories of all languages. Worlds with the
/// same lists and files share it.
final class NewsMaterial: Sendable {
  /// The lists from a world's database, and the stories from the files.
  struct Content: Sendable, Equatable {
    /// A JSON array.
    let countries: [UInt8]
    /// Rows as ``NewsSQL`` reads them.
    let sources: [[SQLValue]]
    /// Seed files by their languages.
    let stories: [String: String]
    /// The seed file of the articles in the document.
    let documented: String
  }

  let content: Content
  /// A newsroom for each country, in the order of the list.
  let newsrooms: [Newsroom]
  let documented: [Article]

  /// - Throws: ``JSONSyntaxError`` for a file that is not JSON; ``Problem`` of kind `internalError` for one without
  ///   stories.
  init(_ content: Content) throws {
    self.content = content
    var texts: [String: StoryTexts] = [:]
    for (language, text) in content.stories { texts[language] = try StoryTexts.read(text, language: language) }
    let sources = Dictionary(grouping: content.sources) { "\($0[0].text ?? "") \($0[1].text ?? "")" }
    let countries = try Country.read(content.countries)
    newsrooms = countries.compactMap { country in
      guard let texts = texts[country.language] else { return nil }
      let rows = sources["\(country.code) \(country.language)"] ?? []
      return Newsroom(country: country, texts: texts, sources: NewsSQL.sources(rows))
    }
    documented =
      try newsrooms.first { $0.country.code == DocumentedArticles.country }
      .map { try DocumentedArticles.read(content.documented, $0.country) } ?? []
  }

  /// Whether the rows of a country that a world stores are those of an edition.
  func matches(_ rows: [[SQLValue]], of code: String, in edition: Int) -> Bool {
    guard let newsroom = newsrooms.first(where: { $0.country.code == code }) else { return rows.isEmpty }
    let own = code == DocumentedArticles.country ? documented : []
    let articles = (own + newsroom.articles(in: edition, without: nil)).sorted { $0.number < $1.number }
    return articles.count == rows.count && zip(articles, rows).allSatisfy { $0.row == $1 }
  }
}
