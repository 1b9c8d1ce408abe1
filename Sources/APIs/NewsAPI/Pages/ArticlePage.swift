import HTTPCore
import JSON
import Store
import World

/// The page of an article: its picture and whole text.
struct ArticlePage {
  let page: NewsPage

  /// A page from the row that ``NewsSQL`` reads for it.
  ///
  /// - Parameters:
  ///   - picture: The address of the article's picture.
  init(_ row: [SQLValue], picture: String) {
    func text(_ column: Int) -> String { HTMLText.escape(row[column].text ?? "") }
    let paragraphs = (try? JSONParser.parse(Array((row[2].text ?? "[]").utf8)))?.array?.compactMap(\.string) ?? []
    let published = text(7)
    let shown = published.replacing("T", with: " ").replacing("Z", with: " UTC")
    let byline = [text(3), "<time datetime=\"\(published)\"><bdi dir=\"ltr\">\(shown)</bdi></time>"]
      .filter { !$0.isEmpty }
    var parts = [
      "<article>", "<div class=\"source\">\(text(4))</div>", "<h1>\(text(0))</h1>",
      "<div class=\"meta\">\(byline.joined(separator: " · "))</div>",
    ]
    if row[6].integer == 1 {
      parts.append("<figure><img src=\"\(HTMLText.escape(picture))\" width=\"1200\" height=\"675\" alt=\"\"></figure>")
    }
    if row[1].text != nil { parts.append("<p class=\"lead\">\(text(1))</p>") }
    parts += paragraphs.map { "<p>\(HTMLText.escape($0))</p>" }
    parts.append("</article>")
    page = NewsPage(language: row[5].text ?? "en", title: row[0].text ?? "", content: parts.joined(separator: "\n"))
  }
}

extension Article {
  /// What the page of an article that is not stored shows, as ``NewsSQL`` reads it of one that is.
  var pageRow: [SQLValue] {
    [
      .text(title), .text(description), .text(JSONText.array(paragraphs)), .text(author), .text(source.name),
      .text(language), .boolean(hasPicture), .text(Timestamp(seconds: Int64(phase)).iso8601),
    ]
  }
}
