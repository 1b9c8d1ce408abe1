import APIs
import ArgumentParser
import ControlPlane
import Foundation
import Logging
import Options
import STOMP
import Server
import World

/// An option of `serve` and `exec`.
typealias ServeOption = OptionDeclaration<ServeConfiguration>

/// Options that the help shows below one heading. To add an option, add it to one of these; a new value is stored in
/// ``ServeConfiguration`` or, if the server uses it, in `ServerConfiguration`. An API declares its own options.
protocol OptionSection {
  static var title: String { get }
  static var options: [ServeOption] { get }
}

enum NetworkOptions: OptionSection {
  static let title = "Network"
  static let options: [ServeOption] = [
    ServeOption(
      "port", \.server.port, .integer(in: 0...65_535),
      "Port to listen on; 0 for any free port.", ofExec: "any free port", letter: "p",
      traits: [.notOfExecInFile, .notOfExecInVariable], fallbackVariable: "PORT"),
    ServeOption(
      "host", \.server.host, .text, "Address or name to listen on.", ifUnset: "loopback, IPv4 and IPv6"),
    ServeOption(
      "lan", \.server.listensBeyondLoopback, .flag,
      "Listen on every network address and print the URLs for other devices.",
      traits: [.notOfExecInFile, .notOfExecInVariable]),
    ServeOption(
      "qr", \.code, .word, "Show a QR code with the URL at start: on, off, or auto when it fits the terminal.",
      details: "It is shown with `--lan`."),
    ServeOption(
      "max-body", \.server.limits.maximumBodyBytes, .bytes(in: 1...(256 << 20)),
      "Largest request body in bytes; suffixes K and M."),
    ServeOption(
      "max-connections", \.server.limits.maximumConnections, .integer(in: 1...100_000),
      "Largest number of open connections; further ones get 503.",
      details: """
        WebSockets count, and the log names each refused connection. A connection needs one file descriptor (`ulimit -n`), a \
        WebSocket needs two.
        """),
    ServeOption(
      "cors", \.server.cors, .cors,
      "Web pages that may call the APIs: an origin such as http://localhost:5173, any, or off.",
      details: "`/_mock` and `/__admin` accept pages of this machine and of a named origin only, even with `any`.",
      traits: .live),
    ServeOption(
      "gzip", \.server.compresses, .either("off", "on"),
      "on compresses responses of 4 KiB and more for clients that accept gzip; or off.", traits: .live),
    ServeOption(
      "allow-host", \.server.allowedHosts, .list({ HostNames.isPattern($0) ? $0 : nil }, text: { $0 }),
      "Host names that requests may use besides local ones: a name, *.example.com, or any; separate several with commas."
    ),
  ]
}

enum TLSOptions: OptionSection {
  static let title = "TLS"
  static let options: [ServeOption] = [
    ServeOption(
      "tls-port", \.tls.port, .integer(in: 0...65_535),
      "Port for TLS, such as 3443; 0 for any free port.", ifUnset: "no TLS",
      traits: .notOfExecInFile),
    ServeOption(
      "tls-dir", \.tls.folder, .folder, "Folder of the certificate authority and the certificate of the TLS port.",
      ifUnset: "the user's data folder", traits: .notOfExecInFile),
    ServeOption(
      "tls-cert", \.tls.certificate, .file,
      "PEM file with your own certificate for the TLS port, and its chain.", traits: .notOfExecInFile),
    ServeOption(
      "tls-key", \.tls.key, .file, "PEM file with the private key of --tls-cert.", traits: .notOfExecInFile),
  ]
}

