import Certificates
import Logging
import Options
import Server

/// The configuration of `serve` and `exec` that is in effect: flags, environment, configuration file and defaults
/// joined and checked.
struct ServeConfiguration: Sendable {
  /// The TLS port as its options say, each by itself.
  struct TLS: Sendable {
    var port: Int?
    var folder: String?
    var certificate: String?
    var key: String?
  }

  var server = ServerConfiguration()
  var tls = TLS()
  var logLevel = Logger.Level.info
  var logFormat = LogFormat.text
  var code = CodeDisplay.auto
  /// Whether changes of files are taken over while the server runs.
  var isWatching = false
  /// The configuration file that somebody named.
  var namedFile: String?

  /// The configuration file that was read; nil when there is none.
  private(set) var file: String?
  /// The options that are set to something, by their names, and where each value came from.
  private(set) var given: [String: OptionValue] = [:]

  /// The defaults.
  init() {}

  /// Reads every option: the flag, else `MOCK_API_<OPTION>`, else (for the port) `PORT`, else the configuration file,
  /// else the default.
  ///
  /// - Parameters:
  ///   - flags: What the command line gave, by the options' names.
  /// - Throws: ``OptionError`` that names the option, what came and what is allowed.
  init(_ flags: [String: String], _ source: OptionSource) throws(OptionError) {
    file = source.file?.path
    for option in ServeOptions.all {
      guard let value = source.value(flags[option.name], option) else { continue }
      given[option.name] = value
      try option.apply(value, to: &self)
    }
    server.own.cacheFolder = Self.cacheFolder(source.environment)
    try chooseAddresses(flags)
    try chooseTLS(source)
  }

  /// The folder below which this program keeps what it can make again; nil without a home.
  static func cacheFolder(_ environment: [String: String]) -> String? {
    if let folder = environment["XDG_CACHE_HOME"], folder.hasPrefix("/") { return folder + "/mock-api" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    #if canImport(Darwin)
      return home + "/Library/Caches/mock-api"
    #else
      return home + "/.cache/mock-api"
    #endif
  }

  private mutating func chooseAddresses(_ flags: [String: String]) throws(OptionError) {
    guard let host = server.host, server.listensBeyondLoopback else { return }
    // One that is typed is meant, whatever the environment or a file says of the other.
    switch (flags["host"] != nil, flags["lan"] != nil) {
    case (true, false): server.listensBeyondLoopback = false
    case (false, true): server.host = nil
    default:
      throw OptionError("--lan listens on every address, so there is nothing for --host \(host) to choose")
    }
  }

  private mutating func chooseTLS(_ source: OptionSource) throws(OptionError) {
    guard let port = tls.port, let given = given["tls-port"] else {
      if let given = self.given["tls-cert"] ?? self.given["tls-key"] {
        throw OptionError("\(given.origin) is of no use without --tls-port, such as --tls-port 3443")
      }
      return
    }
    guard port == 0 || port != server.port else { throw given.refusal("must be another port than --port") }
    switch (tls.certificate, tls.key) {
    case (let certificate?, let key?):
      server.tls = TLSPort(port: port, source: .own(certificate: certificate, key: key))
    case (nil, nil):
      let folder = try Self.tlsFolder(tls.folder, source.environment)
      server.tls = TLSPort(port: port, source: .authority(folder: folder))
    default:
      let origin = (self.given["tls-cert"] ?? self.given["tls-key"])?.origin ?? ""
      throw OptionError("\(origin) needs the other one: --tls-cert and --tls-key go together")
    }
  }

  /// The folder of the CA: the one that was named, else the user's.
  static func tlsFolder(_ named: String?, _ environment: [String: String]) throws(OptionError) -> String {
    if let named { return named }
    do {
      return try CertificateFolder.ofUser(environment).path
    } catch {
      throw OptionError(error.description)
    }
  }
}
