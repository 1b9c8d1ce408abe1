import JSON
import Synchronization

/// The schemas of one document, each read when it is first needed and kept then.
final class SchemaPlan: Sendable {
  /// What a node is made of: schemas that all apply, without those alternatives and conditions that are settled already
  /// because their outcome is among the schemas.
  struct Key: Hashable {
    var schemas: [Int]
    var settled: [Int] = []
  }

  private struct Tables {
    var numbers: [String: Int] = [:]
    var schemas: [(place: JSONPointer, value: JSONValue)] = []
    var nodes: [Key: SchemaNode] = [:]
    /// The nodes and their members.
    var weight = 0
  }

  /// When the nodes and their members are more than these, further ones are made anew each time: combinations of
  /// alternatives can be without number.
  private static let weightLimit = 300_000
  /// How many references may lead from one to the next.
  private static let referenceLimit = 30

  let root: JSONValue
  private let tables = Mutex(Tables())

  init(root: JSONValue) {
    self.root = root
    _ = register("true", JSONPointer(["true"]), .bool(true))
  }

  deinit {
    // Schemas that contain themselves are nodes that refer to each other.
    tables.withLock { tables in
      for node in tables.nodes.values { node.forgetLinks() }
    }
  }

  /// The number of the schema at a place; nil when there is nothing.
  func number(at place: JSONPointer) -> Int? {
    let text = place.description
    if let number = tables.withLock({ $0.numbers[text] }) { return number }
    guard let value = root[place] else { return nil }
    return register(text, place, value)
  }

  /// The number of a schema that stands at a place, or that is made for it.
  func number(of value: JSONValue, at place: JSONPointer) -> Int {
    let text = place.description
    return tables.withLock({ $0.numbers[text] }) ?? register(text, place, value)
  }

  /// Gives a schema a number: one that is a reference and nothing else has that of the schema it leads to.
  private func register(_ text: String, _ place: JSONPointer, _ value: JSONValue) -> Int {
    var (place, value) = (place, value)
    for _ in 0..<Self.referenceLimit {
      guard let next = value.plainReference.flatMap(target(of:)), let schema = root[next] else { break }
      (place, value) = (next, schema)
    }
    let target = place.description
    return tables.withLock { tables in
      if let number = tables.numbers[target] {
        tables.numbers[text] = number
        return number
      }
      tables.schemas.append((place, value))
      tables.numbers[target] = tables.schemas.count - 1
      tables.numbers[text] = tables.schemas.count - 1
      return tables.schemas.count - 1
    }
  }

  /// The place that a reference names; nil when it is not in this document.
  func target(of reference: String) -> JSONPointer? {
    guard reference.hasPrefix("#") else { return nil }
    let text = String(reference.dropFirst())
    if let place = JSONPointer(parsing: text), root[place] != nil { return place }
    return text.percentDecoded.flatMap(JSONPointer.init(parsing:))
  }

  /// The schema of a number.
  func schema(_ number: Int) -> (place: JSONPointer, value: JSONValue) {
    tables.withLock { $0.schemas[number] }
  }

  /// The node of a key, made if it is not there.
  func node(_ key: Key) -> SchemaNode {
    if let node = tables.withLock({ $0.nodes[key] }) { return node }
    var reader = FactsReader(plan: self, settled: Set(key.settled))
    let facts = reader.read(key.schemas)
    let node = SchemaNode(key: key, place: schema(key.schemas[0]).place, facts: facts, isCut: reader.isCut)
    return tables.withLock { tables in
      if let other = tables.nodes[key] { return other }
      let weight = 1 + node.properties.count
      if tables.weight + weight <= Self.weightLimit {
        tables.nodes[key] = node
        tables.weight += weight
      }
      return node
    }
  }

  /// The node that a link leads to.
  func node(_ link: SchemaLink) -> SchemaNode {
    if let node = link.node { return node }
    let node = node(link.key)
    if isKept(node) { link.node = node }
    return node
  }

  private func isKept(_ node: SchemaNode) -> Bool {
    tables.withLock { $0.nodes[node.key] === node }
  }
}

/// The way to a node, which is made when it is first gone.
final class SchemaLink: Sendable {
  let key: SchemaPlan.Key
  private let found = Mutex<SchemaNode?>(nil)

  init(_ key: SchemaPlan.Key) {
    self.key = key
  }

  var node: SchemaNode? {
    get { found.withLock { $0 } }
    set { found.withLock { $0 = newValue } }
  }
}

