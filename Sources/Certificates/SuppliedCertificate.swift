import Cryptography
import Foundation
import Platform

/// A certificate of the user, from files.
package enum SuppliedCertificate {
  static let maximumFileBytes = 1 << 20

  /// Reads and checks a chain of certificates and the key of its first one.
  ///
  /// - Parameters:
  ///   - certificate: A PEM file: the server's certificate first, then its issuers.
  ///   - key: A PEM file with the private key, without a passphrase.
  /// - Throws: ``CertificateFailure`` that names the file and the error. An expired certificate only causes a remark,
  ///   because tests of an app may need one.
  package static func read(certificate: String, key: String, at now: Date) throws(CertificateFailure) -> ServerIdentity
  {
    let chainText = try text(of: certificate, "certificate")
    let keyText = try text(of: key, "key")
    let blocks = try blocks(chainText, certificate, "certificate")
    var chain: [Certificate] = []
    for block in blocks where block.label == "CERTIFICATE" {
      do {
        chain.append(try Certificate(pem: block.text))
      } catch {
        throw CertificateFailure("certificate \(chain.count + 1) in \(certificate) cannot be read: \(error)")
      }
    }
    guard let leaf = chain.first else {
      throw CertificateFailure("\(certificate) has no certificate: \(found(blocks)); is it the key?")
    }
    let privateKey = try privateKey(keyText, key)
    guard leaf.publicKey == privateKey.publicKey else {
      throw CertificateFailure("the key in \(key) is not that of the (first) certificate in \(certificate)")
    }
    return ServerIdentity(certificate: chainText, key: keyText, root: nil, remarks: remarks(leaf, certificate, now))
  }

  private static func remarks(_ leaf: Certificate, _ path: String, _ now: Date) -> [String] {
    var remarks: [String] = []
    let now = CertificateAuthority.seconds(now)
    if leaf.notAfter < now { remarks.append("the certificate in \(path) has ended; clients will refuse it") }
    if leaf.notBefore > now { remarks.append("the certificate in \(path) is not valid yet") }
    if CertificateNames(of: leaf) == CertificateNames(domains: [], addresses: []) {
      remarks.append("the certificate in \(path) has no subject alternative names; clients will refuse it")
    }
    return remarks
  }

  private static func privateKey(_ text: String, _ path: String) throws(CertificateFailure) -> PrivateKey {
    let blocks = try blocks(text, path, "key")
    // OpenSSL writes the parameters of a curve before the key.
    guard let block = blocks.first(where: { $0.label.hasSuffix("PRIVATE KEY") }) else {
      throw CertificateFailure("\(path) has no private key: \(found(blocks)); is it the certificate?")
    }
    guard block.label != "ENCRYPTED PRIVATE KEY", !text.contains("Proc-Type: 4,ENCRYPTED") else {
      throw CertificateFailure("the key in \(path) is encrypted; openssl pkey -in \(path) -out plain.pem decrypts it")
    }
    do {
      return try PrivateKey(pem: block.text)
    } catch {
      throw CertificateFailure("the key in \(path) cannot be read: \(error)")
    }
  }

  private static func blocks(_ text: String, _ path: String, _ what: String) throws(CertificateFailure) -> [PEM] {
    guard let blocks = PEM.blocks(in: text) else {
      throw CertificateFailure("the \(what) in \(path) is not PEM: a block that begins in it does not end")
    }
    guard blocks.isEmpty else { return blocks }
    throw CertificateFailure("the \(what) in \(path) is not PEM: it has no line -----BEGIN …-----")
  }

  private static func found(_ blocks: [PEM]) -> String {
    "it has " + Set(blocks.map(\.label)).sorted().joined(separator: ", ")
  }

  private static func text(of path: String, _ what: String) throws(CertificateFailure) -> String {
    let bytes: [UInt8]
    do throws(BoundedFile.Failure) {
      bytes = try BoundedFile.contents(of: path, limit: maximumFileBytes)
    } catch {
      throw CertificateFailure("the \(what) in \(path) cannot be read: \(error)")
    }
    guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else {
      throw CertificateFailure(
        "the \(what) in \(path) is not PEM: it is not text; openssl x509 and openssl pkey convert DER")
    }
    return text
  }
}
