/// A string compared and hashed by its UTF-8 bytes.
///
/// RFC 8259 section 8.3 wants names compared code unit by code unit. Swift's `String` compares by canonical
/// equivalence, and would report two different keys as duplicates.
struct JSONKey: Hashable {
  private let text: String

  init(_ text: String) {
    var contiguous = text
    contiguous.makeContiguousUTF8()
    self.text = contiguous
  }

  static func == (left: JSONKey, right: JSONKey) -> Bool {
    same(left.text, right.text)
  }

  func hash(into hasher: inout Hasher) {
    text.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Whether the two strings have the same UTF-8 bytes. The two cheap comparisons come first.
  static func same(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && left == right && left.utf8.elementsEqual(right.utf8)
  }
}
