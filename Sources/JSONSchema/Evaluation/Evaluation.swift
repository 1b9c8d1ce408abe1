import HTTPCore

/// One check of a value. It either stops at the first fault, or reports each; the keywords are the same for both.
struct Evaluation {
  private let nodes: [SchemaNode]
  /// The members or elements of the current value that some schema applied to it has evaluated; nil while no schema
  /// asks for it.
  var evaluated: EvaluatedPositions?
  /// Why the check was given up. What the schemas say no longer counts then, `not` included.
  private(set) var exhaustion: Exhaustion?
  private var depth = 0
  private var steps = 0
  /// The schema that is being applied.
  private var current = 0
  /// What is reported; nil while only the answer counts.
  private var report: [Violation]?
  private let limit: Int
  /// The tokens of the current value's place, kept for reports only.
  private(set) var path: [String] = []

  /// A check that reports at most as many violations, or with nil none at all.
  init(nodes: [SchemaNode], violationLimit: Int?) {
    self.nodes = nodes
    limit = violationLimit ?? 0
    report = violationLimit.map { _ in [] }
  }
}

extension Evaluation {
  var violations: [Violation] { report ?? [] }

  var isReporting: Bool { report != nil }

  /// Whether there is any use in going on behind a fault.
  var goesOn: Bool {
    guard let report, exhaustion == nil else { return false }
    return report.count < limit
  }

  /// Whether a schema allows no value at all.
  func isFalse(_ index: Int) -> Bool { nodes[index].isFalse }

  /// Gives the check up.
  mutating func exhaust(_ reason: Exhaustion) {
    if exhaustion == nil { exhaustion = reason }
  }

  /// Reports a violation of a keyword of the current schema; the texts are only made when they are wanted.
  /// - Parameter member: The member or element of the current value that is at fault, when it is one.
  /// - Returns: false, for the keyword to return.
  mutating func fail(
    _ keyword: String, at member: @autoclosure () -> String? = nil, expected: @autoclosure () -> String,
    found: @autoclosure () -> String
  ) -> Bool {
    guard goesOn else { return false }
    let location = nodes[current].location
    report?.append(
      Violation(
        instance: JSONPointer(path + (member().map { [$0] } ?? [])), keyword: keyword,
        schemaLocation: keyword.isEmpty ? location : "\(location)/\(keyword)", expected: expected(), found: found()))
    return false
  }

  /// Applies a schema to the value that the current schema is applied to.
  mutating func evaluate(_ index: Int, _ value: JSONValue) -> Bool {
    guard enter() else { return false }
    let outer = current
    current = index
    defer {
      current = outer
      depth -= 1
    }
    guard nodes[index].types.contain(value) else { return failType(nodes[index].types, value) }
    return nodes[index].unevaluated.isEmpty ? allows(index, value) : allowsTracking(index, value)
  }

  /// Applies a schema to a member or element of the current value.
  mutating func evaluate(_ index: Int, _ value: JSONValue, at token: @autoclosure () -> String) -> Bool {
    let outer = evaluated.take()
    if report != nil { path.append(token()) }
    defer {
      if report != nil { path.removeLast() }
      evaluated = outer
    }
    return evaluate(index, value)
  }

  /// Applies a schema without reporting; only when it allows the value does it count what it evaluated.
  mutating func tries(_ index: Int, _ value: JSONValue) -> Bool {
    let (report, before) = (report.take(), evaluated)
    defer { self.report = report }
    if evaluate(index, value) { return true }
    evaluated = before
    return false
  }

  /// What a schema has against the current value, without reporting it.
  mutating func violations(_ index: Int, _ value: JSONValue) -> [Violation] {
    let (report, before) = (report, evaluated)
    defer { (self.report, evaluated) = (report, before) }
    self.report = []
    _ = evaluate(index, value)
    return violations
  }

  /// Reports what `violations` has returned.
  mutating func fail(_ violations: [Violation]) -> Bool {
    for violation in violations where goesOn { report?.append(violation) }
    return false
  }

  private mutating func enter() -> Bool {
    if steps >= SchemaLimits.steps { exhaust(.steps) }
    if depth >= SchemaLimits.depth { exhaust(.depth) }
    guard exhaustion == nil else { return false }
    steps += 1
    depth += 1
    return true
  }
}

extension Evaluation {
  /// What the keywords of a schema say, but for those on what is unevaluated.
  private mutating func allows(_ index: Int, _ value: JSONValue) -> Bool {
    let holds = keywordsAllow(index, value)
    guard holds || goesOn else { return false }
    return applicatorsAllow(index, value) && holds
  }

  /// The same for a schema with `unevaluatedItems` or `unevaluatedProperties`. They see what this schema and those
  /// it applies have evaluated, not what the ones around it have.
  private mutating func allowsTracking(_ index: Int, _ value: JSONValue) -> Bool {
    let outer = evaluated
    evaluated = EvaluatedPositions()
    defer {
      if var outer {
        if let evaluated { outer.formUnion(evaluated) }
        evaluated = outer
      } else {
        evaluated = nil
      }
    }
    var holds = keywordsAllow(index, value)
    guard holds || goesOn else { return false }
    // A schema that does not hold evaluates nothing; to report all its members on top would only confuse.
    guard applicatorsAllow(index, value) else { return false }
    for keyword in nodes[index].unevaluated where !keyword.allows(value, &self) { holds = false }
    return holds
  }

  private mutating func applicatorsAllow(_ index: Int, _ value: JSONValue) -> Bool {
    var holds = true
    for keyword in nodes[index].applicators where !keyword.allows(value, &self) {
      guard goesOn else { return false }
      holds = false
    }
    return holds
  }

  private mutating func keywordsAllow(_ index: Int, _ value: JSONValue) -> Bool {
    var holds = true
    for keyword in nodes[index].values where !keyword.allows(value, &self) {
      guard goesOn else { return false }
      holds = false
    }
    switch value {
    case .null, .bool: break
    case .number(let number):
      for keyword in nodes[index].numbers where !keyword.allows(number, &self) {
        guard goesOn else { return false }
        holds = false
      }
    case .string(let string):
      for keyword in nodes[index].strings where !keyword.allows(string, &self) {
        guard goesOn else { return false }
        holds = false
      }
    case .array(let elements):
      for keyword in nodes[index].arrays where !keyword.allows(elements, &self) {
        guard goesOn else { return false }
        holds = false
      }
    case .object(let object):
      for keyword in nodes[index].objects where !keyword.allows(object, &self) {
        guard goesOn else { return false }
        holds = false
      }
    }
    return holds
  }
}
