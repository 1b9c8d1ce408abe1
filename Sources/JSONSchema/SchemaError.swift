import HTTPCore
import JSON

/// Why a schema cannot be used, and where it says so.
package struct SchemaError: Error, Equatable, Sendable {
  /// The URI the document was registered by.
  package let document: String
  /// The place in the document, that of the keyword when one is at fault.
  package let pointer: JSONPointer
  /// What is wrong, in one sentence without a full stop.
  package let reason: String
}

extension SchemaError: CustomStringConvertible {
  /// For instance `pets.json#/properties/name/minLength: must be a whole number from 0 on`.
  package var description: String { "\(document)#\(pointer): \(reason)" }
}

extension SchemaError {
  init(_ place: SchemaPlace, _ reason: String) {
    let pointer = JSONPointer(parsing: place.pointer.text) ?? .root
    self.init(document: place.document, pointer: pointer, reason: reason)
  }
}
