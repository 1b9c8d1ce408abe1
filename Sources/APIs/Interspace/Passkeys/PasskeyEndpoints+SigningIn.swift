import HTTPCore
import Store
import WebAuthn
import World

extension PasskeyEndpoints {
  static func authenticate(_ call: Call) throws -> Response {
    switch try PasskeyAuthentication(call.request) {
    case .flat(let credential, let signature, let clientData):
      let id = canonical(credential)
      let passkey = try passkey(call, id)
      guard let key = PublicKey.read(text: passkey.publicKey).key else {
        return marked(try unverified(call, passkey), isVerified: false)
      }
      try checkFlat(call, key, signature, clientData)
      return marked(try InterspaceTokens.signIn(call.world, account: passkey.account), isVerified: true)
    case .standard(let assertion):
      let passkey = try passkey(call, assertion.credential)
      guard let key = PublicKey.read(text: passkey.publicKey).key else {
        return marked(try unverified(call, passkey), isVerified: false)
      }
      try check(call, assertion, passkey, key)
      return marked(try InterspaceTokens.signIn(call.world, account: passkey.account), isVerified: true)
    }
  }

  private static func checkFlat(
    _ call: Call, _ key: PublicKey, _ signature: [UInt8]?, _ text: String
  ) throws {
    guard let signature else {
      throw Problem(.unauthenticated, "the signature is neither base64 nor base64url", field: "signature")
    }
    let clientData = try explaining { try ClientData(text: text) }
    let challenge = try PasskeyChallenges.take(call.world, clientData, for: .authenticate)
    let party = RelyingParty(call.request)
    try explaining {
      try Assertion.verifyFlat(
        clientData: clientData, signature: signature, publicKey: key, expectedChallenge: challenge,
        isOriginAllowed: party.allows)
    }
  }

  private static func check(
    _ call: Call, _ assertion: PasskeyAuthentication.StandardAssertion, _ passkey: PasskeySQL.Passkey,
    _ key: PublicKey
  ) throws {
    let challenge = try PasskeyChallenges.take(call.world, assertion.clientData, for: .authenticate)
    let party = RelyingParty(call.request)
    let verified = try explaining {
      try Assertion.verify(
        authenticatorData: assertion.authenticatorData, clientDataJSON: assertion.clientData,
        signature: assertion.signature, publicKey: key, storedSignCount: passkey.signCount,
        expectedChallenge: challenge, rpID: party.id, isOriginAllowed: party.allows)
    }
    try call.world.store.transaction([]) { connection in
      try requireHandle(connection, assertion, passkey)
      try PasskeySQL.setSignCount(connection, credential: assertion.credential, verified.signCount)
    }
  }

  /// A user handle that names another account than the passkey's is a mix-up of the client's (WebAuthn §7.2).
  private static func requireHandle(
    _ connection: Connection, _ assertion: PasskeyAuthentication.StandardAssertion, _ passkey: PasskeySQL.Passkey
  ) throws {
    guard let handle = assertion.userHandle, let name = String(validating: handle, as: UTF8.self),
      name != passkey.account, try AccountSQL.user(connection, id: name) != nil
    else { return }
    throw Problem(.unauthenticated, "the user handle names another account than the passkey's", field: "userHandle")
  }
}
