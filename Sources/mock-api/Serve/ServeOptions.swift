import APIs
import ArgumentParser
import Certificates
import ControlPlane
import Foundation
import Logging
import Server
import World

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

/// The options of `serve` after flags, environment and defaults have been joined and checked.
struct ServeSettings {
  var server = ServerConfiguration()
  var logLevel = Logger.Level.info
  var logFormat = LogFormat.text
  var code = CodeDisplay.auto

  /// Whether changes of files are taken over while the server runs.
  private(set) var isWatching = false
  /// The configuration file; nil when there is none.
  let file: String?
  /// The options that are set to something, by their names, and where each value came from.
  private(set) var given: [String: OptionValue] = [:]

  /// Reads every option: the flag, else `MOCK_API_<OPTION>`, else (for the port) `PORT`, else the configuration file,
  /// else the default.
  ///
  /// - Parameters:
  ///   - watch: Whether the flag is given that only `serve` has.
  /// - Throws: `ValidationError` that names the option, what came and what is allowed.
  init(_ options: ServeOptions, _ source: OptionSource, watch: Bool = false) throws {
    file = source.file?.path
    isWatching = try source.flag(watch, "watch")
    try readNetwork(options, source)
    server.tls = try Self.tls(options, source, plainPort: server.port)
    try readState(options, source)
    try readAPIs(options, source)
    try readContract(options, source)
    try readControl(options, source)
    if let value = source.value(options.logLevel, "log-level") {
      logLevel = try value.choice(Logger.Level.allCases)
    }
    if let value = source.value(options.logFormat, "log-format") {
      logFormat = try value.choice(LogFormat.allCases)
    }
    given = source.given
  }

  private mutating func readNetwork(_ options: ServeOptions, _ source: OptionSource) throws {
    if let value = source.value(options.port, "port", fallback: "PORT") {
      server.port = try value.integer(in: 0...65_535)
    }
    server.host = source.value(options.host, "host")?.text
    server.listensBeyondLoopback = try source.flag(options.lan, "lan")
    if let host = server.host, server.listensBeyondLoopback {
      // One that is typed is meant, whatever the environment or a file says of the other.
      switch (options.host != nil, options.lan) {
      case (true, false): server.listensBeyondLoopback = false
      case (false, true): server.host = nil
      default:
        throw ValidationError("--lan listens on every address, so there is nothing for --host \(host) to choose")
      }
    }
    if let value = source.value(options.qr, "qr") { code = try value.choice(CodeDisplay.allCases) }
    if let value = source.value(options.maxBody, "max-body") {
      server.limits.maximumBodyBytes = try value.byteCount(in: 1...(256 << 20))
    }
    if let value = source.value(options.maxConnections, "max-connections") {
      server.limits.maximumConnections = try value.integer(in: 1...100_000)
    }
    if let value = source.value(options.cors, "cors") {
      server.cors = try Self.cors(value)
    }
    if let value = source.value(options.allowHost, "allow-host") {
      server.allowedHosts = try value.list { HostNames.isPattern($0) ? $0 : nil }
    }
  }

  private mutating func readState(_ options: ServeOptions, _ source: OptionSource) throws {
    server.dataDirectory = source.value(options.dataDir, "data-dir")?.text
    server.seedsFolder = source.value(options.seeds, "seeds")?.text
    if let value = source.value(options.dataset, "dataset") {
      server.dataset = try value.choice(Dataset.allCases)
    }
    if let value = source.value(options.rateLimit, "rate-limit") {
      guard let option = RateLimitOption(value.text) else {
        throw value.refusal("must be documented, off, or AUTH/ANON such as 500/50")
      }
      server.rateLimit = option
    }
    if let value = source.value(options.randomSeed, "random-seed") {
      guard let seed = UInt64(value.text) else { throw value.refusal("must be a whole number from 0 to 2^64 - 1") }
      server.randomSeed = seed
    }
    let lifetimes = 1...3_153_600_000
    server.accessLifetime = try source.value(options.accessTtl, "access-ttl")?.integer(in: lifetimes)
    server.refreshLifetime = try source.value(options.refreshTtl, "refresh-ttl")?.integer(in: lifetimes)
  }

  private mutating func readAPIs(_ options: ServeOptions, _ source: OptionSource) throws {
    if let value = source.value(options.cacheMaxAge, "cache-max-age") {
      server.cacheMaxAge = try value.integer(in: 0...31_536_000)
    }
    if let value = source.value(options.passkeys, "passkeys") {
      server.isStrictAboutPasskeys = try value.choice(Strictness.allCases) == .strict
    }
    if let value = source.value(options.wallets, "wallets") {
      server.isStrictAboutWallets = try value.choice(Strictness.allCases) == .strict
    }
    if let value = source.value(options.refresh, "refresh") {
      server.spendsRefreshTokensAtOnce = try value.choice(Strictness.allCases) == .strict
    }
    if let value = source.value(options.stompAuth, "stomp-auth") {
      server.requiresMessagingTokens = try value.choice(STOMPAuthentication.allCases) == .required
    }
    if let value = source.value(options.walletInterval, "wallet-interval") {
      server.walletInterval = try value.text == "off" ? 0 : value.nanoseconds()
    }
    if let value = source.value(options.sensorInterval, "sensor-interval") {
      server.sensorInterval = try value.text == "off" ? 0 : value.nanoseconds(atLeast: "10ms")
    }
    if let value = source.value(options.appId, "app-id") {
      server.appIDs = try value.list { $0.contains(".") ? $0 : nil }
    }
    if let value = source.value(options.androidApp, "android-app") {
      server.androidApps = try value.list { WellKnownEndpoints.AndroidApp($0) }
    }
    server.deprecation = try source.value(options.deprecate, "deprecate").map(Self.deprecation)
  }

