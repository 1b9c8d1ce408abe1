/// The domains that certificates of our CA may be for.
enum LocalDomains {
  /// Domains that are nobody's: RFC 6761, RFC 6762, RFC 8375, and `internal`, which ICANN keeps free.
  ///
  /// A phone that trusts the CA trusts whoever gets hold of its key. So the CA itself says that it vouches for these
  /// and for ``LocalNetworks`` only (RFC 5280 §4.2.1.10), and its key is of no use against a bank.
  static let all = ["localhost", "local", "test", "internal", "home.arpa"]
}
