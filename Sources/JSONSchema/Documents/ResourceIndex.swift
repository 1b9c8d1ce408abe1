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
  mutating func add(document uri: String, _ value: JSONValue) {
    let base = Self.withoutFragment(URIReference(uri))
    let place = SchemaPlace(document: uri)
    claim(\.resources, base, place)
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
