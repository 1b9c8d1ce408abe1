/// The flags of authenticator data (WebAuthn §6.1). Bits 1 and 5 are reserved and mean nothing here.
package struct AuthenticatorFlags: OptionSet, Sendable, Hashable {
  /// UP: a test of user presence was passed.
  package static let userPresent = AuthenticatorFlags(rawValue: 0x01)
  /// UV: the user was verified, by a PIN or a finger for instance.
  package static let userVerified = AuthenticatorFlags(rawValue: 0x04)
  /// BE: the credential may be backed up, as passkeys are.
  package static let backupEligible = AuthenticatorFlags(rawValue: 0x08)
  /// BS: the credential is backed up.
  package static let backedUp = AuthenticatorFlags(rawValue: 0x10)
  /// AT: attested credential data follow.
  package static let attestedCredentialData = AuthenticatorFlags(rawValue: 0x40)
  /// ED: extension data follow.
  package static let extensionData = AuthenticatorFlags(rawValue: 0x80)

  /// The byte.
  package let rawValue: UInt8

  /// The flags of a byte.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }
}
