import JSON
import RegularExpressions

/// The name of a property, or the index of an element.
enum JSONPathToken: Hashable {
  case name(String)
  case index(Int)

  /// The token of a JSON Pointer.
  var text: String {
    switch self {
    case .name(let name): name
    case .index(let index): String(index)
    }
  }
}

/// The location of a value. Locations share those of their parents, because a document has many.
final class JSONPathPlace {
  let parent: JSONPathPlace?
  let token: JSONPathToken

  init(_ token: JSONPathToken, in parent: JSONPathPlace?) {
    (self.token, self.parent) = (token, parent)
  }
}

/// A value and its location.
struct JSONPathNode {
  /// Nil for the root.
  let place: JSONPathPlace?
  let value: JSONValue

  /// The path from the root to the value.
  var tokens: [JSONPathToken] {
    var tokens: [JSONPathToken] = []
    var next = place
    while let place = next {
      tokens.append(place.token)
      next = place.parent
    }
    return tokens.reversed()
  }

  /// The properties or elements of the value in order.
  var children: [JSONPathNode] {
    switch value {
    case .object(let object): object.members.map { child(.name($0.key), $0.value) }
    case .array(let elements): elements.enumerated().map { child(.index($0.offset), $0.element) }
    case .null, .bool, .number, .string: []
    }
  }

  fileprivate func child(_ token: JSONPathToken, _ value: JSONValue) -> JSONPathNode {
    JSONPathNode(place: JSONPathPlace(token, in: place), value: value)
  }

  fileprivate func element(_ index: Int, of elements: [JSONValue]) -> JSONPathNode {
    child(.index(index), elements[index])
  }
}

/// Evaluates a query. The work is limited.
struct JSONPathEvaluation {
  let root: JSONValue
  private var visits = 0

  init(root: JSONValue) {
    self.root = root
  }

  mutating func nodes(
    _ segments: [JSONPath.Segment], from start: JSONPathNode
  ) throws(JSONPath.TooExpensive) -> [JSONPathNode] {
    var nodes = [start]
    for segment in segments {
      if segment.isDescendant {
        var all: [JSONPathNode] = []
        for node in nodes { all += try descendants(node) }
        nodes = all
      }
      var selected: [JSONPathNode] = []
      for node in nodes {
        for selector in segment.selectors { selected += try select(selector, node) }
      }
      nodes = selected
    }
    return nodes
  }

  private mutating func visit(_ count: Int) throws(JSONPath.TooExpensive) {
    visits += count
    guard visits <= JSONPath.maximumVisits else { throw JSONPath.TooExpensive() }
  }

  /// A value and everything in it, from the outside in.
  private mutating func descendants(_ node: JSONPathNode) throws(JSONPath.TooExpensive) -> [JSONPathNode] {
    var found: [JSONPathNode] = []
    var pending = [node]
    while let next = pending.popLast() {
      try visit(1)
      found.append(next)
      pending += next.children.reversed()
    }
    return found
  }

  private mutating func select(
    _ selector: JSONPath.Selector, _ node: JSONPathNode
  ) throws(JSONPath.TooExpensive) -> [JSONPathNode] {
    try visit(1)
    switch (selector, node.value) {
    case (.name(let name), .object(let object)):
      return object[name].map { [node.child(.name(name), $0)] } ?? []
    case (.index(let index), .array(let elements)):
      let place = index < 0 ? elements.count + index : index
      return elements.indices.contains(place) ? [node.element(place, of: elements)] : []
    case (.slice(let start, let end, let step), .array(let elements)):
      return Self.positions(start, end, step, count: elements.count).map { node.element($0, of: elements) }
    case (.wildcard, _):
      let children = node.children
      try visit(children.count)
      return children
    case (.filter(let condition), _):
      var selected: [JSONPathNode] = []
      for child in node.children where try holds(condition, child) { selected.append(child) }
      return selected
    default: return []
    }
  }

  /// The indexes of a slice in order (RFC 9535 §2.3.4.2.2).
  private static func positions(_ start: Int?, _ end: Int?, _ step: Int, count: Int) -> [Int] {
    func bounded(_ value: Int) -> Int { value < 0 ? count + value : value }
    if step > 0 {
      let lower = min(max(start.map(bounded) ?? 0, 0), count)
      let upper = min(max(end.map(bounded) ?? count, 0), count)
      return Array(stride(from: lower, to: upper, by: step))
    }
    guard step < 0 else { return [] }
    let upper = min(max(start.map(bounded) ?? count - 1, -1), count - 1)
    let lower = min(max(end.map(bounded) ?? -1, -1), count - 1)
    return Array(stride(from: upper, to: lower, by: step))
  }
}

// Filters.

extension JSONPathEvaluation {
  private mutating func holds(
    _ condition: JSONPath.Condition, _ node: JSONPathNode
  ) throws(JSONPath.TooExpensive) -> Bool {
    try visit(1)
    switch condition {
    case .any(let choices):
      for choice in choices where try holds(choice, node) { return true }
      return false
    case .all(let parts):
      for part in parts where try !holds(part, node) { return false }
      return true
    case .not(let inner): return try !holds(inner, node)
    case .exists(let query): return try !nodes(query, node).isEmpty
    case .compare(let left, let comparison, let right):
      return Self.compare(try value(left, node), comparison, try value(right, node))
    case .matches(let text, let pattern, let isWhole):
      guard let text = try value(text, node)?.string, let pattern = try value(pattern, node)?.string,
        let expression = try? RegularExpression(isWhole ? "^(?:\(pattern))$" : pattern)
      else { return false }
      return (try? expression.matches(text)) ?? false
    }
  }

  private mutating func nodes(
    _ query: JSONPath.Query, _ node: JSONPathNode
  ) throws(JSONPath.TooExpensive) -> [JSONPathNode] {
    try nodes(query.segments, from: query.isRelative ? node : JSONPathNode(place: nil, value: root))
  }

  /// The value of an operand; nil for nothing.
  private mutating func value(
    _ operand: JSONPath.Operand, _ node: JSONPathNode
  ) throws(JSONPath.TooExpensive) -> JSONValue? {
    switch operand {
    case .literal(let value): return value
    case .query(let query): return try nodes(query, node).first?.value
    case .count(let query): return .number(JSONNumber(try nodes(query, node).count))
    case .value(let query):
      let found = try nodes(query, node)
      // `nil` next to a value would mean JSON's null.
      guard found.count == 1 else { return nil }
      return found[0].value
    case .length(let inner):
      switch try value(inner, node) {
      case .string(let text): return .number(JSONNumber(text.unicodeScalars.count))
      case .array(let elements): return .number(JSONNumber(elements.count))
      case .object(let object): return .number(JSONNumber(object.count))
      default: return nil
      }
    }
  }

  /// Compares by RFC 9535 §2.3.5.2.2: nothing equals nothing, and only numbers and texts have an order.
  private static func compare(_ left: JSONValue?, _ comparison: JSONPath.Comparison, _ right: JSONValue?) -> Bool {
    switch comparison {
    case .equal: left == right
    case .unequal: left != right
    case .less: isLess(left, right)
    case .greater: isLess(right, left)
    case .lessOrEqual: isLess(left, right) || left == right
    case .greaterOrEqual: isLess(right, left) || left == right
    }
  }

  private static func isLess(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)):
      guard left != right, let left = left.double, let right = right.double else { return false }
      return left < right
    case (.string(let left), .string(let right)):
      return left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
    default: return false
    }
  }
}