enum DataOptions: OptionSection {
  static let title = "Data"
  static let options: [ServeOption] = [
    ServeOption(
      "data-dir", \.server.dataDirectory, .folder, "Folder that stores the data, so that it survives a restart.",
      details: "Messages in queues are not stored, neither waiting ones nor unacknowledged ones.",
      traits: [.notOfExecInFile, .notOfExecInVariable]),
    ServeOption(
      "dataset", \.server.dataset, .word, "Records to start with: demo, minimal or empty.",
      details: """
        `demo` has many related records, `minimal` those of the API documents, `empty` has accounts only.
        """, traits: .live),
    ServeOption(
      "seeds", \.server.seedsFolder, .folder, "Folder with the seed files.",
      ifUnset: "found beside the program or in the source tree", traits: .live),
    ServeOption(
      "random-seed", \.server.randomSeed, .integer, "Seed of tokens and all other random values."),
  ]
}

enum APISharedOptions: OptionSection {
  static let title = "APIs"
  static let options: [ServeOption] =
    [
      ServeOption(
        "rate-limit", \.server.rateLimit, .rateLimit,
        "documented, off, or requests a minute as AUTHENTICATED/ANONYMOUS, such as 500/50.", traits: .live),
      ServeOption(
        "access-ttl", \.server.accessLifetime, .integer(in: lifetimes), "Lifetime of access tokens in seconds.",
        ifUnset: "as each API documents"),
      ServeOption(
        "refresh-ttl", \.server.refreshLifetime, .integer(in: lifetimes), "Lifetime of refresh tokens in seconds.",
        ifUnset: "as each API documents"),
    ] + Registry.options.map { $0.of(\.server.apis) } + [
      ServeOption(
        "app-id", \.server.appIDs, .list({ $0.contains(".") ? $0 : nil }, text: { $0 }),
        "iOS apps that may use passkeys: TEAMID.bundle; separate several with commas.",
        details: "`/.well-known/apple-app-site-association` lists them."),
      ServeOption(
        "android-app", \.server.androidApps,
        .list({ WellKnownEndpoints.AndroidApp($0) }, text: { "\($0.package):\($0.fingerprint)" }),
        "Android apps that may use passkeys: package:SHA-256 fingerprint; separate several with commas.",
        details: "`/.well-known/assetlinks.json` lists them."),
      ServeOption(
        "delay", \.server.delay, .time(atMost: "10m").off(0), "Delay of each API response, such as 300ms; or off.",
        details: "At most ten minutes of real time.", traits: .live),
      ServeOption(
        "deprecate", \.server.deprecation, .deprecation,
        "Announce a version as deprecated, such as v1=2027-01-31.", traits: .live),
    ]

  /// A century, in seconds.
  private static let lifetimes = 1...3_153_600_000
}

enum MessagingOptions: OptionSection {
  static let title = "STOMP"
  static let options: [ServeOption] = [
    ServeOption(
      "stomp-like", \.server.messaging.dialect, .word,
      "Broker to behave like: standard, spring or rabbitmq.",
      details: "[What is different](messaging.md#like-production)."),
    ServeOption(
      "stomp-auth", \.server.messaging.tokens, .word,
      "When STOMP needs a valid token: optional, required, handshake or expiring.",
      details: """
        `required`: CONNECT needs it; `handshake`: the upgrade needs it, else 401; `expiring`: as `required`, and a session ends \
        with its token.
        """),
    ServeOption(
      "stomp-heart-beat", \.server.messaging.heartbeat, .time(atLeast: "10ms").off(0),
      "Shortest heart-beat interval to offer and to request, or off."),
    ServeOption(
      "heart-beats", \.server.messaging.overridesHeartbeats, .either("real", "world"),
      "Clock of STOMP heart-beats: real time, or that of the world."),
    ServeOption(
      "stomp-max-body", \.server.messaging.limits.maximumBodyBytes, .bytes(in: 1...(16 << 20)),
      "Largest body of a frame in bytes; suffixes K and M.", details: "A WebSocket message may have `--max-body`."),
    ServeOption(
      "stomp-max-subscriptions", \.server.messaging.limits.maximumSubscriptions, .integer(in: 1...100_000),
      "Most subscriptions of a session."),
    ServeOption(
      "stomp-max-queue", \.server.messaging.queueCapacity, .integer(in: 1...100_000),
      "Most messages that wait in a queue, one megabyte at most."),
    ServeOption(
      "stomp-relay", \.server.messaging.relay, .brokerURL,
      "STOMP broker that serves /topic, /queue and others: stomp://user:pass@localhost:61613/vhost.",
      details: "As Spring's broker relay does. [One broker for several servers](messaging.md#relay-to-a-broker).",
      ifUnset: "this server is the broker", traits: [.secret, .notOfExecInFile, .notOfExecInVariable]),
    ServeOption(
      "stomp-relay-destinations", \.server.messaging.relayDestinations,
      .list({ $0.hasPrefix("/") && $0.count > 1 ? $0.droppingSlash : nil }, text: { $0 }),
      "Destinations that --stomp-relay serves: /topic, /queue; separate several with commas.",
      ifUnset: "all but those below /app and /user", traits: [.notOfExecInFile, .notOfExecInVariable]),
  ]
}

