import HTTPCore
import JSON
import Store
import WebAuthn
import World

/// Registration and sign-in with passkeys. Whatever can be verified is verified; the response header `X-Mock-Verified`
/// says whether anything was.
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
    guard !call.world.options.interspace.isStrictAboutPasskeys else {
      throw Problem(
        .unauthenticated, "the passkey's public key is a placeholder, so no signature can be verified with it")
    }
    return try Tokens.signIn(call.world, account: passkey.account)
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
      // As in the other form of body: a real key of a kind that the options do not offer cannot be used.
      throw Problem(.validation, "the public key cannot be used: it is \(name)", field: "publicKey", value: text)
    case .unrecognised where world.options.interspace.isStrictAboutPasskeys:
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

  /// A challenge for one account cannot be used by another.
  static func requireAccount(_ challenged: PasskeySQL.IssuedChallenge, _ account: String?) throws(Problem) {
    guard let expected = challenged.account, expected != account else { return }
    throw Problem(
      .unauthenticated, "the challenge was given out to another account", field: "challenge",
      value: challenged.challenge)
  }

  /// A failed check leads to a 401 with the name of the check.
  static func explaining<Outcome>(_ body: () throws -> Outcome) throws -> Outcome {
    do {
      return try body()
    } catch let failure as WebAuthnFailure {
      throw Problem(.unauthenticated, failure.description)
    }
  }
}

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
    let account = try world.store.transaction { connection in
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
  /// replace a placeholder, since some clients always send the one of the documentation; in a strict server it may not
  /// either.
  private static func requireFree(_ connection: Connection, _ credential: NewCredential, for call: Call) throws {
    guard let owned = try PasskeySQL.passkey(connection, credential: credential.id),
      owned.account != call.principal?.account
    else { return }
    let isKey = credential.isVerified || PublicKey.read(text: owned.publicKey).key != nil
    guard isKey || call.world.options.interspace.isStrictAboutPasskeys else { return }
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
    var session: GrantedSession?
    if call.principal == nil {
      let signIn = try Tokens.signIn(call.world, account: account)
      session = signIn.session.map { GrantedSession($0.id, hasNewAccount: true) }
      for member in (try? JSONParser.parse(signIn.content.bytes))?.object?.members ?? [] {
        body[member.key] = member.value
      }
    }
    var response = Response.json(.object(body), status: 201)
    response.session = session
    return marked(response, isVerified: credential.isVerified)
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
      return marked(try Tokens.signIn(call.world, account: passkey.account), isVerified: isVerified)
    case .standard(let assertion):
      let passkey = try passkey(call, assertion.credential)
      guard let key = PublicKey.read(text: passkey.publicKey).key else {
        return marked(try unverified(call, passkey), isVerified: false)
      }
      try check(call, assertion, passkey, key)
      return marked(try Tokens.signIn(call.world, account: passkey.account), isVerified: true)
    }
  }

  /// Checks a flat body: with authenticator data like the standard one. Without them the signature may be over the
  /// client data alone; any other is taken for an authenticator's, which cannot be verified without them.
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
    } catch WebAuthnFailure.signatureInvalid where !call.world.options.interspace.isStrictAboutPasskeys {
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
    try call.world.store.transaction {
      try PasskeySQL.setSignCount($0, credential: assertion.credential, verified.signCount)
    }
  }

  /// A user handle must be the one that the options of the registration gave out (WebAuthn §7.2). A passkey without one
  /// was registered without options: then the authenticator's must only not be another account's.
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
