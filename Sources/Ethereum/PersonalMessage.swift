/// What a wallet signs when it is asked for `personal_sign` (EIP-191, version 0x45).
package enum PersonalMessage {
  /// The digest to sign: Keccak-256 over 0x19, `Ethereum Signed Message:`, a line feed, the message's length in bytes
  /// as a decimal number, and the message as it stands, without any Unicode normalization.
  package static func hash(_ message: String) -> [UInt8] {
    let content = message.utf8
    return Keccak256.hash(Array("\u{19}Ethereum Signed Message:\n\(content.count)".utf8) + content)
  }
}