enum ContractOptions: OptionSection {
  static let title = "Contract"
  static let options: [ServeOption] = [
    ServeOption(
      "contract", \.server.contract, .word,
      "Requests that deviate from the API documents: warn reports them, strict refuses them, off ignores them.",
      traits: .live),
    ServeOption(
      "check-answers", \.server.checksResponses, .either("off", "on"),
      "on answers 500 where a response deviates from the API documents, to test this server; or off.", traits: .live),
    ServeOption(
      "openapi", \.server.openapiFolder, .folder, "Folder with the API documents.",
      ifUnset: "found beside the program or in the source tree"),
  ]
}

enum ControlPlaneOptions: OptionSection {
  static let title = "Tests"
  static let options: [ServeOption] = [
    ServeOption(
      "admin-token", \.server.adminToken, .adminToken,
      "Token that control-plane calls must send as X-Mock-Admin-Token.", details: "A bearer token is accepted as well.",
      ifUnset: "no token", traits: .secret),
    ServeOption(
      "no-admin", \.server.hasControlPlane, .negativeFlag, "Turn the control plane off.",
      details: "`/_mock/health` still responds."),
    ServeOption(
      "max-worlds", \.server.worlds.count, .integer(in: 0...10_000),
      "Most worlds besides the default one."),
    ServeOption(
      "world-ttl", \.server.worlds.idleSeconds, .seconds(atLeast: "1s"),
      "Time after which an unused world is deleted, such as 30m."),
    ServeOption(
      "journal", \.server.journal.entries, .integer(in: 0...JournalLimits.maximumEntries).off(0),
      "Most exchanges, and most frames, in each world's journal; or off."),
    ServeOption(
      "journal-bytes", \.server.journal.bytes, .bytes(in: 0...(1 << 30)),
      "Largest size of each world's journal in bytes; suffixes K and M."),
    ServeOption(
      "faults", \.server.faultsFile, .file,
      "JSON file with an array of faults that each new world starts with.", traits: .live),
  ]
}

enum LogOptions: OptionSection {
  static let title = "Log"
  static let options: [ServeOption] = [
    ServeOption(
      "log-level", \.logLevel, .word, "trace, debug, info, notice, warning, error or critical.",
      details: "`info` includes each request.", ofExec: "warning", traits: .live),
    ServeOption(
      "log-format", \.logFormat, .word, "text or json.", details: "The log goes to standard error.", traits: .live),
  ]
}

enum ConfigurationOptions: OptionSection {
  static let title = "Configuration"
  static let options: [ServeOption] = [
    ServeOption(
      "config", \.namedFile, .text, "Configuration file.",
      ifUnset: "mock-api.yaml in the working directory, if there is one", traits: .notInFile)
  ]
}

enum WatchOptions: OptionSection {
  static let title = "Configuration"
  static let options: [ServeOption] = [
    ServeOption(
      "watch", \.isWatching, .flag,
      "Apply changes of the configuration file, the faults and the seed files while the server runs.",
      traits: [.notOfExecInFile, .notOfExecInVariable])
  ]
}

