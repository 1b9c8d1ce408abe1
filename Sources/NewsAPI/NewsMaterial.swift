import HTTPCore
import JSON
import Store

/// The sources of all articles: the lists of countries and sources, and the stories of all languages. Worlds with the
/// same lists and files share it.
final class NewsMaterial: Sendable {
  /// The lists from a world's database, and the stories from the files.
  struct Content: Sendable {
    /// Rows as ``NewsSQL`` reads them.
    let countries: [[SQLValue]]
    let sources: [[SQLValue]]
    /// The UTF-8 of seed files by their languages.
    let stories: [String: [UInt8]]
    /// The UTF-8 of the seed file of the articles in the document.
    let documented: [UInt8]

    func isSame(as other: Content) -> Bool {
      countries == other.countries && sources == other.sources
        && NewsArchive.isSame(documented, other.documented) && stories.count == other.stories.count
        && stories.allSatisfy { language, text in
          other.stories[language].map { NewsArchive.isSame(text, $0) } ?? false
        }
    }
  }

  /// A newsroom for each country, in the order of the list.
  let newsrooms: [Newsroom]
  let documented: [Article]
  private let index = Shared<StoryIndex>()

  /// - Throws: ``JSONSyntaxError`` for a file that is not JSON; ``Problem`` of kind `internalError` for one without
  ///   stories.
  init(_ content: Content, _ countries: [Country]) throws {
    var texts: [String: StoryTexts] = [:]
    for (language, text) in content.stories { texts[language] = try StoryTexts.read(text, language: language) }
    let sources = Dictionary(grouping: content.sources) { "\($0[0].text ?? "") \($0[1].text ?? "")" }
    newsrooms = countries.compactMap { country in
      guard let texts = texts[country.language] else { return nil }
      let rows = sources["\(country.code) \(country.language)"] ?? []
      return Newsroom(country: country, texts: texts, sources: NewsSQL.sources(rows))
    }
    documented =
      try newsrooms.first { $0.country.code == DocumentedArticles.country }
      .map { try DocumentedArticles.read(content.documented, $0.country) } ?? []
  }

  /// The words of the stories and names, which are read when an edition is searched first.
  func stories(_ tokenizer: FullTextTokenizer) -> StoryIndex { index.value { StoryIndex(newsrooms, tokenizer) } }

  /// Whether the rows of a country that a world stores are those of an edition.
  func matches(_ rows: [[SQLValue]], of code: String, in edition: Int) -> Bool {
    guard let newsroom = newsrooms.first(where: { $0.country.code == code }) else { return rows.isEmpty }
    let own = code == DocumentedArticles.country ? documented : []
    let articles = (own + newsroom.articles(in: edition, without: nil)).sorted { $0.number < $1.number }
    return articles.count == rows.count && zip(articles, rows).allSatisfy { $0.row == $1 }
  }
}
