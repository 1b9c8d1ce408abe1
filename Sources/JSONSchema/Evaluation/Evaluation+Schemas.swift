import HTTPCore
import JSON

// The recursion. Its functions are small so that their frames are; see ``SchemaLimits/depth``.

extension Evaluation {
  /// Applies a schema to the value that the current schema is applied to.
  func evaluate(_ index: Int, _ value: JSONValue) -> Bool {
    guard enter() else { return false }
    let outer = current
    current = index
    defer {
      current = outer
      depth -= 1
    }
    guard hasType(index, value) else { return failType(index, value) }
    if isTracking(index) { return allowsTracking(index, value) }
    let holds = allow(keywords(index), value)
    guard holds || goesOn else { return false }
    return allow(applicators(index), value) && holds
  }

  /// Applies a schema to an element of the current value.
  func evaluate(_ index: Int, _ value: JSONValue, at position: Int) -> Bool {
    let outer = evaluated.take()
    if report != nil { path.append(String(position)) }
    defer {
      if report != nil { path.removeLast() }
      evaluated = outer
    }
    return evaluate(index, value)
  }

  /// Applies a schema to a member of the current value.
  func evaluate(_ index: Int, _ member: JSONObject.Member) -> Bool {
    let outer = evaluated.take()
    if report != nil { path.append(member.key) }
    defer {
      if report != nil { path.removeLast() }
      evaluated = outer
    }
    return evaluate(index, member.value)
  }

  /// Applies a schema without reporting; only when it allows the value does it count what it evaluated.
  func tries(_ index: Int, _ value: JSONValue) -> Bool {
    let (report, before) = (report.take(), evaluated)
    defer { self.report = report }
    if evaluate(index, value) { return true }
    evaluated = before
    return false
  }

  /// What a schema has against the current value, without reporting it.
  func violations(_ index: Int, _ value: JSONValue) -> [Violation] {
    let (report, before) = (report, evaluated)
    defer { (self.report, evaluated) = (report, before) }
    self.report = []
    _ = evaluate(index, value)
    return violations
  }

  /// Reports what `violations` has returned.
  func fail(_ violations: [Violation]) -> Bool {
    for violation in violations where goesOn { report?.append(violation) }
    return false
  }
}

extension Evaluation {
  /// Applies a schema with `unevaluatedItems` or `unevaluatedProperties`. They see what this schema and those it
  /// applies have evaluated, not what the ones around it have.
  private func allowsTracking(_ index: Int, _ value: JSONValue) -> Bool {
    let outer = evaluated
    evaluated = EvaluatedPositions()
    defer { evaluated = outer?.union(evaluated) }
    let holds = allow(keywords(index), value)
    guard holds || goesOn else { return false }
    // A schema that does not hold evaluates nothing; to report all its members on top would only confuse.
    return allow(applicators(index), value) && allow(unevaluated(index), value) && holds
  }

  private func allow(_ keywords: [any Keyword], _ value: JSONValue) -> Bool {
    var holds = true
    for keyword in keywords where !keyword.allows(value, self) {
      guard goesOn else { return false }
      holds = false
    }
    return holds
  }

  // A debug build copies a whole node to read one member of it. Here the copy does not stay on the stack.

  private func hasType(_ index: Int, _ value: JSONValue) -> Bool { nodes[index].types.contain(value) }
  private func isTracking(_ index: Int) -> Bool { !nodes[index].unevaluated.isEmpty }
  private func keywords(_ index: Int) -> [any Keyword] { nodes[index].keywords }
  private func applicators(_ index: Int) -> [any Keyword] { nodes[index].applicators }
  private func unevaluated(_ index: Int) -> [any Keyword] { nodes[index].unevaluated }

  private func enter() -> Bool {
    if steps >= SchemaLimits.steps { exhaust(.steps) }
    if depth >= SchemaLimits.depth { exhaust(.depth) }
    guard exhaustion == nil else { return false }
    steps += 1
    depth += 1
    return true
  }
}
