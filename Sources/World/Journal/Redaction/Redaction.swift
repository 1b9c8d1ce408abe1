import HTTPCore

/// Takes secrets out of what is shown of a journal. A journal holds what came; everything that leaves it, for people or
/// for files that are attached to a bug report, passes through here.
package enum Redaction {
  /// What stands instead of a secret.
  package static let mark = "[redacted]"

  /// How many characters are left of a token, so that two can be told apart.
  private static let visibleTail = 4
  /// A shorter token would be given away by its tail.
  private static let shortestWithTail = 16

  /// Header fields whose values are credentials, in lower case.
  private static let secretHeaders: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "x-auth-token", "x-mock-admin-token",
    "x-mock-reset-token",
  ]
  /// Header fields that hold an address, whose query may hold a credential.
  private static let addressHeaders: Set<String> = ["location", "content-location", "referer", "link"]

  /// Members, form fields and parameters that hold a secret, in lower case without `_` and `-`. Whatever ends with
  /// one of ``secretEndings`` is one too.
  private static let secretNames: Set<String> = [
    "authorizationcode", "signature", "challenge", "apikey", "xapikey", "authorization", "proxyauthorization", "jwt",
    "cookie", "setcookie", "passwd", "pwd", "passcode", "privatekey",
  ]
  private static let secretEndings = ["password", "token", "secret"]

  /// Whether what has this name is a secret.
  package static func isSecret(_ name: String) -> Bool {
    guard name.utf8.count <= 200 else { return false }
    let plain = String(name.unicodeScalars.filter { $0 != "_" && $0 != "-" }).lowercased()
    return secretNames.contains(plain) || secretEndings.contains { plain.hasSuffix($0) }
  }

  /// Whether the parameter of a query or the field of a form that has this name is a secret. `code` is one there, since
  /// it can be exchanged for a token (RFC 6749 §4.1.2); in a body of JSON it is that of an error.
  package static func isSecretParameter(_ name: String) -> Bool {
    isSecret(name) || name.isEqualIgnoringASCIICase(to: "code")
  }

  /// Whether a header field holds a credential.
  package static func isSecretHeader(_ name: String) -> Bool {
    secretHeaders.contains(name.lowercased()) || isSecret(name)
  }

  /// A header field's value as it may be shown.
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

  /// A credential with its scheme and the end of its token: `Bearer …a1b2`. Nothing is left of a password.
  package static func credential(_ value: String) -> String {
    let trimmed = value.trimmingBlanks()
    guard let space = trimmed.firstIndex(of: " ") else { return tail(trimmed) }
    let scheme = String(trimmed[..<space])
    // The token of Basic is the password (RFC 7617 §2), that of Digest a list in which anything may stand.
    return scheme.isEqualIgnoringASCIICase(to: "Bearer") ? "Bearer \(tail(String(trimmed[space...])))" : "\(scheme) …"
  }

  /// The last characters of a token that is long enough for it.
  static func tail(_ token: String) -> String {
    let scalars = token.trimmingBlanks().unicodeScalars
    guard scalars.count >= shortestWithTail else { return "…" }
    return "…" + String(String.UnicodeScalarView(scalars.suffix(visibleTail)))
  }

  /// `Cookie`: names stay (RFC 6265 §4.2.1).
  private static func cookies(_ value: String) -> String {
    value.split(separator: ";").map { pair in cookie(String(pair).trimmingBlanks()) }.joined(separator: "; ")
  }

  /// `Set-Cookie`: the name and the attributes stay (RFC 6265 §4.1.1).
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
  /// A sentence about a secret, without what it quotes.
  package static func withoutQuotations(_ sentence: String) -> String {
    sentence.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .map { $0.offset.isMultiple(of: 2) ? String($0.element) : mark }.joined(separator: "\"")
  }
}
