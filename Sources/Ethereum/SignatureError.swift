/// Why a text is not a signature whose signer can be recovered.
package enum SignatureError: Error, Equatable, Sendable {
  /// The text is not 130 hexadecimal digits, with or without `0x`. So are the short form of EIP-2098 and the
  /// signatures of contracts (EIP-1271), which name no signer.
  case notSixtyFiveBytes
  /// The last byte, v, is none of 27, 28, 0 and 1. Values from 35 on carry a chain's number (EIP-155) and occur in
  /// transactions only, never in a signed message.
  case recoveryByte(UInt8)
}

extension SignatureError: CustomStringConvertible {
  /// The reason in words.
  package var description: String {
    switch self {
    case .notSixtyFiveBytes:
      "the signature is not 65 bytes as 130 hexadecimal digits"
    case .recoveryByte(let v) where v >= 35:
      "the signature's last byte is \(v), which only transactions have (EIP-155); a message has 27 or 28"
    case .recoveryByte(let v):
      "the signature's last byte is \(v), not 27 or 28 (nor 0 or 1)"
    }
  }
}
