import Ethereum
import HTTPCore

/// Whether a wallet's signature is what it claims to be.
enum WalletSignature {
  /// Recovers the signer where address and signature have the form that allows it.
  ///
  /// - Parameters:
  ///   - isStrict: Whether what is not verified is refused.
  /// - Returns: false when there was nothing to verify, as with the documentation's own example, or when other software
  ///   would not take it: a wrong checksum in the address, a high s.
  /// - Throws: ``Problem`` of kind `validation` when another address signed, or nobody can have.
  static func check(address: String, signature: String, message: String, isStrict: Bool) throws(Problem) -> Bool {
    switch WalletProof.verify(address: address, signature: signature, message: message) {
    case .verified: return true
    case .irregular(_, let reason), .notVerifiable(let reason):
      guard isStrict else { return false }
      throw Problem(
        .validation, "the signature cannot be verified: \(reason)", field: "signature", value: signature)
    case .mismatch(let recovered):
      throw Problem(
        .validation, "the message was signed by \(recovered), not by the address given", field: "signature",
        value: signature)
    case .invalid(let reason):
      throw Problem(.validation, "the signature is impossible: \(reason)", field: "signature", value: signature)
    }
  }
}
