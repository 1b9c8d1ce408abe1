import HTTPCore
import JSON
import Store
import World

/// The layout of newsapi's pages: readable on a phone, light and dark, and without resources from other servers.
struct NewsPage {
  /// One of newsapi's languages.
  let language: String
  let title: String
  /// HTML.
  let content: String

  /// The page in UTF-8.
  var html: [UInt8] {
    Array(
      """
      <!doctype html>
      <html lang="\(languageTag)" dir="\(isRightToLeft ? "rtl" : "ltr")">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <link rel="icon" href="data:,">
      <title>\(HTMLText.escape(title))</title>
      <style>\(Self.style)</style>
      </head>
      <body>
      <main>
      \(content)
      </main>
      </body>
      </html>

      """.utf8)
  }

  /// newsapi calls Urdu `ud`; its language tag is `ur` (BCP 47).
  private var languageTag: String { language == "ud" ? "ur" : language }
  private var isRightToLeft: Bool { ["ar", "he", "ud"].contains(language) }

  private static let style = """
    :root{--ink:#1b1b1f;--soft:#5d5d66;--line:#dcdce2;--ground:#fff;--link:#0b57d0}
    @media(prefers-color-scheme:dark){:root{--ink:#ececf1;--soft:#a3a3ad;--line:#3a3a42;--ground:#161618;--link:#8ab4f8}}
    body{margin:0;background:var(--ground);color:var(--ink);font:18px/1.6 Georgia,"Times New Roman",serif}
    main{max-width:42rem;margin:0 auto;padding:1.25rem 1.25rem 3rem}
    h1{font-size:1.9rem;line-height:1.2;margin:.4rem 0 .6rem;overflow-wrap:anywhere}
    .source,.meta{font:600 .85rem/1.4 system-ui,sans-serif;color:var(--soft)}
    .meta{font-weight:400;margin-bottom:1.2rem}
    figure{margin:0 0 1.2rem}img{display:block;width:100%;height:auto;border-radius:8px;background:var(--line)}
    .lead{font-weight:700}a{color:var(--link)}li{margin:.5rem 0}
    footer{margin-top:2rem;padding-top:1rem;border-top:1px solid var(--line);font:.8rem/1.5 system-ui,sans-serif;color:var(--soft)}
    """
}

/// The page of an article: its image and its complete text.
struct ArticlePage {
  let page: NewsPage

  /// A page from the row that ``NewsSQL`` reads for it.
  ///
  /// - Parameters:
  ///   - picture: The address of the article's image.
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
  /// The page data of an article that is not stored, as ``NewsSQL`` reads it for one that is.
  var pageRow: [SQLValue] {
    [
      .text(title), .text(description), .text(JSONText.array(paragraphs)), .text(author), .text(source.name),
      .text(language), .boolean(hasPicture), .text(Timestamp(seconds: Int64(phase)).iso8601),
    ]
  }
}

/// The page of a source: its description and its headlines.
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
