import Crypto
import HTTPCore

extension ClientData {
  /// Checks what for, in answer to what and from where they are (WebAuthn §7.1, §7.2).
  func check(
    _ ceremony: Ceremony, challenge expected: Challenge, isOriginAllowed: (String) -> Bool, allowsCrossOrigin: Bool
  ) throws(WebAuthnFailure) {
    guard type == ceremony.rawValue else { throw .typeMismatch(received: type, expected: ceremony.rawValue) }
    guard expected.isAnswered(by: self) else {
      throw .challengeMismatch(received: challenge, expected: expected.text)
    }
    guard isOriginAllowed(origin) else { throw .originNotAllowed(origin) }
    guard crossOrigin || topOrigin != nil else { return }
    guard allowsCrossOrigin else { throw .crossOriginNotAllowed(topOrigin: topOrigin) }
    if let topOrigin, !isOriginAllowed(topOrigin) { throw .originNotAllowed(topOrigin) }
  }
}

extension AuthenticatorData {
  /// Checks whose credential it is and what was tested (WebAuthn §7.1, §7.2).
  func check(rpID: String, requiresUserVerification: Bool) throws(WebAuthnFailure) {
    guard rpIDHash == Array(SHA256.hash(data: Array(rpID.utf8))) else {
      throw .rpIDMismatch(receivedHash: Hex.encode(rpIDHash), expected: rpID)
    }
    guard flags.contains(.userPresent) else { throw .userNotPresent }
    guard flags.contains(.userVerified) || !requiresUserVerification else { throw .userNotVerified }
  }
}
