import Foundation
import SwiftASN1
import X509

extension CertificateFolder {
  /// The server's certificate by our CA. Both are made when they are not there; the server's is renewed before it ends,
  /// and when it is not for all names any more.
  ///
  /// - Parameters:
  ///   - names: What the machine is called beside `localhost`.
  ///   - host: The machine's name, which a new CA gets into its own.
  /// - Throws: ``CertificateFailure``. A CA that is there but cannot be read is left alone, since devices trust it.
  package func identity(
    for names: CertificateNames, host: String = MachineName.current(), at now: Date
  ) throws(CertificateFailure) -> ServerIdentity {
    try prepare()
    return try exclusively { () throws(CertificateFailure) in
      let wanted = CertificateNames.always.union(names)
      let (authority, remarks) = try authority(host, wanted, now)
      let vouched = wanted.vouched(by: authority)
      var identity = try server(of: authority, for: vouched, now)
      identity.remarks = remarks + self.remarks(on: authority, without: wanted.addresses.subtracting(vouched.addresses))
      return identity
    }
  }

  /// The CA's certificate, if there is one, without making any.
  ///
  /// - Throws: ``CertificateFailure`` when there is one that cannot be read.
  package func root() throws(CertificateFailure) -> RootCertificate? {
    guard let text = try read(.authority) else { return nil }
    return try parsing(.authority) { try RootCertificate(Certificate(pemEncoded: text)) }
  }

  /// What a person should know of a CA that was there already.
  private func remarks(on authority: CertificateAuthority, without addresses: Set<[UInt8]>) -> [String] {
    guard authority.networks != nil else {
      return [
        "the CA in \(path) was made by an earlier version and vouches for every address, so guard its key; remove the"
          + " folder for a new one, which vouches for local networks only, and devices must trust that anew"
      ]
    }
    guard !addresses.isEmpty else { return [] }
    let list = addresses.map(CertificateNames.text).sorted().prefix(3).joined(separator: ", ")
    return [
      "the certificate is not for \(list)\(addresses.count > 3 ? " and others" : ""): the CA in \(path) was made without"
        + " them and vouches for local networks only; use a .local name, or remove the folder, and devices must trust a"
        + " new CA"
    ]
  }

  private func authority(
    _ host: String, _ names: CertificateNames, _ now: Date
  ) throws(CertificateFailure) -> (CertificateAuthority, [String]) {
    guard let certificateText = try read(.authority) else { return (try makeAuthority(host, names, now), []) }
    guard let keyText = try read(.authorityKey) else {
      throw CertificateFailure(
        "\(path(of: .authorityKey)) is missing, so the CA beside it cannot be used; \(advice)")
    }
    let certificate = try parsing(.authority) { try Certificate(pemEncoded: certificateText) }
    let key = try parsing(.authorityKey) { try Certificate.PrivateKey(pemEncoded: keyText) }
    guard let authority = CertificateAuthority(certificate: certificate, key: key) else {
      throw CertificateFailure("\(path(of: .authorityKey)) is not the key of the CA beside it; \(advice)")
    }
    guard !ServerCertificate.isLongValid(certificate, at: now) else { return (authority, []) }
    return (
      try makeAuthority(host, names, now),
      ["the CA was about to end, so there is a new one; devices must trust it anew"]
    )
  }

  private func makeAuthority(
    _ host: String, _ names: CertificateNames, _ now: Date
  ) throws(CertificateFailure) -> CertificateAuthority {
    let authority = try making("CA") { try CertificateAuthority(host: host, addresses: names.addresses, at: now) }
    // The key first: a key alone counts as nothing, a certificate alone as damage.
    let texts = try making("CA") { try Self.texts(authority.certificate, authority.key) }
    try write(texts.key, to: .authorityKey)
    try write(texts.certificate, to: .authority)
    return authority
  }

  private func server(
    of authority: CertificateAuthority, for names: CertificateNames, _ now: Date
  ) throws(CertificateFailure) -> ServerIdentity {
    let root = try making("CA") { try RootCertificate(authority.certificate) }
    if let certificateText = try read(.server), let keyText = try read(.serverKey),
      let certificate = try? Certificate(pemEncoded: certificateText),
      let key = try? Certificate.PrivateKey(pemEncoded: keyText),
      ServerCertificate.isGood(certificate, key, of: authority.certificate, for: names, at: now)
    {
      return ServerIdentity(certificate: certificateText, key: keyText, root: root)
    }
    let texts = try making("server's certificate") {
      let issued = try authority.issue(for: names, at: now)
      return try Self.texts(issued.certificate, issued.key)
    }
    try write(texts.key, to: .serverKey)
    try write(texts.certificate, to: .server)
    return ServerIdentity(certificate: texts.certificate, key: texts.key, root: root)
  }

  private var advice: String { "put it back, or remove \(path), and devices must trust a new CA" }

  private static func texts(
    _ certificate: Certificate, _ key: Certificate.PrivateKey
  ) throws -> (certificate: String, key: String) {
    (try certificate.serializeAsPEM().pemString + "\n", try key.serializeAsPEM().pemString + "\n")
  }

  private func parsing<Result>(_ file: CertificateFile, _ body: () throws -> Result) throws(CertificateFailure)
    -> Result
  {
    do {
      return try body()
    } catch {
      throw CertificateFailure("\(path(of: file)) cannot be read: \(error); \(advice)")
    }
  }

  private func making<Result>(_ what: String, _ body: () throws -> Result) throws(CertificateFailure) -> Result {
    do {
      return try body()
    } catch {
      throw CertificateFailure("the \(what) cannot be made: \(error)")
    }
  }
}
