import HTTPCore

/// A compiled schema. Each list of keywords is in the order of a report.
struct SchemaNode: Sendable {
  let place: SchemaPlace
  /// The types the schema allows; none for the schema `false`.
  var types = JSONTypes.all
  /// The keywords that need no other: for the value, and for what is in it.
  var keywords: [any Keyword] = []
  /// The keywords that apply schemas to the value itself.
  var applicators: [any Keyword] = []
  /// `unevaluatedItems` and `unevaluatedProperties`, which come after all the others.
  var unevaluated: [any Keyword] = []
  /// The schemas that may be applied to the value itself.
  var applied: [Int] = []
  /// Those of them that say what members a value has.
  var describing: [Int] = []
  /// The members that this schema itself says a value has.
  var documented = DocumentedProperties()

  init(place: SchemaPlace) {
    self.place = place
  }

  /// Whether the schema allows nothing at all.
  var isFalse: Bool { types.isEmpty }

  var location: String { place.description }
}
