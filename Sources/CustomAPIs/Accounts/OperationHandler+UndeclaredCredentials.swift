import Contract
import HTTPCore
import JSON
import Resources

// Credentials where a document refuses requests without any, although it declares no security.

extension OperationHandler {
  /// - Throws: ``Problem`` of kind `unauthenticated` for a request that has nothing like credentials, where the document has 401
  ///   for the operation, and secures no operation in the way that OpenAPI has for it.
  func requireUndeclaredCredentials(_ checked: CheckedRequest) throws(Problem) {
    guard api.securesNothing, checked.operation.answers.contains(where: { $0.status == "401" }),
      operation.account == nil || operation.account?.needsAccount == true, !isForStrangers,
      !Self.hasCredentials(checked.request)
    else { return }
    throw Problem(.unauthenticated, "credentials are needed: header Authorization is required and missing; any will do")
  }

  /// Whether the path is one by which people who have no token yet get one, or restore one.
  private var isForStrangers: Bool {
    let words = operation.path.split(separator: "/").filter { !$0.hasPrefix("{") }.flatMap { Words.split(String($0)) }
    return words.contains(where: Self.openWords.contains)
  }

  private static let openWords: Set<String> = [
    "login", "signin", "signup", "register", "registration", "auth", "oauth", "oauth2", "token", "tokens", "refresh",
    "forgot", "reset", "otp", "verify", "verification", "callback", "session", "sessions", "password", "health", "ping",
    "status", "public",
  ]

  private static func hasCredentials(_ request: Request) -> Bool {
    let names = request.headers.fields.map(\.name) + ((try? request.query())?.parameters.map(\.name) ?? [])
    return names.contains { name in
      let plain = name.lowercased().filter(\.isLetter)
      return plain == "cookie" || plain == "sid"
        || ["authorization", "token", "apikey", "accesskey", "secret", "session", "xauth"].contains(
          where: plain.contains)
    }
  }
}

extension CustomAPI {
  /// Whether a document requires credentials of no operation.
  static func securesNothing(_ root: JSONValue) -> Bool {
    if root["security"]?.array?.isEmpty == false { return false }
    return (root["paths"]?.object?.members ?? []).allSatisfy { path in
      (path.value.object?.members ?? []).allSatisfy { $0.value["security"]?.array?.isEmpty != false }
    }
  }
}
