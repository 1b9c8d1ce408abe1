import Store

/// The stories and names of all newsrooms with their words: what the articles of every edition consist of.
struct StoryIndex: Sendable {
  /// The title, the description or the content of a story.
  struct Field: Sendable {
    /// The indexes of its parts in ``parts``. Those of a content that no article shows are left out.
    let parts: Range<Int>
    /// The length of its texts without the names, in scalars.
    let length: Int
    /// How often each name stands in it.
    let names: SIMD4<Int32>
    /// Whether a word may go over from one part to the next.
    fileprivate(set) var mayJoin = false
  }

  /// The names of a newsroom.
  struct Names: Sendable {
    /// The numbers of the first city, person and organization; the others follow in their order.
    let cities: Int32
    let people: Int32
    let organizations: Int32
    /// Whether one of them is empty.
    let hasEmpty: Bool
  }

  /// The texts of the parts and names.
  private(set) var texts = IndexedTexts()
  /// Numbers of texts, or `-1 - n` for the name `n` in the order of ``Newsroom/names``.
  private(set) var parts: [Int32] = []
  /// Three for each story, in the order of ``SearchExpression/fields``.
  private(set) var fields: [Field] = []
  /// The names of each newsroom.
  private(set) var names: [Names] = []
  /// The first story of each category, by language.
  private var stories: [String: [Int]] = [:]
  /// The number of the text of each figure up to ``Newsroom/figures``.
  private var figures: [Int32] = []

  /// Reads the words of all stories and names.
  init(_ newsrooms: [Newsroom], _ tokenizer: FullTextTokenizer) {
    figures = (0..<Newsroom.figures.upperBound).map { texts.add("\($0)") }
    for newsroom in newsrooms {
      add(newsroom.texts, of: newsroom.country.language)
      let country = newsroom.country
      let (cities, people, organizations) = (country.cities, country.people, newsroom.organizations)
      let firsts = [cities, people, organizations].map { names in
        let first = Int32(texts.count)
        for name in names { _ = texts.add(name) }
        return first
      }
      names.append(
        Names(
          cities: firsts[0], people: firsts[1], organizations: firsts[2],
          hasEmpty: (cities + people + organizations).contains("")))
    }
    texts.read(tokenizer)
    let (read, all) = (texts, parts)
    for index in fields.indices {
      let parts = all[fields[index].parts]
      fields[index].mayJoin = zip(parts, parts.dropFirst()).contains { one, next in
        (one < 0 || read.isOpenBehind(one)) && (next < 0 || read.isOpenBefore(next))
      }
    }
  }

  /// The number of a category's first story; the others follow in their order.
  func first(of category: Int, in language: String) -> Int { stories[language]?[category] ?? 0 }

  /// The text of a part.
  ///
  /// - Parameters:
  ///   - part: An index in ``parts``.
  ///   - names: The texts of the names, in the order of ``Newsroom/names``.
  @inline(__always)
  func text(_ part: Int, _ names: SIMD4<Int32>) -> Int32 {
    let text = parts[part]
    return text < 0 ? names[-1 - Int(text)] : text
  }

  /// The text of a figure.
  func figure(_ figure: Int) -> Int32 { figures[figure] }

  private mutating func add(_ stories: StoryTexts, of language: String) {
    guard self.stories[language] == nil else { return }
    self.stories[language] = Newsroom.categories.map { category in
      let first = fields.count / SearchExpression.fields.count
      for template in stories.templates(category) {
        add([template.title], upTo: .max)
        add([template.description], upTo: .max)
        add(template.paragraphs, upTo: Newsroom.contentLength)
      }
      return first
    }
  }

  /// Adds a field with some paragraphs.
  ///
  /// - Parameters:
  ///   - limit: The number of scalars that an article shows of it.
  private mutating func add(_ paragraphs: [TextTemplate], upTo limit: Int) {
    let first = parts.count
    var (length, names, isOpen) = (0, SIMD4<Int32>(), false)
    func close() {
      if isOpen { parts.append(texts.end()) }
      isOpen = false
    }
    func add(_ text: UnsafeBufferPointer<UInt8>) {
      guard !text.isEmpty else { return }
      if length < limit {
        texts.append(UnsafeBufferPointer(rebasing: text[..<SearchText.end(of: text, after: limit - length)]))
        isOpen = true
      }
      length += SearchText.length(of: text)
    }
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 { Newsroom.paragraphEnd.withUTF8Buffer(add) }
      paragraph.bytes.withUnsafeBufferPointer { bytes in
        for piece in paragraph.pieces {
          switch piece {
          case .text(let range): add(UnsafeBufferPointer(rebasing: bytes[range]))
          case .name(let name):
            names[name] += 1
            guard length < limit else { continue }
            close()
            parts.append(-1 - Int32(name))
          }
        }
      }
    }
    close()
    fields.append(Field(parts: first..<parts.count, length: length, names: names))
  }
}
