import Certificates
import Foundation
import Synchronization
import Testing
import X509

@Suite("The CA and the server's certificate")
struct CertificateFolderTests {
  private let names = CertificateNames(domains: ["Studio.local"], addresses: [[192, 168, 1, 7], [130, 60, 2, 1]])

  private func leaf(_ identity: ServerIdentity) throws -> Certificate {
    try Certificate(pemEncoded: identity.certificate)
  }

  @Test("are made on first use, for all that the machine is called")
  func made() throws {
    let folder = try TemporaryFolder()
    let identity = try folder.certificates.identity(for: names, host: "studio", at: day(0))
    let found = Array(try #require(try leaf(identity).extensions.subjectAlternativeNames).map(\.description))
    #expect(found.count == 8)
    for name in ["localhost", "studio.local", "host.docker.internal"] {
      #expect(found.contains { $0.contains(name) }, "\(name) in \(found)")
    }
    #expect(identity.root?.name == "mock-api CA of studio")
    #expect(identity.remarks.isEmpty)
  }

  @Test("keep Apple's rules: P-256 and SHA-256, for servers, at most 398 days, from a day ago")
  func rules() throws {
    let folder = try TemporaryFolder()
    let leaf = try leaf(folder.certificates.identity(for: names, host: "a", at: day(0)))
    #expect(leaf.signatureAlgorithm == .ecdsaWithSHA256)
    #expect(try leaf.extensions.extendedKeyUsage?.contains(.serverAuth) == true)
    #expect(leaf.notValidBefore == day(-1))
    #expect(leaf.notValidAfter.timeIntervalSince(leaf.notValidBefore) == 397 * 86_400)
    #expect(leaf.serialNumber.bytes.count >= 8)
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
    #expect(try leaf(second).notValidAfter == day(days + 396))
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
    let names = Array(try #require(try leaf(second).extensions.subjectAlternativeNames))
    let addresses = names.compactMap { name -> [UInt8]? in
      if case .ipAddress(let bytes) = name { Array(bytes.bytes) } else { nil }
    }
    #expect(addresses.contains(known))
    #expect(addresses.contains(local))
    #expect(!addresses.contains(other))
    // What is left out is no reason for another certificate at each start.
    #expect(try folder.certificates.identity(for: later, host: "a", at: day(2)).certificate == second.certificate)
  }

  @Test("a CA that is about to end is followed by another, and that is said")
  func followed() throws {
    let folder = try TemporaryFolder()
    let first = try folder.certificates.identity(for: names, host: "a", at: day(0))
    let old = try folder.certificates.identity(for: names, host: "a", at: day(3600))
    #expect(old.root == first.root)
    #expect(try leaf(old).notValidAfter == day(3650), "no longer than its CA")
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