enum ScalingOptions: OptionSection {
  static let title = "Several servers"
  static let options: [ServeOption] = [
    ServeOption(
      "node", \.server.node, .nodeName,
      "Name of this server among several behind a load balancer, such as a: the ids of its worlds begin with a-.",
      details: "[Several servers](scaling.md).", ifUnset: "the server stands alone",
      traits: [.notOfExecInFile, .notOfExecInVariable])
  ]
}

/// The options that `serve` and `exec` share, as given on the command line.
struct ServeOptions: ParsableArguments {
  @OptionGroup(title: NetworkOptions.title) var network: DeclaredOptions<NetworkOptions>
  @OptionGroup(title: TLSOptions.title) var tls: DeclaredOptions<TLSOptions>
  @OptionGroup(title: CustomAPIOptions.title) var own: DeclaredOptions<CustomAPIOptions>
  @OptionGroup(title: DataOptions.title) var data: DeclaredOptions<DataOptions>
  @OptionGroup(title: APISharedOptions.title) var apis: DeclaredOptions<APISharedOptions>
  @OptionGroup(title: MessagingOptions.title) var messaging: DeclaredOptions<MessagingOptions>
  @OptionGroup(title: ContractOptions.title) var contract: DeclaredOptions<ContractOptions>
  @OptionGroup(title: ControlPlaneOptions.title) var control: DeclaredOptions<ControlPlaneOptions>
  @OptionGroup(title: LogOptions.title) var log: DeclaredOptions<LogOptions>
  @OptionGroup(title: ConfigurationOptions.title) var configuration: DeclaredOptions<ConfigurationOptions>

  /// Every option of `serve`, in the order of the help.
  static let all: [ServeOption] =
    NetworkOptions.options + TLSOptions.options + CustomAPIOptions.options + DataOptions.options
    + APISharedOptions.options + MessagingOptions.options
    + ContractOptions.options + ControlPlaneOptions.options + LogOptions.options + ConfigurationOptions.options
    + WatchOptions.options + ScalingOptions.options

  /// The given texts, by the options' names.
  var texts: [String: String] {
    let groups = [
      network.texts, tls.texts, own.texts, data.texts, apis.texts, messaging.texts, contract.texts, control.texts,
      log.texts,
      configuration.texts,
    ]
    return groups.reduce(into: [:]) { $0.merge($1) { $1 } }
  }
}

/// The options of a section as given on the command line: texts, which are validated only after the environment and the
/// configuration file were read, too.
///
/// The parser finds the options of a command through a mirror of it. So this type has a mirror with the declared
/// options.
struct DeclaredOptions<Section: OptionSection>: ParsableArguments, CustomReflectable {
  /// By the options' names; `true` for a flag.
  private(set) var texts: [String: String] = [:]

