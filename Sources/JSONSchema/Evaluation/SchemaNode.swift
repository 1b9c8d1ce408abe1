import HTTPCore

/// A compiled schema: its keywords by the type of the value they are for. A keyword never sees a value of another
/// type, for which it would hold.
struct SchemaNode: Sendable {
  let place: SchemaPlace
  /// The types the schema allows; none for the schema `false`.
  var types = JSONTypes.all
  var values: [any ValueKeyword] = []
  var numbers: [any NumberKeyword] = []
  var strings: [any StringKeyword] = []
  var arrays: [any ArrayKeyword] = []
  var objects: [any ObjectKeyword] = []
  /// The keywords that apply schemas to the value itself.
  var applicators: [any Applicator] = []
  /// `unevaluatedItems` and `unevaluatedProperties`, which come after all the others.
  var unevaluated: [any ValueKeyword] = []
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

/// A keyword for values of any type. Each returns whether the value is allowed, and reports what is not.
protocol ValueKeyword: Sendable {
  func allows(_ value: JSONValue, _ evaluation: inout Evaluation) -> Bool
}

/// A keyword for numbers.
protocol NumberKeyword: Sendable {
  func allows(_ number: JSONNumber, _ evaluation: inout Evaluation) -> Bool
}

/// A keyword for strings.
protocol StringKeyword: Sendable {
  func allows(_ string: String, _ evaluation: inout Evaluation) -> Bool
}

/// A keyword for arrays.
protocol ArrayKeyword: Sendable {
  func allows(_ elements: [JSONValue], _ evaluation: inout Evaluation) -> Bool
}

/// A keyword for objects.
protocol ObjectKeyword: Sendable {
  func allows(_ object: JSONObject, _ evaluation: inout Evaluation) -> Bool
}

/// A keyword that applies schemas to the value itself rather than to what is in it.
protocol Applicator: ValueKeyword {
  /// All the schemas it may apply.
  var applied: [Int] { get }
  /// Those whose `properties` are the value's; not what `not` forbids or `if` asks for.
  var describing: [Int] { get }
}
