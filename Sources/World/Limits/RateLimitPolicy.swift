/// How many requests a minute an API grants (CONTRACT D2).
package struct RateLimitPolicy: Sendable, Equatable {
  /// For each authenticated account.
  package let authenticated: Int
  /// For each client address without a valid token.
  package let anonymous: Int

  /// A policy of so many requests a minute.
  package init(authenticated: Int, anonymous: Int) {
    self.authenticated = authenticated
    self.anonymous = anonymous
  }

  /// The documented limits: 100 a minute for an account, 20 for an address.
  package static let documented = RateLimitPolicy(authenticated: 100, anonymous: 20)

  /// What it grants a client in a minute.
  package func limit(of client: RateLimiter.Client) -> Int {
    switch client {
    case .account: authenticated
    case .address: anonymous
    }
  }

  /// The length of a window in nanoseconds.
  package static let windowNanoseconds: Int64 = 60_000_000_000
}
