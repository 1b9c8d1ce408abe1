/// Finds the route for a method and path: a tree with one level per segment. Built once, read by all threads.
package struct Router: Sendable {
  /// Two routes that match the same requests.
  package struct Clash: Error, CustomStringConvertible {
    package let method: HTTPMethod
    package let pattern: PathPattern
    package let other: PathPattern

    package var description: String {
      "two routes handle \(method) \(pattern): the other one is \(other)"
    }
  }

  /// The result of a look-up.
  package enum Match {
    /// The route's index in ``Router/routes``, and the values of its parameters.
    case route(Int, PathParameters)
    /// The path exists; `allowed` are its methods, for `Allow` (RFC 9110 §10.2.1).
    case methodNotAllowed(allowed: [HTTPMethod])
    case notFound
  }

  private struct Node: Sendable {
    var literals: [String: Int] = [:]
    /// Those with most fixed text first.
    var templates: [(template: SegmentTemplate, node: Int)] = []
    var parameter: Int?
    /// Indices in `routes`; so few that a linear search is faster than a hash.
    var leaves: [(method: HTTPMethod, route: Int)] = []

    func leaf(_ method: HTTPMethod) -> Int? {
      for place in leaves.indices where leaves[place].method == method { return leaves[place].route }
      return nil
    }
  }

  private var nodes = [Node()]
  /// Every route in the order of registration.
  package private(set) var routes: [(method: HTTPMethod, pattern: PathPattern)] = []

  /// A router without routes.
  package init() {}

  /// Registers a route; it becomes the last of ``routes``.
  ///
  /// - Throws: ``Clash`` when a route of the same method has the same literals and parameters in the same positions.
  package mutating func add(_ method: HTTPMethod, _ pattern: PathPattern) throws(Clash) {
    var current = 0
    for segment in pattern.segments {
      current = child(of: current, for: segment)
    }
    if let other = nodes[current].leaf(method) {
      throw Clash(method: method, pattern: pattern, other: routes[other].pattern)
    }
    nodes[current].leaves.append((method, routes.count))
    routes.append((method, pattern))
  }

  /// Finds the route; a literal segment takes precedence over a partly fixed one, and that over a parameter. GET
  /// handles HEAD.
  ///
  /// A path that is itself a route belongs to it under every method (OpenAPI 3.1 §4.8.8.2): `/pets/mine` is not a
  /// record of `/pets/{id}`, so the latter's methods do not apply to it.
  package func match(_ method: HTTPMethod, _ segments: [String]) -> Match {
    var allowed: Set<HTTPMethod> = []
    let node = concreteNode(segments)
    let (depth, start) = node.map { (segments.count, $0) } ?? (0, 0)
    if let route = find(method.routed, segments, from: depth, at: start, allowed: &allowed) {
      return .route(route, Self.parameters(of: routes[route].pattern, in: segments))
    }
    guard !allowed.isEmpty else { return .notFound }
    if allowed.contains(.get) { allowed.insert(.head) }
    allowed.insert(.options)
    return .methodNotAllowed(allowed: allowed.sorted { $0.rawValue < $1.rawValue })
  }

  private mutating func child(of node: Int, for segment: PathPattern.Segment) -> Int {
    let next = nodes.count
    switch segment {
    case .literal(let text):
      if let existing = nodes[node].literals[text] { return existing }
      nodes[node].literals[text] = next
    case .template(let template):
      if let existing = nodes[node].templates.first(where: { $0.template.matchesLike(template) }) {
        return existing.node
      }
      nodes[node].templates.append((template, next))
      nodes[node].templates.sort { $0.template.fixedLength > $1.template.fixedLength }
    case .parameter:
      if let existing = nodes[node].parameter { return existing }
      nodes[node].parameter = next
    }
    nodes.append(Node())
    return next
  }

  /// The node of a path whose segments are all literals of a route; nil when there is no such node.
  private func concreteNode(_ segments: [String]) -> Int? {
    var node = 0
    for segment in segments {
      guard let next = nodes[node].literals[segment] else { return nil }
      node = next
    }
    return nodes[node].leaves.isEmpty ? nil : node
  }

  private func find(
    _ method: HTTPMethod, _ segments: [String], from depth: Int, at node: Int, allowed: inout Set<HTTPMethod>
  ) -> Int? {
    guard depth < segments.count else {
      if let leaf = nodes[node].leaf(method) { return leaf }
      allowed.formUnion(nodes[node].leaves.map(\.method))
      return nil
    }
    if let next = nodes[node].literals[segments[depth]],
      let leaf = find(method, segments, from: depth + 1, at: next, allowed: &allowed)
    {
      return leaf
    }
    for candidate in nodes[node].templates where candidate.template.values(in: segments[depth]) != nil {
      if let leaf = find(method, segments, from: depth + 1, at: candidate.node, allowed: &allowed) { return leaf }
    }
    guard let next = nodes[node].parameter else { return nil }
    return find(method, segments, from: depth + 1, at: next, allowed: &allowed)
  }

  private static func parameters(of pattern: PathPattern, in segments: [String]) -> PathParameters {
    var parameters = PathParameters()
    for (segment, value) in zip(pattern.segments, segments) {
      switch segment {
      case .literal: break
      case .parameter(let name): parameters.append(name, value)
      case .template(let template):
        for (name, part) in zip(template.names, template.values(in: value) ?? []) { parameters.append(name, part) }
      }
    }
    return parameters
  }
}

