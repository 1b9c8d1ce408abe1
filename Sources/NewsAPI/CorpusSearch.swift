import Foundation
import Store

/// A search among the words of a corpus.
indirect enum WordSearch {
  /// Consecutive words in one of the fields.
  case phrase(String, fields: [String])
  case not(WordSearch)
  case all([WordSearch])
  case any([WordSearch])

  init(_ expression: SearchExpression, in fields: [String]) {
    switch expression {
    case .phrase(let text): self = .phrase(text, fields: fields)
    case .not(let part): self = .not(WordSearch(part, in: fields))
    case .all(let parts): self = .all(parts.map { WordSearch($0, in: fields) })
    case .any(let parts): self = .any(parts.map { WordSearch($0, in: fields) })
    }
  }
}

/// The result of a search in a corpus.
struct CorpusSearch {
  /// The matches of a phrase.
  private struct Hits {
    /// Its number of occurrences in each article.
    var counts: [UInt16]
    /// The articles that contain each of its words, in any position; nil when these are the articles that contain the
    /// phrase.
    var candidates: [Bool]?
    /// The weight of one occurrence for an article's rank (fts5, "The bm25() function").
    var weight: Double

    func isCandidate(_ document: Int) -> Bool { candidates?[document] ?? (counts[document] > 0) }
  }

  /// The search with an index into ``hits`` for each phrase.
  private indirect enum Node {
    case phrase(Int)
    /// The index is that of the marker, which every article has.
    case not(Int, Node)
    case all([Node])
    case any([Node])
  }

  private let corpus: NewsCorpus
  private var hits: [Hits] = []
  private var root = Node.all([])
  private let wordCounts: NewsCorpus.WordCounts?

  init(_ search: WordSearch, _ corpus: NewsCorpus, isRanked: Bool) throws {
    self.corpus = corpus
    wordCounts = isRanked ? corpus.wordCounts : nil
    let tokenizer = try FullTextTokenizer()
    root = node(search, tokenizer, isRanked)
  }

  private mutating func node(_ search: WordSearch, _ tokenizer: FullTextTokenizer, _ isRanked: Bool) -> Node {
    switch search {
    case .phrase(let text, let fields):
      var words: [Int32?] = []
      tokenizer.each(of: SearchText.indexed(text)) { word, _ in words.append(corpus.texts.vocabulary.number(word)) }
      append(find(words, fields, isRanked))
      return .phrase(hits.count - 1)
    case .not(let part):
      append(Hits(counts: [UInt16](repeating: 1, count: corpus.documents.count), candidates: nil, weight: 0))
      let marker = hits.count - 1
      return .not(marker, node(part, tokenizer, isRanked))
    case .all(let parts): return .all(parts.map { node($0, tokenizer, isRanked) })
    case .any(let parts): return .any(parts.map { node($0, tokenizer, isRanked) })
    }
  }

  private mutating func append(_ found: Hits) {
    var found = found
    let (all, some) = (Double(corpus.documents.count), Double(found.counts.count { $0 > 0 }))
    let weight = log((all - some + 0.5) / (some + 0.5))
    found.weight = weight <= 0 ? 1e-6 : weight
    hits.append(found)
  }

  private func find(_ words: [Int32?], _ names: [String], _ isRanked: Bool) -> Hits {
    let known = words.compactMap(\.self)
    var hits = Hits(counts: [UInt16](repeating: 0, count: corpus.documents.count), candidates: nil, weight: 0)
    // A word that no article has; or no word, which matches nothing.
    guard known.count == words.count, !known.isEmpty else { return hits }
    let fields = SearchExpression.fields.indices.filter { names.contains(SearchExpression.fields[$0]) }
    var candidates = [Bool](repeating: true, count: corpus.documents.count)
    for word in Set(known) { corpus.exclude(&candidates, without: word, fields) }
    let isPhrase = known.count > 1
    for document in candidates.indices where candidates[document] {
      let (count, hasAll) =
        isPhrase ? occurrences(known, document, fields) : (occurrences(known[0], document, fields), true)
      (hits.counts[document], candidates[document]) = (UInt16(truncatingIfNeeded: count), hasAll)
    }
    if isRanked, isPhrase { hits.candidates = candidates }
    return hits
  }

