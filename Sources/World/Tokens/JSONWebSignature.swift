import Crypto
import HTTPCore
import JSON

/// JWS compact serialization with HMAC-SHA256 (RFC 7515 §3.1, RFC 7518 §3.2).
package enum JSONWebSignature {
  /// What is wrong with a serialization.
  package enum Failure: Error, Equatable {
    /// Not three parts of base64url, or a header that is not a JSON object.
    case malformed
    /// The header names another algorithm, `none` included.
    case unsupportedAlgorithm
    /// The signature was not made with this key.
    case wrongSignature
  }

  private static let header = Base64URL.encode(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))

  /// The compact serialization of a payload, signed.
  package static func sign(_ payload: [UInt8], key: [UInt8]) -> String {
    let input = header + "." + Base64URL.encode(payload)
    return input + "." + Base64URL.encode(Array(code(for: Array(input.utf8), key: key)))
  }

  /// The payload of a compact serialization whose signature is right.
  ///
  /// - Throws: ``Failure``.
  package static func verify(_ text: String, key: [UInt8]) throws(Failure) -> [UInt8] {
    let parts = Array(text.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Base64URL.decode(parts[0]), let payload = Base64URL.decode(parts[1]),
      let signature = Base64URL.decode(parts[2]), let fields = (try? JSONParser.parse(header))?.object
    else { throw .malformed }
    guard fields["alg"]?.string == "HS256" else { throw .unsupportedAlgorithm }
    let input = Array(text.utf8.prefix(parts[0].count + 1 + parts[1].count))
    let isRight = HMAC<SHA256>.isValidAuthenticationCode(
      signature, authenticating: input, using: SymmetricKey(data: key))
    guard isRight else { throw .wrongSignature }
    return payload
  }

  private static func code(for input: [UInt8], key: [UInt8]) -> HMAC<SHA256>.MAC {
    HMAC<SHA256>.authenticationCode(for: input, using: SymmetricKey(data: key))
  }
}
