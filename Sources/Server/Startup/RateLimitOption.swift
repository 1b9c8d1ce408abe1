import APIs
import World

/// The `--rate-limit` option.
package enum RateLimitOption: Sendable, Equatable {
  /// Each API's documented limits.
  case documented
  /// No limits.
  case off
  /// The same limits for every API that has documented ones.
  case fixed(RateLimitPolicy)

  /// Reads `documented`, `off` or `AUTH/ANON`, two numbers from 1 to 1,000,000.
  package init?(_ text: String) {
    switch text {
    case "documented": self = .documented
    case "off": self = .off
    default:
      let numbers = text.split(separator: "/", omittingEmptySubsequences: false).compactMap { Int($0) }
      guard numbers.count == 2, text.split(separator: "/").count == 2,
        numbers.allSatisfy({ (1...1_000_000).contains($0) })
      else { return nil }
      self = .fixed(RateLimitPolicy(authenticated: numbers[0], anonymous: numbers[1]))
    }
  }

  /// The limits of an API under this option, nil for none.
  func policy(for module: any APIModule) -> RateLimitPolicy? {
    switch self {
    case .documented: module.documentedLimits
    case .off: nil
    case .fixed(let policy): module.documentedLimits == nil ? nil : policy
    }
  }
}
