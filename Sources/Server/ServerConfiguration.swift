import APISupport
import Contract
import ControlPlane
import OwnAPIs
import Transport
import World

/// Everything about a server that can be chosen.
package struct ServerConfiguration: Sendable {
  /// 0…65535; 0 is any free port.
  package var port = 3000
  /// The names or addresses to listen on; nil for the loopback of IPv4 and IPv6.
  package var host: String?
  /// Whether to listen on every address, so that devices in the network reach the server.
  package var listensBeyondLoopback = false
  /// The port that speaks TLS, beside the plain one; nil for none.
  package var tls: TLSPort?
  /// The folder that keeps the worlds; nil for a world in memory that is gone at exit.
  package var dataDirectory: String?
  package var dataset = Dataset.demo
  package var rateLimit = RateLimitOption.documented
  package var randomSeed: UInt64 = 1
  /// Seconds, instead of each API's documented lifetime.
  package var accessLifetime: Int?
  /// Seconds, instead of each API's documented lifetime.
  package var refreshLifetime: Int?
  package var cors = CORSPolicy.any
  /// Whether long content is compressed for clients that take it so.
  package var compresses = true
  /// Names by which the server may be called beside local ones, see ``HostNames``.
  package var allowedHosts: [String] = []
  package var limits = HTTPLimits()
  /// The APIs that the user brought along.
  package var own = OwnAPISources()
  /// The names of the APIs that are served; nil for all.
  package var only: [String]?
  /// The options that the APIs declare.
  package var apis = APIOptionValues()
  /// How the message broker treats its clients.
  package var messaging = MessagingRules()
  /// How many worlds there may be beside the default one, and for how long.
  package var worlds = Worlds.Limits()
  /// How much the journal of each world keeps.
  package var journal = JournalLimits()
  /// A file with the faults that each world has from its beginning, a JSON array; nil for none.
  package var faultsFile: String?
  /// What a request to the control plane must show; nil for nothing.
  package var adminToken: String?
  /// Whether there is a control plane at all.
  package var hasControlPlane = true
  /// Apple's application identifiers of the apps that may use this host's passkeys and links.
  package var appIDs: [String] = []
  /// The Android apps that may.
  package var androidApps: [WellKnownEndpoints.AndroidApp] = []
  /// How long each answer of an API waits, in nanoseconds of real time; 0 for not at all.
  package var delay: Int64 = 0
  /// A version to announce as deprecated.
  package var deprecation: Deprecation?
  /// Whether requests are held against the API documents, and what follows.
  package var contract = ContractGuard.Mode.warn
  /// Whether answers are held against the API documents too, and one that leaves them becomes a 500; for tests of this
  /// server itself.
  package var checksAnswers = false
  /// The folder with the API documents; nil to look for it.
  package var openapiFolder: String?
  /// The API documents, when they are read already; nil to read those of ``openapiFolder``.
  package var library: ContractLibrary?
  /// The folder with the seed files; nil to look for it.
  package var seedsFolder: String?
  /// Databases to begin with, for servers of built-in APIs in memory with the usual seed files; nil to make each anew.
  package var databases: PreparedDatabases?

  /// The defaults.
  package init() {}

  /// What to listen on.
  var hosts: [String] {
    if listensBeyondLoopback { return ["0.0.0.0", "::"] }
    return host.map { [$0] } ?? ["127.0.0.1", "::1"]
  }
}

/// The `--rate-limit` option.
package indirect enum RateLimitOption: Sendable, Equatable {
  /// Each API's documented limits.
  case documented
  /// No limits.
  case off
  /// The same limits for every API that has documented ones.
  case fixed(RateLimitPolicy)
  /// Limits of one API, or none, whether or not its document has some; of the others, what another option says.
  case named(String, RateLimitPolicy?, others: RateLimitOption)

  /// Reads `documented`, `off` or `AUTH/ANON`, two numbers from 1 to 1,000,000; with commas, the limits of single APIs
  /// too: `documented,shop=500/50,agrobridge=off`.
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

  /// As ``init(_:)`` reads it.
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
