import HTTPCore
import JSON

/// One check of a value. It either stops at the first fault, or reports each; the keywords are the same for both.
///
/// A class, so that the recursion passes it on without copies. One thread uses it, and no access to a property runs
/// anything else: they are not checked for exclusivity, which would take a seventh of the time.
final class Evaluation {
  let nodes: SchemaNodes
  /// The members or elements of the current value that some schema applied to it has evaluated; nil while no schema
  /// asks for it.
  @exclusivity(unchecked)
  var evaluated: EvaluatedPositions?
  /// Why the check was given up. What the schemas say no longer counts then, `not` included.
  @exclusivity(unchecked)
  private(set) var exhaustion: Exhaustion?
  @exclusivity(unchecked)
  var depth = 0
  @exclusivity(unchecked)
  var steps = 0
  /// The schema that is being applied.
  @exclusivity(unchecked)
  var current = 0
  /// What is reported; nil while only the answer counts.
  @exclusivity(unchecked)
  var report: [Violation]?
  private let limit: Int
  private let stepLimit: Int
  /// The tokens of the current value's place, kept for reports only.
  @exclusivity(unchecked)
  var path: [String] = []
  /// The current value's place by positions, those of names as their complement: what outcomes are known by.
  @exclusivity(unchecked)
  var positions: [Int] = []
  /// How many composed schemas are being applied, one inside the other.
  @exclusivity(unchecked)
  var compositions = 0
  @exclusivity(unchecked)
  var outcomes: [OutcomeKey: Outcome] = [:]

  /// A check that reports at most as many violations, or with nil none at all.
  init(nodes: SchemaNodes, violationLimit: Int?, stepLimit: Int = SchemaLimits.steps) {
    self.nodes = nodes
    self.stepLimit = stepLimit
    limit = violationLimit ?? 0
    report = violationLimit.map { _ in [] }
  }
}

extension Evaluation {
  var violations: [Violation] { report ?? [] }

  var isReporting: Bool { report != nil }

  /// Whether to go on after a fault: only a check that reports does.
  var goesOn: Bool {
    guard let report, exhaustion == nil else { return false }
    return report.count < limit
  }

  /// Whether a schema allows no value at all.
  func isFalse(_ index: Int) -> Bool { nodes[index].isFalse }

  /// Notes that a member or element of the current value has been evaluated, when some schema asks for it.
  func noteEvaluated(_ position: Int) {
    evaluated?.insert(position)
  }

  /// Gives the check up.
  func exhaust(_ reason: Exhaustion) {
    if exhaustion == nil { exhaustion = reason }
  }

