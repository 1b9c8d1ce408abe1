import Foundation
import Store

extension NewsCorpus {
  /// The articles on a query's page, each with its publication, and the number of articles beyond the page.
  func articles(_ query: ArticleQuery) throws -> (page: [(article: Article, published: Int)], total: Int) {
    let isRanked = query.order == .relevancy && query.search != nil
    let search = try query.search.map { try CorpusSearch($0.words, self, isRanked: isRanked) }
    let (fits, now) = (conditions(query), Int(query.now))
    var found: [(document: Int, order: Order)] = []
    for index in search?.documents ?? Array(documents.indices) {
      let document = documents[index]
      let published = published(document, at: now)
      guard fits(document, published) else { continue }
      let rank =
        query.order == .popularity ? -Double(document.popularity) : isRanked ? search?.rank(index) ?? 0 : 0
      found.append((index, Order(rank: rank, published: published, number: document.number)))
    }
    if query.order == .popularity {
      found.sort { ($0.order.rank, $0.order.number) < ($1.order.rank, $1.order.number) }
    } else {
      found.sort { $0.order.isBefore($1.order) }
    }
    let page = found.dropFirst(query.offset).prefix(query.limit)
    return (
      page.compactMap { entry in article(documents[entry.document]).map { ($0, entry.order.published) } }, found.count
    )
  }

  /// What the place of an article among others depends on.
  private struct Order {
    /// The lower, the better.
    let rank: Double
    let published: Int
    let number: Int

    func isBefore(_ other: Order) -> Bool {
      if rank != other.rank { return rank < other.rank }
      return published != other.published ? published > other.published : number < other.number
    }
  }

  /// The headlines of a source, newest first.
  func headlines(ofSource id: String, now: Int64, limit: Int) throws -> [Article] {
    var query = ArticleQuery(now: now)
    (query.isHeadlinesOnly, query.sources, query.limit) = (true, [id], limit)
    return try articles(query).page.map(\.article)
  }

  /// The conditions on articles, as in ``NewsSQL``.
  private func conditions(_ query: ArticleQuery) -> (Document, Int) -> Bool {
    let (now, from, to) = (Int(query.now), query.from.map(Int.init(clamping:)), query.to.map(Int.init(clamping:)))
    let (wanted, unwanted) = (query.domains.map(Set.init), query.excludedDomains.map(Set.init))
    let ids = query.sources.map(Set.init)
    let hasFittingSource = sources.map { source in
      ids.map { ids in source.id.map(ids.contains) ?? false } != false
        && wanted.map { NewsSQL.isDomain(source.domain, below: $0) } != false
        && unwanted.map { !NewsSQL.isDomain(source.domain, below: $0) } != false
    }
    let newsrooms = material.newsrooms.map { newsroom in
      (query.country == nil || newsroom.country.code == query.country)
        && (query.language == nil || newsroom.country.language == query.language)
    }
    let isDocumentedCountry =
      (query.country == nil || query.country == DocumentedArticles.country)
      && (query.language == nil || query.language == DocumentedArticles.language)
    let categories = Newsroom.categories.map { query.category == nil || $0 == query.category }
    return { document, published in
      published <= now && hasFittingSource[Int(document.source)] && categories[Int(document.category)]
        && (document.isDocumented ? isDocumentedCountry : newsrooms[Int(document.room)])
        && (!query.isHeadlinesOnly || document.leaves > now)
        && from.map({ published >= $0 }) != false && to.map({ published <= $0 }) != false
    }
  }
}

extension NewsCorpus {
  /// Excludes articles that cannot have a word, by the texts that have it.
  ///
  /// - Parameters:
  ///   - fields: The indexes of the fields that are searched, in ``SearchExpression/fields``.
  func exclude(_ candidates: inout [Bool], without word: Int32, _ fields: [Int]) {
    let have = textsHaving(word)
    // Stories in whose parts the word is; whether the part is shown follows from the article.
    var stories = [Bool](repeating: false, count: self.stories.fields.count / SearchExpression.fields.count)
    for story in stories.indices {
      for field in fields where !stories[story] {
        let parts = self.stories.fields[story * SearchExpression.fields.count + field].parts
        stories[story] = parts.contains { part in
          let text = self.stories.parts[part]
          return text >= 0 && have[Int(text)]
        }
      }
    }
    documents.withUnsafeBufferPointer { documents in
      for index in documents.indices where candidates[index] && documents[index].own == Self.absent {
        let (names, content) = (documents[index].names, documents[index].content)
        candidates[index] =
          stories[Int(documents[index].story)] || have[Int(names[0])] || have[Int(names[1])] || have[Int(names[2])]
          || have[Int(names[3])] || (content.ending != Self.absent && have[Int(content.ending)])
          || (content.rest != Self.absent && have[Int(content.rest)])
      }
    }
  }

  /// Whether each text has a word.
  private func textsHaving(_ word: Int32) -> [Bool] {
    var (have, text) = ([Bool](repeating: false, count: texts.lengths.count), 0)
    for place in texts.words.indices where texts.words[place] == word {
      while Int(texts.starts[text + 1]) <= place { text += 1 }
      have[text] = true
    }
    return have
  }
}
