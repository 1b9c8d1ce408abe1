import Options
import World

/// Whom requests to custom APIs act as.
package struct AccountOptions: APIOptions {
  /// Whether a request with an unknown token is refused.
  package var isStrict = false

  /// The defaults.
  package init() {}

  package static let declarations: [OptionDeclaration<APIOptionValues>] = [
    OptionDeclaration(
      "accounts", \.accounts.isStrict, .either("lenient", "strict"),
      "lenient, or strict to refuse tokens that custom APIs have not issued.",
      details: "`lenient`: any other token acts as the first account.")
  ]
}

extension APIOptionValues {
  /// The options of custom APIs' accounts.
  package var accounts: AccountOptions {
    get { self[AccountOptions.self] }
    set { self[AccountOptions.self] = newValue }
  }
}
