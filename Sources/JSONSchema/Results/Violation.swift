import HTTPCore
import JSON

/// One thing that a schema has against a value.
package struct Violation: Equatable, Sendable {
  /// The place of what is at fault, in the value.
  package let instance: JSONPointer
  /// The keyword that does not hold; empty for the schema `false`, and when the check was given up.
  package let keyword: String
  /// The place of the keyword: the document's URI, `#` and a JSON Pointer that is not percent-encoded. It is where
  /// the keyword is written, whatever references led to it.
  package let schemaLocation: String
  /// What the value must be or have, for instance `must be one of active, inactive`.
  package let expected: String
  /// What it is or has, for instance `is "retired"` or `has 3 items`.
  package let found: String
}

extension Violation: CustomStringConvertible {
  /// For instance `/status must be one of active, inactive, but is "retired"`.
  package var description: String {
    "\(instance.tokens.isEmpty ? "the value" : instance.description) \(expected), but \(found)"
  }
}
