import HTTPCore
import JSON

/// Where a schema stands: a registered document and a JSON Pointer into it.
struct SchemaPlace: Hashable, Sendable {
  let document: String
  /// The pointer's text, which is quicker to hash than its tokens.
  let pointer: ByteString

  init(document: String, pointer: String = "") {
    self.document = document
    self.pointer = ByteString(pointer)
  }

  /// The member called `key` of this place.
  func appending(_ key: String) -> SchemaPlace {
    SchemaPlace(document: document, pointer: pointer.text + JSONPointer([key]).description)
  }

  /// The element at `index` of this place.
  func appending(_ index: Int) -> SchemaPlace {
    SchemaPlace(document: document, pointer: "\(pointer.text)/\(index)")
  }

  /// The place this one is in; nil for the root of the document.
  var parent: SchemaPlace? {
    guard let slash = pointer.text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return SchemaPlace(document: document, pointer: String(pointer.text[..<slash]))
  }

  /// The text of messages, the pointer not percent-encoded, so that it can be read.
  var description: String { "\(document)#\(pointer.text)" }
}
