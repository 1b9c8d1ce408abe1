import HTTPCore
import JSON
import World

/// The files by which iOS and Android learn that an app may use this host's passkeys and links.
package enum WellKnownEndpoints {
  /// An Android app: its package and the SHA-256 fingerprint of its signing certificate.
  package struct AndroidApp: Sendable, Equatable {
    package let package: String
    /// 32 pairs of hexadecimal digits, separated by colons.
    package let fingerprint: String

    /// Reads `com.example.app:14:6D:E9:…`, the package and the fingerprint; nil for anything else.
    package init?(_ text: String) {
      guard let colon = text.firstIndex(of: ":") else { return nil }
      package = String(text[..<colon])
      let pairs = text[text.index(after: colon)...].uppercased().split(separator: ":", omittingEmptySubsequences: false)
      let isFingerprint = pairs.count == 32 && pairs.allSatisfy { $0.count == 2 && $0.allSatisfy(\.isHexDigit) }
      guard !package.isEmpty, isFingerprint else { return nil }
      fingerprint = pairs.joined(separator: ":")
    }
  }

  /// The endpoints for which there is something to tell.
  ///
  /// - Parameters:
  ///   - appIDs: Apple's application identifiers, such as `ABCDE12345.com.example.app`.
  package static func all(appIDs: [String], androidApps: [AndroidApp]) -> [Endpoint] {
    var endpoints: [Endpoint] = []
    if !appIDs.isEmpty {
      let response = Response.json(association(appIDs))
      endpoints.append(
        Endpoint(.get, "/.well-known/apple-app-site-association", "appleAppSiteAssociation", .open) { _ in response })
    }
    if !androidApps.isEmpty {
      let response = Response.json(.array(androidApps.map(statement)))
      endpoints.append(Endpoint(.get, "/.well-known/assetlinks.json", "assetLinks", .open) { _ in response })
    }
    return endpoints
  }

  /// Apple, "Supporting associated domains".
  private static func association(_ appIDs: [String]) -> JSONValue {
    let apps = JSONValue.array(appIDs.map(JSONValue.string))
    return [
      "webcredentials": ["apps": apps],
      "applinks": ["details": [["appIDs": apps, "components": [["/": "*"]]]]],
    ]
  }

  /// Google, "Digital Asset Links", statement list.
  private static func statement(_ app: AndroidApp) -> JSONValue {
    [
      "relation": [
        "delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds",
      ],
      "target": [
        "namespace": "android_app", "package_name": .string(app.package),
        "sha256_cert_fingerprints": [.string(app.fingerprint)],
      ],
    ]
  }
}
