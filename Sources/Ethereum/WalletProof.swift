/// The proof that a user has a wallet's key: a message that the wallet signed with `personal_sign` (EIP-191).
package enum WalletProof {
  /// The longest message in bytes.
  package static let maximumMessageBytes = 65_536

  /// The result of checking a signature.
  package enum Outcome: Equatable, Sendable {
    /// The address's key signed the message.
    case verified(EthereumAddress)
    /// The address's key signed the message, but other software would refuse it: the case of the address's letters is
    /// not a valid checksum (EIP-55), or s is high (EIP-2); with the reason.
    case irregular(EthereumAddress, String)
    /// The address is not 20 bytes of hexadecimal text or the signature not 65, as in examples such as `0x...`, so
    /// nothing can be checked; with the reason.
    case notVerifiable(String)
    /// Another account's key signed the message, or the signature is of another message, which recovers an arbitrary
    /// account.
    case mismatch(recovered: EthereumAddress)
    /// No key can have made this signature, or the message is too long; with the reason.
    case invalid(String)
  }

  /// Checks that the account of an address signed a message (EIP-191, version 0x45). Time and memory are limited by
  /// ``maximumMessageBytes``.
  package static func verify(address: String, signature: String, message: String) -> Outcome {
    guard let claimed = EthereumAddress(address) else {
      return .notVerifiable("the address is not 0x and 40 hexadecimal digits")
    }
    do throws(SignatureError) {
      return verify(claimed, try RecoverableSignature(hex: signature), message)
    } catch {
      switch error {
      case .notSixtyFiveBytes: return .notVerifiable(error.description)
      case .recoveryByte: return .invalid(error.description)
      }
    }
  }

  private static func verify(
    _ claimed: EthereumAddress, _ signature: RecoverableSignature, _ message: String
  ) -> Outcome {
    guard message.utf8.count <= maximumMessageBytes else {
      return .invalid("the message has more than \(maximumMessageBytes) bytes")
    }
    guard let signer = signature.recoverSigner(ofDigest: PersonalMessage.hash(message)) else {
      return .invalid("no key can have made this signature: its r and s fit no point of the curve")
    }
    guard signer == claimed else { return .mismatch(recovered: signer) }
    guard claimed.hasValidChecksum else {
      return .irregular(claimed, "the case of the address's letters is not its checksum (EIP-55), which is \(claimed)")
    }
    guard signature.hasLowS else {
      return .irregular(claimed, "the signature's s is above half the curve's order (EIP-2), as no wallet writes it")
    }
    return .verified(claimed)
  }
}

/// The data that a wallet signs for `personal_sign` (EIP-191, version 0x45).
package enum PersonalMessage {
  /// The digest to sign: Keccak-256 over 0x19, `Ethereum Signed Message:`, a line feed, the message's length in bytes
  /// as a decimal number, and the message without any Unicode normalization.
  package static func hash(_ message: String) -> [UInt8] {
    let content = message.utf8
    return Keccak256.hash(Array("\u{19}Ethereum Signed Message:\n\(content.count)".utf8) + content)
  }
}
