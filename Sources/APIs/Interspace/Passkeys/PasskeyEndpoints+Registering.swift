import HTTPCore
import Store
import WebAuthn
import World

extension PasskeyEndpoints {
  /// A credential that may be stored.
  private struct NewCredential {
    let id: String
    let publicKey: String
    let signCount: UInt32
    let isVerified: Bool
  }

  static func register(_ call: Call) throws -> Response {
    let credential: NewCredential
    switch try PasskeyRegistration(call.request) {
    case .flat(let challenge, let id, let publicKey):
      let isVerifiable = try isKey(publicKey, call.world)
      let isOurs = try PasskeyChallenges.take(call.world, text: challenge, for: .register)
      credential = NewCredential(
        id: canonical(id), publicKey: publicKey, signCount: 0, isVerified: isVerifiable && isOurs)
    case .standard(let id, let attestationObject, let clientData):
      credential = try verified(call, id: id, attestationObject, clientData)
    }
    let world = call.world
    let seconds = world.clock.now.seconds
    let account = try world.store.transaction([InterspaceSchema.account]) { connection in
      let account =
        try call.principal?.account ?? AccountSQL.insert(connection, email: nil, identity: nil, at: seconds)
      let passkey = PasskeySQL.Passkey(
        account: account, publicKey: credential.publicKey, signCount: credential.signCount)
      try PasskeySQL.save(connection, credential: credential.id, passkey, at: seconds)
      return account
    }
    return try registered(call, credential, account: account, at: seconds)
  }

  /// 201 with the credential; a new account gets its tokens too.
  private static func registered(
    _ call: Call, _ credential: NewCredential, account: String, at seconds: Int64
  ) throws -> Response {
    var body = JSONObject([
      ("credentialId", .string(credential.id)), ("createdAt", .string(Timestamp(seconds: seconds).iso8601)),
    ])
    if call.principal == nil {
      let signIn = try InterspaceTokens.signIn(call.world, account: account)
      for member in (try? JSONParser.parse(signIn.content.bytes))?.object?.members ?? [] {
        body[member.key] = member.value
      }
    }
    return marked(.json(.object(body), status: 201), isVerified: credential.isVerified)
  }

  private static func verified(
    _ call: Call, id: String, _ attestationObject: [UInt8], _ clientData: ClientData
  ) throws -> NewCredential {
    let challenge = try PasskeyChallenges.take(call.world, clientData, for: .register)
    let party = RelyingParty(call.request)
    let registration = try explaining {
      try Registration.verify(
        attestationObject: attestationObject, clientDataJSON: clientData, expectedChallenge: challenge,
        rpID: party.id, isOriginAllowed: party.allows)
    }
    guard Base64URL.encode(registration.credentialID) == id else {
      throw Problem(.unauthenticated, "rawId is not the credential id in the attestation object", field: "rawId")
    }
    return NewCredential(
      id: id, publicKey: Base64.encode(registration.publicKey.subjectPublicKeyInfo),
      signCount: registration.signCount, isVerified: true)
  }
}
