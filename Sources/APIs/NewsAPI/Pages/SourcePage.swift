import HTTPCore
import Store

/// The page of a source: what it is, and its headlines.
struct SourcePage {
  let page: NewsPage

  /// A page from the rows that ``NewsSQL`` reads for it.
  ///
  /// - Parameters:
  ///   - headlines: Titles and links.
  init(_ row: [SQLValue], headlines: [[SQLValue]]) {
    func text(_ value: SQLValue) -> String { HTMLText.escape(value.text ?? "") }
    let items = headlines.map { "<li><a href=\"\(text($0[1]))\">\(text($0[0]))</a></li>" }
    let list = items.isEmpty ? "" : "<ul>\n\(items.joined(separator: "\n"))\n</ul>"
    page = NewsPage(
      language: row[2].text ?? "en", title: row[0].text ?? "",
      content: "<h1>\(text(row[0]))</h1>\n<p class=\"lead\">\(text(row[1]))</p>\n\(list)")
  }
}
