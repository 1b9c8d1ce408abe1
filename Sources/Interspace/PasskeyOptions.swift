import HTTPCore
import JSON
import Store
import WebAuthn
import World

/// The options that begin a ceremony (WebAuthn §5.4, §5.5), as the platforms' credential APIs take them.
enum PasskeyOptions {
  private static let path = "\(Interspace.base)/auth/passkey"
  private static let timeoutMilliseconds = 60_000

  static let all = [
    Endpoint(.post, "\(path)/register-options", "passkeyRegisterOptions", .open, answer: register),
    Endpoint(.post, "\(path)/authenticate-options", "passkeyAuthenticateOptions", .open, answer: authenticate),
  ]

  private static func register(_ call: Call) throws -> Response {
    let world = call.world
    let account = call.principal?.account
    let user = try account.flatMap { id in
      try world.store.read { try AccountSQL.user($0, id: id) }.flatMap { try? JSONParser.parse($0) }?.object
    }
    let known = try account.map { id in try world.store.read { try PasskeySQL.credentials($0, account: id) } } ?? []
    let handle = Base64URL.encode(account.map { Array($0.utf8) } ?? world.random.bytes(16))
    let challenge = try PasskeyChallenges.issue(world, for: .register, account: account, handle: handle)
    let name = user?["email"]?.string ?? "New Interspace user"
    return .json([
      "challenge": .string(challenge),
      "publicKey": [
        "challenge": .string(challenge),
        "rp": ["id": .string(RelyingParty(call.request).id), "name": "Interspace"],
        "user": ["id": .string(handle), "name": .string(name), "displayName": .string(name)],
        "pubKeyCredParams": [
          ["type": "public-key", "alg": .number(JSONNumber(COSEAlgorithm.es256.identifier))],
          ["type": "public-key", "alg": .number(JSONNumber(COSEAlgorithm.edDSA.identifier))],
        ],
        "timeout": .number(JSONNumber(timeoutMilliseconds)), "attestation": "none",
        "authenticatorSelection": ["residentKey": "preferred", "userVerification": "preferred"],
        "excludeCredentials": descriptors(known),
      ],
    ])
  }

  /// Without an e-mail the client may use any passkey that it has for this host.
  private static func authenticate(_ call: Call) throws -> Response {
    var email: String?
    if !call.request.body.isEmpty {
      var fields = FieldReader(try call.request.jsonObject())
      email = fields.optionalText("email", length: 1...254)
      try fields.finish()
    }
    let (account, known) = try call.world.store.read { connection -> (String?, [String]) in
      guard let email, let account = try AccountSQL.credentials(connection, email: email)?.id else { return (nil, []) }
      return (account, try PasskeySQL.credentials(connection, account: account))
    }
    let challenge = try PasskeyChallenges.issue(call.world, for: .authenticate, account: account)
    return .json([
      "challenge": .string(challenge),
      "publicKey": [
        "challenge": .string(challenge), "rpId": .string(RelyingParty(call.request).id),
        "allowCredentials": descriptors(known), "timeout": .number(JSONNumber(timeoutMilliseconds)),
        "userVerification": "preferred",
      ],
    ])
  }

  /// Platforms decode each id as base64url, and reject the whole list when one is a placeholder that cannot be decoded.
  private static func descriptors(_ credentials: [String]) -> JSONValue {
    .array(
      credentials.filter { Base64URL.decode(Array($0.utf8))?.isEmpty == false }
        .map { ["type": "public-key", "id": .string($0)] })
  }
}
