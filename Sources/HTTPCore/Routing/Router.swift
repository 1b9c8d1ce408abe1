/// Finds the route for a method and path: a tree with one level a segment. Built once, read by all threads.
package struct Router: Sendable {
  /// Two routes that answer the same requests.
  package struct Clash: Error, CustomStringConvertible {
    package let method: HTTPMethod
    package let pattern: PathPattern
    package let other: PathPattern

    package var description: String {
      "two routes answer \(method) \(pattern): the other one is \(other)"
    }
  }

  /// What a look-up found.
  package enum Match {
    /// The route's place in ``Router/routes``, and what the path gave to its parameters.
    case route(Int, PathParameters)
    /// The path exists; `allowed` are the methods it answers, for `Allow` (RFC 9110 §10.2.1).
    case methodNotAllowed(allowed: [HTTPMethod])
    case notFound
  }

  private struct Node: Sendable {
    var literals: [String: Int] = [:]
    var parameter: Int?
    /// Places in `routes`.
    var leaves: [HTTPMethod: Int] = [:]
  }

  private var nodes = [Node()]
  /// Every route in the order of registration.
  package private(set) var routes: [(method: HTTPMethod, pattern: PathPattern)] = []

  /// A router without routes.
  package init() {}

  /// Registers a route; it becomes the last of ``routes``.
  ///
  /// - Throws: ``Clash`` when a route of the same method has the same literals and parameters in the same
  ///   places.
  package mutating func add(_ method: HTTPMethod, _ pattern: PathPattern) throws(Clash) {
    var current = 0
    for segment in pattern.segments {
      current = child(of: current, for: segment)
    }
    if let other = nodes[current].leaves[method] {
      throw Clash(method: method, pattern: pattern, other: routes[other].pattern)
    }
    nodes[current].leaves[method] = routes.count
    routes.append((method, pattern))
  }

  /// Finds the route; a literal segment wins over a parameter, and HEAD is answered by GET.
  package func match(_ method: HTTPMethod, _ segments: [String]) -> Match {
    var allowed: Set<HTTPMethod> = []
    if let route = find(method.routed, segments, from: 0, at: 0, allowed: &allowed) {
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
    case .parameter:
      if let existing = nodes[node].parameter { return existing }
      nodes[node].parameter = next
    }
    nodes.append(Node())
    return next
  }

  private func find(
    _ method: HTTPMethod, _ segments: [String], from depth: Int, at node: Int, allowed: inout Set<HTTPMethod>
  ) -> Int? {
    guard depth < segments.count else {
      if let leaf = nodes[node].leaves[method] { return leaf }
      allowed.formUnion(nodes[node].leaves.keys)
      return nil
    }
    if let next = nodes[node].literals[segments[depth]],
      let leaf = find(method, segments, from: depth + 1, at: next, allowed: &allowed)
    {
      return leaf
    }
    guard let next = nodes[node].parameter else { return nil }
    return find(method, segments, from: depth + 1, at: next, allowed: &allowed)
  }

  private static func parameters(of pattern: PathPattern, in segments: [String]) -> PathParameters {
    var parameters = PathParameters()
    for (segment, value) in zip(pattern.segments, segments) {
      if case .parameter(let name) = segment { parameters.append(name, value) }
    }
    return parameters
  }
}
