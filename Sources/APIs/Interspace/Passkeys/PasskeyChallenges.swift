import HTTPCore
import Store
import WebAuthn
import World

/// The challenges of passkey ceremonies: given out once, good once, for five minutes of the world's time.
enum PasskeyChallenges {
  private static let lifetimeSeconds: Int64 = 300
  private static let byteCount = 32

  /// Gives out a new challenge.
  static func issue(_ world: World, for purpose: PasskeySQL.Purpose) throws -> String {
    let challenge = Base64URL.encode(world.random.bytes(byteCount))
    let end = world.clock.now.seconds + lifetimeSeconds
    try world.store.transaction([]) {
      try PasskeySQL.addChallenge($0, challenge, for: purpose, expiresAt: end)
    }
    return challenge
  }

  /// Takes the challenge that client data answers out of use.
  ///
  /// - Throws: ``Problem`` of kind `unauthenticated` when it was not given out, was used before, or is too old.
  static func take(_ world: World, _ clientData: ClientData, for purpose: PasskeySQL.Purpose) throws -> Challenge {
    let spellings = clientData.challengeSpellings
    let seconds = world.clock.now.seconds
    let (state, challenge) = try world.store.transaction([]) {
      try PasskeySQL.takeChallenge($0, spellings: spellings, for: purpose, at: seconds)
    }
    guard state == .good, let challenge else { throw refusal(state, clientData.challenge) }
    return Challenge(text: challenge)
  }

  /// Takes the challenge of a flat body out of use.
  ///
  /// - Returns: Whether it had been given out. The documented clients never get one, so any is accepted unless
  ///   the server is strict (CONTRACT C23).
  static func take(_ world: World, text: String, for purpose: PasskeySQL.Purpose) throws -> Bool {
    let seconds = world.clock.now.seconds
    let (state, _) = try world.store.transaction([]) {
      try PasskeySQL.takeChallenge($0, spellings: [text], for: purpose, at: seconds)
    }
    if state == .good { return true }
    if state == .expired || world.isStrictAboutPasskeys { throw refusal(state, text) }
    return false
  }

  private static func refusal(_ state: PasskeySQL.Presented, _ challenge: String) -> Problem {
    let reason =
      state == .expired
      ? "is older than \(lifetimeSeconds / 60) minutes" : "was not given out by this server, or was used before"
    return Problem(.unauthenticated, "the challenge \(reason)", field: "challenge", value: challenge)
  }
}
