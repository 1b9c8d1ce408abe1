import JSON
import JSONSchema

/// The types of JSON, of which a schema allows some. `number` allows both whole numbers and others.
struct SchemaTypes: OptionSet {
  let rawValue: UInt8

  static let null = SchemaTypes(rawValue: 1)
  static let boolean = SchemaTypes(rawValue: 2)
  static let integer = SchemaTypes(rawValue: 4)
  static let fraction = SchemaTypes(rawValue: 8)
  static let string = SchemaTypes(rawValue: 16)
  static let array = SchemaTypes(rawValue: 32)
  static let object = SchemaTypes(rawValue: 64)
  static let number: SchemaTypes = [integer, fraction]
  static let scalar: SchemaTypes = [null, boolean, integer, fraction, string]
  static let all = SchemaTypes(rawValue: 127)

  static let named: [(name: String, types: SchemaTypes)] = [
    ("null", .null), ("boolean", .boolean), ("integer", .integer), ("number", .number), ("string", .string),
    ("array", .array), ("object", .object),
  ]

  /// The type of a value.
  init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool: self = .boolean
    case .number(let number): self = Decimal.isWhole(number.literal) ? .integer : .fraction
    case .string: self = .string
    case .array: self = .array
    case .object: self = .object
    }
  }

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The keyword `type`: a name or an array of names; nil for anything else.
  init?(keyword: JSONValue) {
    self = []
    for name in keyword.array ?? [keyword] {
      guard let named = Self.named.first(where: { $0.name == name.string }) else { return nil }
      formUnion(named.types)
    }
  }

  /// The names of the types, `number` and not `integer` where both are allowed.
  var names: [String] {
    Self.named.filter { isSuperset(of: $0.types) && !($0.types == .integer && contains(.fraction)) }.map(\.name)
  }
}

/// What one schema demands, together with all the schemas that always apply with it: those that it refers to and those
/// of its `allOf`. Other schemas are numbers in the ``SchemaPlan``.
struct SchemaFacts {
  /// A limit of `additionalProperties`: what it says of names that the same schema does not have.
  struct OtherMembers {
    var names: Set<String>
    var patterns: [TextPattern]
    var schema: Int
  }

  /// The elements of an array, as one schema has them.
  struct Elements {
    var prefix: [Int]
    var rest: Int?
  }

  struct Containing {
    var schema: Int
    var least: Int
    var most: Int
  }

  /// `oneOf` or `anyOf`.
  struct Alternatives {
    /// A number of its own, to know it again.
    var identity: Int
    var isExclusive: Bool
    var branches: [Int]
    /// What else holds in each branch, because a discriminator says so.
    var discriminators: [Int?]
  }

  struct Conditional {
    var identity: Int
    var condition: Int
    var then: Int?
    var otherwise: Int?
  }

  var types = SchemaTypes.all
  /// Whether no value is allowed, as far as the keywords alone say.
  var isImpossible = false
  /// The values of `enum` and `const`; nil where any value will do.
  private(set) var enumeration: ValueSet?
  var format: String?
  var patterns: [TextPattern] = []
  var minLength = 0
  var maxLength = Int.max
  var contentEncoding: String?
  var contentMediaType: String?
  var bounds = NumberBounds()

  var minItems = 0
  var maxItems = Int.max
  var isUnique = false
  var elements: [Elements] = []
  var containing: [Containing] = []

  /// The members' names in order, each with its schemas.
  private(set) var properties: [(name: String, schemas: [Int])] = []
  /// The numbers of the members by their names.
  private(set) var positions: [String: Int] = [:]
  /// The names of members that must be there, each once.
  private(set) var required: [String] = []
  private var requiredNames: Set<String> = []
  var minProperties = 0
  var maxProperties = Int.max
  var memberPatterns: [(pattern: TextPattern, schema: Int)] = []
  var others: [OtherMembers] = []
  var unevaluated: [Int] = []
  var memberNames: [Int] = []
  var dependentRequired: [(name: String, required: [String])] = []
  var dependentSchemas: [(identity: Int, name: String, schema: Int)] = []

  /// Values of members that discriminators ask for.
  var preferredValues: [String: [JSONValue]] = [:]
  var alternatives: [Alternatives] = []
  var negations: [Int] = []
  var conditionals: [Conditional] = []

  var examples: [JSONValue] = []
  var defaultValue: JSONValue?
  /// What `x-mock-value` or `x-mock-values` says: the values that records take in turn.
  var mockValues: [JSONValue] = []
  var isReadOnly = false
  var isWriteOnly = false
  /// Whether it is a number of milliseconds since 1970.
  private(set) var isInMilliseconds = false
  /// What the document says in words.
  var description: String?
  /// The name of the schema among the components, or its title.
  var name: String?
}

extension SchemaFacts {
  /// The greatest number that is taken for seconds since 1970, in the year 5138.
  private static let latestSecond = 100_000_000_000.0

  /// Notes whether a number is one of milliseconds since 1970, by its example or its description.
  mutating func noteMilliseconds() { isInMilliseconds = tellsMilliseconds }

  private var tellsMilliseconds: Bool {
    if let example = examples.first { return example.number?.double.map { $0 > Self.latestSecond } ?? false }
    guard let text = description?.lowercased() else { return false }
    return (text.contains("epoch") || text.contains("1970") || text.contains("timestamp"))
      && (text.contains("millisecond") || text.contains("in ms"))
  }

  /// Adds schemas for a member.
  mutating func addProperty(_ name: String, _ schemas: [Int]) {
    if let place = positions[name] {
      for schema in schemas where !properties[place].schemas.contains(schema) {
        properties[place].schemas.append(schema)
      }
    } else {
      positions[name] = properties.count
      properties.append((name, schemas))
    }
  }

  /// Allows these values only, of those that were allowed.
  mutating func restrict(to values: [JSONValue]) {
    let others = ValueSet(values)
    enumeration = enumeration.map { ValueSet($0.values.filter(others.contains)) } ?? others
    if enumeration?.values.isEmpty == true { isImpossible = true }
  }

  /// Asks for members by name.
  mutating func require(_ names: [String]) {
    for name in names where requiredNames.insert(name).inserted { required.append(name) }
  }

  /// Whether a member must be there.
  func requires(_ name: String) -> Bool { requiredNames.contains(name) }

  /// Whether the schema has something to say about members.
  var describesMembers: Bool {
    !properties.isEmpty || !memberPatterns.isEmpty || !others.isEmpty || !required.isEmpty || minProperties > 0
      || !unevaluated.isEmpty
  }

  /// The types that a value is made of: where the schema names none, what its other keywords are about.
  var likelyTypes: SchemaTypes {
    guard types.isSuperset(of: .all) else { return types }
    if describesMembers { return .object }
    if !elements.isEmpty || minItems > 0 || !containing.isEmpty { return .array }
    if !bounds.isEmpty { return .number }
    if let example = examples.first ?? defaultValue, !example.isNull { return SchemaTypes(example) }
    return .string
  }
}
