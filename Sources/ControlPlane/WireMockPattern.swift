import HTTPCore
import JSON
import RegularExpressions
import World

/// WireMock's `RequestPattern`.
struct WireMockPattern {
  /// The URL: with or without its query, literal or as an expression.
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

  /// Parses a pattern; an empty one matches every request.
  ///
  /// - Throws: ``Problem`` of kind `validation` for invalid or unknown properties.
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

  /// Refuses a pattern that no request can match.
  ///
  /// - Throws: ``Problem`` of kind `validation` that names the nearest possible criterion.
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

  /// Whether a request matches; nil when that depends on the truncated end of its body.
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
      throw Problem(.validation, "only one of \(given.joined(separator: ", ")) is allowed", field: given[1])
    }
    guard let name = given.first, let text = try text(object, name) else { return .any }
    switch name {
    case "url": return .whole(text)
    case "urlPath": return .path(text)
    case "urlPattern": return .wholePattern(try WireMockMatcher(["matches": .string(text)], field: name))
    case "urlPathPattern": return .pathPattern(try WireMockMatcher(["matches": .string(text)], field: name))
    default:
      // `/things/{id}` corresponds to `/things/*`.
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
