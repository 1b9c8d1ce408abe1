import Foundation

/// The folder that keeps the CA, the server's certificate and their keys.
package struct CertificateFolder: Sendable {
  /// Where it is.
  package let path: String

  /// A folder by its path.
  package init(path: String) {
    self.path = path
  }

  /// The user's: `mock-api` in the place for data (`$XDG_DATA_HOME`, else `~/.local/share`; on macOS
  /// `~/Library/Application Support`).
  ///
  /// - Throws: ``CertificateFailure`` when the user has no home.
  package static func ofUser(_ environment: [String: String]) throws(CertificateFailure) -> CertificateFolder {
    #if os(Linux)
      if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return .init(path: "\(data)/mock-api") }
    #endif
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw CertificateFailure("there is no home folder to keep the certificates in; name one with --tls-dir")
    }
    #if canImport(Darwin)
      return .init(path: "\(home)/Library/Application Support/mock-api")
    #else
      return .init(path: "\(home)/.local/share/mock-api")
    #endif
  }

  /// The path of a file in it.
  package func path(of file: CertificateFile) -> String { "\(path)/\(file.rawValue)" }

  /// Makes the folder if it is not there, for its owner alone.
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

  /// Does something while no other process does the same in this folder.
  func exclusively<Result>(_ body: () throws(CertificateFailure) -> Result) throws(CertificateFailure) -> Result {
    // The lock goes with the descriptor, also when the process is killed.
    let descriptor = open("\(path)/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { if descriptor >= 0 { close(descriptor) } }
    // A read-only folder needs no lock, and where there are no locks, the renaming of whole files has to do.
    if descriptor >= 0 { while flock(descriptor, LOCK_EX) != 0, errno == EINTR {} }
    return try body()
  }

  /// The text of a file; nil when there is none.
  ///
  /// - Throws: ``CertificateFailure`` when there is one that cannot be read.
  func read(_ file: CertificateFile) throws(CertificateFailure) -> String? {
    let path = path(of: file)
    guard access(path, F_OK) == 0 else { return nil }
    // Whoever copied a key about may have let others read it.
    if file.isSecret { chmod(path, 0o600) }
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw CertificateFailure("\(path) cannot be read: \(error.localizedDescription)")
    }
  }

  /// Replaces a file at once: whoever reads it finds the old text or the new. A key is never readable for others, not
  /// even while it is written.
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

  /// Whether nobody but its owner may read it.
  package var isSecret: Bool { self == .authorityKey || self == .serverKey }
}
