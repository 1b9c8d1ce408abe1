import HTTPCore
import JSON
import Store
import WebAuthn
import World

extension PasskeyEndpoints {
  /// A credential that may be stored.
  private struct NewCredential {
    let id: String
    let publicKey: String
    let signCount: UInt32
    /// The user handle that was given out with the challenge, in base64url.
    let handle: String?
    let isVerified: Bool
  }

  static func register(_ call: Call) throws -> Response {
    let credential: NewCredential
    switch try PasskeyRegistration(call.request) {
    case .flat(let challenge, let id, let publicKey):
      let isVerifiable = try isKey(publicKey, call.world)
      let challenged = try PasskeyChallenges.take(call.world, text: challenge, for: .register)
      if let challenged { try requireAccount(challenged, call.principal?.account) }
      credential = NewCredential(
        id: canonical(id), publicKey: publicKey, signCount: 0, handle: challenged?.handle,
        isVerified: isVerifiable && challenged != nil)
    case .standard(let id, let attestationObject, let clientData):
      credential = try verified(call, id: id, attestationObject, clientData)
    }
    let world = call.world
    let seconds = world.clock.now.seconds
    let account = try world.store.transaction([InterspaceSchema.account]) { connection in
      try requireFree(connection, credential, for: call)
      let account =
        try call.principal?.account ?? AccountSQL.insert(connection, email: nil, identity: nil, at: seconds)
      let passkey = PasskeySQL.Passkey(
        account: account, publicKey: credential.publicKey, signCount: credential.signCount,
        handle: credential.handle)
      try PasskeySQL.save(connection, credential: credential.id, passkey, at: seconds)
      return account
    }
    return try registered(call, credential, account: account, at: seconds)
  }

  /// A credential id that is another account's cannot be registered (WebAuthn §7.1, step 26). Only a placeholder may
  /// take the place of a placeholder, as with clients that always send the documentation's, unless the server is strict.
  private static func requireFree(_ connection: Connection, _ credential: NewCredential, for call: Call) throws {
    guard let owned = try PasskeySQL.passkey(connection, credential: credential.id),
      owned.account != call.principal?.account
    else { return }
    let isKey = credential.isVerified || PublicKey.read(text: owned.publicKey).key != nil
    guard isKey || call.world.isStrictAboutPasskeys else { return }
    throw Problem(
      .conflict, "the credential id is registered by another account", field: "credentialId", value: credential.id)
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
    let challenged = try PasskeyChallenges.take(call.world, clientData, for: .register)
    try requireAccount(challenged, call.principal?.account)
    let party = RelyingParty(call.request)
    let registration = try explaining {
      try Registration.verify(
        attestationObject: attestationObject, clientDataJSON: clientData,
        expectedChallenge: Challenge(text: challenged.challenge),
        rpID: party.id, isOriginAllowed: party.allows)
    }
    guard Base64URL.encode(registration.credentialID) == id else {
      throw Problem(.unauthenticated, "rawId is not the credential id in the attestation object", field: "rawId")
    }
    return NewCredential(
      id: id, publicKey: Base64.encode(registration.publicKey.subjectPublicKeyInfo),
      signCount: registration.signCount, handle: challenged.handle, isVerified: true)
  }
}
