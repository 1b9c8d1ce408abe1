/// What an authenticator returns for a new credential (WebAuthn §6.5.4).
package struct AttestationObject: Sendable, Equatable {
  /// The format of the statement, for instance `none` or `packed` (§8).
  package let format: String
  /// What vouches for the authenticator, by the format.
  package let statement: CBORMap
  /// The authenticator data, the new credential in them.
  package let authenticatorData: AuthenticatorData

  /// Reads an attestation object to the last byte.
  package init(bytes: [UInt8]) throws(WebAuthnFailure) {
    let value: CBORValue
    do throws(CBORError) {
      value = try CBORReader.readWhole(bytes)
    } catch {
      throw .malformed(.attestationObject, reason: "it is not CBOR: \(error)")
    }
    guard let map = value.map else {
      throw .malformed(.attestationObject, reason: "it is not a map but \(value.typeName)")
    }
    guard let format = map["fmt"]?.text else { throw Self.missing("fmt", "a text string", in: map) }
    guard let statement = map["attStmt"]?.map else { throw Self.missing("attStmt", "a map", in: map) }
    guard let data = map["authData"]?.bytes else { throw Self.missing("authData", "a byte string", in: map) }
    self.format = format
    self.statement = statement
    authenticatorData = try AuthenticatorData(bytes: data)
  }

  private static func missing(_ name: String, _ type: String, in map: CBORMap) -> WebAuthnFailure {
    guard let value = map[name] else {
      return .malformed(.attestationObject, reason: "\"\(name)\" is missing")
    }
    return .malformed(.attestationObject, reason: "\"\(name)\" is \(value.typeName) instead of \(type)")
  }
}
