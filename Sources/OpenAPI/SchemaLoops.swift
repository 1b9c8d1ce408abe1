import JSON

/// Takes apart schemas that need themselves for the same value, which no check of a value would end with.
///
/// Documents have these where a schema lists its variants and each variant builds on the schema: `Pet` is one of `Cat`
/// and `Dog`, and `Cat` is all of `Pet` and more. There the variants build on a copy that lists none.
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
    /// Where the schema with the reference stands in the named one.
    let path: [String]
  }

  private static let section = ["components", "schemas"]
  private static let prefix = "#/components/schemas/"
  /// How many references are followed in all. What is left then, no check of a value accepts.
  private static let maximumSteps = 2_000_000

  private var schemas: JSONObject
  private var notes: DocumentNotes
  private var edges: [String: [Edge]] = [:]
  /// The schemas that are to be looked at, the next one last, and those that are in no loop.
  private var waiting: [String]
  private var done: Set<String> = []
  private var steps = 0
  /// Whether loops are taken apart: what is done before that is bounded by the document's size.
  private var isCutting = false

  /// The document without such loops.
  static func cut(_ document: JSONValue, notes: inout DocumentNotes) -> JSONValue {
    guard let schemas = document[JSONPointer(section)]?.object else { return document }
    var loops = SchemaLoops(schemas: schemas, notes: notes)
    for name in schemas.keys { loops.edges[name] = loops.edges(of: name) }
    var hasChanged = false
    loops.isCutting = true
    while let loop = loops.nextLoop() {
      loops.open(loop)
      hasChanged = true
    }
    notes = loops.notes
    guard hasChanged else { return document }
    var document = document
    document.set(.object(loops.schemas), at: section)
    return document
  }

  private init(schemas: JSONObject, notes: DocumentNotes) {
    (self.schemas, self.notes) = (schemas, notes)
    waiting = schemas.keys.reversed()
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

  /// The edges of a loop in their order; nil when there is none.
  private mutating func nextLoop() -> [Edge]? {
    while let start = waiting.last {
      guard !done.contains(start) else {
        waiting.removeLast()
        continue
      }
      // The path from the start: each schema with the edges that are still to be looked at.
      var path: [(name: String, rest: ArraySlice<Edge>)] = [(start, (edges[start] ?? [])[...])]
      var taken: [Edge] = []
      var onPath: Set<String> = [start]
      while let last = path.indices.last {
        steps += 1
        guard steps < Self.maximumSteps else { return nil }
        guard let edge = path[last].rest.popFirst() else {
          onPath.remove(path[last].name)
          done.insert(path[last].name)
          path.removeLast()
          _ = taken.popLast()
          continue
        }
        if onPath.contains(edge.to) {
          let first = path.firstIndex { $0.name == edge.to } ?? 0
          return Array(taken[first...]) + [edge]
        }
        if done.contains(edge.to) { continue }
        onPath.insert(edge.to)
        taken.append(edge)
        path.append((edge.to, (edges[edge.to] ?? [])[...]))
      }
    }
    return nil
  }

  /// Takes one loop apart.
  private mutating func open(_ loop: [Edge]) {
    for (index, edge) in loop.enumerated() where edge.kind == .variant {
      let into = loop[(index + loop.count - 1) % loop.count]
      if into.kind == .all {
        build(into, on: edge.from)
        return
      }
    }
    guard let edge = loop.last else { return }
    notes.add(
      Self.section + [edge.from] + edge.path,
      "the reference to \"\(edge.to)\" makes the schema need itself for the same value, and is left out")
    schemas[edge.from] = schemas[edge.from]?.removingReference(at: edge.path[...]) ?? .object(JSONObject())
    edges[edge.from] = edges(of: edge.from)
  }

  /// Has a variant build on a copy of the schema that lists it.
  private mutating func build(_ edge: Edge, on name: String) {
    var base = schemas[name]?.object ?? JSONObject()
    for keyword in ["oneOf", "anyOf", "discriminator"] { base[keyword] = nil }
    // The copy is found again by its name and content.
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
  /// Sets the value at a place whose objects and arrays are there.
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

  /// The schema without the one that refers, or without its reference where it says more; nil for nothing.
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