/// One or several schemas that apply to the same value, ready to make values of.
final class SchemaNode: Sendable {
  /// A member with a schema of its own.
  final class Property: Sendable {
    let name: String
    /// ``Chance/hash(_:)`` of the name.
    let hash: UInt64
    let link: SchemaLink
    let isRequired: Bool
    let meaning: Meaning
    /// Values that a discriminator asks for.
    let wishes: [JSONValue]

    init(name: String, link: SchemaLink, isRequired: Bool, meaning: Meaning, wishes: [JSONValue]) {
      (self.name, hash, self.link) = (name, Chance.hash(name), link)
      (self.isRequired, self.meaning, self.wishes) = (isRequired, meaning, wishes)
    }
  }

  struct Alternatives: Sendable {
    let isExclusive: Bool
    /// The branches alone.
    let branches: [SchemaLink]
    /// The branches together with everything else that the node demands.
    let choices: [SchemaLink]
  }

  struct Conditional: Sendable {
    let identity: Int
    let condition: SchemaLink
    let then: SchemaLink?
    let otherwise: SchemaLink?
  }

  let key: SchemaPlan.Key
  let place: JSONPointer
  let facts: SchemaFacts
  let meaning: Owner
  let properties: [Property]
  let positions: [String: Int]
  /// Required names without a schema of their own.
  let requiredOthers: [String]
  let alternatives: [Alternatives]
  let negations: [SchemaLink]
  let conditionals: [Conditional]
  let dependents: [(identity: Int, name: String, link: SchemaLink)]
  let containing: [(link: SchemaLink, least: Int, most: Int)]
  let memberNames: [SchemaLink]
  let unevaluated: [SchemaLink]
  /// The schemas of elements by their place, the last for all that follow; empty when there are none.
  let elements: [SchemaLink]
  /// The elements before ``elements``' last that have a schema of their own.
  let prefixCount: Int
  /// Whether a value must be checked after it was made, since not everything can be made on purpose.
  let isTricky: Bool
  /// The values of an enumeration that are chosen from: those that are allowed, `null` only where it is alone.
  let choosable: [JSONValue]
  /// The types of the values of an enumeration; nil for none.
  let enumeratedTypes: SchemaTypes?
  /// Examples, and behind them the default, that the schema allows, where that can be told from the schema alone.
  let examples: [JSONValue]
  /// Whether the schema was too large or too deep to be read as a whole.
  let isCut: Bool
  /// The types of ``SchemaPlan/types(of:)`` when they are known, else 255.
  let knownTypes = Atomic<UInt8>(255)

  init(key: SchemaPlan.Key, place: JSONPointer, facts: SchemaFacts, isCut: Bool) {
    (self.key, self.place, self.facts, self.isCut) = (key, place, facts, isCut)
    let owner = Owner(name: facts.name)
    meaning = owner
    let meanings = facts.properties.map { Meaning(name: $0.name, owner: owner) }
    let isAddress = owner.kind == .place || meanings.contains(where: \.isOfAddress)
    var properties: [Property] = []
    var positions: [String: Int] = [:]
    for ((name, schemas), meaning) in zip(facts.properties, meanings) {
      positions[name] = properties.count
      properties.append(
        Property(
          name: name, link: SchemaLink(.init(schemas: facts.schemas(ofMember: name, schemas))),
          isRequired: facts.requires(name), meaning: meaning.besides(address: isAddress),
          wishes: facts.wishes[name] ?? []))
    }
    (self.properties, self.positions) = (properties, positions)
    requiredOthers = facts.required.filter { positions[$0] == nil }
    alternatives = facts.alternatives.map { group in
      Alternatives(
        isExclusive: group.isExclusive,
        branches: group.branches.map { SchemaLink(.init(schemas: [$0])) },
        choices: zip(group.branches, group.discriminators).map { branch, discriminator in
          SchemaLink(key.adding([branch] + (discriminator.map { [$0] } ?? []), settling: group.identity))
        })
    }
    negations = facts.negations.map { SchemaLink(.init(schemas: [$0])) }
    conditionals = facts.conditionals.map { conditional in
      Conditional(
        identity: conditional.identity, condition: SchemaLink(.init(schemas: [conditional.condition])),
        then: conditional.then.map { SchemaLink(.init(schemas: [$0])) },
        otherwise: conditional.otherwise.map { SchemaLink(.init(schemas: [$0])) })
    }
    dependents = facts.dependentSchemas.map { ($0.identity, $0.name, SchemaLink(.init(schemas: [$0.schema]))) }
    containing = facts.containing.map { (SchemaLink(.init(schemas: [$0.schema])), $0.least, $0.most) }
    memberNames = facts.memberNames.map { SchemaLink(.init(schemas: [$0])) }
    unevaluated = facts.unevaluated.map { SchemaLink(.init(schemas: [$0])) }
    prefixCount = min(facts.elements.map(\.prefix.count).max() ?? 0, 1_000)
    elements =
      facts.elements.isEmpty ? [] : (0...prefixCount).map { SchemaLink(.init(schemas: facts.schemas(ofElement: $0))) }
    isTricky =
      !alternatives.isEmpty || !negations.isEmpty || !conditionals.isEmpty || !dependents.isEmpty
      || !facts.dependentRequired.isEmpty || !memberNames.isEmpty || !containing.isEmpty
    let values = facts.enumeration?.values ?? []
    let allowed =
      facts.isImpossible ? [] : values.filter { facts.allowsType(of: $0) && facts.allowsBesideEnumeration($0) }
    let full = allowed.filter { !$0.isNull }
    choosable = full.isEmpty ? allowed : full
    enumeratedTypes = facts.enumeration.map { $0.values.reduce(into: []) { $0.formUnion(SchemaTypes($1)) } }
    examples =
      facts.isImpossible
      ? []
      : (facts.examples + [facts.defaultValue].compactMap(\.self))
        .filter { $0 != .string("") && facts.allowsScalar($0) }
  }

