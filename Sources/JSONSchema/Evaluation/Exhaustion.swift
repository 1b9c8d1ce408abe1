/// Why the check of a value was given up.
enum Exhaustion {
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
