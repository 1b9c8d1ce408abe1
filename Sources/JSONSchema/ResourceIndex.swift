import HTTPCore
import JSON

/// Where the schemas that have a name of their own stand: documents by URI, schemas by `$id` and `$anchor`.
struct ResourceIndex: Sendable {
  /// The root of each document and each schema with an `$id`, by its URI without a fragment.
  private var resources: [String: SchemaPlace] = [:]
  /// Each schema with an `$anchor`, by the URI with the fragment.
  private var anchors: [String: SchemaPlace] = [:]
  /// Names that two schemas claim; neither has it.
  private(set) var ambiguous: Set<String> = []
  /// The base of the references in each schema that was found.
  private var bases: [SchemaPlace: String] = [:]

  /// Adds a document and the schemas in it.
  ///
  /// - Parameters:
  ///   - hasIdentifiers: false for a document whose schemas have no names of their own, which is not searched for them.
  mutating func add(document uri: String, _ value: JSONValue, hasIdentifiers: Bool) {
    let base = Self.withoutFragment(URIReference(uri))
    let place = SchemaPlace(document: uri)
    claim(\.resources, base, place)
    guard hasIdentifiers else { return }
    let found = FoundSchema(place: place, value: value, base: base)
    scan(found, isDescription: value["openapi"]?.string != nil)
  }

  /// The place of a document or of a schema with this `$id`.
  func resource(_ uri: String) -> SchemaPlace? { resources[uri] }

  /// The place of the schema with this anchor.
  func anchor(_ uri: String, _ name: String) -> SchemaPlace? { anchors["\(uri)#\(name)"] }

  /// The base of the references in the schema at a place. A place that no keyword led to is searched for names now.
  mutating func base(of place: SchemaPlace, _ value: JSONValue) -> String {
    if let base = bases[place] { return base }
    var enclosing = place.parent
    while let candidate = enclosing, bases[candidate] == nil { enclosing = candidate.parent }
    let base = enclosing.flatMap { bases[$0] } ?? Self.withoutFragment(URIReference(place.document))
    scan(FoundSchema(place: place, value: value, base: base), isDescription: false)
    return bases[place] ?? base
  }

  /// The URI of an `$id`, which may end in an empty fragment; nil for another fragment.
  static func identifier(_ text: String, base: String) -> String? {
    let reference = URIReference(text)
    guard reference.fragment?.isEmpty ?? true else { return nil }
    return withoutFragment(reference.resolved(against: URIReference(base)))
  }

  private static func withoutFragment(_ uri: URIReference) -> String {
    var uri = uri
    uri.fragment = nil
    return uri.description
  }

  private mutating func claim(
    _ names: WritableKeyPath<ResourceIndex, [String: SchemaPlace]>, _ name: String, _ place: SchemaPlace
  ) {
    if let other = self[keyPath: names].updateValue(place, forKey: name), other != place { ambiguous.insert(name) }
  }
}

extension ResourceIndex {
  /// Notes the names of a schema and of all in it. A work list takes the place of recursion: how deep a document is
  /// does not matter.
  private mutating func scan(_ found: FoundSchema, isDescription: Bool) {
    var pending = [(found, isDescription)]
    while let (next, isDescription) = pending.popLast() {
      if isDescription {
        pending += next.partsOfDescription
      } else if bases[next.place] == nil {
        let base = note(next)
        bases[next.place] = base
        pending += next.subschemas(base: base).map { ($0, false) }
      }
    }
  }

  /// Notes the names of one schema and returns the base for those in it.
  private mutating func note(_ found: FoundSchema) -> String {
    var base = found.base
    if let id = found.value["$id"]?.string, let uri = Self.identifier(id, base: base) {
      base = uri
      claim(\.resources, uri, found.place)
    }
    // A dynamic anchor is an anchor too, and a plain reference may use it.
    for keyword in ["$anchor", "$dynamicAnchor"] {
      if let name = found.value[keyword]?.string { claim(\.anchors, "\(base)#\(name)", found.place) }
    }
    return base
  }
}