  /// Breaks the cycles among nodes.
  func forgetLinks() {
    for property in properties { property.link.node = nil }
    for group in alternatives {
      for link in group.branches + group.choices { link.node = nil }
    }
    for conditional in conditionals {
      conditional.condition.node = nil
      conditional.then?.node = nil
      conditional.otherwise?.node = nil
    }
    for link in negations + dependents.map(\.link) + containing.map(\.link) + memberNames + unevaluated + elements {
      link.node = nil
    }
  }
}

extension SchemaPlan.Key {
  /// The key with further schemas, in which something is settled.
  func adding(_ more: [Int], settling identity: Int) -> SchemaPlan.Key {
    var key = self
    for schema in more where !key.schemas.contains(schema) { key.schemas.append(schema) }
    if !key.settled.contains(identity) { key.settled.append(identity) }
    key.settled.sort()
    return key
  }
}

extension SchemaFacts {
  /// All schemas of a member that has some of its own: those of patterns that its name matches as well, and what is
  /// said of other members by a schema that does not know it.
  func schemas(ofMember name: String, _ own: [Int]) -> [Int] {
    own + (memberPatterns.isEmpty && others.isEmpty ? [] : schemas(ofOther: name).filter { !own.contains($0) })
  }

  /// The schemas of a member by patterns and `additionalProperties`.
  func schemas(ofOther name: String) -> [Int] {
    var schemas: [Int] = []
    for (pattern, schema) in memberPatterns where pattern.matches(name) { schemas.append(schema) }
    for other in others where !other.names.contains(name) && !other.patterns.contains(where: { $0.matches(name) }) {
      schemas.append(other.schema)
    }
    return schemas
  }

  /// The schemas of the element at a place; those for elements of any place when it is behind all prefixes. Never
  /// none: what nothing is said of has the schema `true`, whose number is the first that a plan gives.
  func schemas(ofElement place: Int) -> [Int] {
    var schemas: [Int] = []
    for rule in elements {
      guard let schema = place < rule.prefix.count ? rule.prefix[place] : rule.rest else { continue }
      if !schemas.contains(schema) { schemas.append(schema) }
    }
    return schemas.isEmpty ? [SchemaPlan.anything] : schemas
  }
}

extension JSONValue {
  /// The reference of a schema that says nothing else.
  fileprivate var plainReference: String? {
    guard let object, let reference = object["$ref"]?.string else { return nil }
    let isAlone = object.members.allSatisfy { ["$ref", "description", "summary"].contains($0.key) }
    return isAlone ? reference : nil
  }
}

extension String {
  /// The text with its percent-encoded bytes decoded (RFC 3986 section 2.1); nil when an encoding is cut or the bytes
  /// are no text.
  fileprivate var percentDecoded: String? {
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension SchemaPlan {
  /// The number of the schema `true`.
  static let anything = 0
}
