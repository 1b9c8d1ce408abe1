import HTTPCore
import Store
import WebAuthn
import World

extension PasskeyEndpoints {
  static func authenticate(_ call: Call) throws -> Response {
    switch try PasskeyAuthentication(call.request) {
    case .flat(let assertion):
      let id = canonical(assertion.credential)
      let passkey = try passkey(call, id)
      guard let key = PublicKey.read(text: passkey.publicKey).key else {
        return marked(try unverified(call, passkey), isVerified: false)
      }
      let isVerified = try checkFlat(call, id, assertion, passkey, key)
      return marked(try InterspaceTokens.signIn(call.world, account: passkey.account), isVerified: isVerified)
    case .standard(let assertion):
      let passkey = try passkey(call, assertion.credential)
      guard let key = PublicKey.read(text: passkey.publicKey).key else {
        return marked(try unverified(call, passkey), isVerified: false)
      }
      try check(call, assertion, passkey, key)
      return marked(try InterspaceTokens.signIn(call.world, account: passkey.account), isVerified: true)
    }
  }

  /// Checks a flat body: with authenticator data as the standard one. Without, the signature may be over the client
  /// data alone; else it is held to be an authenticator's, which is over data that are not there.
  ///
  /// - Returns: Whether the signature was verified; true in a strict server.
  private static func checkFlat(
    _ call: Call, _ credential: String, _ assertion: PasskeyAuthentication.FlatAssertion,
    _ passkey: PasskeySQL.Passkey, _ key: PublicKey
  ) throws -> Bool {
    guard let signature = assertion.signature else {
      throw Problem(.unauthenticated, "the signature is neither base64 nor base64url", field: "signature")
    }
    let clientData = try explaining { try ClientData(text: assertion.clientData) }
    if let authenticatorData = assertion.authenticatorData {
      let whole = PasskeyAuthentication.StandardAssertion(
        credential: credential, authenticatorData: authenticatorData, clientData: clientData, signature: signature,
        userHandle: assertion.userHandle)
      try check(call, whole, passkey, key)
      return true
    }
    let challenged = try PasskeyChallenges.take(call.world, clientData, for: .authenticate)
    try requireAccount(challenged, passkey.account)
    let party = RelyingParty(call.request)
    do {
      try Assertion.verifyFlat(
        clientData: clientData, signature: signature, publicKey: key,
        expectedChallenge: Challenge(text: challenged.challenge), isOriginAllowed: party.allows)
    } catch WebAuthnFailure.signatureInvalid where !call.world.isStrictAboutPasskeys {
      try requireHandle(call.world, assertion.userHandle, passkey)
      return false
    } catch let failure {
      throw Problem(.unauthenticated, "\(failure.description)\(hint(failure))")
    }
    try requireHandle(call.world, assertion.userHandle, passkey)
    return true
  }

  private static func hint(_ failure: WebAuthnFailure) -> String {
    guard case .signatureInvalid = failure else { return "" }
    return " An authenticator's is over its authenticatorData too: send them, in base64url."
  }

  private static func check(
    _ call: Call, _ assertion: PasskeyAuthentication.StandardAssertion, _ passkey: PasskeySQL.Passkey,
    _ key: PublicKey
  ) throws {
    let challenged = try PasskeyChallenges.take(call.world, assertion.clientData, for: .authenticate)
    try requireAccount(challenged, passkey.account)
    let party = RelyingParty(call.request)
    let verified = try explaining {
      try Assertion.verify(
        authenticatorData: assertion.authenticatorData, clientDataJSON: assertion.clientData,
        signature: assertion.signature, publicKey: key, storedSignCount: passkey.signCount,
        expectedChallenge: Challenge(text: challenged.challenge), rpID: party.id, isOriginAllowed: party.allows)
    }
    try requireHandle(call.world, assertion.userHandle, passkey)
    try call.world.store.transaction([]) {
      try PasskeySQL.setSignCount($0, credential: assertion.credential, verified.signCount)
    }
  }

  /// A user handle is that which the options of the registration gave out (WebAuthn §7.2). A passkey without one was
  /// registered with no options, so that its authenticator's is only known not to be another account's.
  private static func requireHandle(
    _ world: World, _ handle: [UInt8]?, _ passkey: PasskeySQL.Passkey
  ) throws {
    guard let handle else { return }
    if let expected = passkey.handle {
      guard Base64URL.encode(handle) != expected else { return }
    } else {
      guard let name = String(validating: handle, as: UTF8.self), name != passkey.account,
        try world.store.read({ try AccountSQL.user($0, id: name) }) != nil
      else { return }
    }
    throw Problem(.unauthenticated, "the user handle is not that of the passkey's account", field: "userHandle")
  }
}
