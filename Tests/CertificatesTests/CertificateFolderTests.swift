import Certificates
import Cryptography
import Foundation
import Synchronization
import Testing

@Suite("The CA and the server's certificate")
struct CertificateFolderTests {
  private let names = CertificateNames(domains: ["Studio.local"], addresses: [[192, 168, 1, 7], [130, 60, 2, 1]])

  private func leaf(_ identity: ServerIdentity) throws -> Certificate {
    try Certificate(pem: identity.certificate)
  }

  @Test("are made on first use, for all that the machine is called")
  func made() throws {
    let folder = try TemporaryFolder()
    let identity = try folder.certificates.identity(for: names, host: "studio", at: day(0))
    let loopback = [UInt8](repeating: 0, count: 15) + [1]
    #expect(
      try leaf(identity).hosts == [
        .domain("host.docker.internal"), .domain("localhost"), .domain("studio.local"), .address([10, 0, 2, 2]),
        .address([127, 0, 0, 1]), .address([130, 60, 2, 1]), .address([192, 168, 1, 7]), .address(loopback),
      ])
    #expect(identity.root?.name == "mock-api CA of studio")
    #expect(identity.remarks.isEmpty)
  }

  @Test("keep Apple's rules: P-256 and SHA-256, for servers, at most 398 days, from a day ago")
  func rules() throws {
    let folder = try TemporaryFolder()
    let leaf = try leaf(folder.certificates.identity(for: names, host: "a", at: day(0)))
    #expect(leaf.der.has(DER.ecdsaWithSHA256))
    #expect(leaf.der.has(DER.forServers))
    #expect(leaf.publicKey.starts(with: DER.p256))
    #expect(leaf.notBefore == seconds(-1))
    #expect(leaf.notAfter - leaf.notBefore == 397 * 86_400)
    #expect(leaf.serialNumber.count == 20)
  }

  @Test("stay the same from start to start")
  func kept() throws {
    let folder = try TemporaryFolder()
    let first = try folder.certificates.identity(for: names, host: "a", at: day(0))
    #expect(try folder.certificates.identity(for: names, host: "a", at: day(300)) == first)
    #expect(try folder.certificates.root() == first.root)
  }

  @Test(
    "lead to another certificate of the same CA when it is needed",
    arguments: [(300, [UInt8](arrayLiteral: 10, 9, 8, 7)), (367, [192, 168, 1, 7]), (500, [192, 168, 1, 7])])
  func renewed(days: Int, address: [UInt8]) throws {
    let folder = try TemporaryFolder()
    let first = try folder.certificates.identity(for: names, host: "a", at: day(0))
    let later = CertificateNames(domains: ["studio.local"], addresses: [address])
    let second = try folder.certificates.identity(for: later, host: "a", at: day(days))
    #expect(second.certificate != first.certificate)
    #expect(second.key != first.key)
    #expect(second.root == first.root)
    #expect(try leaf(second).notAfter == seconds(days + 396))
  }

  @Test("are for public addresses that the CA was made with, and that others are left out is said")
  func publicAddresses() throws {
    let folder = try TemporaryFolder()
    let first = try folder.certificates.identity(for: names, host: "a", at: day(0))
    let (known, other): ([UInt8], [UInt8]) = ([130, 60, 2, 1], [130, 60, 2, 2])
    let local: [UInt8] = [0xFD] + [UInt8](repeating: 0, count: 14) + [9]
    let later = CertificateNames(domains: ["studio.local"], addresses: [known, other, local])
    let second = try folder.certificates.identity(for: later, host: "a", at: day(1))
    #expect(second.root == first.root)
    #expect(second.remarks.count == 1)
    #expect(second.remarks.allSatisfy { $0.contains("130.60.2.2") && !$0.contains("130.60.2.1") })
    let hosts = try leaf(second).hosts
    #expect(hosts.contains(.address(known)))
    #expect(hosts.contains(.address(local)))
    #expect(!hosts.contains(.address(other)))
    // What is left out is no reason for another certificate at each start.
    #expect(try folder.certificates.identity(for: later, host: "a", at: day(2)).certificate == second.certificate)
  }

  @Test("a CA that is about to end is followed by another, and that is said")
  func followed() throws {
    let folder = try TemporaryFolder()
    let first = try folder.certificates.identity(for: names, host: "a", at: day(0))
    let old = try folder.certificates.identity(for: names, host: "a", at: day(3600))
    #expect(old.root == first.root)
    #expect(try leaf(old).notAfter == seconds(3650), "no longer than its CA")
    let new = try folder.certificates.identity(for: names, host: "a", at: day(3630))
    #expect(new.root != first.root)
    #expect(new.remarks.count == 1)
  }

  @Test("are readable for their owner only, where they are keys")
  func modes() throws {
    let folder = try TemporaryFolder()
    let certificates = folder.certificates
    _ = try certificates.identity(for: names, host: "a", at: day(0))
    #expect(try TemporaryFolder.mode(certificates.path) == 0o700)
    for file in CertificateFile.allCases {
      #expect(try TemporaryFolder.mode(certificates.path(of: file)) & (file.isSecret ? 0o077 : 0o022) == 0)
    }
    chmod(certificates.path(of: .authorityKey), 0o644)
    _ = try certificates.identity(for: names, host: "a", at: day(0))
    #expect(try TemporaryFolder.mode(certificates.path(of: .authorityKey)) == 0o600)
  }

  @Test("are the same for servers that start at once")
  func race() throws {
    let folder = try TemporaryFolder()
    let certificates = folder.certificates
    let found = Mutex<[ServerIdentity]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      guard let identity = try? certificates.identity(for: names, host: "a", at: day(0)) else { return }
      found.withLock { $0.append(identity) }
    }
    let all = found.withLock { $0 }
    #expect(all.count == 8)
    #expect(all.allSatisfy { $0 == all[0] })
    let files = try FileManager.default.contentsOfDirectory(atPath: certificates.path)
    #expect(files.sorted() == [".lock", "ca-key.pem", "ca.pem", "server-key.pem", "server.pem"])
  }

  @Test("are left alone when the CA is damaged", arguments: [CertificateFile.authority, .authorityKey])
  func damagedAuthority(file: CertificateFile) throws {
    let folder = try TemporaryFolder()
    let certificates = folder.certificates
    _ = try certificates.identity(for: names, host: "a", at: day(0))
    try "damage".write(toFile: certificates.path(of: file), atomically: false, encoding: .utf8)
    #expect(throws: CertificateFailure.self) { try certificates.identity(for: names, host: "a", at: day(0)) }
    #expect(try String(contentsOfFile: certificates.path(of: file), encoding: .utf8) == "damage")
  }

  @Test("are made anew when the server's are damaged or gone", arguments: [CertificateFile.server, .serverKey])
  func damagedServer(file: CertificateFile) throws {
    let folder = try TemporaryFolder()
    let certificates = folder.certificates
    let first = try certificates.identity(for: names, host: "a", at: day(0))
    try "damage".write(toFile: certificates.path(of: file), atomically: false, encoding: .utf8)
    let second = try certificates.identity(for: names, host: "a", at: day(0))
    #expect(second.root == first.root)
    #expect(second.certificate != first.certificate)
    try FileManager.default.removeItem(atPath: certificates.path(of: file))
    #expect(try certificates.identity(for: names, host: "a", at: day(0)).certificate != second.certificate)
  }

  @Test("a CA whose key is gone is not replaced")
  func keyless() throws {
    let folder = try TemporaryFolder()
    let certificates = folder.certificates
    _ = try certificates.identity(for: names, host: "a", at: day(0))
    try FileManager.default.removeItem(atPath: certificates.path(of: .authorityKey))
    #expect(throws: CertificateFailure.self) { try certificates.identity(for: names, host: "a", at: day(0)) }
  }

  @Test("cannot be where a file is")
  func fileInTheWay() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("mock-api", "")
    #expect(throws: CertificateFailure.self) {
      try CertificateFolder(path: path).identity(for: names, host: "a", at: day(0))
    }
  }

  @Test("read numeric addresses, and leave out what is none")
  func numericAddresses() {
    let names = CertificateNames(domains: [], numericAddresses: ["10.0.0.1", "::1", "fe80::1%en0", "studio", "10.0.0"])
    #expect(names.addresses == [[10, 0, 0, 1], [UInt8](repeating: 0, count: 15) + [1]])
  }

  @Test("come as a profile whose identifiers follow from the CA")
  func profile() throws {
    let folder = try TemporaryFolder()
    let root = try #require(try folder.certificates.identity(for: names, host: "a<&>", at: day(0)).root)
    let profile = try #require(
      try PropertyListSerialization.propertyList(from: Data(root.mobileConfiguration.utf8), format: nil)
        as? [String: Any])
    let payload = try #require((profile["PayloadContent"] as? [[String: Any]])?.first)
    #expect(payload["PayloadContent"] as? Data == Data(root.der))
    #expect(payload["PayloadType"] as? String == "com.apple.security.root")
    #expect(profile["PayloadDisplayName"] as? String == "mock-api CA of a<&>")
    let identifiers = [profile, payload].compactMap { $0["PayloadUUID"] as? String }.compactMap(UUID.init)
    #expect(Set(identifiers).count == 2)
    #expect(root.mobileConfiguration == (try folder.certificates.root())?.mobileConfiguration)
  }
}

/// Parts of certificates as DER has them.
private enum DER {
  /// The algorithm of a signature, ecdsa-with-SHA256 (RFC 5758 §3.2).
  static let ecdsaWithSHA256: [UInt8] = [0x30, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]
  /// The extended key usage of servers alone, not critical (RFC 5280 §4.2.1.12).
  static let forServers: [UInt8] = [
    0x06, 0x03, 0x55, 0x1D, 0x25, 0x04, 0x0C, 0x30, 0x0A, 0x06, 0x08, 0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01,
  ]
  /// How the key of P-256 begins (RFC 5480 §2.1.1).
  static let p256: [UInt8] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE,
    0x3D, 0x03, 0x01, 0x07,
  ]
}

extension [UInt8] {
  /// Whether other bytes stand in these.
  fileprivate func has(_ other: [UInt8]) -> Bool { firstRange(of: other) != nil }
}
