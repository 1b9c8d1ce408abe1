import HTTPCore
import JSON

/// The documents that schemas stand in and refer to, by URI. Nothing is ever fetched: a reference to a document
/// that is not here is an error of the schema that makes it.
///
/// A URI may be relative, as `openapi.json` is; references are resolved against it all the same.
package struct SchemaRegistry: Sendable {
  let documents: [String: JSONValue]
  /// Where each `$id` and `$anchor` of the documents stands, found once for all the schemas compiled.
  let index: ResourceIndex

  /// Registers documents. Each is a schema, or with a member `openapi` a description that has schemas in it.
  package init(documents: [String: JSONValue]) {
    self.documents = documents
    var index = ResourceIndex()
    for (uri, document) in documents.sorted(by: { $0.key < $1.key }) {
      index.add(document: uri, document)
    }
    self.index = index
  }

  /// The value at a place, or nil when there is none.
  func value(at place: SchemaPlace) -> JSONValue? {
    guard let pointer = JSONPointer(parsing: place.pointer.text) else { return nil }
    return documents[place.document]?[pointer]
  }
}
