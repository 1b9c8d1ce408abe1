import JSON

/// A record that is stored as a JSON object.
package struct StoredRecord: Sendable {
  /// The order of creation.
  package let number: Int64
  package let id: String
  /// The ids of its parents, by names that the API gives them.
  package let scope: [String: String]
  /// Whether it was there from the beginning.
  package let isSeed: Bool
  /// All that is known of it, whichever responses show it.
  package var content: JSONObject

  /// A record from its parts.
  package init(
    number: Int64 = 0, id: String, scope: [String: String], isSeed: Bool = false, content: JSONObject
  ) {
    (self.number, self.id, self.scope, self.isSeed, self.content) = (number, id, scope, isSeed, content)
  }
}
