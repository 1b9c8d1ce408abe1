import Cryptography
import Foundation
import Platform

/// The folder of the CA, the server's certificate and their keys.
package struct CertificateFolder: Sendable {
  /// Where it is.
  package let path: String

  /// A folder by its path.
  package init(path: String) {
    self.path = path
  }

  /// The user's folder: `mock-api` in the data directory (`$XDG_DATA_HOME`, otherwise `~/.local/share`; on macOS
  /// `~/Library/Application Support`).
  ///
  /// - Throws: ``CertificateFailure`` when the user has no home directory.
  package static func ofUser(_ environment: [String: String]) throws(CertificateFailure) -> CertificateFolder {
    #if os(Linux)
      if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return .init(path: "\(data)/mock-api") }
    #endif
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw CertificateFailure("no home folder found for the certificates; name a folder with --tls-dir")
    }
    #if canImport(Darwin)
      return .init(path: "\(home)/Library/Application Support/mock-api")
    #else
      return .init(path: "\(home)/.local/share/mock-api")
    #endif
  }

  /// The path of a file in it.
  package func path(of file: CertificateFile) -> String { "\(path)/\(file.rawValue)" }

  /// Creates the folder if it is missing, accessible only to its owner.
  func prepare() throws(CertificateFailure) {
    let parent = URL(filePath: path).deletingLastPathComponent().path
    do {
      try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    } catch {
      throw CertificateFailure("the folder \(parent) cannot be made: \(error.localizedDescription)")
    }
    guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
    throw CertificateFailure("the folder \(path) cannot be made: \(String(cString: strerror(errno)))")
  }

  /// Runs a closure while no other process does so for this folder.
  func exclusively<Result>(_ body: () throws(CertificateFailure) -> Result) throws(CertificateFailure) -> Result {
    // The lock ends with the descriptor, even if the process is killed.
    let descriptor = open("\(path)/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { if descriptor >= 0 { close(descriptor) } }
    // A read-only folder needs no lock, and without support for locks, the atomic renaming of files must be sufficient.
    if descriptor >= 0 { while flock(descriptor, LOCK_EX) != 0, errno == EINTR {} }
    return try body()
  }

  /// The text of a file; nil when it is missing.
  ///
  /// - Throws: ``CertificateFailure`` when it cannot be read.
  func read(_ file: CertificateFile) throws(CertificateFailure) -> String? {
    let path = path(of: file)
    guard access(path, F_OK) == 0 else { return nil }
    // A key that was copied may be readable by others.
    if file.isSecret { chmod(path, 0o600) }
    let bytes: [UInt8]
    do throws(BoundedFile.Failure) {
      bytes = try BoundedFile.contents(of: path, limit: SuppliedCertificate.maximumFileBytes)
    } catch {
      throw CertificateFailure("\(path) cannot be read: \(error)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CertificateFailure("\(path) cannot be read: it is not a text file")
    }
    return text
  }

  /// Replaces a file atomically: a concurrent reader finds the old text or the new one. A key is never readable by
  /// others, not even while it is written.
  func write(_ text: String, to file: CertificateFile) throws(CertificateFailure) {
    let path = path(of: file)
    let temporary = "\(path).\(getpid())"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, file.isSecret ? 0o600 : 0o644)
    guard descriptor >= 0 else { throw failure(path) }
    let isWritten = Self.writeAll(Array(text.utf8), to: descriptor) && fsync(descriptor) == 0
    let code = errno
    close(descriptor)
    guard isWritten, rename(temporary, path) == 0 else {
      if !isWritten { errno = code }
      let failure = failure(path)
      unlink(temporary)
      throw failure
    }
  }

  private func failure(_ path: String) -> CertificateFailure {
    CertificateFailure("\(path) cannot be written: \(String(cString: strerror(errno)))")
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }
}

