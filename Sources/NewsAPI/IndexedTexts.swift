import Store

/// Texts with their words: the parts of stories, names, numbers. Texts are added first; one run of the tokenizer then
/// reads the words of all of them, which takes a fraction of the time of a run for each.
struct IndexedTexts: Sendable {
  /// The byte behind each text; no word goes over it.
  private static let boundary: UInt8 = 1
  /// The byte on either side of an ideograph, which is a word of its own (``SearchText/indexed(_:)``).
  private static let space: UInt8 = 2
  /// The byte in the place of control characters, of which none belongs to a word.
  private static let control: UInt8 = 3

  /// The number of each word.
  private(set) var vocabulary = Vocabulary()
  /// The words of all texts that were read, in the order of the texts.
  private(set) var words: [Int32] = []
  /// The index in ``words`` of each text's first word, and behind the last one's.
  private(set) var starts: [Int32] = [0]
  /// The length of each text in scalars.
  private(set) var lengths: [Int32] = []
  /// Whether a word may go on in what stands before a text, and behind it.
  private var openings: [(before: Bool, behind: Bool)] = []
  /// The UTF-8 of all texts, as they are indexed.
  private var bytes: [UInt8] = []
  /// Where each word stands in ``bytes``.
  private var places: [Range<Int32>] = []
  /// Where each text ends in ``bytes``, with those that were not read yet.
  private var ends: [Int] = []

  /// The number of texts, with those that were not read yet.
  var count: Int { ends.count }

  /// Adds a text.
  ///
  /// - Returns: Its number.
  mutating func add(_ text: String) -> Int32 {
    var text = text
    text.withUTF8 { append($0) }
    return end()
  }

  /// Adds UTF-8 to the text that ``end()`` completes.
  mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    // Ideographs begin with such bytes; most texts have none. Without a branch, the processor compares many at once.
    let others = text.reduce(into: UInt8(0)) { others, byte in others |= byte >= 0xE3 || byte <= Self.space ? 1 : 0 }
    guard others != 0 else { return bytes.append(contentsOf: text) }
    var place = 0
    while place < text.count {
      let byte = text[place]
      if (0xE3..<0xF0).contains(byte), place + 2 < text.count, Self.isIdeograph(text, place) {
        bytes.append(Self.space)
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[place..<place + 3]))
        bytes.append(Self.space)
        place += 3
      } else {
        bytes.append(byte <= Self.space ? Self.control : byte)
        place += 1
      }
    }
  }

  private static func isIdeograph(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
    let (high, middle, low) = (UInt32(text[place]), UInt32(text[place + 1]), UInt32(text[place + 2]))
    let value = (high & 0x0F) << 12 | (middle & 0x3F) << 6 | low & 0x3F
    return Unicode.Scalar(value).map(SearchText.isIdeograph) ?? false
  }

  /// Completes a text.
  ///
  /// - Returns: Its number.
  mutating func end() -> Int32 {
    ends.append(bytes.count)
    bytes.append(Self.boundary)
    return Int32(ends.count - 1)
  }

  /// Reads the words of the texts that were added since the last time.
  mutating func read(_ tokenizer: FullTextTokenizer) {
    var reader = Reader(self)
    self = IndexedTexts()
    reader.read(tokenizer)
    self = reader.texts
  }

  /// The same without what only additions and ``cut(_:at:)`` use.
  var compact: IndexedTexts {
    var texts = self
    (texts.bytes, texts.places, texts.openings, texts.ends) = ([], [], [], [])
    return texts
  }

  // MARK: Texts that were read

  /// The indexes of a text's words in ``words``.
  func range(_ text: Int32) -> Range<Int> { Int(starts[Int(text)])..<Int(starts[Int(text) + 1]) }

  func isOpenBefore(_ text: Int32) -> Bool { openings[Int(text)].before }

  func isOpenBehind(_ text: Int32) -> Bool { openings[Int(text)].behind }

  /// The beginning of a text: its number of whole words, and the part of a word at its end, if it ends inside of one.
  ///
  /// - Parameters:
  ///   - length: In scalars, less than the text's.
  func cut(_ text: Int32, at length: Int32) -> (words: Int, rest: Range<Int>?) {
    let (range, start) = (range(text), text > 0 ? ends[Int(text) - 1] + 1 : 0)
    let end = bytes.withUnsafeBufferPointer { Self.end(of: $0, from: start, after: length) }
    var next = range.lowerBound
    while next < range.upperBound, places[next].upperBound <= end { next += 1 }
    guard next < range.upperBound, places[next].lowerBound < end else { return (next - range.lowerBound, nil) }
    return (next - range.lowerBound, Int(places[next].lowerBound)..<end)
  }

  /// Where a part of a text ends.
  private static func end(of bytes: UnsafeBufferPointer<UInt8>, from start: Int, after length: Int32) -> Int {
    var (place, rest) = (start, length)
    while place < bytes.count {
      let byte = bytes[place]
      if byte != space, !UTF8.isContinuation(byte) {
        guard rest > 0 else { break }
        rest -= 1
      }
      place += 1
    }
    return place
  }

  /// Adds a part of a text that ``cut(_:at:)`` found.
  mutating func add(_ range: Range<Int>) -> Int32 {
    // A slice would keep the bytes, and have all of them copied.
    let part = Array(bytes[range])
    bytes.append(contentsOf: part)
    return end()
  }

  // MARK: Reading

  /// Reads the words of texts.
  private struct Reader {
    var texts: IndexedTexts
    private let bytes: [UInt8]
    private let ends: [Int]
    /// Where the text begins and ends that is read now.
    private var start: Int
    private var end: Int

    init(_ texts: IndexedTexts) {
      (self.texts, bytes, ends) = (texts, texts.bytes, texts.ends)
      let read = texts.lengths.count
      start = read > 0 ? ends[read - 1] + 1 : 0
      end = read < ends.count ? ends[read] : .max
    }

    mutating func read(_ tokenizer: FullTextTokenizer) {
      let first = start
      bytes.withUnsafeBufferPointer { all in
        tokenizer.each(in: UnsafeBufferPointer(rebasing: all[first...])) { word, range in
          let place = first + range.lowerBound
          while end <= place { close(all) }
          texts.places.append(Int32(place)..<Int32(place + range.count))
          texts.words.append(texts.vocabulary.add(word))
        }
        while end < all.count { close(all) }
      }
    }

    private mutating func close(_ bytes: UnsafeBufferPointer<UInt8>) {
      let text = UnsafeBufferPointer(rebasing: bytes[start..<end])
      let words = Int(texts.starts[texts.starts.count - 1])..<texts.words.count
      texts.starts.append(Int32(words.upperBound))
      texts.lengths.append(Int32(SearchText.length(of: text) - text.count { $0 == IndexedTexts.space }))
      // An ideograph, with spaces, is a word of its own; an accent that stands by itself belongs to the word before it.
      let isWordFirst = !words.isEmpty && Int(texts.places[words.lowerBound].lowerBound) == start
      let isWordLast = !words.isEmpty && Int(texts.places[words.upperBound - 1].upperBound) == end
      texts.openings.append((before: isWordFirst || Self.beginsWithMark(text), behind: isWordLast))
      start = end + 1
      end = texts.lengths.count < ends.count ? ends[texts.lengths.count] : .max
    }

    private static func beginsWithMark(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
      guard let first = text.first, first >= 0x80,
        let scalar = String(decoding: text.prefix(4), as: UTF8.self).unicodeScalars.first
      else { return false }
      return [.nonspacingMark, .spacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
    }
  }
}
