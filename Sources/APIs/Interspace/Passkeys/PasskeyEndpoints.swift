import HTTPCore
import Store
import WebAuthn
import World

/// Registering and signing in with passkeys. What can be verified is; the answer's `X-Mock-Verified` says whether
/// anything was.
enum PasskeyEndpoints {
  private static let path = "\(Interspace.base)/auth/passkey"

  static let all =
    PasskeyOptions.all + [
      Endpoint(.post, "\(path)/register", "registerPasskey", .open, answer: register),
      Endpoint(.post, "\(path)/authenticate", "authenticateWithPasskey", .open, answer: authenticate),
    ]

  static func passkey(_ call: Call, _ credential: String) throws -> PasskeySQL.Passkey {
    guard let passkey = try call.world.store.read({ try PasskeySQL.passkey($0, credential: credential) }) else {
      throw Problem(
        .unauthenticated, "no passkey is registered under this credential id", field: "credentialId", value: credential)
    }
    return passkey
  }

  /// Signs in with a passkey whose key is a placeholder.
  ///
  /// - Throws: ``Problem`` of kind `unauthenticated` when the server is strict.
  static func unverified(_ call: Call, _ passkey: PasskeySQL.Passkey) throws -> Response {
    guard !call.world.isStrictAboutPasskeys else {
      throw Problem(
        .unauthenticated, "the passkey's public key is a placeholder, so no signature can be verified with it")
    }
    return try InterspaceTokens.signIn(call.world, account: passkey.account)
  }

  /// Whether a text is a public key that signatures can be verified with; false for a placeholder.
  ///
  /// - Throws: ``Problem`` of kind `validation` for a broken key, and in a strict server for a placeholder.
  static func isKey(_ text: String, _ world: World) throws -> Bool {
    switch PublicKey.read(text: text) {
    case .key: return true
    case .invalid(let reason):
      throw Problem(.validation, "the public key is broken: \(reason)", field: "publicKey", value: text)
    case .unsupported(let name):
      // As in the other form of body: a real key that nothing can be verified with is none of the options offered.
      throw Problem(.validation, "the public key cannot be used: it is \(name)", field: "publicKey", value: text)
    case .unrecognised where world.isStrictAboutPasskeys:
      throw Problem(.validation, "the public key is of no known form", field: "publicKey", value: text)
    case .unrecognised: return false
    }
  }

  /// One spelling for credential ids that are base64 or base64url, so that both forms of body find the same one.
  static func canonical(_ credential: String) -> String {
    FlexibleBase64.decode(credential).map { Base64URL.encode($0) } ?? credential
  }

  static func marked(_ response: Response, isVerified: Bool) -> Response {
    var response = response
    response.headers.append("X-Mock-Verified", isVerified ? "true" : "false")
    return response
  }

  /// A challenge for one account serves no other.
  static func requireAccount(_ challenged: PasskeySQL.Challenged, _ account: String?) throws(Problem) {
    guard let expected = challenged.account, expected != account else { return }
    throw Problem(
      .unauthenticated, "the challenge was given out to another account", field: "challenge",
      value: challenged.challenge)
  }

  /// A failed check is 401, with the check by name.
  static func explaining<Outcome>(_ body: () throws -> Outcome) throws -> Outcome {
    do {
      return try body()
    } catch let failure as WebAuthnFailure {
      throw Problem(.unauthenticated, failure.description)
    }
  }
}
