/// An article as it is stored.
struct Article {
  /// Who published it.
  struct Source {
    /// nil for a newspaper that is not in newsapi's index.
    let id: String?
    let name: String
    let domain: String
  }

  let number: Int
  let country: String
  let category: String
  /// The address in its country and category.
  let place: Int
  /// Whether it is among the headlines; the others are found by searching.
  let isHeadline: Bool
  let language: String
  let source: Source
  let author: String?
  let title: String
  let description: String?
  let content: String?
  let paragraphs: [String]
  let hasPicture: Bool
  /// For `sortBy=popularity`; the higher, the more popular.
  let popularity: Int
  /// See ``NewsSchema``; whole minutes, in seconds.
  let phase: Int
  let period: Int
  /// When it is no headline any more, in seconds since 1970; nil when it stays one.
  let leaves: Int?
}
