import JSON
import JSONSchema

/// A place in an API's paths where records of one kind are kept, or one thing.
struct CollectionNode {
  enum Kind {
    case collection, singleton, none
  }

  let key: String
  let segments: [PathShape.Segment]
  let literal: String
  /// Whether a correction names it.
  var isNamed = false
  /// The operations on it, by their number.
  var operations: [Int] = []
  var hasItems = false
  /// Whether its records are kept below the only one of its kind: the items of `/cart/items`.
  var isBelowSingleton = false
  var kind = Kind.none
  /// The records in the answer of its list.
  var list: EnvelopeFinder.Place?
  var canCreate = false
  /// The schema of a whole record, the fullest view of all.
  var record: Schema?
  /// Whether that is what a request sends, since no response shows a record.
  var isRequested = false
  /// All schemas that its operations show a record by.
  var views: Set<Schema> = []
  /// The parameters that name a record.
  var idParameters: [ParameterFacts] = []
  /// The number of its resource in the model.
  var resource: Int?

  /// What flat paths call the records of a collection below another one: `personchannel` those of
  /// `/persons/{id}/channels`; nil for others.
  var flatName: String? {
    guard segments.count >= 3, segments[segments.count - 2].parameter != nil,
      let above = segments[segments.count - 3].literal
    else { return nil }
    return Words.singularKey(above) + Words.singularKey(literal)
  }

  /// What members of envelopes are named by.
  var names: [String] { [literal] }
}