  /// The number of occurrences of a word in an article.
  private func occurrences(_ word: Int32, _ document: Int, _ fields: [Int]) -> Int {
    var count = 0
    for field in fields {
      corpus.eachRange(corpus.documents[document], field) { range in
        for place in range where corpus.texts.words[place] == word { count += 1 }
      }
    }
    return count
  }

  /// The number of occurrences of consecutive words in an article, and whether it has all of the words.
  private func occurrences(_ words: [Int32], _ document: Int, _ fields: [Int]) -> (count: Int, hasAll: Bool) {
    var (count, text) = (0, [Int32]())
    for field in fields {
      let start = text.count
      corpus.eachRange(corpus.documents[document], field) { text += corpus.texts.words[$0] }
      for place in start..<max(start, text.count - words.count + 1)
      where words.indices.allSatisfy({ text[place + $0] == words[$0] }) {
        count += 1
      }
    }
    return (count, words.allSatisfy(text.contains))
  }

  /// The indexes of the articles that match.
  var documents: [Int] {
    let matches = matches(root)
    return matches.indices.filter { matches[$0] }
  }

  /// Whether each article matches.
  private func matches(_ node: Node) -> [Bool] {
    func combined(_ parts: [Node], _ start: Bool, _ combine: (Bool, Bool) -> Bool) -> [Bool] {
      var combined = [Bool](repeating: start, count: corpus.documents.count)
      for part in parts {
        let other = matches(part)
        for document in combined.indices { combined[document] = combine(combined[document], other[document]) }
      }
      return combined
    }
    switch node {
    case .phrase(let place): return hits[place].counts.map { $0 > 0 }
    case .not(_, let part): return matches(part).map { !$0 }
    case .all(let parts): return combined(parts, true) { $0 && $1 }
    case .any(let parts): return combined(parts, false) { $0 || $1 }
    }
  }

  private func finds(_ node: Node, _ document: Int) -> Bool {
    switch node {
    case .phrase(let place): hits[place].counts[document] > 0
    case .not(_, let part): !finds(part, document)
    case .all(let parts): parts.allSatisfy { finds($0, document) }
    case .any(let parts): parts.contains { finds($0, document) }
    }
  }

  /// How well a matching article fits; lower is better. The value equals SQLite's `rank` to the last bit, so that
  /// articles have the same order.
  func rank(_ document: Int) -> Double {
    var frequencies = [Double](repeating: 0, count: hits.count)
    count(root, document, &frequencies)
    let (k1, b) = (1.2, 0.75)
    guard let wordCounts else { return 0 }
    let length = Double(wordCounts.documents[document])
    var score = 0.0
    for (hit, frequency) in zip(hits, frequencies) {
      score += hit.weight * ((frequency * (k1 + 1.0)) / (frequency + k1 * (1 - b + b * length / wordCounts.average)))
    }
    return -1.0 * score
  }

  /// Counts the same phrases as SQLite: those of each part of the search that is positioned at the article. A part is
  /// there when all words of its required phrases are in the article, consecutive or not.
  private func count(_ node: Node, _ document: Int, _ frequencies: inout [Double]) {
    guard hasComeTo(node, document) else { return }
    switch node {
    case .phrase(let place): frequencies[place] = Double(hits[place].counts[document])
    case .not(let marker, let part):
      frequencies[marker] = 1
      count(part, document, &frequencies)
    case .all(let parts), .any(let parts): for part in parts { count(part, document, &frequencies) }
    }
  }

  private func hasComeTo(_ node: Node, _ document: Int) -> Bool {
    switch node {
    case .phrase(let place): hits[place].isCandidate(document)
    case .not(_, let part): !finds(part, document)
    case .all(let parts): parts.allSatisfy { hasComeTo($0, document) }
    case .any(let parts): parts.contains { hasComeTo($0, document) }
    }
  }
}
