/// A string compared and hashed by its UTF-8 bytes.
///
/// RFC 8259 section 8.3 wants member names compared code unit by code unit, while Swift's `String` takes a
/// precomposed "é" for the decomposed one.
struct ByteString: Hashable, Sendable {
  let text: String

  init(_ text: String) {
    var contiguous = text
    contiguous.makeContiguousUTF8()
    self.text = contiguous
  }

  static func == (left: ByteString, right: ByteString) -> Bool {
    left.matches(right.text)
  }

  /// Whether the other string has the same bytes. The cheap comparisons come first.
  func matches(_ other: String) -> Bool {
    text.utf8.count == other.utf8.count && text == other && text.utf8.elementsEqual(other.utf8)
  }

  func hash(into hasher: inout Hasher) {
    text.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
