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

  // MARK: Registration

  /// A credential that may be stored.
  private struct NewCredential {
    let id: String
    let publicKey: String
    let signCount: UInt32
    let isVerified: Bool
  }

  private static func register(_ call: Call) throws -> Response {
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

  // MARK: Authentication

  private static func authenticate(_ call: Call) throws -> Response {
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

  // MARK: Both

  private static func passkey(_ call: Call, _ credential: String) throws -> PasskeySQL.Passkey {
    guard let passkey = try call.world.store.read({ try PasskeySQL.passkey($0, credential: credential) }) else {
      throw Problem(
        .unauthenticated, "no passkey is registered under this credential id", field: "credentialId", value: credential)
    }
    return passkey
  }

  /// Signs in with a passkey whose key is a placeholder.
  ///
  /// - Throws: ``Problem`` of kind `unauthenticated` when the server is strict.
  private static func unverified(_ call: Call, _ passkey: PasskeySQL.Passkey) throws -> Response {
    guard !call.world.isStrictAboutPasskeys else {
      throw Problem(.unauthenticated, "the passkey's public key is none, so its signature cannot be verified")
    }
    return try InterspaceTokens.signIn(call.world, account: passkey.account)
  }

  /// Whether a text is a public key that signatures can be verified with; false for a placeholder.
  ///
  /// - Throws: ``Problem`` of kind `validation` for a broken key, and in a strict server for a placeholder.
  private static func isKey(_ text: String, _ world: World) throws -> Bool {
    switch PublicKey.read(text: text) {
    case .key: return true
    case .invalid(let reason):
      throw Problem(.validation, "the public key is broken: \(reason)", field: "publicKey", value: text)
    case .unsupported(let name) where world.isStrictAboutPasskeys:
      throw Problem(.validation, "the public key cannot be used: \(name)", field: "publicKey", value: text)
    case .unrecognised where world.isStrictAboutPasskeys:
      throw Problem(.validation, "the public key is of no known form", field: "publicKey", value: text)
    case .unsupported, .unrecognised: return false
    }
  }

  /// One spelling for credential ids that are base64 or base64url, so that both forms of body find the same one.
  private static func canonical(_ credential: String) -> String {
    FlexibleBase64.decode(credential).map { Base64URL.encode($0) } ?? credential
  }

  private static func marked(_ response: Response, isVerified: Bool) -> Response {
    var response = response
    response.headers.append("X-Mock-Verified", isVerified ? "true" : "false")
    return response
  }

  /// A failed check is 401, with the check by name.
  private static func explaining<Outcome>(_ body: () throws -> Outcome) throws -> Outcome {
    do {
      return try body()
    } catch let failure as WebAuthnFailure {
      throw Problem(.unauthenticated, failure.description)
    }
  }
}
