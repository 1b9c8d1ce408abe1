import HTTPCore
import JSON

/// Removes secrets from what is shown of a journal. A journal records everything that was sent; whatever leaves it, for
/// users or for files that are attached to a bug report, passes through here.
package enum Redaction {
  /// The replacement for a secret.
  package static let mark = "[redacted]"

  /// The number of characters that remain of a token, so that two tokens can be distinguished.
  private static let visibleTail = 4
  /// The end of a shorter token would reveal too much of it.
  private static let shortestWithTail = 16

  /// Header fields whose values are credentials, in lower case.
  private static let secretHeaders: Set<String> = [
    "authorization", "proxy-authorization", "x-authorization", "cookie", "set-cookie", "x-api-key", "x-auth-token",
    "x-mock-admin-token", "x-mock-reset-token",
  ]
  /// Header fields that contain a URL, whose query may contain a credential.
  private static let addressHeaders: Set<String> = ["location", "content-location", "referer", "link"]

  /// Properties, form fields and parameters that contain a secret, in lower case without `_` and `-`. A name that ends
  /// with one of ``secretEndings`` is secret too.
  private static let secretNames: Set<String> = [
    "authorizationcode", "signature", "challenge", "apikey", "xapikey", "authorization", "proxyauthorization", "jwt",
    "cookie", "setcookie", "passwd", "pwd", "passcode", "privatekey",
  ]
  private static let secretEndings = ["password", "token", "secret"]

  /// Whether the value of this name is a secret.
  package static func isSecret(_ name: String) -> Bool {
    guard name.utf8.count <= 200 else { return false }
    let plain = String(name.unicodeScalars.filter { $0 != "_" && $0 != "-" }).lowercased()
    return secretNames.contains(plain) || secretEndings.contains { plain.hasSuffix($0) }
  }

  /// Whether the query parameter or form field of this name is a secret. `code` is one there, because it can be
  /// exchanged for a token (RFC 6749 §4.1.2); in a JSON body it is the code of an error.
  package static func isSecretParameter(_ name: String) -> Bool {
    isSecret(name) || name.isEqualIgnoringASCIICase(to: "code")
  }

  /// Whether a header field contains a credential.
  package static func isSecretHeader(_ name: String) -> Bool {
    secretHeaders.contains(name.lowercased()) || isSecret(name)
  }

  /// A header field's value without secrets.
  package static func header(_ name: String, _ value: String) -> String {
    let name = name.lowercased()
    switch name {
    case "cookie": return cookies(value)
    case "set-cookie": return setCookie(value)
    case _ where secretHeaders.contains(name) || isSecret(name): return credential(value)
    case _ where addressHeaders.contains(name): return address(value)
    default: return value
    }
  }

  /// A credential with its scheme and the end of its token: `Bearer …a1b2`. A password is removed completely.
  package static func credential(_ value: String) -> String {
    let trimmed = value.trimmingBlanks()
    guard let space = trimmed.firstIndex(of: " ") else { return tail(trimmed) }
    let scheme = String(trimmed[..<space])
    // The token of Basic is the password (RFC 7617 §2), that of Digest a list with arbitrary values.
    return scheme.isEqualIgnoringASCIICase(to: "Bearer") ? "Bearer \(tail(String(trimmed[space...])))" : "\(scheme) …"
  }

  /// The last characters of a token that is long enough.
  static func tail(_ token: String) -> String {
    let scalars = token.trimmingBlanks().unicodeScalars
    guard scalars.count >= shortestWithTail else { return "…" }
    return "…" + String(String.UnicodeScalarView(scalars.suffix(visibleTail)))
  }

  /// `Cookie`: names are kept (RFC 6265 §4.2.1).
  private static func cookies(_ value: String) -> String {
    value.split(separator: ";").map { pair in cookie(String(pair).trimmingBlanks()) }.joined(separator: "; ")
  }

  /// `Set-Cookie`: the name and the attributes are kept (RFC 6265 §4.1.1).
  private static func setCookie(_ value: String) -> String {
    let end = value.firstIndex(of: ";") ?? value.endIndex
    return cookie(String(value[..<end])) + String(value[end...])
  }

  private static func cookie(_ pair: String) -> String {
    guard let equals = pair.firstIndex(of: "=") else { return tail(pair) }
    return "\(pair[..<equals])=\(tail(String(pair[pair.index(after: equals)...])))"
  }
}

