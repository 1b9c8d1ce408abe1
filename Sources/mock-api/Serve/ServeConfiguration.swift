import Certificates
import Logging
import Options
import Server

/// The active configuration of `serve` and `exec`: flags, environment, configuration file and defaults, combined and
/// validated.
struct ServeConfiguration: Sendable {
  /// The options of the TLS port, each by itself.
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
  /// Whether changes of files are applied while the server runs.
  var isWatching = false
  /// The given configuration file.
  var namedFile: String?

  /// The configuration file that was read; nil without one.
  private(set) var file: String?
  /// The options with a value, by their names, and the origin of each value.
  private(set) var given: [String: OptionValue] = [:]

  /// The defaults.
  init() {}

  /// Reads every option: the flag, otherwise `MOCK_API_<OPTION>`, otherwise (for the port) `PORT`, otherwise the
  /// configuration file, otherwise the default.
  ///
  /// - Parameters:
  ///   - flags: The values on the command line, by the options' names.
  /// - Throws: ``OptionError`` that names the option, its value and the allowed values.
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
    if server.messaging.relay == nil, let destinations = given["stomp-relay-destinations"] {
      throw OptionError("\(destinations.origin) needs --stomp-relay, the broker that serves them")
    }
  }

  /// The folder of this program's caches; nil without a home directory.
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
    // A flag takes precedence over the environment and a file, also for the other option.
    switch (flags["host"] != nil, flags["lan"] != nil) {
    case (true, false): server.listensBeyondLoopback = false
    case (false, true): server.host = nil
    default:
      throw OptionError("--lan listens on every address and cannot be combined with --host \(host)")
    }
  }

  private mutating func chooseTLS(_ source: OptionSource) throws(OptionError) {
    guard let port = tls.port, let given = given["tls-port"] else {
      if let given = self.given["tls-cert"] ?? self.given["tls-key"] {
        throw OptionError("\(given.origin) needs --tls-port, such as --tls-port 3443")
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

  /// The folder of the CA: the given one, otherwise the user's.
  static func tlsFolder(_ named: String?, _ environment: [String: String]) throws(OptionError) -> String {
    if let named { return named }
    do {
      return try CertificateFolder.ofUser(environment).path
    } catch {
      throw OptionError(error.description)
    }
  }
}
