import HTTPCore
import JSON
import RegularExpressions
import World

/// WireMock's `ContentPattern`: a test of a value, such as `{"equalTo":"x"}` or `{"matches":"[0-9]+"}`.
struct WireMockMatcher {
  private enum Test {
    case equal(String, ignoringCase: Bool)
    case contains(String)
    case matches(RegularExpression)
    case equalJSON(JSONValue, ignoringExtra: Bool, ignoringOrder: Bool)
    case absent
  }

  /// The longest text that is compared with, in characters.
  static let maximumLength = 65_536
  private static let tests = [
    "equalTo", "contains", "doesNotContain", "matches", "doesNotMatch", "equalToJson", "absent",
  ]
  private static let options = ["caseInsensitive", "ignoreExtraElements", "ignoreArrayOrder"]

  private let test: Test
  private let isNegated: Bool

  /// Reads a pattern with one test.
  ///
  /// - Throws: ``Problem`` of kind `validation` that names the tests that are known.
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

  /// Whether one of the values of a name passes. A name that is not there passes only a test for its absence, or for
  /// not being something.
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

  /// Whether a text passes.
  ///
  /// - Throws: ``Problem`` of kind `validation` when an expression takes too much work.
  func matches(_ text: String) throws(Problem) -> Bool {
    try passes(text) != isNegated
  }

  /// Whether a text passes of which only the beginning is known.
  ///
  /// - Parameters:
  ///   - beginning: Less than the whole.
  ///   - length: That of the whole, in bytes.
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

  /// The document to compare with, as such or in a string.
  private static func json(_ value: JSONValue, _ field: String) throws(Problem) -> JSONValue {
    guard case .string(let text) = value else { return value }
    guard let parsed = try? JSONParser.parse(Array(text.utf8)) else {
      throw Problem(.validation, "\"equalToJson\" must be a JSON document", field: field)
    }
    return parsed
  }

  /// WireMock's expressions have to match the whole text.
  private static func expression(_ pattern: String, _ field: String) throws(Problem) -> RegularExpression {
    do {
      // Compiled alone first: a closing bracket in it could otherwise end the group that is put around it.
      _ = try RegularExpression(pattern)
      return try RegularExpression("^(?:\(pattern))$")
    } catch {
      throw Problem(.validation, "the regular expression cannot be used: \(error)", field: field, value: pattern)
    }
  }
}

/// WireMock's `RequestPattern`: which requests are meant.
struct WireMockPattern {
  /// The address: with its query or without, literally or by an expression.
  private enum Address {
    case any
    case whole(String)
    case path(String)
    case template(PathGlob)
    case wholePattern(WireMockMatcher)
    case pathPattern(WireMockMatcher)
  }

  private static let addressNames = ["url", "urlPath", "urlPathTemplate", "urlPattern", "urlPathPattern"]
  private static let names = addressNames + ["method", "headers", "queryParameters", "bodyPatterns"]
  /// The most matchers of each kind.
  private static let maximumMatchers = 20

  private let method: String?
  private let address: Address
  private let headers: [(name: String, matcher: WireMockMatcher)]
  private let parameters: [(name: String, matcher: WireMockMatcher)]
  private let bodies: [WireMockMatcher]

  /// Reads a pattern; an empty one means every request.
  ///
  /// - Throws: ``Problem`` of kind `validation` for what cannot be used or is not known.
  init(_ object: JSONObject) throws(Problem) {
    for key in object.keys { try JournalQueryReader.requireKnown(key, among: Self.names, what: "criterion") }
    let method = try Self.text(object, "method")
    self.method = method == "ANY" ? nil : method
    address = try Self.address(object)
    headers = try Self.matchers(object, "headers")
    parameters = try Self.matchers(object, "queryParameters")
    switch object["bodyPatterns"] {
    case nil, .null?: bodies = []
    case .array(let patterns)? where patterns.count <= Self.maximumMatchers:
      var bodies: [WireMockMatcher] = []
      for pattern in patterns { bodies.append(try WireMockMatcher(pattern, field: "bodyPatterns")) }
      self.bodies = bodies
    default:
      throw Problem(
        .validation, "\"bodyPatterns\" must be an array of at most \(Self.maximumMatchers) patterns",
        field: "bodyPatterns")
    }
  }

  /// Makes sure that requests can be as asked.
  ///
  /// - Throws: ``Problem`` of kind `validation` that tells the nearest criterion that can be fulfilled.
  func requirePossible(in world: World) throws(Problem) {
    let path: String? =
      switch address {
      case .whole(let text), .path(let text): text
      case .template(let glob): glob.description
      case .any, .wholePattern, .pathPattern: nil
      }
    if let path, !path.hasPrefix("/"), !path.contains(":") {
      throw Problem(
        .validation,
        "no request has the path \"\(path.clipped(to: 200))\"; did you mean \"/\(path.clipped(to: 200))\"?",
        field: "url", value: path.clipped(to: 200))
    }
    try world.requirePossible(method: method, path: path, headers: headers.map(\.name), .validation)
  }

