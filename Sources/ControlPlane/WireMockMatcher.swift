import HTTPCore
import JSON
import RegularExpressions
import World

/// WireMock's `ContentPattern`: a condition on a value, such as `{"equalTo":"x"}` or `{"matches":"[0-9]+"}`.
struct WireMockMatcher {
  private enum Test {
    case equal(String, ignoringCase: Bool)
    case contains(String)
    case matches(RegularExpression)
    case equalJSON(JSONValue, ignoringExtra: Bool, ignoringOrder: Bool)
    case absent
  }

  /// The longest expected text, in characters.
  static let maximumLength = 65_536
  private static let tests = [
    "equalTo", "contains", "doesNotContain", "matches", "doesNotMatch", "equalToJson", "absent",
  ]
  private static let options = ["caseInsensitive", "ignoreExtraElements", "ignoreArrayOrder"]

  private let test: Test
  private let isNegated: Bool

  /// Parses a pattern with one condition.
  ///
  /// - Throws: ``Problem`` of kind `validation` that names the supported conditions.
  init(_ value: JSONValue, field: String) throws(Problem) {
    guard let object = value.object else {
      throw Problem(.validation, "\"\(field)\" must hold objects such as {\"equalTo\":\"x\"}", field: field)
    }
    for key in object.keys { try JournalQueryReader.requireKnown(key, among: Self.tests + Self.options, what: "test") }
    let given = object.keys.filter(Self.tests.contains)
    guard given.count == 1, let name = given.first, let wanted = object[name] else {
      throw Problem(
        .validation, "\"\(field)\" must hold one test each; known are \(Self.tests.joined(separator: ", "))",
        field: field)
    }
    func isOn(_ option: String) throws(Problem) -> Bool {
      guard let value = object[option], !value.isNull else { return false }
      guard let bool = value.bool else {
        throw Problem(.validation, "\"\(option)\" must be true or false", field: option)
      }
      return bool
    }
    let ignoresCase = try isOn("caseInsensitive")
    let (ignoresExtra, ignoresOrder) = (try isOn("ignoreExtraElements"), try isOn("ignoreArrayOrder"))
    isNegated = name.hasPrefix("doesNot") || (name == "absent" && wanted == false)
    switch name {
    case "absent":
      guard wanted.bool != nil else {
        throw Problem(.validation, "\"absent\" must be true or false", field: field)
      }
      test = .absent
    case "equalToJson":
      test = .equalJSON(
        try Self.json(wanted, field), ignoringExtra: ignoresExtra, ignoringOrder: ignoresOrder)
    case "equalTo": test = .equal(try Self.text(wanted, name, field), ignoringCase: ignoresCase)
    case "contains", "doesNotContain": test = .contains(try Self.text(wanted, name, field))
    default: test = .matches(try Self.expression(Self.text(wanted, name, field), field))
    }
  }

  /// Whether one of the values of a name matches. A missing name only matches the condition `absent` and negative
  /// conditions.
  ///
  /// - Throws: ``Problem`` of kind `validation` when an expression takes too much work.
  func matches(anyOf values: [String]) throws(Problem) -> Bool {
    if case .absent = test { return values.isEmpty != isNegated }
    if values.isEmpty { return isNegated }
    for value in values {
      if try matches(value) { return true }
    }
    return false
  }

  /// Whether a text matches.
  ///
  /// - Throws: ``Problem`` of kind `validation` when an expression takes too much work.
  func matches(_ text: String) throws(Problem) -> Bool {
    try passes(text) != isNegated
  }

  /// Whether a text matches of which only the beginning is known.
  ///
  /// - Parameters:
  ///   - beginning: The beginning, shorter than the whole text.
  ///   - length: The length of the whole text in bytes.
  /// - Returns: nil when it depends on the rest.
  func matches(beginning: [UInt8], of length: Int) -> Bool? {
    switch test {
    case .absent: return isNegated
    case .contains(let wanted):
      return wanted.isEmpty || beginning.firstRange(of: Array(wanted.utf8)) != nil ? !isNegated : nil
    case .equal(let wanted, ignoringCase: false):
      return wanted.utf8.count == length && wanted.utf8.starts(with: beginning) ? nil : isNegated
    case .equal, .matches, .equalJSON: return nil
    }
  }

