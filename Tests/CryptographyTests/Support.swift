/// The bytes of hexadecimal digits, white space left out.
func hex(_ text: String) -> [UInt8] {
  let digits = text.compactMap(\.hexDigitValue).map { UInt8($0) }
  return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// The private key of RFC 6979 §A.2.5, which is public.
enum PrivateKeys {
  /// As OpenSSL wrote it (RFC 5915).
  static let sec1 = """
    -----BEGIN EC PRIVATE KEY-----
    MHcCAQEEIMmvqdhFunUWa1whV2ex1pNOUMPbNuibEnuKYisSD2choAoGCCqGSM49
    AwEHoUQDQgAEYP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Z5A/4QCLi8
    maQa6elWKLxk8vGyDC1+n1F3o8KU1EYimQ==
    -----END EC PRIVATE KEY-----
    """
  /// As it writes it now (RFC 5958).
  static let pkcs8 = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgya+p2EW6dRZrXCFX
    Z7HWk05Qw9s26JsSe4piKxIPZyGhRANCAARg/tS6JVqdMclh63TGNW1owEm4kjth
    +mzmaWIuYPKftnkD/hAIuLyZpBrp6VYovGTy8bIMLX6fUXejwpTURiKZ
    -----END PRIVATE KEY-----
    """
}
