import HTTPCore

/// The frame of newsapi's pages: readable on a phone, light and dark, and without anything from elsewhere.
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
