import Store

/// All articles of an edition with their words, for searches with the same results as SQLite's full-text search.
///
/// Articles are not written for it: the words of the stories and names are known (``StoryIndex``), and the words of an
/// article follow from its story and names. Only the articles in a response are written.
final class NewsCorpus: Sendable {
  /// An article.
  struct Document: Sendable {
    /// The index of its newsroom; ``absent`` for an article in the document, which is not one of a story.
    let room: Int32
    /// The index of its category.
    let category: Int32
    /// Its turn, or its index among the articles in the document.
    let turn: Int32
    /// The number of its story in the index.
    let story: Int32
    /// Its index in ``sources``.
    let source: Int32
    let popularity: Int32
    let number: Int
    let phase: Int
    let period: Int
    /// When it stops being a headline; the greatest number for one that always is.
    let leaves: Int
    /// The texts of its names, in the order of ``Newsroom/names``.
    var names = SIMD4<Int32>(repeating: NewsCorpus.absent)
    var hasDescription = true
    /// How much of its content is shown: whole parts of the story, words of the part behind them, the text of a part of
    /// a word, and the text about the rest.
    var content = (parts: Int32(0), words: Int32(0), rest: NewsCorpus.absent, ending: NewsCorpus.absent)
    /// Its index in ``ownFields``, or ``absent``.
    var own = NewsCorpus.absent

    /// Whether it is an article in the document.
    var isDocumented: Bool { room == NewsCorpus.absent }
  }

  let material: NewsMaterial
  let stories: StoryIndex
  let documents: [Document]
  let sources: [Article.Source]
  /// The texts of the stories and names, and those of this edition.
  let texts: IndexedTexts
  /// The texts of fields whose words are not those of their story's parts, three for each such article, in the order of
  /// ``SearchExpression/fields``; ``absent`` for other fields.
  let ownFields: [SIMD4<Int32>]
  private let counts = Shared<WordCounts>()

  /// The numbers of words in a full-text index, with the ``SearchExpression/marker``.
  struct WordCounts: Sendable {
    /// By article.
    let documents: [Int32]
    let average: Double
  }

  /// The number that is not one of a text, word or newsroom.
  static let absent: Int32 = -1

  /// The articles of an edition.
  ///
  /// - Throws: ``StoreError`` where SQLite has no full-text search.
  init(_ material: NewsMaterial, edition: Int) throws {
    let tokenizer = try FullTextTokenizer()
    var writer = CorpusWriter(material, material.stories(tokenizer))
    writer.writeDocumented()
    for room in material.newsrooms.indices { writer.write(room, in: edition) }
    (self.material, stories, documents, sources) = (material, writer.stories, writer.documents, writer.sources)
    (texts, ownFields) = (writer.read(tokenizer), writer.ownFields)
  }

  /// Calls a closure with the words of a field, as ranges of the words of ``texts``.
  ///
  /// - Parameters:
  ///   - field: Its index in ``SearchExpression/fields``.
  @inline(__always)
  func eachRange(_ document: Document, _ field: Int, _ body: (Range<Int>) -> Void) {
    if document.own != Self.absent {
      let text = ownFields[Int(document.own)][field]
      if text != Self.absent { return body(texts.range(text)) }
    }
    guard !document.isDocumented, field != 1 || document.hasDescription else { return }
    let isContent = field == 2
    let all = stories.fields[Int(document.story) * SearchExpression.fields.count + field].parts
    let end = isContent ? all.lowerBound + Int(document.content.parts) : all.upperBound
    for part in all.lowerBound..<end { body(texts.range(stories.text(part, document.names))) }
    guard isContent, document.content.ending != Self.absent else { return }
    if document.content.words > 0 {
      let start = texts.range(stories.text(end, document.names)).lowerBound
      body(start..<start + Int(document.content.words))
    }
    if document.content.rest != Self.absent { body(texts.range(document.content.rest)) }
    body(texts.range(document.content.ending))
  }

  /// The numbers of words, which only ranks depend on.
  var wordCounts: WordCounts {
    counts.value {
      let counts = documents.map { document in
        SearchExpression.fields.indices.reduce(into: Int32(1)) { count, field in
          eachRange(document, field) { count += Int32($0.count) }
        }
      }
      let total = counts.reduce(0) { $0 + Int($1) }
      return WordCounts(documents: counts, average: Double(total) / Double(counts.count))
    }
  }

  /// A complete article.
  func article(_ document: Document) -> Article? {
    guard !document.isDocumented else { return material.documented[Int(document.turn)] }
    return material.newsrooms[Int(document.room)].article(Int(document.category), turn: Int(document.turn))
  }

  /// The last publication of an article before a time, or its only one, as in ``NewsSQL``.
  @inline(__always)
  func published(_ document: Document, at now: Int) -> Int {
    let (phase, period) = (document.phase, document.period)
    return period > 0 ? now - ((now - phase) % period + period) % period : phase
  }
}
