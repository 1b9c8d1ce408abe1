import APISupport
import Contract
import ControlPlane
import CustomAPIs
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
  package var own = CustomAPISources()
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
  /// Databases to begin with, for servers of built-in APIs in memory with the usual seed files; nil to make a new one each time.
  package var databases: PreparedDatabases?

  /// The defaults.
  package init() {}

  /// What to listen on.
  var hosts: [String] {
    if listensBeyondLoopback { return ["0.0.0.0", "::"] }
    return host.map { [$0] } ?? ["127.0.0.1", "::1"]
  }
}
