import APISupport
import Contract
import ControlPlane
import CustomAPIs
import Transport
import World

/// The `--rate-limit` option.
package indirect enum RateLimitOption: Sendable, Equatable {
  /// Each API's documented limits.
  case documented
  /// No limits.
  case off
  /// The same limits for every API that has documented ones.
  case fixed(RateLimitPolicy)
  /// Limits of one API, or none, whether or not its document has some; another option applies to the others.
  case named(String, RateLimitPolicy?, others: RateLimitOption)

  /// Parses `documented`, `off` or `AUTH/ANON`, two numbers from 1 to 1,000,000; with commas, also the limits of single
  /// APIs: `documented,shop=500/50,agrobridge=off`.
  package init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let usual = parts.filter { !$0.contains("=") }
    guard usual.count < 2 else { return nil }
    var option: RateLimitOption? = usual.first.map { RateLimitOption(usual: String($0)) } ?? .documented
    for part in parts where part.contains("=") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let others = option, pair.count == 2, !pair[0].isEmpty else { return nil }
      switch RateLimitOption(usual: pair[1]) {
      case .off: option = .named(pair[0], nil, others: others)
      case .fixed(let policy): option = .named(pair[0], policy, others: others)
      default: return nil
      }
    }
    guard let option else { return nil }
    self = option
  }

  private init?(usual text: String) {
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
    case .named(let name, let policy, let others): name == module.name ? policy : others.policy(for: module)
    }
  }

  /// The APIs that it names.
  var names: [String] {
    guard case .named(let name, _, let others) = self else { return [] }
    return others.names + [name]
  }

  /// The text that ``init(_:)`` parses.
  package var text: String {
    switch self {
    case .documented: "documented"
    case .off: "off"
    case .fixed(let policy): Self.text(policy)
    case .named(let name, let policy, let others): "\(others.text),\(name)=\(policy.map(Self.text) ?? "off")"
    }
  }

  private static func text(_ policy: RateLimitPolicy) -> String { "\(policy.authenticated)/\(policy.anonymous)" }
}