extension Redaction {
  /// A sentence about a secret, without its quotations.
  package static func withoutQuotations(_ sentence: String) -> String {
    sentence.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .map { $0.offset.isMultiple(of: 2) ? String($0.element) : mark }.joined(separator: "\"")
  }
}

extension Redaction {
  /// A query, or a URL-encoded form, without the values of secret parameters. Names are compared decoded; everything
  /// else stays unchanged.
  package static func query(_ bytes: some Collection<UInt8>) -> String {
    let pairs = bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { pair -> String in
      let bytes = Array(pair)
      let equals = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.count
      let name = String(decoding: PercentEncoding.decode(bytes[..<equals], plus: .space), as: UTF8.self)
      guard equals < bytes.count, isSecretParameter(name) else { return String(decoding: bytes, as: UTF8.self) }
      let value = String(decoding: bytes[(equals + 1)...], as: UTF8.self)
      let shown = isKey(name) ? tail(value) : mark
      return String(decoding: bytes[...equals], as: UTF8.self) + shown
    }
    return pairs.joined(separator: "&")
  }

  /// A text that may contain URLs, without the values of secret parameters of their queries.
  package static func address(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "=")) else { return text }
    var shown = ""
    var piece: [UInt8] = []
    func flush(upTo separator: UInt8?) {
      shown += query(piece)
      piece = []
      if let separator { shown.unicodeScalars.append(Unicode.Scalar(separator)) }
    }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ";"), 0x20:
        flush(upTo: byte)
      default:
        piece.append(byte)
      }
    }
    flush(upTo: nil)
    return shown
  }

  /// Whether it is a key whose end is shown, so that users can distinguish keys.
  private static func isKey(_ name: String) -> Bool {
    let plain = name.lowercased()
    return plain.hasSuffix("key") || plain.hasSuffix("token")
  }
}

extension Redaction {
  /// The depth to which JSON in strings in JSON is searched.
  private static let maximumNesting = 4

  /// A JSON value without secret properties, at any depth, and in JSON or STOMP within a string.
  package static func json(_ value: JSONValue) -> JSONValue {
    json(value, nesting: 0)
  }

  private static func json(_ value: JSONValue, nesting: Int) -> JSONValue {
    switch value {
    case .null, .bool, .number:
      return value
    case .string(let text):
      return .string(string(text, nesting: nesting))
    case .array(let elements):
      return .array(elements.map { json($0, nesting: nesting) })
    case .object(let object):
      return .object(members(object, nesting: nesting))
    }
  }

  private static func members(_ object: JSONObject, nesting: Int) -> JSONObject {
    // Errors name a field and repeat its value, as in `{"field":"password","value":"…"}`; so do lists of headers and
    // parameters.
    let naming = ["field", "name", "key", "header", "location"].compactMap { object[$0]?.string }
    let holdsSecret = naming.contains { isSecret(lastComponent($0)) }
    return JSONObject(
      object.members.map { member in
        let isSecret = isSecret(member.key) || (holdsSecret && member.key == "value")
        if isSecret, !member.value.isNull { return (member.key, .string(mark)) }
        return (member.key, json(member.value, nesting: nesting))
      })
  }

  /// The last name of a pointer or dotted path.
  package static func lastComponent(_ path: String) -> String {
    path.split { $0 == "/" || $0 == "." }.last.map(String.init) ?? path
  }

  /// A string in a JSON document, which may itself be a document.
  private static func string(_ text: String, nesting: Int) -> String {
    guard text.utf8.count > 3 else { return text }
    if let frame = stomp(Array(text.utf8)) { return frame }
    switch text.utf8.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard nesting < maximumNesting, let inner = try? JSONParser.parse(Array(text.utf8)) else { return loose(text) }
      let shown = json(inner, nesting: nesting + 1)
      return shown == inner ? text : String(decoding: JSONWriter.serialize(shown, sortedKeys: false), as: UTF8.self)
    default:
      return hasScheme(text) ? credential(text) : address(text)
    }
  }

  /// Whether a text is a credential with its scheme, wherever it occurs.
  private static func hasScheme(_ text: String) -> Bool {
    ["bearer ", "basic "].contains { text.prefix($0.count).lowercased() == $0 } && text.utf8.count > 12
      && text.split(separator: " ").count == 2
  }
}
