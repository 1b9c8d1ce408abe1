import Options
import World

/// What can be chosen about Interspace.
package struct InterspaceOptions: APIOptions {
  /// Seconds that clients may keep responses.
  package var cacheMaxAge = 300
  /// Whether passkeys that cannot be verified are refused.
  package var isStrictAboutPasskeys = false
  /// Whether signatures of wallets that cannot be verified are refused.
  package var isStrictAboutWallets = false
  /// Nanoseconds of the world's time between two moves of wallet balances; 0 for never.
  package var walletInterval: Int64 = 10_000_000_000

  /// The defaults.
  package init() {}

  /// The `Cache-Control` of responses that clients may keep.
  var cacheControl: String { "max-age=\(cacheMaxAge)" }

  static let declarations: [OptionDeclaration<APIOptionValues>] = [
    OptionDeclaration(
      "cache-max-age", \.interspace.cacheMaxAge, .integer(in: 0...31_536_000),
      "Seconds for which apps may cache responses, where the API documents caching."),
    OptionDeclaration(
      "passkeys", \.interspace.isStrictAboutPasskeys, .either("lenient", "strict"),
      "lenient, or strict to refuse passkeys that cannot be verified.",
      details: "`strict` refuses unknown challenges and placeholders for keys too."),
    OptionDeclaration(
      "wallets", \.interspace.isStrictAboutWallets, .either("lenient", "strict"),
      "lenient, or strict to refuse wallet signatures that cannot be verified.",
      details: "`strict` refuses placeholders, wrong checksums and a high s too."),
    OptionDeclaration(
      "wallet-interval", \.interspace.walletInterval, .time().off(0),
      "Time between simulated changes of wallet balances: 10s, 200ms, 1h, or off.", traits: .live),
  ]
}

extension APIOptionValues {
  /// The options of Interspace.
  package var interspace: InterspaceOptions {
    get { self[InterspaceOptions.self] }
    set { self[InterspaceOptions.self] = newValue }
  }
}