  /// Reports a violation of a keyword of the current schema; its parts are only evaluated when they are wanted.
  ///
  /// - Parameters:
  ///   - member: The member or element of the current value that is at fault, when it is one.
  ///   - value: The value at fault, where the reason does not name all that counts.
  /// - Returns: false, for the keyword to return.
  func fail(
    _ keyword: String, at member: @autoclosure () -> String? = nil, _ reason: @autoclosure () -> Violation.Reason,
    _ value: @autoclosure () -> JSONValue? = nil
  ) -> Bool {
    guard goesOn else { return false }
    let location = nodes[current].location
    report?.append(
      Violation(
        instance: JSONPointer(path + (member().map { [$0] } ?? [])), keyword: keyword,
        schemaLocation: keyword.isEmpty ? location : "\(location)/\(keyword)", reason: reason(), value: value()))
    return false
  }
}

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
    guard isComposed(index) else { return allow(keywords(index), value) }
    return keepsOutcomes ? allowsOnce(index, value) : allowsComposed(index, value)
  }

  /// Applies a schema that applies others to the same value.
  func allowsComposed(_ index: Int, _ value: JSONValue) -> Bool {
    compositions += 1
    defer { leaveComposition() }
    if isTracking(index) { return allowsTracking(index, value) }
    let holds = allow(keywords(index), value)
    guard holds || goesOn else { return false }
    return allow(applicators(index), value) && holds
  }

  /// Applies a schema to an element of the current value.
  func evaluate(_ index: Int, _ value: JSONValue, at position: Int) -> Bool {
    let outer = evaluated.take()
    if report != nil { path.append(String(position)) }
    positions.append(position)
    defer {
      if report != nil { path.removeLast() }
      positions.removeLast()
      evaluated = outer
    }
    return evaluate(index, value)
  }

  /// Applies a schema to a member of the current value.
  func evaluate(_ index: Int, _ member: JSONObject.Member, at position: Int) -> Bool {
    let outer = evaluated.take()
    if report != nil { path.append(member.key) }
    positions.append(position)
    defer {
      if report != nil { path.removeLast() }
      positions.removeLast()
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

  /// The violations of a schema by the current value, without reporting them.
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
  private func isComposed(_ index: Int) -> Bool { nodes[index].isComposed }
  private func isTracking(_ index: Int) -> Bool { !nodes[index].unevaluated.isEmpty }
  private func keywords(_ index: Int) -> [any Keyword] { nodes[index].keywords }
  private func applicators(_ index: Int) -> [any Keyword] { nodes[index].applicators }
  private func unevaluated(_ index: Int) -> [any Keyword] { nodes[index].unevaluated }

  private func enter() -> Bool {
    if steps >= stepLimit { exhaust(.steps) }
    if depth >= SchemaLimits.depth { exhaust(.depth) }
    guard exhaustion == nil else { return false }
    steps += 1
    depth += 1
    return true
  }
}

/// A keyword of a schema: it decides whether a value is allowed, and reports one that is not.
protocol Keyword: Sendable {
  func allows(_ value: JSONValue, _ evaluation: Evaluation) -> Bool
}

/// A keyword that applies schemas to the value itself rather than to what is in it.
protocol Applicator: Keyword {
  /// All the schemas it may apply.
  var applied: [Int] { get }
  /// Those whose `properties` are the value's; not what `not` forbids or `if` asks for.
  var describing: [Int] { get }
}

/// A keyword for numbers, which allows every other value.
protocol NumberKeyword: Keyword {
  func allows(_ number: JSONNumber, _ evaluation: Evaluation) -> Bool
}

extension NumberKeyword {
  func allows(_ value: JSONValue, _ evaluation: Evaluation) -> Bool {
    guard case .number(let number) = value else { return true }
    return allows(number, evaluation)
  }
}

/// A keyword for strings, which allows every other value.
protocol StringKeyword: Keyword {
  func allows(_ string: String, _ evaluation: Evaluation) -> Bool
}

extension StringKeyword {
  func allows(_ value: JSONValue, _ evaluation: Evaluation) -> Bool {
    guard case .string(let string) = value else { return true }
    return allows(string, evaluation)
  }
}

/// A keyword for arrays, which allows every other value.
protocol ArrayKeyword: Keyword {
  func allows(_ elements: [JSONValue], _ evaluation: Evaluation) -> Bool
}

extension ArrayKeyword {
  func allows(_ value: JSONValue, _ evaluation: Evaluation) -> Bool {
    guard case .array(let elements) = value else { return true }
    return allows(elements, evaluation)
  }
}

/// A keyword for objects, which allows every other value.
protocol ObjectKeyword: Keyword {
  func allows(_ object: JSONObject, _ evaluation: Evaluation) -> Bool
}

extension ObjectKeyword {
  func allows(_ value: JSONValue, _ evaluation: Evaluation) -> Bool {
    guard case .object(let object) = value else { return true }
    return allows(object, evaluation)
  }
}

/// A compiled schema. Each list of keywords is in the order of a report.
struct SchemaNode: Sendable {
  let place: SchemaPlace
  /// The types the schema allows; none for the schema `false`.
  var types = JSONTypes.all
  /// The keywords that need no other: for the value, and for what is in it.
  var keywords: [any Keyword] = []
  /// The keywords that apply schemas to the value itself.
  var applicators: [any Keyword] = []
  /// `unevaluatedItems` and `unevaluatedProperties`, which come after all the others.
  var unevaluated: [any Keyword] = []
  /// The schemas that may be applied to the value itself.
  var applied: [Int] = []
  /// Those of them that say what members a value has.
  var describing: [Int] = []
  /// The members that this schema itself says a value has.
  var documented = DocumentedProperties()

  init(place: SchemaPlace) {
    self.place = place
  }

  /// Whether the schema allows nothing at all.
  var isFalse: Bool { types.isEmpty }

  /// Whether the schema applies others to the same value, or asks what others have evaluated.
  var isComposed: Bool { !applicators.isEmpty || !unevaluated.isEmpty }

  var location: String { place.description }
}

/// The members of an object, or the elements of an array, that have been evaluated, by their positions.
struct EvaluatedPositions {
  private var words: [UInt64]

  init(words: [UInt64] = []) {
    self.words = words
  }

  func contains(_ position: Int) -> Bool {
    position >> 6 < words.count && words[position >> 6] & Self.bit(position) != 0
  }

  mutating func insert(_ position: Int) {
    let word = position >> 6
    if word >= words.count { words.append(contentsOf: repeatElement(0, count: word + 1 - words.count)) }
    words[word] |= Self.bit(position)
  }

  func union(_ other: EvaluatedPositions?) -> EvaluatedPositions {
    guard let other else { return self }
    var (words, shorter) = words.count < other.words.count ? (other.words, words) : (words, other.words)
    for (index, word) in shorter.enumerated() { words[index] |= word }
    return EvaluatedPositions(words: words)
  }

  private static func bit(_ position: Int) -> UInt64 { 1 << UInt64(position & 63) }
}

/// Why the check of a value was given up.
package enum Exhaustion: Equatable, Sendable {
  /// Too many schemas inside one another.
  case depth
  /// Too many applications of a schema.
  case steps
  /// A regular expression that takes too many steps.
  case expression(String)

  var expected: String {
    switch self {
    case .depth: "must need at most \(SchemaLimits.depth) schemas inside one another"
    case .steps: "must need at most \(SchemaLimits.steps) applications of a schema"
    case .expression(let pattern): "must have strings that the pattern \(pattern) can be searched in"
    }
  }

  var found: String {
    switch self {
    case .depth: "is nested deeper"
    case .steps: "needs more"
    case .expression: "has one that takes too many steps"
    }
  }
}
