import JSON
import JSONSchema
import Synchronization

/// What the schemas of one document ask of values, each combination read when it is first needed and kept then.
final class SchemaPlan: Sendable {
  /// What a node is made of: schemas that all apply, without those alternatives and conditions that are settled already
  /// because their outcome is among the schemas.
  struct Key: Hashable {
    var schemas: [Int]
    var settled: [Int] = []
  }

  private struct Tables {
    var nodes: [Key: SchemaNode] = [:]
    /// The nodes and their members.
    var weight = 0
  }

  /// When the nodes and their members are more than these, further ones are made again each time: combinations of
  /// alternatives can be without number.
  private static let weightLimit = 300_000

  let schemas: SchemaDocument
  private let tables = Mutex(Tables())
  /// The nodes by the places at which they were asked for, so that requests do not follow the same paths again.
  private let places = Mutex<[JSONPointer: SchemaNode]>([:])

  init(_ schemas: SchemaDocument) {
    self.schemas = schemas
  }

  deinit {
    // Schemas that contain themselves are nodes that refer to each other.
    tables.withLock { tables in
      for node in tables.nodes.values { node.forgetLinks() }
    }
  }

  /// The node of the schema at a place; nil where there is none.
  func node(at place: JSONPointer) -> SchemaNode? {
    if let known = places.withLock({ $0[place] }) { return known }
    guard let number = schemas.schema(at: place)?.number else { return nil }
    let node = node(Key(schemas: [number]))
    if isKept(node) { places.withLock { $0[place] = node } }
    return node
  }

  /// The node of a key, made if it is not there.
  func node(_ key: Key) -> SchemaNode {
    if let node = tables.withLock({ $0.nodes[key] }) { return node }
    let place = schemas.schema(key.schemas[0]).place
    if let shared = sharedNode(key) {
      return keep(SchemaNode(key: key, place: place, sharing: shared), weight: 1)
    }
    var reader = FactsReader(plan: self, settled: Set(key.settled))
    let facts = reader.read(key.schemas)
    let node = SchemaNode(key: key, place: place, facts: facts, isCut: reader.isCut)
    return keep(node, weight: 1 + node.properties.count)
  }

  /// The node that has all that the schemas of a key say, when some of them say nothing: so it is for each choice of a
  /// schema that consists of its alternatives. nil when the key needs a reading of its own.
  private func sharedNode(_ key: Key) -> SchemaNode? {
    guard key.schemas.count > 1 else { return nil }
    var (informative, settled) = (Key(schemas: [], settled: key.settled), Set<Int>())
    for number in key.schemas {
      guard let groups = FactsReader.alternativesAlone(of: schemas.schema(number)),
        groups.allSatisfy(key.settled.contains)
      else {
        informative.schemas.append(number)
        continue
      }
      settled.formUnion(groups)
    }
    guard !informative.schemas.isEmpty, informative.schemas.count < key.schemas.count else { return nil }
    informative.settled.removeAll(where: settled.contains)
    let node = node(informative)
    // What is settled may stand among the schemas of the rest as well.
    return node.facts.alternatives.contains { settled.contains($0.identity) } ? nil : node
  }

  /// Keeps a node, unless another thread has made it meanwhile, or there are too many.
  private func keep(_ node: SchemaNode, weight: Int) -> SchemaNode {
    tables.withLock { tables in
      if let other = tables.nodes[node.key] { return other }
      if tables.weight + weight <= Self.weightLimit {
        tables.nodes[node.key] = node
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
    memberPatterns.isEmpty && others.isEmpty ? own : own + schemas(ofOther: name).filter { !own.contains($0) }
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
  /// none: what nothing is said of has the schema `true`, ``SchemaDocument/anything``.
  func schemas(ofElement place: Int) -> [Int] {
    var schemas: [Int] = []
    for rule in elements {
      guard let schema = place < rule.prefix.count ? rule.prefix[place] : rule.rest else { continue }
      if !schemas.contains(schema) { schemas.append(schema) }
    }
    return schemas.isEmpty ? [SchemaDocument.anything] : schemas
  }
}
