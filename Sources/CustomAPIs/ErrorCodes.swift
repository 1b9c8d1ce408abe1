import HTTPCore
import JSON

/// The codes that a document uses for its errors, such as `object_not_found`, and which of them fits a problem.
struct ErrorCodes: Sendable {
  /// The codes in the examples of the document's errors, by the names of their properties.
  private var known: [String: [String]] = [:]

  private static let maximumCodes = 200
  private static let maximumDepth = 4

  /// The names of properties that hold a code, in lower case and letters only.
  static let names: Set<String> = [
    "code", "errorcode", "errcode", "type", "errortype", "kind", "codigo", "label", "errorname", "name", "slug",
  ]

  /// Adds the codes in an example.
  mutating func add(_ example: JSONValue, depth: Int = 0) {
    guard depth < Self.maximumDepth else { return }
    for member in example.object?.members ?? [] {
      if let text = member.value.string, Self.names.contains(Self.plain(member.key)), Self.isCode(text) {
        var codes = known[member.key] ?? []
        guard codes.count < Self.maximumCodes, !codes.contains(text) else { continue }
        codes.append(text)
        known[member.key] = codes
      } else {
        add(member.value, depth: depth + 1)
      }
    }
    for element in (example.array ?? []).prefix(4) { add(element, depth: depth + 1) }
  }

  /// The code of a property for a problem: one that the document uses, else `not_found` and the like.
  func code(_ kind: Problem.Kind, _ status: Int, property: String) -> String {
    let codes = known[property] ?? []
    if let fitting = Self.fitting(kind, status, of: codes) { return fitting }
    let code = Self.code(kind)
    let isCapital = !codes.isEmpty && codes.allSatisfy { $0 == $0.uppercased() }
    return isCapital ? code.uppercased() : code
  }

  /// The value among some that fits a problem; nil when none does.
  static func fitting(_ kind: Problem.Kind, _ status: Int, of values: [String]) -> String? {
    let plain = values.map(plain)
    for word in ["\(status)"] + words(kind) {
      if let index = plain.firstIndex(of: word) { return values[index] }
      if let index = plain.firstIndex(where: { $0.contains(word) }), word.count > 3 { return values[index] }
    }
    return nil
  }

  /// The kind of a problem as APIs write it: `not_found`.
  static func code(_ kind: Problem.Kind) -> String {
    var text = ""
    for character in kind.rawValue {
      if character.isUppercase { text += "_" }
      text += character.lowercased()
    }
    return text
  }

  /// Words in the codes for a kind of problem, the most precise first.
  private static func words(_ kind: Problem.Kind) -> [String] {
    switch kind {
    case .notFound, .unknownRoute:
      ["notfound", "nosuch", "doesnotexist", "doesntexist", "notexist", "nonexistent", "gone", "unknown"]
    case .unauthenticated, .tokenExpired:
      [
        "unauthenticated", "unauthorized", "unauthorised", "notauthenticated", "missingtoken", "invalidtoken", "token",
        "expired", "credential", "notloggedin", "auth", "login",
      ]
    case .wrongCredentials:
      [
        "wrongpassword", "incorrectpassword", "invalidpassword", "credential", "incorrectlogin", "invalidlogin",
        "invalidgrant", "unauthorized", "unauthenticated", "incorrect", "login", "auth",
      ]
    case .forbidden: ["forbidden", "permission", "denied", "notallowed", "restricted", "access", "unauthorized"]
    case .validation, .invalidParameter:
      [
        "validation", "unprocessable", "invalidparam", "invalidargument", "invalidrequest", "badrequest",
        "invalidinput", "badinput", "invalid", "missing", "required", "bad",
      ]
    case .malformedBody, .malformedRequest:
      ["invalidjson", "badjson", "notjson", "malformed", "parse", "invalidrequest", "badrequest", "invalid", "bad"]
    case .conflict: ["conflict", "alreadyexist", "duplicate", "taken", "exists", "inuse", "unique"]
    case .contentTooLarge: ["toolarge", "large"]
    case .rateLimited: ["ratelimit", "toomany", "throttl", "limitexceeded"]
    case .methodNotAllowed: ["methodnotallowed", "method", "notallowed"]
    case .internalError: ["internal", "server", "unexpected"]
    case .unavailable: ["unavailable"]
    case .notImplemented: ["notimplemented"]
    default: [code(kind).filter(\.isLetter)]
    }
  }

  private static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

  /// Whether a text is a code rather than a sentence or an address.
  private static func isCode(_ text: String) -> Bool {
    text.utf8.count <= 60 && !text.isEmpty
      && text.utf8.allSatisfy {
        ($0 | 0x20) >= 97 && ($0 | 0x20) <= 122 || $0 == 95 || (45...46).contains($0) || (48...57).contains($0)
      }
  }
}