  /// Whether a request is meant; nil when that depends on the end of its body, which the journal has not kept.
  ///
  /// - Throws: ``Problem`` of kind `validation` when an expression takes too much work.
  func matches(_ view: JournalView) throws(Problem) -> Bool? {
    guard let exchange = view.exchange else { return false }
    if let method, exchange.request.method.rawValue != method { return false }
    guard try matches(exchange) else { return false }
    for (name, matcher) in headers {
      guard try matcher.matches(anyOf: exchange.request.headers.values(name)) else { return false }
    }
    for (name, matcher) in parameters {
      guard try matcher.matches(anyOf: view.query.values(name)) else { return false }
    }
    return try matchesBody(exchange)
  }

  private func matchesBody(_ exchange: JournalExchange) throws(Problem) -> Bool? {
    guard !bodies.isEmpty else { return true }
    let bytes = exchange.request.body
    let isCut = bytes.count < exchange.requestBytes
    let text = isCut ? "" : String(decoding: bytes, as: UTF8.self)
    var isKnown = true
    for matcher in bodies {
      let passes =
        isCut ? matcher.matches(beginning: bytes, of: exchange.requestBytes) : try matcher.matches(text)
      if passes == false { return false }
      isKnown = isKnown && passes != nil
    }
    return isKnown ? true : nil
  }

  private func matches(_ exchange: JournalExchange) throws(Problem) -> Bool {
    let query = exchange.request.target.rawQuery
    let whole = exchange.path + (query.isEmpty ? "" : "?" + String(decoding: query, as: UTF8.self))
    switch address {
    case .any: return true
    case .whole(let text): return whole == text
    case .path(let text): return exchange.path == text
    case .template(let glob): return glob.matches(exchange.path, query: query)
    case .wholePattern(let matcher): return try matcher.matches(whole)
    case .pathPattern(let matcher): return try matcher.matches(exchange.path)
    }
  }

  private static func address(_ object: JSONObject) throws(Problem) -> Address {
    let given = addressNames.filter { object[$0].map { !$0.isNull } ?? false }
    guard given.count <= 1 else {
      throw Problem(.validation, "only one of \(given.joined(separator: ", ")) can be asked for", field: given[1])
    }
    guard let name = given.first, let text = try text(object, name) else { return .any }
    switch name {
    case "url": return .whole(text)
    case "urlPath": return .path(text)
    case "urlPattern": return .wholePattern(try WireMockMatcher(["matches": .string(text)], field: name))
    case "urlPathPattern": return .pathPattern(try WireMockMatcher(["matches": .string(text)], field: name))
    default:
      // `/things/{id}` is `/things/*` here.
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { part in
        part.hasPrefix("{") && part.hasSuffix("}") ? "*" : String(part)
      }
      guard let glob = PathGlob(parts.joined(separator: "/")) else {
        throw Problem(.validation, "\"\(name)\" is too long", field: name)
      }
      return .template(glob)
    }
  }

  private static func text(_ object: JSONObject, _ name: String) throws(Problem) -> String? {
    switch object[name] {
    case nil, .null?: return nil
    case .string(let text)? where text.unicodeScalars.count <= WireMockMatcher.maximumLength: return text
    default: throw Problem(.validation, "\"\(name)\" must be a string, and not a very long one", field: name)
    }
  }

  private static func matchers(
    _ object: JSONObject, _ name: String
  ) throws(Problem) -> [(name: String, matcher: WireMockMatcher)] {
    guard let value = object[name], !value.isNull else { return [] }
    guard let members = value.object?.members, members.count <= maximumMatchers else {
      throw Problem(
        .validation, "\"\(name)\" must be an object of at most \(maximumMatchers) names and patterns", field: name)
    }
    var matchers: [(name: String, matcher: WireMockMatcher)] = []
    for member in members { matchers.append((member.key, try WireMockMatcher(member.value, field: name))) }
    return matchers
  }
}

/// Compares documents as WireMock's `equalToJson` does. The work is bounded, since two arrays in any order may have to be
/// compared element by element, each with each.
struct JSONLikeness {
  /// The comparison needs more steps than are allowed.
  struct TooExpensive: Error {}

  /// Members beside the expected ones are allowed.
  let ignoresExtra: Bool
  /// The elements of an array may come in any order.
  let ignoresOrder: Bool
  private var steps = 50_000

  /// A comparison; make another one for each document.
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

  /// Pairs each expected element with the first one that matches and is not paired yet. That is enough for elements that
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