  private mutating func readContract(_ options: ServeOptions, _ source: OptionSource) throws {
    server.openapiFolder = source.value(options.openapi, "openapi")?.text
    if let value = source.value(options.contract, "contract") {
      server.contract = try value.choice(ContractGuard.Mode.allCases)
    }
    if let value = source.value(options.checkAnswers, "check-answers") {
      server.checksAnswers = try value.choice(Switch.allCases) == .on
    }
  }

  private mutating func readControl(_ options: ServeOptions, _ source: OptionSource) throws {
    server.adminToken = try source.value(options.adminToken, "admin-token").map(Self.adminToken)
    server.hasControlPlane = try !source.flag(options.hasNoAdmin, "no-admin")
    if let value = source.value(options.maxWorlds, "max-worlds") {
      server.worlds.count = try value.integer(in: 0...10_000)
    }
    if let value = source.value(options.worldTtl, "world-ttl") {
      server.worlds.idleSeconds = Int(try value.nanoseconds(atLeast: "1s") / 1_000_000_000)
    }
    if let value = source.value(options.heartBeats, "heart-beats") {
      server.bendsHeartBeats = try value.choice(HeartBeatTime.allCases) == .world
    }
    if let value = source.value(options.journal, "journal") {
      server.journal.entries = value.text == "off" ? 0 : try value.integer(in: 0...1_000_000)
    }
    if let value = source.value(options.journalBytes, "journal-bytes") {
      server.journal.bytes = try value.byteCount(in: 0...(1 << 30))
    }
    server.faultsFile = source.value(options.faults, "faults")?.text
  }

  private enum HeartBeatTime: String, CaseIterable {
    case world
    case real
  }

  private enum Switch: String, CaseIterable {
    case on
    case off
  }

  private enum Strictness: String, CaseIterable {
    case lenient
    case strict
  }

  private enum STOMPAuthentication: String, CaseIterable {
    case optional
    case required
  }

  /// Reads `v1=2027-01-31`.
  private static func deprecation(_ value: OptionValue) throws -> Deprecation {
    let parts = value.text.split(separator: "=", maxSplits: 1).map(String.init)
    let style = Date.ISO8601FormatStyle().year().month().day()
    guard parts.count == 2, let date = try? Date(parts[1], strategy: style) else {
      throw value.refusal("must be a version and a date, such as v1=2027-01-31")
    }
    return Deprecation(version: parts[0], date: Timestamp(seconds: Int64(date.timeIntervalSince1970)))
  }

  /// Reads a token, which no message repeats.
  private static func adminToken(_ value: OptionValue) throws -> String {
    guard !value.text.isEmpty else {
      throw ValidationError(
        "\(value.origin) must not be empty, which would let everybody in; leave it out for no token")
    }
    guard value.text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw ValidationError("\(value.origin) must be of visible ASCII characters, as it goes in a header")
    }
    return value.text
  }

  private static func cors(_ value: OptionValue) throws -> CORSPolicy {
    switch value.text {
    case "any", "*": return .any
    case "off": return .off
    default:
      guard value.text.hasPrefix("http://") || value.text.hasPrefix("https://"), !value.text.hasSuffix("/") else {
        throw value.refusal("must be any, off, or an origin such as http://localhost:5173")
      }
      return .origin(value.text)
    }
  }
}

extension ServeSettings {
  /// The TLS port; nil when none is asked for.
  ///
  /// - Throws: `ValidationError`, also for options that make no sense together.
  static func tls(_ options: ServeOptions, _ source: OptionSource, plainPort: Int) throws -> TLSPort? {
    let folder = source.value(options.tlsDir, "tls-dir")
    let certificate = source.value(options.tlsCert, "tls-cert")
    let key = source.value(options.tlsKey, "tls-key")
    guard let port = source.value(options.tlsPort, "tls-port") else {
      if let lonely = certificate ?? key {
        throw ValidationError("\(lonely.origin) is of no use without --tls-port, such as --tls-port 3443")
      }
      return nil
    }
    let number = try port.integer(in: 0...65_535)
    guard number == 0 || number != plainPort else { throw port.refusal("must be another port than --port") }
    switch (certificate, key) {
    case (let certificate?, let key?):
      return TLSPort(port: number, source: .own(certificate: certificate.text, key: key.text))
    case (let lonely?, nil), (nil, let lonely?):
      throw ValidationError("\(lonely.origin) needs the other one: --tls-cert and --tls-key go together")
    case (nil, nil):
      return TLSPort(port: number, source: .authority(folder: try tlsFolder(folder, source.environment)))
    }
  }

  /// The folder of the CA: the one that was named, else the user's.
  static func tlsFolder(_ named: OptionValue?, _ environment: [String: String]) throws -> String {
    if let named { return named.text }
    do {
      return try CertificateFolder.ofUser(environment).path
    } catch {
      throw ValidationError(error.description)
    }
  }
}
