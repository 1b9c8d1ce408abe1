import Crypto
import Foundation
import SwiftASN1
import X509

/// The certificate of our CA in the forms that devices take it in.
package struct RootCertificate: Sendable, Equatable {
  /// For Linux, Android and OpenSSL (RFC 7468).
  package let pem: String
  /// The same without its wrapping (RFC 5280).
  package let der: [UInt8]
  /// The name of whom it is, such as `mock-api CA of studio`.
  package let name: String

  init(_ certificate: Certificate) throws {
    var serializer = DER.Serializer()
    try serializer.serialize(certificate)
    der = serializer.serializedBytes
    pem = try certificate.serializeAsPEM().pemString + "\n"
    name = certificate.subject.commonName ?? "mock-api CA"
  }

  /// The SHA-256 fingerprint as people compare it: `A1:B2:…`.
  package var fingerprint: String {
    SHA256.hash(data: der).map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0" + digits : digits
    }.joined(separator: ":")
  }
}

extension DistinguishedName {
  /// Its common name as text.
  var commonName: String? {
    for relative in self {
      for attribute in relative where attribute.type == .RDNAttributeType.commonName {
        return String(attribute.value)
      }
    }
    return nil
  }
}
