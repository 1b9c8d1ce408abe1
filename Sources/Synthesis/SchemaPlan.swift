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

  /// When the nodes and their members are more than these, further ones are made again each time: combinations of
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
