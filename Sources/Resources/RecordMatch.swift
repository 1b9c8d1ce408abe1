/// How a request describes the records that it is about, where it has no id of them: `{"name": "Lamp"}`, or
/// `{"target": {…}, "update": {…}}`.
package struct RecordMatch: Sendable, Equatable {
  /// The names that lead to the description in the request's content; none for the content itself.
  package var envelope: [String]
  /// The properties that are compared, of those that a request has.
  package var members: [String]

  /// A description from its parts.
  package init(envelope: [String] = [], members: [String]) {
    (self.envelope, self.members) = (envelope, members)
  }
}
