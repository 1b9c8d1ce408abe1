import Store
import World

/// All articles of an edition with their words, for searches with the same results as SQLite's full-text search.
///
/// Articles need not be written for it: the words of the stories and names are known, and the words of an article
/// follow from its story and names. Only the articles in a response are written.
final class NewsCorpus: Sendable {
  /// An article.
  struct Document: Sendable {
    /// The index of its newsroom and its category; nil for an article in the document.
    let profile: (newsroom: Int, category: Int)?
    /// Its turn, or its index among the articles in the document.
    let turn: Int
    let number: Int
    let phase: Int
    let period: Int
    let leaves: Int?
    let popularity: Int
    /// Its index in ``sources``.
    let source: Int
    /// The indexes of its words: the start of the title, the description and the content, and the end.
    let words: (title: Int32, description: Int32, content: Int32, end: Int32)

    /// The number of its words in a full-text index, with the ``SearchExpression/marker``.
    var wordCount: Int { Int(words.end - words.title) - SearchExpression.fields.count + 1 }
  }

  let material: NewsMaterial
  let documents: [Document]
  let sources: [Article.Source]
  /// The number of each word.
  let vocabulary: Vocabulary
  /// The words of all articles, with ``gap`` after each field.
  let words: [Int32]
  /// The occurrences of each word in ``words``: those of word `n` are at `places[firsts[n]..<firsts[n + 1]]`.
  let places: [Int32]
  let firsts: [Int32]

  /// The number that is not a word.
  static let gap: Int32 = -1

  /// The articles of an edition.
  ///
  /// - Throws: ``StoreError`` where SQLite has no full-text search.
  init(_ material: NewsMaterial, edition: Int) throws {
    self.material = material
    var writer = WordWriter(try FullTextTokenizer())
    var (documents, sources, sourcePlaces) = ([Document](), [Article.Source](), [Article.Source: Int]())
    func place(_ source: Article.Source) -> Int {
      if let place = sourcePlaces[source] { return place }
      sources.append(source)
      sourcePlaces[source] = sources.count - 1
      return sources.count - 1
    }
    for (index, article) in material.documented.enumerated() {
      documents.append(
        Document(
          profile: nil, turn: index, number: article.number, phase: article.phase, period: article.period,
          leaves: article.leaves, popularity: article.popularity, source: place(article.source),
          words: writer.write(article)))
    }
    // The articles of a category, by its language.
    var known: [String: [WordWriter.Story]] = [:]
    for (room, newsroom) in material.newsrooms.enumerated() {
      let country = newsroom.country
      let (cities, people) = (country.cities.map { writer.text($0) }, country.people.map { writer.text($0) })
      for category in Newsroom.categories.indices {
        guard let profile = newsroom.profile(category) else { continue }
        let language = "\(newsroom.country.language) \(category)"
        let stories = known[language] ?? profile.templates.map { writer.story($0) }
        known[language] = stories
        let organizations = profile.organizations.map { names in names.map { writer.text($0) } }
        for turn in profile.schedule.turns(in: edition) {
          let choice = newsroom.choice(profile, turn: turn)
          let names = [
            cities[choice.city], people[choice.person], organizations[choice.template][choice.organization],
            writer.text(choice.figure),
          ]
          documents.append(
            Document(
              profile: (room, category), turn: turn, number: choice.number, phase: profile.schedule.published(turn),
              period: 0,
              leaves: profile.schedule.leaves(turn), popularity: choice.popularity,
              source: place(newsroom.source(profile, choice.place)),
              words: writer.write(choice, stories[choice.template], names) { newsroom.names(profile, choice) }))
        }
      }
    }
    (self.documents, self.sources) = (documents, sources)
    (vocabulary, words) = (writer.vocabulary, writer.words)
    (places, firsts) = Self.index(writer.words, count: writer.vocabulary.count)
  }

  private static func index(_ words: [Int32], count: Int) -> (places: [Int32], firsts: [Int32]) {
    var firsts = [Int32](repeating: 0, count: count + 1)
    for word in words where word != gap { firsts[Int(word) + 1] += 1 }
    for word in 0..<count { firsts[word + 1] += firsts[word] }
    var (next, places) = (firsts, [Int32](repeating: 0, count: Int(firsts[count])))
    for (place, word) in words.enumerated() where word != gap {
      places[Int(next[Int(word)])] = Int32(place)
      next[Int(word)] += 1
    }
    return (places, firsts)
  }

  /// A complete article in the document.
  func article(_ document: Document) -> Article? {
    guard let (room, category) = document.profile else { return material.documented[document.turn] }
    return material.newsrooms[room].article(category, turn: document.turn)
  }

  func country(_ document: Document) -> Country? {
    let room =
      document.profile.map { material.newsrooms[$0.newsroom] }
      ?? material.newsrooms.first { $0.country.code == DocumentedArticles.country }
    return room?.country
  }

  func category(_ document: Document) -> String {
    document.profile.map { Newsroom.categories[$0.category] } ?? DocumentedArticles.category
  }

  /// The last publication of an article before a time, or its only one, as in ``NewsSQL``.
  func published(_ document: Document, at now: Int) -> Int {
    let (phase, period) = (document.phase, document.period)
    return period > 0 ? now - ((now - phase) % period + period) % period : phase
  }
}
