import HTTPCore
import JSON

extension JournalCriterion {
  /// Why an entry is not as asked, for people: what was found, and what was expected. Secrets are not repeated.
  func mismatch(_ view: JournalView) -> String {
    switch self {
    case .path(let glob):
      return "path was \(Self.quoted(view.paths.first ?? "")), expected \(Self.quoted(glob.description))"
    case .method(let method): return Self.sentence("method", view.method, method)
    case .status(let pattern): return "status was \(view.status.map(String.init) ?? "none"), expected \(pattern)"
    case .ending(let ending):
      return "the answer's ending was \(view.ending?.rawValue ?? "not known yet"), expected \(ending.rawValue)"
    case .api(let api): return Self.sentence("api", view.api, api)
    case .operationID(let id): return Self.sentence("operationId", view.operationID, id)
    case .account(let account): return Self.sentence("account", view.account, account)
    case .remoteAddress(let address): return Self.sentence("remoteAddress", view.remoteAddress, address)
    case .header(let name, let expected):
      return Self.mismatch("header \(name)", Redaction.isSecretHeader(name), view.requestHeaders.values(name), expected)
    case .query(let name, let expected):
      return Self.mismatch(
        "query parameter \(name)", Redaction.isSecretParameter(name), view.query.values(name), expected)
    case .body(let pointer, let value): return Self.mismatch(pointer, value, view.json)
    case .bodyContains(let text): return "the body does not contain \(Self.quoted(text))"
    case .since, .until: return "entry \(view.entry.sequence) of \(view.entry.time.iso8601) is not in the span of time"
    case .isFrame(let isFrame):
      return "it is \(isFrame ? "an exchange, expected a frame" : "a frame, expected a request")"
    case .socket(let socket): return Self.sentence("socket", view.frame?.socket, socket)
    case .direction(let direction):
      return Self.sentence("direction", view.frame?.direction.rawValue, direction.rawValue)
    case .fault(let fault):
      let types = view.faults.map(\.type)
      return types.isEmpty
        ? "no fault was applied, expected \(Self.quoted(fault))"
        : "the faults were \(types.joined(separator: ", ")), expected \(Self.quoted(fault))"
    case .hasDeviations(let wanted):
      return wanted ? "the request is as documented" : "the request leaves the documented contract"
    }
  }

  /// How near a value comes that is not the expected one: the edits between them, at most ``farthest``.
  func distance(_ view: JournalView) -> Int {
    guard case .path(let glob) = self else { return 0 }
    let limit = Self.farthest
    return view.paths.map { path in
      EditDistance.between(path.clipped(to: 80), glob.description.clipped(to: 80), limit: limit) ?? limit
    }.min() ?? limit
  }

  /// A distance at which nothing is near any more.
  static let farthest = 40

  private static func mismatch(_ pointer: JSONPointer, _ value: JSONValue, _ body: JSONValue?) -> String {
    let name = pointer.tokens.joined(separator: ".").clipped(to: 100)
    let isSecret = pointer.tokens.contains(where: Redaction.isSecret)
    guard let body else { return "the body is no JSON, expected the member \(name)" }
    guard let found = body[pointer] else { return "body member \(name) is missing" }
    if isSecret { return "body member \(name) has another value, which is not shown" }
    return "body member \(name): \(shown(found)), expected \(shown(value))"
  }

  private static func mismatch(_ what: String, _ isSecret: Bool, _ found: [String], _ expected: Expectation) -> String {
    let what = what.clipped(to: 100)
    switch expected {
    case .absent: return "\(what) is there, expected none"
    case .present: return "\(what) is missing"
    case .value(let value):
      guard !found.isEmpty else { return "\(what) is missing" }
      if isSecret { return "\(what) has another value, which is not shown" }
      return sentence(what, found.joined(separator: ", "), value)
    }
  }

  private static func sentence(_ what: String, _ found: String?, _ expected: String) -> String {
    "\(what) was \(found.map { quoted(Redaction.address($0)) } ?? "not known"), expected \(quoted(expected))"
  }

  private static func shown(_ value: JSONValue) -> String {
    String(decoding: JSONWriter.serialize(Redaction.json(value)), as: UTF8.self).clipped(to: 100)
  }

  private static func quoted(_ text: String) -> String { "\"\(text.clipped(to: 100))\"" }
}