  init() {}

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    for option in Section.options {
      let key = Key(stringValue: option.name)
      if option.isFlag {
        if try values.decode(Bool.self, forKey: key) { texts[option.name] = "true" }
      } else if option.traits.contains(.namedPath) {
        let several = try values.decode([String].self, forKey: key)
        if !several.isEmpty { texts[option.name] = several.joined(separator: ",") }
      } else {
        texts[option.name] = try values.decodeIfPresent(String.self, forKey: key)
      }
    }
  }

  var customMirror: Mirror {
    let defaults = ServeConfiguration()
    let children = Section.options.map { option -> Mirror.Child in
      let name: NameSpecification =
        option.letter.map { [.customShort($0), .customLong(option.name)] } ?? .customLong(option.name)
      let help = ArgumentHelp(
        Self.help(option, defaults), visibility: HelpExtent.shows(option.name) ? .default : .hidden)
      guard !option.isFlag else { return (option.name, Flag(wrappedValue: false, name: name, help: help)) }
      let completion = CompletionKind(option.completion)
      // An option with several names may be repeated.
      guard !option.traits.contains(.namedPath) else {
        return (option.name, Option<[String]>(wrappedValue: [], name: name, help: help, completion: completion))
      }
      return (option.name, Option<String?>(name: name, help: help, completion: completion))
    }
    return Mirror(self, children: children, displayStyle: .struct)
  }

  private static func help(_ option: ServeOption, _ defaults: ServeConfiguration) -> String {
    option.summary + (option.shownDefault(in: defaults).map { " (default: \($0))" } ?? "")
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension CompletionKind {
  fileprivate init(_ completion: OptionCompletion) {
    switch completion {
    case .none: self = .default
    case .words(let words): self = .list(words)
    case .file: self = .file()
    case .folder: self = .directory
    }
  }
}

// The kinds of values that only one option has

extension OptionKind where Value == CORSPolicy {
  fileprivate static var cors: OptionKind {
    OptionKind(
      "must be any, off, or an origin such as http://localhost:5173", completion: .words(["any", "off"]),
      parse: { text in
        switch text {
        case "any", "*": return .any
        case "off": return .off
        default:
          let isOrigin = (text.hasPrefix("http://") || text.hasPrefix("https://")) && !text.hasSuffix("/")
          return isOrigin ? .origin(text) : nil
        }
      },
      text: { policy in
        switch policy {
        case .any: "any"
        case .off: "off"
        case .origin(let origin): origin
        }
      })
  }
}

extension OptionKind where Value == RateLimitOption {
  fileprivate static var rateLimit: OptionKind {
    OptionKind(
      "must be documented, off, or AUTH/ANON such as 500/50, and with commas API=AUTH/ANON or API=off",
      completion: .words(["documented", "off"]), parse: { RateLimitOption($0) }, text: { $0.text })
  }
}

extension OptionKind where Value == Deprecation {
  /// `v1=2027-01-31`.
  fileprivate static var deprecation: OptionKind {
    OptionKind(
      "must be a version and a date, such as v1=2027-01-31",
      parse: { text in
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        let style = Date.ISO8601FormatStyle().year().month().day()
        guard parts.count == 2, let date = try? Date(parts[1], strategy: style) else { return nil }
        return Deprecation(version: parts[0], date: Timestamp(seconds: Int64(date.timeIntervalSince1970)))
      },
      text: { value in
        let date = Date(timeIntervalSince1970: Double(value.date.seconds))
        return "\(value.version)=\(date.formatted(.iso8601.year().month().day()))"
      })
  }
}

extension String {
  /// The text without a slash at its end.
  fileprivate var droppingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}

extension OptionKind where Value == RemoteBrokerTarget {
  /// The URL of a STOMP broker.
  fileprivate static var brokerURL: OptionKind {
    OptionKind(
      read: { value throws(OptionError) in
        // The value may have a password, so no message repeats it.
        guard let target = RemoteBrokerTarget(url: value.text) else {
          throw OptionError(
            "\(value.origin) must be a URL such as stomp://user:pass@localhost:61613/vhost, or a host and a port")
        }
        return target
      }, text: { $0.url })
  }
}

extension OptionKind where Value == NodeName {
  fileprivate static var nodeName: OptionKind {
    OptionKind("must be 1 to 16 letters and digits, such as a or n0", parse: { NodeName($0) }, text: { $0.text })
  }
}

extension OptionKind where Value == String {
  /// A token, which no message repeats.
  fileprivate static var adminToken: OptionKind {
    OptionKind(
      read: { value throws(OptionError) in
        guard !value.text.isEmpty else {
          throw OptionError(
            "\(value.origin) must not be empty, because that would admit everyone; omit it for no token")
        }
        guard value.text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
          throw OptionError("\(value.origin) must consist of visible ASCII characters, because it is sent in a header")
        }
        return value.text
      }, text: { $0 })
  }
}
