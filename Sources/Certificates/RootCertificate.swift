import Cryptography
import Foundation

/// The certificate of the CA in the formats that devices accept.
package struct RootCertificate: Sendable, Equatable {
  /// For Linux, Android and OpenSSL (RFC 7468).
  package let pem: String
  /// The same in binary form (RFC 5280).
  package let der: [UInt8]
  /// The name of its subject, such as `mock-api CA of studio`.
  package let name: String

  init(_ certificate: Certificate) throws {
    der = certificate.der
    pem = try certificate.pem()
    name = certificate.subject.commonName ?? "mock-api CA"
  }

  /// The SHA-256 fingerprint in the usual notation: `A1:B2:…`.
  package var fingerprint: String {
    SHA256.hash(der).map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0" + digits : digits
    }.joined(separator: ":")
  }
}

extension RootCertificate {
  /// The certificate as a configuration profile, which an iPhone offers to install when Safari loads it.
  ///
  /// Its identifiers are derived from the certificate, so that a profile that is installed again replaces itself.
  package var mobileConfiguration: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
      <key>PayloadType</key><string>Configuration</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>mock-api.ca</string>
      <key>PayloadUUID</key><string>\(identifier("profile"))</string>
      <key>PayloadDisplayName</key><string>\(escaped(name))</string>
      <key>PayloadDescription</key>
      <string>Lets apps on this device talk to mock-api over TLS. Switch it on in Settings &gt; General &gt; About &gt; Certificate \
    Trust Settings.</string>
      <key>PayloadContent</key>
      <array>
        <dict>
          <key>PayloadType</key><string>com.apple.security.root</string>
          <key>PayloadVersion</key><integer>1</integer>
          <key>PayloadIdentifier</key><string>mock-api.ca.root</string>
          <key>PayloadUUID</key><string>\(identifier("root"))</string>
          <key>PayloadDisplayName</key><string>\(escaped(name))</string>
          <key>PayloadCertificateFileName</key><string>mock-api-ca.cer</string>
          <key>PayloadContent</key>
          <data>\(Data(der).base64EncodedString())</data>
        </dict>
      </array>
    </dict>
    </plist>

    """
  }

  /// A UUID of version 8 (RFC 9562 §5.8), derived from a digest.
  private func identifier(_ purpose: String) -> String {
    var bytes = Array(SHA256.hash(Array(purpose.utf8) + der).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
