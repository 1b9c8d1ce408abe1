import Store

/// Writes down the articles of an edition, and which texts their words are in.
struct CorpusWriter {
  let stories: StoryIndex
  private(set) var documents: [NewsCorpus.Document] = []
  private(set) var sources: [Article.Source] = []
  private(set) var ownFields: [SIMD4<Int32>] = []
  private let material: NewsMaterial
  private var texts: IndexedTexts
  /// The texts of parts of words, by the place of each in the texts.
  private var rests: [Range<Int>: Int32] = [:]
  /// The texts about the rest of a content, by its length.
  private var endings: [Int: Int32] = [:]

  init(_ material: NewsMaterial, _ stories: StoryIndex) {
    (self.material, self.stories, texts) = (material, stories, stories.texts)
    documents.reserveCapacity(material.newsrooms.count * Newsroom.categories.count * 32)
  }

  /// Writes down the articles in the document.
  mutating func writeDocumented() {
    let category = Newsroom.categories.firstIndex(of: DocumentedArticles.category) ?? 0
    for (index, article) in material.documented.enumerated() {
      sources.append(article.source)
      var document = NewsCorpus.Document(
        room: NewsCorpus.absent, category: Int32(category), turn: Int32(index), story: NewsCorpus.absent,
        source: Int32(sources.count - 1), popularity: Int32(article.popularity), number: article.number,
        phase: article.phase, period: article.period, leaves: article.leaves ?? .max)
      for (field, text) in [article.title, article.description, article.content].enumerated() {
        if let text { setOwn(text, field, of: &document) }
      }
      documents.append(document)
    }
  }

  /// Writes down the articles of a newsroom.
  mutating func write(_ room: Int, in edition: Int) {
    let (newsroom, names) = (material.newsrooms[room], stories.names[room])
    let outlets = sources.count
    sources += newsroom.country.outlets.map(\.source)
    for case let profile? in newsroom.profiles {
      let known = sources.count
      sources += profile.sources
      let story = stories.first(of: profile.category, in: newsroom.country.language)
      for turn in profile.schedule.orderedTurns(in: edition) {
        let choice = newsroom.choice(profile, turn: turn)
        let source =
          switch Newsroom.source(choice.place, known: profile.sources.count, outlets: newsroom.country.outlets.count) {
          case .known(let index): known + index
          case .outlet(let index): outlets + index
          }
        let organization = profile.organizations[choice.template][choice.organization]
        var document = NewsCorpus.Document(
          room: Int32(room), category: Int32(profile.category), turn: Int32(turn),
          story: Int32(story + choice.template),
          source: Int32(source), popularity: Int32(choice.popularity), number: choice.number,
          phase: profile.schedule.published(turn), period: 0, leaves: profile.schedule.leaves(turn))
        document.names = [
          names.cities + Int32(choice.city), names.people + Int32(choice.person),
          names.organizations + Int32(organization), stories.figure(choice.figure),
        ]
        document.hasDescription = choice.hasDescription
        if choice.hasContent { writeContent(&document) }
        writeJoined(&document, choice, mayJoin: names.hasEmpty) { field in
          let (template, names) = (profile.templates[choice.template], newsroom.names(profile, choice))
          return switch field {
          case 0: template.title.filled(names)
          case 1: template.description.filled(names)
          default: Newsroom.content(template.paragraphs.map { $0.filled(names) })
          }
        }
        documents.append(document)
      }
    }
  }

  /// The texts with the words of those that were added.
  mutating func read(_ tokenizer: FullTextTokenizer) -> IndexedTexts {
    texts.read(tokenizer)
    return texts.compact
  }

  private mutating func setOwn(_ text: String, _ field: Int, of document: inout NewsCorpus.Document) {
    if document.own == NewsCorpus.absent {
      document.own = Int32(ownFields.count)
      ownFields.append(SIMD4(repeating: NewsCorpus.absent))
    }
    ownFields[Int(document.own)][field] = texts.add(text)
  }

  /// Writes down how much is shown of a story's content.
  private mutating func writeContent(_ document: inout NewsCorpus.Document) {
    let field = stories.fields[(Int(document.story) + 1) * SearchExpression.fields.count - 1]
    let limit = Int32(Newsroom.contentLength)
    let length = Newsroom.names.indices.reduce(field.length) { length, name in
      length + Int(field.names[name]) * Int(texts.lengths[Int(document.names[name])])
    }
    let rest = length - Newsroom.contentLength
    guard rest > 0 else {
      document.content.parts = Int32(field.parts.count)
      return
    }
    var shown: Int32 = 0
    for part in field.parts where shown < limit {
      let text = stories.text(part, document.names)
      guard texts.lengths[Int(text)] > limit - shown else {
        shown += texts.lengths[Int(text)]
        document.content.parts += 1
        continue
      }
      let (words, place) = texts.cut(text, at: limit - shown)
      document.content.words = Int32(words)
      if let place { document.content.rest = restText(at: place) }
      break
    }
    document.content.ending = endingText(rest)
  }

  /// The text of a part of a word.
  private mutating func restText(at place: Range<Int>) -> Int32 {
    if let known = rests[place] { return known }
    let text = texts.add(place)
    rests[place] = text
    return text
  }

  /// The text about the rest of a content.
  private mutating func endingText(_ length: Int) -> Int32 {
    if let known = endings[length] { return known }
    let text = texts.add(Newsroom.ending(length))
    endings[length] = text
    return text
  }

  /// Writes down the texts of fields in which a word goes over from one part to the next.
  private mutating func writeJoined(
    _ document: inout NewsCorpus.Document, _ choice: Newsroom.Choice, mayJoin: Bool, _ text: (_ field: Int) -> String
  ) {
    for field in SearchExpression.fields.indices {
      let parts = stories.fields[Int(document.story) * SearchExpression.fields.count + field]
      guard mayJoin || parts.mayJoin, field != 1 || choice.hasDescription, field != 2 || choice.hasContent,
        isJoined(parts.parts, document.names, limit: field == 2 ? Int32(Newsroom.contentLength) : .max)
      else { continue }
      setOwn(text(field), field, of: &document)
    }
  }

  private func isJoined(_ parts: Range<Int>, _ names: SIMD4<Int32>, limit: Int32) -> Bool {
    var (length, isOpen): (Int32, Bool) = (0, false)
    for part in parts where length < limit {
      let text = stories.text(part, names)
      guard texts.lengths[Int(text)] > 0 else { continue }
      if isOpen, texts.isOpenBefore(text) { return true }
      isOpen = texts.isOpenBehind(text)
      length += texts.lengths[Int(text)]
    }
    return false
  }
}
