import JSON

/// Breaks loops of schemas that apply themselves to the same value, because their validation would not end.
///
/// Documents contain these if a schema lists its variants and each variant builds on the schema: `Pet` is one of `Cat`
/// and `Dog`, and `Cat` is all of `Pet` and more. The variants then build on a copy that lists none.
struct SchemaLoops {
  private enum Kind {
    /// By `allOf`, or by a reference alone.
    case all
    /// By `oneOf` or `anyOf` of a named schema itself.
    case variant
    case other
  }

  private struct Edge {
    let from: String
    let to: String
    let kind: Kind
    /// The location of the reference within the named schema.
    let path: [String]
  }

  private static let section = ["components", "schemas"]
  private static let prefix = "#/components/schemas/"
  /// The largest number of followed references. If loops remain then, validation refuses every value.
  private static let maximumSteps = 2_000_000

  private var schemas: JSONObject
  private var notes: DocumentNotes
  private var edges: [String: [Edge]] = [:]
  /// The schemas that are in no loop.
  private var done: Set<String> = []
  private var steps = 0
  /// Whether loops are being broken: the size of the document bounds the work before that.
  private var isCutting = false

  /// The document without such loops.
  static func cut(_ document: JSONValue, notes: inout DocumentNotes) -> JSONValue {
    guard let schemas = document[JSONPointer(section)]?.object else { return document }
    var loops = SchemaLoops(schemas: schemas, notes: notes)
    for name in schemas.keys { loops.edges[name] = loops.edges(of: name) }
    loops.isCutting = true
    let hasChanged = loops.openAll()
    notes = loops.notes
    guard hasChanged else { return document }
    var document = document
    document.set(.object(loops.schemas), at: section)
    return document
  }

  private init(schemas: JSONObject, notes: DocumentNotes) {
    (self.schemas, self.notes) = (schemas, notes)
  }

  private mutating func edges(of name: String) -> [Edge] {
    var found: [Edge] = []
    var pending: [(schema: JSONValue, path: [String], kind: Kind)] = [(schemas[name] ?? true, [], .all)]
    while let (schema, path, kind) = pending.popLast() {
      if isCutting { steps += 1 }
      guard let object = schema.object else { continue }
      if let text = object["$ref"]?.string, text.hasPrefix(Self.prefix),
        let target = JSONPointer(parsing: String(text.dropFirst()))?.tokens.last
      {
        found.append(Edge(from: name, to: target, kind: kind, path: path))
      }
      for (keyword, inner) in [("allOf", kind), ("oneOf", Kind.variant), ("anyOf", Kind.variant)] {
        let next = inner == .variant && !path.isEmpty ? Kind.other : inner
        for (index, element) in (object[keyword]?.array ?? []).enumerated() {
          pending.append((element, path + [keyword, String(index)], next))
        }
      }
      for keyword in ["not", "if", "then", "else"] {
        if let inner = object[keyword] { pending.append((inner, path + [keyword], .other)) }
      }
      for member in object["dependentSchemas"]?.object?.members ?? [] {
        pending.append((member.value, path + ["dependentSchemas", member.key], .other))
      }
    }
    return found
  }

  /// A schema on the path from the first one.
  private struct Visit {
    let name: String
    /// The edge that led here; nil for the first schema.
    let edge: Edge?
    /// The edges that remain to be visited.
    var rest: ArraySlice<Edge>
  }

