import APISupport
import Contract
import ControlPlane
import CustomAPIs
import Transport
import World

/// The configuration of a server.
package struct ServerConfiguration: Sendable {
  /// 0…65535; 0 is any free port.
  package var port = 3000
  /// The names or addresses to listen on; nil for the loopback of IPv4 and IPv6.
  package var host: String?
  /// Whether to listen on every address, for devices in the network.
  package var listensBeyondLoopback = false
  /// The TLS port, in addition to the plain one; nil for none.
  package var tls: TLSPort?
  /// The folder of the database; nil for a database in memory that is discarded at exit.
  package var dataDirectory: String?
  package var dataset = Dataset.demo
  package var rateLimit = RateLimitOption.documented
  package var randomSeed: UInt64 = 1
  /// Seconds, instead of each API's documented lifetime.
  package var accessLifetime: Int?
  /// Seconds, instead of each API's documented lifetime.
  package var refreshLifetime: Int?
  package var cors = CORSPolicy.any
  /// Whether long bodies are compressed for clients that accept it.
  package var compresses = true
  /// Allowed host names besides local ones, see ``HostNames``.
  package var allowedHosts: [String] = []
  package var limits = HTTPLimits()
  /// The custom APIs.
  package var own = CustomAPISources()
  /// The names of the served APIs; nil for all.
  package var only: [String]?
  /// The options that the APIs declare.
  package var apis = APIOptionValues()
  /// The rules of the message broker.
  package var messaging = MessagingRules()
  /// The limits of the number of worlds and of their lifetimes.
  package var worlds = Worlds.Limits()
  /// The server's name among several behind a load balancer; nil for a server that stands alone.
  package var node: NodeName?
  /// The capacity of each world's journal.
  package var journal = JournalLimits()
  /// A file with the initial faults of each world, a JSON array; nil for none.
  package var faultsFile: String?
  /// The token of the control plane; nil for none.
  package var adminToken: String?
  /// Whether there is a control plane.
  package var hasControlPlane = true
  /// Apple's application identifiers of the apps that may use this host's passkeys and links.
  package var appIDs: [String] = []
  /// The Android apps that may.
  package var androidApps: [WellKnownEndpoints.AndroidApp] = []
  /// The delay of each response of an API, in nanoseconds of real time; 0 for none.
  package var delay: Int64 = 0
  /// A version to announce as deprecated.
  package var deprecation: Deprecation?
  /// Whether requests are compared with the API documents, and the consequences.
  package var contract = ContractGuard.Mode.warn
  /// Whether responses are compared with the API documents too, and one that deviates becomes a 500; for tests of this
  /// server itself.
  package var checksResponses = false
  /// The folder with the API documents; nil to look for it.
  package var openapiFolder: String?
  /// The API documents, if they are already read; nil to read those of ``openapiFolder``.
  package var library: ContractLibrary?
  /// The folder with the seed files; nil to look for it.
  package var seedsFolder: String?
  /// Initial databases, for servers of built-in APIs in memory with the standard seed files; nil to create a new one
  /// each time.
  package var databases: PreparedDatabases?

  /// The defaults.
  package init() {}

  /// The names or addresses to listen on.
  var hosts: [String] {
    if listensBeyondLoopback { return ["0.0.0.0", "::"] }
    return host.map { [$0] } ?? ["127.0.0.1", "::1"]
  }
}