/// A schema, or what may have some in it, as the search for names meets it.
struct FoundSchema {
  let place: SchemaPlace
  let value: JSONValue
  /// The URI that its own `$id` is resolved against.
  let base: String
}

extension FoundSchema {
  /// The schemas in this one, each with the base given.
  func subschemas(base: String) -> [FoundSchema] {
    guard let members = value.object?.members else { return [] }
    return members.flatMap { member -> [FoundSchema] in
      guard let position = SubschemaPosition.ofKeyword[member.key] else { return [] }
      return part(member, base: base).schemas(at: position)
    }
  }

  /// What may have schemas in an object or array of an OpenAPI description, each with whether it is a part of the
  /// description rather than a schema.
  var partsOfDescription: [(FoundSchema, isDescription: Bool)] {
    if let elements = value.array {
      return elements.enumerated().map {
        (FoundSchema(place: place.appending($0.offset), value: $0.element, base: base), true)
      }
    }
    return (value.object?.members ?? []).flatMap { member -> [(FoundSchema, isDescription: Bool)] in
      if let position = SubschemaPosition.ofDescription[member.key] {
        return part(member, base: base).schemas(at: position).map { ($0, false) }
      }
      return SubschemaPosition.dataOfDescription.contains(member.key) ? [] : [(part(member, base: base), true)]
    }
  }

  private func part(_ member: JSONObject.Member, base: String) -> FoundSchema {
    FoundSchema(place: place.appending(member.key), value: member.value, base: base)
  }

  /// The schemas that a keyword's value has; none when it is of the wrong type, which the compiler reports.
  private func schemas(at position: SubschemaPosition) -> [FoundSchema] {
    switch position {
    case .schema: [self]
    case .array:
      (value.array ?? []).enumerated().map {
        FoundSchema(place: place.appending($0.offset), value: $0.element, base: base)
      }
    case .map: (value.object?.members ?? []).map { part($0, base: base) }
    }
  }
}

/// Where a schema stands: a registered document and a JSON Pointer into it.
struct SchemaPlace: Hashable, Sendable {
  let document: String
  /// The pointer's text, which is quicker to hash than its tokens.
  let pointer: ByteString

  init(document: String, pointer: String = "") {
    self.document = document
    self.pointer = ByteString(pointer)
  }

  /// The member called `key` of this place.
  func appending(_ key: String) -> SchemaPlace {
    SchemaPlace(document: document, pointer: pointer.text + JSONPointer([key]).description)
  }

  /// The element at `index` of this place.
  func appending(_ index: Int) -> SchemaPlace {
    SchemaPlace(document: document, pointer: "\(pointer.text)/\(index)")
  }

  /// The place this one is in; nil for the root of the document.
  var parent: SchemaPlace? {
    guard let slash = pointer.text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return SchemaPlace(document: document, pointer: String(pointer.text[..<slash]))
  }

  /// The text of messages, the pointer not percent-encoded, so that it can be read.
  var description: String { "\(document)#\(pointer.text)" }
}

/// Which keywords have schemas for values, and in which form. Everything else in a schema is data: an `$id` in an
/// `enum` names nothing.
enum SubschemaPosition {
  /// A schema.
  case schema
  /// An array of schemas.
  case array
  /// An object of schemas by name.
  case map

  static let ofKeyword: [String: SubschemaPosition] = [
    "not": .schema, "if": .schema, "then": .schema, "else": .schema, "items": .schema, "contains": .schema,
    "additionalProperties": .schema, "propertyNames": .schema, "unevaluatedItems": .schema,
    "unevaluatedProperties": .schema, "contentSchema": .schema, "allOf": .array, "anyOf": .array, "oneOf": .array,
    "prefixItems": .array, "properties": .map, "patternProperties": .map, "dependentSchemas": .map, "$defs": .map,
    "definitions": .map,
  ]

  /// The members of an OpenAPI description that are schemas or have them by name.
  static let ofDescription: [String: SubschemaPosition] = ["schema": .schema, "schemas": .map]

  /// The members of an OpenAPI description that are data and have no schema in them.
  static let dataOfDescription: Set<String> = ["example", "examples", "default", "enum", "const", "value"]
}
