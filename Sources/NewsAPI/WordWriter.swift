import Store

/// Writes down the words of articles.
struct WordWriter {
  /// A story with its words.
  struct Story {
    let title: [Part]
    let description: [Part]
    let content: [Part]
    fileprivate let template: StoryTexts.Template
  }

  /// A part of a story.
  enum Part {
    case text(Text)
    /// One of ``Newsroom/names``.
    case name(Int)
  }

  /// A text with its words.
  final class Text {
    let scalars: [Unicode.Scalar]
    let words: [Int32]
    /// Where the words stand, in scalars.
    let ranges: [Range<Int>]
    /// Whether a word may go on in what stands before it, and behind it.
    let (isOpenBefore, isOpenBehind): (Bool, Bool)
    /// Words of beginnings that end inside of a word, by their length.
    fileprivate var cutWords: [Int: [Int32]] = [:]

    fileprivate init(_ scalars: [Unicode.Scalar], _ words: [Int32], _ ranges: [Range<Int>]) {
      (self.scalars, self.words, self.ranges) = (scalars, words, ranges)
      // An ideograph is a word of its own; an accent that stands by itself belongs to the word before it.
      isOpenBefore =
        scalars.first.map { (ranges.first?.lowerBound == 0 && !SearchText.isIdeograph($0)) || Self.isMark($0) } ?? false
      isOpenBehind = ranges.last?.upperBound == scalars.count && scalars.last.map(SearchText.isIdeograph) != true
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
      [.nonspacingMark, .spacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
    }
  }

  /// A text by its bytes: a string compares and hashes itself in a normal form, which takes longer than to look for words.
  private struct TextKey: Hashable {
    let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
  }

  private(set) var vocabulary = Vocabulary()
  private(set) var words: [Int32] = []
  private let tokenizer: FullTextTokenizer
  private var texts: [TextKey: Text] = [:]
  /// The texts of numbers that stand in articles.
  private var figures: [Int: Text] = [:]
  /// The words of what stands behind a text that is cut off, by how much is left out.
  private var endings: [Int: [Int32]] = [:]

  init(_ tokenizer: FullTextTokenizer) { self.tokenizer = tokenizer }

  private mutating func numbers(_ text: String) -> [Int32] {
    var numbers: [Int32] = []
    tokenizer.each(of: SearchText.indexed(text)) { word, _ in numbers.append(vocabulary.add(word)) }
    return numbers
  }

  /// A text with its words.
  mutating func text(_ text: String) -> Text {
    let key = TextKey(text)
    if let known = texts[key] { return known }
    let new = read(text)
    texts[key] = new
    return new
  }

  /// A number as a text with its words.
  mutating func text(_ figure: Int) -> Text {
    if let known = figures[figure] { return known }
    let new = read("\(figure)")
    figures[figure] = new
    return new
  }

  private mutating func read(_ text: String) -> Text {
    let scalars = Array(text.unicodeScalars)
    var (numbers, ranges) = ([Int32](), [Range<Int>]())
    if scalars.count == text.utf8.count {
      tokenizer.each(of: text) { word, range in
        numbers.append(vocabulary.add(word))
        ranges.append(range)
      }
      return Text(scalars, numbers, ranges)
    }
    // Which scalar stands at each byte of the text as it is indexed, where blanks around an ideograph belong to no word.
    var places: [Int] = []
    places.reserveCapacity(text.utf8.count)
    for (index, scalar) in scalars.enumerated() {
      for _ in 0..<UTF8.width(scalar) + (SearchText.isIdeograph(scalar) ? 2 : 0) { places.append(index) }
    }
    tokenizer.each(of: SearchText.indexed(text)) { word, range in
      numbers.append(vocabulary.add(word))
      ranges.append(places[range.lowerBound]..<places[range.upperBound - 1] + 1)
    }
    return Text(scalars, numbers, ranges)
  }

