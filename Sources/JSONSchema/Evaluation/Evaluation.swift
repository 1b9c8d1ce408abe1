import HTTPCore
import JSON

/// One check of a value. It either stops at the first fault, or reports each; the keywords are the same for both.
///
/// A class, so that the recursion passes it on without copies.
final class Evaluation {
  let nodes: [SchemaNode]
  /// The members or elements of the current value that some schema applied to it has evaluated; nil while no schema
  /// asks for it.
  var evaluated: EvaluatedPositions?
  /// Why the check was given up. What the schemas say no longer counts then, `not` included.
  private(set) var exhaustion: Exhaustion?
  var depth = 0
  var steps = 0
  /// The schema that is being applied.
  var current = 0
  /// What is reported; nil while only the answer counts.
  var report: [Violation]?
  private let limit: Int
  /// The tokens of the current value's place, kept for reports only.
  var path: [String] = []

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

  /// Notes that a member or element of the current value has been evaluated, when some schema asks for it.
  func noteEvaluated(_ position: Int) {
    evaluated?.insert(position)
  }

  /// Gives the check up.
  func exhaust(_ reason: Exhaustion) {
    if exhaustion == nil { exhaustion = reason }
  }

  /// Reports a violation of a keyword of the current schema; the texts are only made when they are wanted.
  /// - Parameter member: The member or element of the current value that is at fault, when it is one.
  /// - Returns: false, for the keyword to return.
  func fail(
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
}