  /// Breaks all loops. Whether there were any.
  private mutating func openAll() -> Bool {
    var hasChanged = false
    for start in schemas.keys where !done.contains(start) {
      var path = [Visit(name: start, edge: nil, rest: (edges[start] ?? [])[...])]
      var places = [start: 0]
      while let last = path.indices.last {
        steps += 1
        guard steps < Self.maximumSteps else { return hasChanged }
        guard let edge = path[last].rest.popFirst() else {
          places[path[last].name] = nil
          done.insert(path[last].name)
          path.removeLast()
          continue
        }
        if let first = places[edge.to] {
          let changed = open(path[(first + 1)...].compactMap(\.edge) + [edge])
          hasChanged = true
          // What leads to the changed schema is as before, and need not be visited again.
          let kept = places[changed] ?? 0
          while path.count > kept + 1, let visit = path.popLast() { places[visit.name] = nil }
          path[kept].rest = (edges[path[kept].name] ?? [])[...]
        } else if !done.contains(edge.to) {
          places[edge.to] = path.count
          path.append(Visit(name: edge.to, edge: edge, rest: (edges[edge.to] ?? [])[...]))
        }
      }
    }
    return hasChanged
  }

  /// Breaks one loop, and returns the schema that it changes for that.
  private mutating func open(_ loop: [Edge]) -> String {
    for (index, edge) in loop.enumerated() where edge.kind == .variant {
      let into = loop[(index + loop.count - 1) % loop.count]
      if into.kind == .all {
        build(into, on: edge.from)
        return into.from
      }
    }
    let edge = loop[loop.count - 1]
    notes.add(
      Self.section + [edge.from] + edge.path,
      "the reference to \"\(edge.to)\" makes the schema need itself for the same value, and is left out")
    schemas[edge.from] = schemas[edge.from]?.removingReference(at: edge.path[...]) ?? .object(JSONObject())
    edges[edge.from] = edges(of: edge.from)
    return edge.from
  }

  /// Makes a variant build on a copy of the schema that lists it.
  private mutating func build(_ edge: Edge, on name: String) {
    var base = schemas[name]?.object ?? JSONObject()
    for keyword in ["oneOf", "anyOf", "discriminator"] { base[keyword] = nil }
    // An existing copy is found by its name and content.
    var copy = "\(name)-base"
    while let other = schemas[copy], other != .object(base) { copy += "-base" }
    if schemas[copy] == nil {
      schemas[copy] = .object(base)
      edges[copy] = edges(of: copy)
    }
    notes.add(
      Self.section + [edge.from] + edge.path,
      "\"\(name)\" lists this as a variant, which builds on \"\(name)\" without its variants")
    let reference = JSONValue.string("#\(JSONPointer(Self.section + [copy]))")
    schemas[edge.from]?.set(reference, at: edge.path + ["$ref"], inArrays: true)
    edges[edge.from] = edges(of: edge.from)
  }
}

extension JSONValue {
  /// Sets the value at a path whose objects and arrays exist.
  fileprivate mutating func set(_ value: JSONValue, at path: [String], inArrays: Bool) {
    guard let first = path.first else {
      self = value
      return
    }
    let rest = Array(path.dropFirst())
    if case .array(var elements) = self, let index = Int(first), elements.indices.contains(index) {
      elements[index].set(value, at: rest, inArrays: inArrays)
      self = .array(elements)
    } else if case .object(var object) = self {
      object[first, default: .null].set(value, at: rest, inArrays: inArrays)
      self = .object(object)
    }
  }

  /// The schema without the one that refers, or without its reference if it has other keywords; nil if nothing remains.
  fileprivate func removingReference(at path: ArraySlice<String>) -> JSONValue? {
    guard let first = path.first else {
      var object = self.object ?? JSONObject()
      object["$ref"] = nil
      return object.isEmpty ? nil : .object(object)
    }
    let rest = path.dropFirst()
    if case .array(var elements) = self, let index = Int(first), elements.indices.contains(index) {
      if let element = elements[index].removingReference(at: rest) {
        elements[index] = element
      } else {
        elements.remove(at: index)
      }
      return elements.isEmpty ? nil : .array(elements)
    }
    guard case .object(var object) = self else { return self }
    object[first] = object[first]?.removingReference(at: rest)
    return object.isEmpty ? nil : .object(object)
  }
}

extension JSONObject {
  fileprivate subscript(key: String, default value: JSONValue) -> JSONValue {
    get { self[key] ?? value }
    set { self[key] = newValue }
  }
}
