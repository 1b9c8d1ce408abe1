import HTTPCore
import JSON
import World

/// Articles that no world stores, as ``NewsSQL`` gives them of those that it stores.
extension Article {
  /// Writes an article as in responses.
  ///
  /// - Parameters:
  ///   - published: In seconds since 1970.
  func write(published: Int, to writer: inout JSONWriter) {
    writer.object { writer in
      Self.write("author", author, to: &writer)
      Self.write("content", content, to: &writer)
      Self.write("description", description, to: &writer)
      Self.write("publishedAt", Timestamp(seconds: Int64(published)).iso8601, to: &writer)
      writer.key("source")
      writer.object { writer in
        Self.write("id", source.id, to: &writer)
        Self.write("name", source.name, to: &writer)
      }
      Self.write("title", title, to: &writer)
      Self.write("url", pagePath, to: &writer)
      let picture = "\(LocalLink.scheme)/pictures/1200x675/\(country)-\(category)-\(place).png"
      Self.write("urlToImage", hasPicture ? picture : nil, to: &writer)
    }
  }

  /// The link to the article's page.
  var pagePath: String { "\(LocalLink.scheme)/news/\(country)/\(category)/\(place)" }

  private static func write(_ key: String, _ text: String?, to writer: inout JSONWriter) {
    writer.key(key)
    if let text { writer.value(text) } else { writer.null() }
  }
}