  /// The parts of a story.
  mutating func story(_ template: StoryTexts.Template) -> Story {
    var content: [Part] = []
    for (index, paragraph) in template.paragraphs.enumerated() {
      if index > 0 { content.append(.text(text(Newsroom.paragraphEnd))) }
      content += parts(paragraph)
    }
    return Story(
      title: parts(template.title), description: parts(template.description), content: content, template: template)
  }

  private mutating func parts(_ template: TextTemplate) -> [Part] {
    var parts: [Part] = []
    for piece in template.pieces {
      switch piece {
      case .text(let part): if !part.isEmpty { parts.append(.text(text(part))) }
      case .name(let name): if let place = Newsroom.names.firstIndex(of: name) { parts.append(.name(place)) }
      }
    }
    return parts
  }

  /// Writes down an article that is there in full.
  mutating func write(_ article: Article) -> (Int32, Int32, Int32, Int32) {
    let fields = [article.title, article.description, article.content].map { text in
      writeField { writer in
        if let text { writer.write(text) }
      }
    }
    return (fields[0], fields[1], fields[2], Int32(words.count))
  }

  /// Writes down an article that tells a story.
  ///
  /// - Parameters:
  ///   - known: Its names, in the order of ``Newsroom/names``.
  ///   - names: The same as texts.
  mutating func write(
    _ choice: Newsroom.Choice, _ story: Story, _ known: [Text], names: () -> [String]
  ) -> (Int32, Int32, Int32, Int32) {
    let title = writeField { writer in
      if writer.write(story.title, known) == nil { writer.write(story.template.title.filled(names())) }
    }
    let description = writeField { writer in
      guard choice.hasDescription, writer.write(story.description, known) == nil else { return }
      writer.write(story.template.description.filled(names()))
    }
    let content = writeField { writer in
      guard choice.hasContent else { return }
      guard let length = writer.write(story.content, known, limit: Newsroom.contentLength) else {
        let names = names()
        writer.write(Newsroom.content(story.template.paragraphs.map { $0.filled(names) }))
        return
      }
      if length > Newsroom.contentLength { writer.writeEnding(length - Newsroom.contentLength) }
    }
    return (title, description, content, Int32(words.count))
  }

  private mutating func writeEnding(_ rest: Int) {
    let ending = endings[rest] ?? numbers(Newsroom.ending(rest))
    endings[rest] = ending
    words += ending
  }

  /// Writes down the words of a text.
  private mutating func write(_ text: String) {
    let numbers = numbers(text)
    words += numbers
  }

  private mutating func writeField(_ body: (inout WordWriter) -> Void) -> Int32 {
    let start = Int32(words.count)
    body(&self)
    words.append(NewsCorpus.gap)
    return start
  }

  /// Writes down the words of parts, as far as a length.
  ///
  /// - Returns: The length of all parts in scalars; nil, with nothing written, when a word goes over from one part to the
  ///   next.
  private mutating func write(_ parts: [Part], _ names: [Text], limit: Int = .max) -> Int? {
    let start = words.count
    var (length, isOpen) = (0, false)
    for part in parts {
      let text =
        switch part {
        case .text(let text): text
        case .name(let name): names[name]
        }
      guard !text.scalars.isEmpty else { continue }
      if length < limit {
        if isOpen, text.isOpenBefore {
          words.removeSubrange(start...)
          return nil
        }
        if text.scalars.count <= limit - length { words += text.words } else { write(text, limit - length) }
        isOpen = text.isOpenBehind
      }
      length += text.scalars.count
    }
    return length
  }

  /// Writes down the words of a text's beginning.
  private mutating func write(_ text: Text, _ length: Int) {
    if let known = text.cutWords[length] {
      words += known
      return
    }
    let whole = text.ranges.prefix { $0.upperBound <= length }.count
    var cut = Array(text.words[..<whole])
    if whole < text.ranges.count, text.ranges[whole].lowerBound < length {
      let beginning = text.scalars[text.ranges[whole].lowerBound..<length]
      cut += numbers(String(String.UnicodeScalarView(beginning)))
    }
    text.cutWords[length] = cut
    words += cut
  }
}
