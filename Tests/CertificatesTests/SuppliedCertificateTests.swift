import Certificates
import Foundation
import Testing

@Suite("A certificate of the user's own")
struct SuppliedCertificateTests {
  private let folder: TemporaryFolder
  private let identity: ServerIdentity
  private let other: ServerIdentity

  init() throws {
    folder = try TemporaryFolder()
    let names = CertificateNames(domains: [], addresses: [])
    identity = try folder.certificates.identity(for: names, host: "a", at: day(0))
    other = try CertificateFolder(path: "\(folder.path)/other").identity(for: names, host: "a", at: day(0))
  }

  private func read(_ certificate: String, _ key: String, at now: Date = day(0)) throws -> ServerIdentity {
    try SuppliedCertificate.read(
      certificate: folder.file("certificate", certificate), key: folder.file("key", key), at: now)
  }

  @Test("is taken with its chain, and without a CA of ours")
  func taken() throws {
    let chain = identity.certificate + (identity.root?.pem ?? "")
    let own = try read(chain, identity.key)
    #expect(own.certificate == chain)
    #expect(own.key == identity.key)
    #expect(own.root == nil)
    #expect(own.remarks.isEmpty)
  }

  @Test("is taken out of its time, with a remark", arguments: [(-10, "not valid yet"), (400, "has ended")])
  func outOfTime(days: Int, remark: String) throws {
    let remarks = try read(identity.certificate, identity.key, at: day(days)).remarks
    #expect(remarks.count == 1)
    #expect(remarks[0].contains(remark))
  }

  @Test("is refused with what is wrong with it")
  func refused() throws {
    let (certificate, key) = (identity.certificate, identity.key)
    let cut = certificate.split(separator: "\n").prefix(4).joined(separator: "\n")
    let bad = certificate.replacingOccurrences(of: "M", with: "N")
    let encrypted = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMAA=\n-----END ENCRYPTED PRIVATE KEY-----\n"
    let table = [
      ("", key, "no line -----BEGIN"), (certificate, "", "no line -----BEGIN"), ("hello", key, "is not PEM"),
      (cut, key, "is not PEM"), (bad, key, "cannot be read"), (key, key, "is it the key?"),
      (certificate, certificate, "is it the certificate?"), (certificate, other.key, "is not that of"),
      (certificate, encrypted, "is encrypted"), (certificate, "\0\0", "is not text"),
      (certificate, String(repeating: "a", count: 1 << 21), "more than"),
      (certificate + bad, key, "certificate 2"),
    ]
    for (certificate, key, reason) in table {
      let failure = #expect(throws: CertificateFailure.self) { _ = try read(certificate, key) }
      #expect(failure?.description.contains(reason) == true, "\(failure?.description ?? "") has no \"\(reason)\"")
    }
  }

  @Test("is refused when a file is not there, or is a folder")
  func unreadable() throws {
    for path in ["\(folder.path)/nothing", folder.path] {
      let failure = #expect(throws: CertificateFailure.self) {
        _ = try SuppliedCertificate.read(certificate: path, key: path, at: day(0))
      }
      #expect(failure?.description.contains("cannot be read") == true)
    }
  }
}
