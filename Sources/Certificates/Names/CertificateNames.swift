import SwiftASN1
import X509

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Names and addresses that a certificate is for.
package struct CertificateNames: Sendable, Equatable {
  /// In lower case.
  package let domains: Set<String>
  /// Of four or sixteen bytes, in network order.
  package let addresses: Set<[UInt8]>

  /// What clients on this machine and in its emulators and containers call it; an Android emulator calls it 10.0.2.2.
  static let always = CertificateNames(
    domains: ["localhost", "host.docker.internal"],
    addresses: [[127, 0, 0, 1], [UInt8](repeating: 0, count: 15) + [1], [10, 0, 2, 2]])

  /// - Parameters:
  ///   - domains: Such as `studio.local`.
  ///   - addresses: Of four or sixteen bytes, in network order.
  package init(domains: Set<String>, addresses: Set<[UInt8]>) {
    self.domains = Set(domains.map { $0.lowercased() })
    self.addresses = addresses
  }

  /// Names, and numeric addresses without a zone such as `192.168.1.23` and `fd00::2`; what is none is left out.
  package init(domains: Set<String>, numericAddresses: [String]) {
    self.init(domains: domains, addresses: Set(numericAddresses.compactMap(Self.bytes)))
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, text, &bytes) == 1 { return bytes }
    }
    return nil
  }

  /// The names that a certificate is for.
  init(of certificate: Certificate) {
    let names: [GeneralName] = (try? certificate.extensions.subjectAlternativeNames).map { Array($0) } ?? []
    var (domains, addresses) = (Set<String>(), Set<[UInt8]>())
    for name in names {
      if case .dnsName(let domain) = name { domains.insert(domain) }
      if case .ipAddress(let bytes) = name { addresses.insert(Array(bytes.bytes)) }
    }
    self.init(domains: domains, addresses: addresses)
  }

  /// The same without the addresses that a CA does not vouch for: one of them would spoil a certificate for all.
  func vouched(by authority: CertificateAuthority) -> CertificateNames {
    guard let networks = authority.networks else { return self }
    return CertificateNames(
      domains: domains, addresses: addresses.filter { address in networks.contains { $0.contains(address) } })
  }

  /// An address as people write it.
  static func text(_ address: [UInt8]) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
      let family = address.count == 4 ? AF_INET : AF_INET6
      guard let start = buffer.baseAddress, inet_ntop(family, address, start, socklen_t(buffer.count)) != nil else {
        return "?"
      }
      return String(cString: start)
    }
  }

  func union(_ other: CertificateNames) -> CertificateNames {
    CertificateNames(domains: domains.union(other.domains), addresses: addresses.union(other.addresses))
  }

  func isSuperset(of other: CertificateNames) -> Bool {
    domains.isSuperset(of: other.domains) && addresses.isSuperset(of: other.addresses)
  }

  /// In an order that does not change from run to run.
  var alternativeNames: SubjectAlternativeNames {
    let addresses = addresses.sorted { ($0.count, $0.description) < ($1.count, $1.description) }
    return SubjectAlternativeNames(
      domains.sorted().map { GeneralName.dnsName($0) }
        + addresses.map { GeneralName.ipAddress(ASN1OctetString(contentBytes: $0[...])) })
  }
}