/// A segment of a path with fixed text around its parameters.
package struct SegmentTemplate: Sendable, Hashable, CustomStringConvertible {
  /// The names of its parameters, in order.
  package let names: [String]
  /// The fixed text before each parameter, and after the last one; one more than there are parameters.
  private let texts: [String]

  /// Parses a segment such as `{sid}.json`; a brace without a closing one is text.
  init(_ segment: Substring) {
    var (names, texts): ([String], [String]) = ([], [""])
    var rest = segment
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      texts[texts.count - 1] += rest[..<open]
      names.append(String(rest[rest.index(after: open)..<close]))
      texts.append("")
      rest = rest[rest.index(after: close)...]
    }
    texts[texts.count - 1] += rest
    (self.names, self.texts) = (names, texts)
  }

  /// Whether it consists of one parameter only.
  var isSoleParameter: Bool { names.count == 1 && fixedLength == 0 }

  /// The number of fixed bytes.
  var fixedLength: Int { texts.reduce(0) { $0 + $1.utf8.count } }

  /// Whether both match the same segments.
  func matchesLike(_ other: SegmentTemplate) -> Bool { texts == other.texts }

  /// The values of the parameters, each with at least one character; nil when the segment does not match.
  package func values(in segment: String) -> [String]? {
    guard let first = texts.first, let last = texts.last, segment.hasPrefix(first) else { return nil }
    var rest = segment.dropFirst(first.count)
    guard !names.isEmpty else { return rest.isEmpty ? [] : nil }
    guard rest.hasSuffix(last) else { return nil }
    rest = rest.dropLast(last.count)
    var values: [String] = []
    for text in texts.dropFirst().dropLast() {
      guard
        let end = text.isEmpty
          ? rest.index(rest.startIndex, offsetBy: 1, limitedBy: rest.endIndex) : rest.firstRange(of: text)?.lowerBound
      else { return nil }
      values.append(String(rest[..<end]))
      rest = rest[end...].dropFirst(text.count)
    }
    values.append(String(rest))
    return values.contains("") ? nil : values
  }

  package var description: String {
    zip(texts, names.map { "{\($0)}" } + [""]).map { $0 + $1 }.joined()
  }
}

/// The values of a pattern's parameters in a request's path.
package struct PathParameters: Sendable, Equatable {
  private var pairs: [(name: String, value: String)] = []

  /// No parameters.
  package init() {}

  /// The decoded value of a parameter; empty when the pattern has no parameter of that name.
  package subscript(name: String) -> String {
    get { pairs.first { $0.name == name }?.value ?? "" }
    set {
      guard let place = pairs.firstIndex(where: { $0.name == name }) else { return append(name, newValue) }
      pairs[place].value = newValue
    }
  }

  /// The decoded values, in the order of the path.
  package var values: [String] { pairs.map(\.value) }

  mutating func append(_ name: String, _ value: String) {
    pairs.append((name, value))
  }

  package static func == (left: PathParameters, right: PathParameters) -> Bool {
    left.pairs.elementsEqual(right.pairs) { $0 == $1 }
  }
}
