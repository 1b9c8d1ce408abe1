import ArgumentParser

/// The options of `serve`. All are text or nil here, since a value may come from the environment just as well;
/// ``ServeSettings`` reads and checks them.
struct ServeOptions: ParsableArguments {
  @Option(help: "Configuration file. (default: mock-api.yaml in the working directory, if there is one)")
  var config: String?

  @Option(name: .shortAndLong, help: "Port to listen on; 0 for any free port. (default: 3000)")
  var port: String?

  @Option(help: "Address or name to listen on. (default: loopback, IPv4 and IPv6)")
  var host: String?

  @Flag(help: "Listen on every address, for devices in the network; print theirs.")
  var lan = false

  @Option(help: "The code for a phone's camera at start: on, off, or auto for when it fits. (default: auto)")
  var qr: String?
  @Option(help: "Port that serves the same over TLS, such as 3443; 0 for any free port. (default: no TLS)")
  var tlsPort: String?

  @Option(help: "Folder with the CA and certificate of the TLS port. (default: the user's data folder)")
  var tlsDir: String?

  @Option(help: "File with a certificate of your own for the TLS port, and its chain, as PEM.")
  var tlsCert: String?

  @Option(help: "File with the key of --tls-cert, as PEM.")
  var tlsKey: String?

  @Option(help: "Folder that keeps everything written; without it the server forgets at exit.")
  var dataDir: String?

  @Option(help: "What a fresh start holds: demo, minimal or empty. (default: demo)")
  var dataset: String?

  @Option(help: "documented, off, or AUTH/ANON requests a minute, such as 500/50. (default: documented)")
  var rateLimit: String?

  @Option(help: "Determines tokens and everything else that looks like chance. (default: 1)")
  var randomSeed: String?

  @Option(help: "Seconds that access tokens live. (default: as each API documents)")
  var accessTtl: String?

  @Option(help: "Seconds that refresh tokens live. (default: as each API documents)")
  var refreshTtl: String?

  @Option(help: "Largest request body in bytes; suffixes K and M. (default: 1M)")
  var maxBody: String?

  @Option(help: "How many connections may be open at once; more are answered 503. (default: 4096)")
  var maxConnections: String?

  @Option(help: "Web pages that may call: an origin such as http://localhost:5173, any, or off. (default: any)")
  var cors: String?

  @Option(
    help: "Names by which the server may be called beside local ones: a name, *.example.com, or any; with commas.")
  var allowHost: String?

  @Option(help: "Seconds that apps may cache where the API documents caching. (default: 300)")
  var cacheMaxAge: String?

  @Option(help: "lenient, or strict to refuse passkeys that cannot be verified. (default: lenient)")
  var passkeys: String?

  @Option(help: "lenient, or strict to refuse wallet signatures that cannot be verified. (default: lenient)")
  var wallets: String?

  @Option(help: "lenient, or strict to spend a refresh token at its first use. (default: lenient)")
  var refresh: String?

  @Option(help: "optional, or required to refuse STOMP sessions without a valid token. (default: optional)")
  var stompAuth: String?

  @Option(help: "Time between simulated changes of wallet balances: 10s, 200ms, 1h, or off. (default: 10s)")
  var walletInterval: String?

  @Option(help: "Time between simulated readings of sensors: 5s, 200ms, 1h, or off. (default: 5s)")
  var sensorInterval: String?

  @Option(help: "iOS apps that may use passkeys here: TEAMID.bundle, several with commas.")
  var appId: String?

  @Option(help: "Android apps that may: package:SHA-256 fingerprint, several with commas.")
  var androidApp: String?

  @Option(help: "Announce a version as deprecated, such as v1=2027-01-31.")
  var deprecate: String?

  @Option(help: "trace, debug, info, notice, warning, error or critical. (default: info)")
  var logLevel: String?

  @Option(help: "text or json. (default: text)")
  var logFormat: String?

  @Option(help: "Folder with the seed files. (default: found beside the program or in the source tree)")
  var seeds: String?

  @Option(help: "warn of requests that leave the API documents, strict to refuse them, or off. (default: warn)")
  var contract: String?

  @Option(
    help: "off, or on to answer 500 for answers that leave the API documents; to test this server. (default: off)")
  var checkAnswers: String?

  @Option(help: "What calls of the control plane must show, as X-Mock-Admin-Token. (default: no token)")
  var adminToken: String?

  @Flag(name: .customLong("no-admin"), help: "Have no control plane at all.")
  var hasNoAdmin = false

  @Option(help: "How many worlds there may be beside the default one. (default: 256)")
  var maxWorlds: String?

  @Option(help: "Time after which a world that nobody uses is gone, such as 30m. (default: 30m)")
  var worldTtl: String?

  @Option(help: "Time that STOMP heart-beats follow: real, or that of the world. (default: real)")
  var heartBeats: String?

  @Option(help: "Exchanges that each world's journal keeps, and as many frames; or off. (default: 2000)")
  var journal: String?

  @Option(help: "Bytes that each world's journal may take; suffixes K and M. (default: 16M)")
  var journalBytes: String?

  @Option(help: "File with faults that each world has from its beginning, a JSON array.")
  var faults: String?

  @Option(help: "Folder with the API documents. (default: found beside the program or in the source tree)")
  var openapi: String?
}
