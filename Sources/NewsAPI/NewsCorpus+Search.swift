import Foundation
import Store

extension NewsCorpus {
  /// How often a word occurs.
  func count(_ word: Int32) -> Int32 { firsts[Int(word) + 1] - firsts[Int(word)] }

  /// The articles on a query's page, each with its publication, and the number of articles beyond the page.
  func articles(_ query: ArticleQuery) throws -> (page: [(article: Article, published: Int)], total: Int) {
    let isRanked = query.order == .relevancy && query.search != nil
    let search = try query.search.map { try CorpusSearch($0.words, self, isRanked: isRanked) }
    let fits = conditions(query)
    var found: [(document: Int, published: Int, rank: Double)] = []
    for (index, document) in documents.enumerated() where search?.finds(index) != false {
      let published = published(document, at: Int(query.now))
      guard fits(document, published) else { continue }
      found.append((index, published, isRanked ? search?.rank(index) ?? 0 : 0))
    }
    found.sort { one, other in
      if query.order == .popularity {
        let (first, second) = (documents[one.document].popularity, documents[other.document].popularity)
        if first != second { return first > second }
      } else {
        if one.rank != other.rank { return one.rank < other.rank }
        if one.published != other.published { return one.published > other.published }
      }
      return documents[one.document].number < documents[other.document].number
    }
    let page = found.dropFirst(query.offset).prefix(query.limit)
    return (
      page.compactMap { entry in article(documents[entry.document]).map { ($0, entry.published) } }, found.count
    )
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
    return { [self] document, published in
      guard published <= now, hasFittingSource[document.source],
        !query.isHeadlinesOnly || document.leaves ?? .max > now,
        from.map({ published >= $0 }) != false, to.map({ published <= $0 }) != false
      else { return false }
      if let category = query.category, self.category(document) != category { return false }
      guard query.country != nil || query.language != nil else { return true }
      let country = country(document)
      return (query.country == nil || country?.code == query.country)
        && (query.language == nil || (document.profile == nil ? "en" : country?.language) == query.language)
    }
  }
}