/// A file of the folder.
package enum CertificateFile: String, Sendable, CaseIterable {
  /// The CA's certificate, for devices to trust.
  case authority = "ca.pem"
  case authorityKey = "ca-key.pem"
  case server = "server.pem"
  case serverKey = "server-key.pem"

  /// Whether only its owner may read it.
  package var isSecret: Bool { self == .authorityKey || self == .serverKey }
}

extension CertificateFolder {
  /// The server's certificate from the CA. Both are created if they are missing; the server's is renewed before it
  /// expires, and when it does not include all names any more.
  ///
  /// - Parameters:
  ///   - names: The names of the machine besides `localhost`.
  ///   - host: The machine's name, which becomes part of the name of a new CA.
  /// - Throws: ``CertificateFailure``. A CA that exists but cannot be read is not replaced, because devices trust it.
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

  /// The CA's certificate, if it exists; none is created.
  ///
  /// - Throws: ``CertificateFailure`` when it cannot be read.
  package func root() throws(CertificateFailure) -> RootCertificate? {
    guard let text = try read(.authority) else { return nil }
    return try parsing(.authority) { try RootCertificate(Certificate(pem: text)) }
  }

  /// Remarks for the user about an existing CA.
  private func remarks(on authority: CertificateAuthority, without addresses: Set<[UInt8]>) -> [String] {
    guard authority.networks != nil else {
      return [
        "the CA in \(path) was made by an earlier version and vouches for every address, so guard its key; remove the"
          + " folder for a new one, which is valid for local networks only; devices must then trust the new CA"
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
    let certificate = try parsing(.authority) { try Certificate(pem: certificateText) }
    let key = try parsing(.authorityKey) { try PrivateKey(pem: keyText) }
    guard let authority = CertificateAuthority(certificate: certificate, key: key) else {
      throw CertificateFailure("\(path(of: .authorityKey)) is not the key of the CA beside it; \(advice)")
    }
    guard !ServerCertificate.isLongValid(certificate, at: now) else { return (authority, []) }
    return (
      try makeAuthority(host, names, now),
      ["the CA was about to expire and was replaced; devices must trust the new one"]
    )
  }

  private func makeAuthority(
    _ host: String, _ names: CertificateNames, _ now: Date
  ) throws(CertificateFailure) -> CertificateAuthority {
    let (authority, text) = try making("CA") {
      let authority = try CertificateAuthority(host: host, addresses: names.addresses, at: now)
      return (authority, try authority.certificate.pem())
    }
    // The key first: a key alone is ignored, a certificate alone is an error.
    try write(authority.key.pem, to: .authorityKey)
    try write(text, to: .authority)
    return authority
  }

  private func server(
    of authority: CertificateAuthority, for names: CertificateNames, _ now: Date
  ) throws(CertificateFailure) -> ServerIdentity {
    let root = try making("CA") { try RootCertificate(authority.certificate) }
    if let certificateText = try read(.server), let keyText = try read(.serverKey),
      let certificate = try? Certificate(pem: certificateText),
      let key = try? PrivateKey(pem: keyText),
      ServerCertificate.isGood(certificate, key, of: authority.certificate, for: names, at: now)
    {
      return ServerIdentity(certificate: certificateText, key: keyText, root: root)
    }
    let (certificate, key) = try making("server's certificate") {
      let issued = try authority.issue(for: names, at: now)
      return (try issued.certificate.pem(), issued.key.pem)
    }
    try write(key, to: .serverKey)
    try write(certificate, to: .server)
    return ServerIdentity(certificate: certificate, key: key, root: root)
  }

  private var advice: String { "put it back, or remove \(path), and devices must trust a new CA" }

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

/// The certificate of the TLS port, as PEM.
package struct ServerIdentity: Sendable, Equatable {
  /// The server's certificate, and those between it and the root.
  package let certificate: String
  package let key: String
  /// The CA, which clients must trust; nil for a certificate of the user.
  package let root: RootCertificate?
  /// Remarks for the user: that it has expired, that a new CA was created. Sentences without a full stop.
  package var remarks: [String] = []
}

/// Certificates cannot be read, created or used; the description has advice for the user.
package struct CertificateFailure: Error, Equatable, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
