import ArgumentParser
import Certificates
import Server

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
