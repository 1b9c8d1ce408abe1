import JSON

/// A schema of a document. It may be `true` or `false`, and what is no schema at all: then it says nothing.
package struct Schema: Sendable {
  /// The document that it stands in.
  package let document: SchemaDocument
  /// Its number in the document: the same for all references to it.
  package let number: Int
  /// The schema as it stands in the document.
  package let value: JSONValue

  init(document: SchemaDocument, number: Int, value: JSONValue) {
    (self.document, self.number, self.value) = (document, number, value)
  }
}

extension Schema: Hashable {
  /// Whether both are one schema of one document.
  package static func == (left: Schema, right: Schema) -> Bool {
    left.number == right.number && left.document === right.document
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension Schema {
  /// Where it stands.
  package var place: JSONPointer { document.place(of: number) }

  /// Its keywords; none for `true` and `false`.
  package var object: JSONObject { value.object ?? JSONObject() }

  /// The value of a keyword.
  package subscript(keyword: String) -> JSONValue? { value[keyword] }

  /// The schema that its `$ref` leads to; nil without one, and when it leads nowhere.
  package var target: Schema? {
    self["$ref"]?.string.flatMap(document.target(of:)).flatMap(document.schema(at:))
  }

  /// The schema at the end of its references, what stands beside them left out; nil when they lead nowhere.
  package var resolved: Schema? {
    var schema = self
    for _ in 0..<24 {
      guard schema["$ref"]?.string != nil else { return schema }
      guard let next = schema.target else { return nil }
      schema = next
    }
    return nil
  }

  /// The schema that is the value of a keyword.
  package func subschema(_ keyword: String) -> Schema? {
    // Most keywords are absent: that is seen here, without the document's lock.
    self[keyword] == nil ? nil : document.schema(below: number, [keyword])
  }

  /// The schemas in the array that is the value of a keyword, such as `allOf`.
  package func subschemas(_ keyword: String) -> [Schema] {
    self[keyword]?.array == nil ? [] : document.schemas(below: number, keyword).map(\.schema)
  }

  /// The schemas by name in the object that is the value of a keyword, such as `properties`, in their order.
  package func namedSubschemas(_ keyword: String) -> [(name: String, schema: Schema)] {
    self[keyword]?.object == nil ? [] : document.schemas(below: number, keyword)
  }

  /// The properties that the schema itself describes, in their order.
  package var properties: [(name: String, schema: Schema)] { namedSubschemas("properties") }

  /// The schema of a property that the schema itself describes.
  package func property(_ name: String) -> Schema? {
    self["properties"]?.object == nil ? nil : document.schema(below: number, ["properties", name])
  }

  /// The properties that the schema itself requires.
  package var required: [String] { self["required"]?.array?.compactMap(\.string) ?? [] }

  /// The schema of an array's elements.
  package var items: Schema? { subschema("items") }

  /// The schema of properties without one of their own.
  package var additionalProperties: Schema? { subschema("additionalProperties") }

  /// The names in `type`.
  package var types: [String] { (self["type"]?.array ?? self["type"].map { [$0] } ?? []).compactMap(\.string) }

  /// The values of `enum`, and that of `const`.
  package var enumeration: [JSONValue] { (self["enum"]?.array ?? []) + (self["const"].map { [$0] } ?? []) }

  package var format: String? { self["format"]?.string }

  /// What the document says of the values, for people.
  package var description: String? { self["description"]?.string }

  /// The examples, that of `example` first.
  package var examples: [JSONValue] { (self["example"].map { [$0] } ?? []) + (self["examples"]?.array ?? []) }

  /// Whether values stand in responses only.
  package var isReadOnly: Bool { self["readOnly"]?.bool == true }

  /// Whether values stand in requests only.
  package var isWriteOnly: Bool { self["writeOnly"]?.bool == true }

  /// Whether a property that the schema itself describes stands in responses only.
  package func isReadOnly(_ property: String) -> Bool { self.property(property)?.resolved?.isReadOnly == true }

  /// The number of the value of a keyword, which is that of no schema: what a keyword of this schema is known by.
  package func position(of keyword: String) -> Int? { document.position(below: number, [keyword]) }

  /// A schema that is made for a place in this one where the document has none.
  package func made(_ value: JSONValue, at tokens: [String]) -> Schema? {
    document.made(value, below: number, tokens)
  }
}

extension Schema {
  /// Schemas with all that they apply to the same value by `allOf`, `anyOf` and `oneOf`, each once, in the order of the
  /// document. What is certain applies to each value; the rest is one of several alternatives.
  ///
  /// - Parameters:
  ///   - depth: How many compositions may stand inside one another.
  ///   - skipping: The schemas of a composition to leave out, as they stand there.
  ///   - resolving: The schema that counts in place of one; nil to leave it out.
  package static func applied(
    _ schemas: [Schema], depth: Int = .max, skipping: (JSONValue) -> Bool = { _ in false },
    resolving: (Schema) -> Schema? = \.resolved
  ) -> [(schema: Schema, isCertain: Bool)] {
    var open = schemas.reversed().map { (schema: $0, isCertain: schemas.count == 1, depth: 0) }
    var seen: Set<Int> = []
    var found: [(schema: Schema, isCertain: Bool)] = []
    while let next = open.popLast() {
      guard next.depth < depth, let schema = resolving(next.schema), seen.insert(schema.number).inserted else {
        continue
      }
      found.append((schema, next.isCertain))
      for keyword in ["oneOf", "anyOf", "allOf"] {
        guard let parts = schema[keyword]?.array else { continue }
        for (part, inner) in zip(parts, schema.subschemas(keyword)).reversed() where !skipping(part) {
          open.append((inner, next.isCertain && keyword == "allOf", next.depth + 1))
        }
      }
    }
    return found
  }
}
