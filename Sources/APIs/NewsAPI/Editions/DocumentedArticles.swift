import HTTPCore
import JSON
import World

/// The two articles that the document shows, the first of the general news of the United States: the one without a
/// description and content, the other from a newspaper that is no source. They are published anew every day.
enum DocumentedArticles {
  private static let day = 86_400
  /// The newest first; the document has them eleven minutes apart.
  private static let phases = [19_140, 18_480]

  /// Reads the seed file.
  ///
  /// - Parameters:
  ///   - country: The United States.
  static func read(_ folder: SeedFolder, _ country: Country) throws -> [Article] {
    let records = try JSONParser.parse(Array(try folder.text("documented.json").utf8)).array ?? []
    guard let category = Newsroom.categories.firstIndex(of: "general") else { return [] }
    return zip(records, phases).enumerated().map { index, entry in
      let (record, phase) = entry
      return Article(
        number: Schedule.number(list: Newsroom.list(country, category: category), place: index + 1),
        country: country.code,
        category: "general", place: index + 1, isHeadline: true, language: "en",
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
