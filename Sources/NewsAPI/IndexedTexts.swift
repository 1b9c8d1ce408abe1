import Store

/// Texts with their words: the parts of stories, names, numbers. Texts are added first; one run of the tokenizer then
/// reads the words of all of them, which takes a fraction of the time of a run for each.
struct IndexedTexts: Sendable {
  /// A word in a text.
  private struct Place {
    /// In scalars of its text.
    let range: Range<Int32>
    /// Where it begins in ``bytes``.
    let byte: Int32
  }

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
  private var places: [Place] = []
  /// The UTF-8 of all texts, as they are indexed.
  private var bytes: [UInt8] = []
  /// The number of bytes that were read.
  private var readCount = 0
  /// The number of texts, with those that were not read yet.
  private(set) var count = 0

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
    // The first bytes of ideographs are among these; most texts have none.
    guard text.contains(where: { $0 >= 0xE3 || $0 <= Self.space }) else { return bytes.append(contentsOf: text) }
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
    bytes.append(Self.boundary)
    count += 1
    return Int32(count - 1)
  }

  /// Reads the words of the texts that were added since the last time.
  mutating func read(_ tokenizer: FullTextTokenizer) {
    var reader = Reader(self)
    self = IndexedTexts()
    reader.read(tokenizer)
    self = reader.texts
  }

  /// The same without what only ``cut(_:at:)`` and ``read(_:)`` use.
  var compact: IndexedTexts {
    var texts = self
    (texts.bytes, texts.places, texts.openings) = ([], [], [])
    return texts
  }

  // MARK: Texts that were read

  /// The indexes of a text's words in ``words``.
  func range(_ text: Int32) -> Range<Int> { Int(starts[Int(text)])..<Int(starts[Int(text) + 1]) }

  /// The number of a text's words.
  func wordCount(_ text: Int32) -> Int { Int(starts[Int(text) + 1] - starts[Int(text)]) }

  func isOpenBefore(_ text: Int32) -> Bool { openings[Int(text)].before }

  func isOpenBehind(_ text: Int32) -> Bool { openings[Int(text)].behind }

  /// The beginning of a text: its number of whole words, and the part of a word at its end, if it ends inside of one.
  ///
  /// - Parameters:
  ///   - length: In scalars, less than the text's.
  func cut(_ text: Int32, at length: Int32) -> (words: Int, rest: Range<Int>?) {
    let range = range(text)
    var next = range.lowerBound
    while next < range.upperBound, places[next].range.upperBound <= length { next += 1 }
    guard next < range.upperBound, places[next].range.lowerBound < length else { return (next - range.lowerBound, nil) }
    let start = Int(places[next].byte)
    var (end, rest) = (start, length - places[next].range.lowerBound)
    while end < bytes.count {
      if !UTF8.isContinuation(bytes[end]) {
        guard rest > 0 else { break }
        rest -= 1
      }
      end += 1
    }
    return (next - range.lowerBound, start..<end)
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
    private var place: Int
    /// Where the text begins that is read now.
    private var start: Int
    /// The number of its scalars that were read.
    private var scalar: Int32 = 0
    private let bytes: [UInt8]

    init(_ texts: IndexedTexts) {
      (self.texts, bytes) = (texts, texts.bytes)
      (place, start) = (texts.readCount, texts.readCount)
    }

    mutating func read(_ tokenizer: FullTextTokenizer) {
      let first = place
      bytes.withUnsafeBufferPointer { all in
        tokenizer.each(in: UnsafeBufferPointer(rebasing: all[first...])) { word, range in
          advance(to: first + range.lowerBound, all)
          let begin = scalar
          advance(to: first + range.upperBound, all)
          texts.places.append(Place(range: begin..<scalar, byte: Int32(first + range.lowerBound)))
          texts.words.append(texts.vocabulary.add(word))
        }
        advance(to: all.count, all)
      }
      texts.readCount = bytes.count
    }

    private mutating func advance(to end: Int, _ bytes: UnsafeBufferPointer<UInt8>) {
      while place < end {
        let byte = bytes[place]
        if byte == IndexedTexts.boundary {
          close(UnsafeBufferPointer(rebasing: bytes[start..<place]))
          (start, scalar) = (place + 1, 0)
        } else if byte != IndexedTexts.space, !UTF8.isContinuation(byte) {
          scalar += 1
        }
        place += 1
      }
    }

    private mutating func close(_ text: UnsafeBufferPointer<UInt8>) {
      let words = Int(texts.starts[texts.starts.count - 1])..<texts.words.count
      texts.starts.append(Int32(words.upperBound))
      texts.lengths.append(scalar)
      // An ideograph is a word of its own; an accent that stands by itself belongs to the word before it.
      let isWordFirst = !words.isEmpty && texts.places[words.lowerBound].range.lowerBound == 0
      let isWordLast = !words.isEmpty && texts.places[words.upperBound - 1].range.upperBound == scalar
      texts.openings.append(
        (
          before: text.first != IndexedTexts.space && (isWordFirst || Self.beginsWithMark(text)),
          behind: isWordLast && text.last != IndexedTexts.space
        ))
    }

    private static func beginsWithMark(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
      guard let first = text.first, first >= 0x80,
        let scalar = String(decoding: text.prefix(4), as: UTF8.self).unicodeScalars.first
      else { return false }
      return [.nonspacingMark, .spacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
    }
  }
}
