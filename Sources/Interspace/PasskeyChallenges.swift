import HTTPCore
import Store
import WebAuthn
import World

/// The challenges of passkey ceremonies: each can be used once, within five minutes of the world's time.
enum PasskeyChallenges {
  private static let lifetimeSeconds: Int64 = 300
  private static let byteCount = 32

  /// Gives out a new challenge.
  ///
  /// - Parameters:
  ///   - account: The account that may use it; nil when any may.
  ///   - handle: The user handle that is given out with it, in base64url.
  static func issue(
    _ world: World, for purpose: PasskeySQL.Purpose, account: String?, handle: String? = nil
  ) throws -> String {
    let challenge = Base64URL.encode(world.random.bytes(byteCount))
    let end = world.clock.now.seconds + lifetimeSeconds
    try world.store.transaction {
      try PasskeySQL.addChallenge(
        $0, PasskeySQL.IssuedChallenge(challenge: challenge, account: account, handle: handle), for: purpose,
        expiresAt: end)
    }
    return challenge
  }

  /// Consumes the challenge of client data.
  ///
  /// - Throws: ``Problem`` of kind `unauthenticated` when it was not given out, was used before, or is too old.
  static func take(
    _ world: World, _ clientData: ClientData, for purpose: PasskeySQL.Purpose
  ) throws -> PasskeySQL.IssuedChallenge {
    let spellings = clientData.challengeSpellings
    let seconds = world.clock.now.seconds
    let presented = try world.store.transaction {
      try PasskeySQL.takeChallenge($0, spellings: spellings, for: purpose, at: seconds)
    }
    guard case .good(let challenged) = presented else { throw refusal(presented, clientData.challenge) }
    return challenged
  }

  /// Uses up the challenge of a flat body.
  ///
  /// - Returns: What was given out with it; nil when it was never given out. The documented clients never get one, so
  ///   any is accepted unless the server is strict (CONTRACT C23).
  static func take(
    _ world: World, text: String, for purpose: PasskeySQL.Purpose
  ) throws -> PasskeySQL.IssuedChallenge? {
    let seconds = world.clock.now.seconds
    let presented = try world.store.transaction {
      try PasskeySQL.takeChallenge($0, spellings: [text], for: purpose, at: seconds)
    }
    switch presented {
    case .good(let challenged): return challenged
    case .unknown where !world.options.interspace.isStrictAboutPasskeys: return nil
    case .unknown, .expired: throw refusal(presented, text)
    }
  }

  private static func refusal(_ presented: PasskeySQL.ChallengeState, _ challenge: String) -> Problem {
    let reason =
      if case .expired = presented {
        "is older than \(lifetimeSeconds / 60) minutes"
      } else {
        "was not given out by this server, or was used before"
      }
    return Problem(.unauthenticated, "the challenge \(reason)", field: "challenge", value: challenge)
  }
}
