import JSON

extension ValueGenerator {
  /// What a schema says of the parts of a value.
  package struct Shape: Sendable {
    /// The types that are allowed, by their names in JSON Schema.
    package var types: [String] = []
    /// Where the schemas of members stand, by name.
    package var members: [String: JSONPointer] = [:]
    /// Where the schema of elements stands; nil when there is none.
    package var items: JSONPointer?
    /// Where the schema of members stands that have no schema of their own; nil when there is none.
    package var others: JSONPointer?
    /// The values of an enumeration; nil for none.
    package var values: [JSONValue]?

    /// Whether only a few values are allowed.
    package var isEnumerated: Bool { values != nil }
  }

  /// The shape of the schema at a place, references and `allOf` followed; empty when the place holds no schema.
  package func shape(of schema: JSONPointer) -> Shape {
    guard let node = try? node(schema) else { return Shape() }
    if let known = node.knownShape.withLock(\.self) { return known }
    let shape = makeShape(of: node)
    node.knownShape.withLock { $0 = shape }
    return shape
  }

  private func makeShape(of node: SchemaNode) -> Shape {
    var shape = Shape()
    shape.types = plan.types(of: node).names
    for member in members(of: node) { shape.members[member.name] = member.place }
    shape.items = node.facts.elements.lazy.compactMap(\.rest).first.map { self.plan.schemas.schema($0).place }
    shape.others = node.facts.others.first.map { plan.schemas.schema($0.schema).place }
    shape.values = node.facts.enumeration?.values
    return shape
  }
}