  private func passes(_ text: String) throws(Problem) -> Bool {
    switch test {
    case .equal(let wanted, let ignoringCase):
      return ignoringCase ? text.lowercased() == wanted.lowercased() : text == wanted
    case .contains(let wanted):
      return wanted.isEmpty || Array(text.utf8).firstRange(of: Array(wanted.utf8)) != nil
    case .absent:
      return text.isEmpty
    case .matches(let expression):
      do {
        return try expression.matches(text)
      } catch {
        throw Problem(.validation, "a regular expression takes too many steps; make it simpler")
      }
    case .equalJSON(let wanted, let ignoringExtra, let ignoringOrder):
      guard let value = try? JSONParser.parse(Array(text.utf8)) else { return false }
      var likeness = JSONLikeness(ignoresExtra: ignoringExtra, ignoresOrder: ignoringOrder)
      do {
        return try likeness.holds(value, wanted)
      } catch {
        throw Problem(.validation, "\"equalToJson\" takes too many steps; ask for less, or for the order")
      }
    }
  }

  private static func text(_ value: JSONValue, _ name: String, _ field: String) throws(Problem) -> String {
    guard case .string(let text) = value, text.unicodeScalars.count <= maximumLength else {
      throw Problem(.validation, "\"\(name)\" must be a string of at most \(maximumLength) characters", field: field)
    }
    return text
  }

  /// The document to compare with, as JSON or in a string.
  private static func json(_ value: JSONValue, _ field: String) throws(Problem) -> JSONValue {
    guard case .string(let text) = value else { return value }
    guard let parsed = try? JSONParser.parse(Array(text.utf8)) else {
      throw Problem(.validation, "\"equalToJson\" must be a JSON document", field: field)
    }
    return parsed
  }

  /// WireMock's expressions must match the whole text.
  private static func expression(_ pattern: String, _ field: String) throws(Problem) -> RegularExpression {
    do {
      // Compiled alone first: a closing bracket in it could otherwise end the group around it.
      _ = try RegularExpression(pattern)
      return try RegularExpression("^(?:\(pattern))$")
    } catch {
      throw Problem(.validation, "the regular expression cannot be used: \(error)", field: field, value: pattern)
    }
  }
}

/// Compares documents like WireMock's `equalToJson`. The work is limited, because the elements of two unordered arrays
/// may have to be compared with each other.
struct JSONLikeness {
  /// The comparison exceeds the allowed number of steps.
  struct TooExpensive: Error {}

  /// Whether additional properties are allowed.
  let ignoresExtra: Bool
  /// Whether arrays may be in any order.
  let ignoresOrder: Bool
  private var steps = 50_000

  /// Creates a comparison, for one document.
  init(ignoresExtra: Bool, ignoresOrder: Bool) {
    (self.ignoresExtra, self.ignoresOrder) = (ignoresExtra, ignoresOrder)
  }

  /// Whether a value matches the expected one.
  mutating func holds(_ value: JSONValue, _ wanted: JSONValue) throws(TooExpensive) -> Bool {
    steps -= 1
    guard steps > 0 else { throw TooExpensive() }
    switch (value, wanted) {
    case (.object(let value), .object(let wanted)):
      guard ignoresExtra || value.count == wanted.count else { return false }
      for member in wanted.members {
        guard let found = value[member.key], try holds(found, member.value) else { return false }
      }
      return true
    case (.array(let values), .array(let wanted)):
      guard values.count == wanted.count || (ignoresExtra && values.count > wanted.count) else { return false }
      if ignoresOrder { return try holdsInAnyOrder(values, wanted) }
      for (value, wanted) in zip(values, wanted) {
        guard try holds(value, wanted) else { return false }
      }
      return true
    default:
      return value == wanted
    }
  }

  /// Pairs each expected element with the first unpaired one that matches. That is sufficient even for elements that
  /// match several others.
  private mutating func holdsInAnyOrder(
    _ values: [JSONValue], _ wanted: [JSONValue]
  ) throws(TooExpensive) -> Bool {
    var isTaken = [Bool](repeating: false, count: values.count)
    for element in wanted {
      var found: Int?
      for index in values.indices where !isTaken[index] {
        guard try holds(values[index], element) else { continue }
        found = index
        break
      }
      guard let found else { return false }
      isTaken[found] = true
    }
    return true
  }
}
