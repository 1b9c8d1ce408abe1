import APISupport
import Cryptography
import HTTPCore
import JSON
import Store
import World

/// Signing in with a password, with Google and with Apple.
enum SignInEndpoints {
  private static let path = "\(Interspace.base)/auth"

  static let all = [
    Endpoint(.post, "\(path)/login", "login", .open, matchScore: MatchScores.login, answer: login),
    Endpoint(.post, "\(path)/google", "signInWithGoogle", .open, answer: google),
    Endpoint(.post, "\(path)/apple", "signInWithApple", .open, answer: apple),
  ]

  private static func login(_ call: Call) throws -> Response {
    var fields = FieldReader(try call.request.jsonObject())
    let email = fields.text("email", length: 1...254)
    let password = fields.text("password", length: 1...1024)
    try fields.finish()
    guard
      let credentials = try call.world.store.read({ try AccountSQL.credentials($0, email: email) }),
      let hash = credentials.passwordHash, hash == PasswordHash.hash(password, account: credentials.id)
    else { throw wrongCredentials }
    return try Tokens.signIn(call.world, account: credentials.id) { connection in
      // A change of the password ends the sessions that there are: none may begin with the old one after it.
      guard try AccountSQL.passwordHash(connection, id: credentials.id) == hash else { throw wrongCredentials }
    }
  }

  private static let wrongCredentials = Problem(
    .wrongCredentials, "e-mail and password do not belong to an account")

  private static func google(_ call: Call) throws -> Response {
    var fields = FieldReader(try call.request.jsonObject())
    let token = fields.text("idToken", length: 1...16_384)
    try fields.finish()
    return try signIn(call, provider: "google", token: token, email: nil)
  }

  /// Apple sends name and e-mail once, at the first sign-in, so `account` may be absent; `user` is its old name
  /// (CONTRACT C24).
  private static func apple(_ call: Call) throws -> Response {
    var fields = FieldReader(try call.request.jsonObject())
    let token = fields.text("identityToken", length: 1...16_384)
    _ = fields.optionalText("authorizationCode", length: 1...4096)
    let account = fields.optionalObject("account") ?? fields.optionalObject("user")
    try fields.finish()
    var person = FieldReader(account ?? JSONObject())
    let email = person.optionalText("email", length: 5...254)
    if let email, !EmailAddress.isValid(email) { person.reject("email", EmailAddress.rule) }
    try person.finish()
    return try signIn(call, provider: "apple", token: token, email: email)
  }

  /// Signs in with the account of a provider's token, which is made at its first use (CONTRACT D3).
  private static func signIn(_ call: Call, provider: String, token: String, email: String?) throws -> Response {
    let claims = ProviderToken.claims(of: token)
    let identity = SHA256.hash(Array("\(provider):\(claims?.subject ?? token)".utf8))
    let wanted = email ?? claims?.email
    let seconds = call.world.clock.now.seconds
    let account = try call.world.store.transaction { connection in
      if let known = try AccountSQL.account(connection, identity: identity) { return known }
      let free = try wanted.flatMap { email in
        try AccountSQL.isTaken(connection, email: email, except: nil) ? nil : email
      }
      return try AccountSQL.insert(connection, email: free, identity: identity, at: seconds)
    }
    return try Tokens.signIn(call.world, account: account)
  }
}

/// What can be read from a provider's token. Nothing is verified: any token is accepted.
private enum ProviderToken {
  /// The claims of a token that looks like a JSON Web Token. Its subject stays the same when the provider issues
  /// another token for the same person.
  static func claims(of token: String) -> (subject: String, email: String?)? {
    guard let claims = JSONWebSignature.uncheckedClaims(of: token), let subject = claims["sub"]?.string,
      !subject.isEmpty
    else { return nil }
    let email = claims["email"]?.string.flatMap { EmailAddress.isValid($0) ? $0 : nil }
    return (subject, email)
  }
}
