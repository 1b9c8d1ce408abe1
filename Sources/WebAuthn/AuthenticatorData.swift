import Cryptography
import HTTPCore

/// The data of an authenticator about a ceremony (WebAuthn §6.1), with the exact bytes that it signed.
package struct AuthenticatorData: Sendable, Equatable {
  /// A new credential (WebAuthn §6.5.1).
  package struct AttestedCredential: Sendable, Equatable {
    /// The model of the authenticator, 16 bytes; all zero when the authenticator does not disclose it.
    package let aaguid: [UInt8]
    /// 1 to 1,023 bytes.
    package let credentialID: [UInt8]
    /// The public key.
    package let publicKey: PublicKey
  }

  /// All bytes as received.
  package let bytes: [UInt8]
  /// The SHA-256 of the RP ID that the credential belongs to, 32 bytes.
  package let rpIDHash: [UInt8]
  /// What was tested, and which data follow.
  package let flags: AuthenticatorFlags
  /// How many signatures the authenticator made; 0 when it does not count (§6.1.1).
  package let signCount: UInt32
  /// The new credential, in a registration.
  package let attestedCredential: AttestedCredential?
  /// The outputs of extensions by their names (§9.5), if any.
  package let extensions: CBORMap?

  /// Reads authenticator data. All bytes must be used.
  package init(bytes: [UInt8]) throws(WebAuthnFailure) {
    var reader = ByteReader(bytes)
    guard let rpIDHash = reader.take(32), let flags = reader.takeNumber(bytes: 1),
      let signCount = reader.takeNumber(bytes: 4)
    else {
      throw .malformed(.authenticatorData, reason: "it has \(bytes.count) bytes; 37 are the least there can be")
    }
    self.bytes = bytes
    self.rpIDHash = rpIDHash
    self.flags = AuthenticatorFlags(rawValue: UInt8(truncatingIfNeeded: flags))
    self.signCount = UInt32(truncatingIfNeeded: signCount)
    attestedCredential =
      self.flags.contains(.attestedCredentialData) ? try AttestedCredential(from: &reader) : nil
    extensions = self.flags.contains(.extensionData) ? try Self.extensions(from: &reader) : nil
    guard reader.left == 0 else {
      throw .malformed(
        .authenticatorData,
        reason: "\(reader.left) bytes follow its end at byte \(reader.position), by its flags \(flags.asFlags)")
    }
    guard !self.flags.contains(.backedUp) || self.flags.contains(.backupEligible) else {
      throw .malformed(
        .authenticatorData, reason: "its flags \(flags.asFlags) say backed up (BS) but not backup eligible (BE)")
    }
  }

  private static func extensions(from reader: inout ByteReader) throws(WebAuthnFailure) -> CBORMap {
    let start = reader.position
    do throws(CBORError) {
      if let map = try reader.takeItem().map { return map }
    } catch {
      throw .malformed(.authenticatorData, reason: "its extension data are not CBOR: \(error)")
    }
    throw .malformed(.authenticatorData, reason: "its extension data at byte \(start) are not a map")
  }
}

extension AuthenticatorData {
  /// Checks the relying party of the credential and what was tested (WebAuthn §7.1, §7.2).
  func check(rpID: String, requiresUserVerification: Bool) throws(WebAuthnFailure) {
    guard rpIDHash == SHA256.hash(Array(rpID.utf8)) else {
      throw .rpIDMismatch(receivedHash: Hex.encode(rpIDHash), expected: rpID)
    }
    guard flags.contains(.userPresent) else { throw .userNotPresent }
    guard flags.contains(.userVerified) || !requiresUserVerification else { throw .userNotVerified }
  }
}

extension AuthenticatorData.AttestedCredential {
  fileprivate init(from reader: inout ByteReader) throws(WebAuthnFailure) {
    guard let aaguid = reader.take(16), let count = reader.takeNumber(bytes: 2) else {
      throw .malformed(
        .authenticatorData, reason: "its flags announce a credential (AT), but \(reader.left) bytes follow them")
    }
    guard (1...1023).contains(count) else {
      throw .malformed(.authenticatorData, reason: "its credential ID has \(count) bytes instead of 1 to 1023")
    }
    guard let credentialID = reader.take(Int(count)) else {
      throw .malformed(
        .authenticatorData, reason: "its credential ID has \(count) bytes, of which \(reader.left) are there")
    }
    self.init(aaguid: aaguid, credentialID: credentialID, publicKey: try Self.publicKey(from: &reader))
  }

  private static func publicKey(from reader: inout ByteReader) throws(WebAuthnFailure) -> PublicKey {
    let value: CBORValue
    do throws(CBORError) {
      value = try reader.takeItem()
    } catch {
      throw .malformed(.authenticatorData, reason: "its credential public key is not CBOR: \(error)")
    }
    guard let map = value.map else {
      throw .malformed(.authenticatorData, reason: "its credential public key is not a map but \(value.typeName)")
    }
    guard let key = try COSEKey.read(map).get() else {
      throw .malformed(.publicKey, reason: "it is not a COSE_Key")
    }
    return key
  }
}

extension UInt64 {
  fileprivate var asFlags: String { UInt8(truncatingIfNeeded: self).hexadecimal }
}

/// The flags of authenticator data (WebAuthn §6.1). Bits 1 and 5 are reserved and ignored.
package struct AuthenticatorFlags: OptionSet, Sendable, Hashable {
  /// UP: the user was present.
  package static let userPresent = AuthenticatorFlags(rawValue: 0x01)
  /// UV: the user was verified, for instance by a PIN or a fingerprint.
  package static let userVerified = AuthenticatorFlags(rawValue: 0x04)
  /// BE: the credential may be backed up, as passkeys are.
  package static let backupEligible = AuthenticatorFlags(rawValue: 0x08)
  /// BS: the credential is backed up.
  package static let backedUp = AuthenticatorFlags(rawValue: 0x10)
  /// AT: attested credential data follow.
  package static let attestedCredentialData = AuthenticatorFlags(rawValue: 0x40)
  /// ED: extension data follow.
  package static let extensionData = AuthenticatorFlags(rawValue: 0x80)

  /// The byte of the flags.
  package let rawValue: UInt8

  /// The flags in a byte.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }
}

/// Reads fields of fixed length from the front of bytes, never past the end.
struct ByteReader {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The number of remaining bytes.
  var left: Int { bytes.count - position }

  /// The next bytes; nil when fewer are left, and then none is read.
  mutating func take(_ count: Int) -> [UInt8]? {
    guard count >= 0, count <= left else { return nil }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  /// The next bytes as an unsigned number, most significant first; at most eight bytes.
  mutating func takeNumber(bytes count: Int) -> UInt64? {
    guard count <= 8 else { return nil }
    return take(count)?.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The CBOR item that starts here.
  mutating func takeItem() throws(CBORError) -> CBORValue {
    let (value, end) = try CBORReader.read(bytes, at: position)
    position = end
    return value
  }
}
