import HTTPCore
import JSON
import World

/// Whether the server is ready; open to everyone, so that scripts can wait for it.
package enum HealthEndpoint {
  /// The endpoint at `/_mock/health`.
  package static func all(version: String, worlds: @escaping @Sendable () -> Worlds?) -> [Endpoint] {
    let startedAt = SystemTime.monotonicNanoseconds()
    return [
      Endpoint(.get, "/_mock/health", "health", .open) { call in
        let seconds = (SystemTime.monotonicNanoseconds() - startedAt) / 1_000_000_000
        let all = worlds()?.all ?? [call.world]
        var body: JSONObject = [
          "status": "ok", "version": .string(version), "uptimeSeconds": .number(JSONNumber(Int(seconds))),
          "worlds": .number(JSONNumber(worlds()?.all.count ?? 0)), "world": .string(call.world.id),
        ]
        if let node = worlds()?.node { body["node"] = .string(node.text) }
        if let broker = call.world.broker.remoteStatus {
          var status: JSONObject = ["address": .string(broker.address), "connected": .bool(broker.isConnected)]
          if let reason = broker.reason { status["message"] = .string(reason) }
          body["stompRelay"] = .object(status)
        }
        let full = all.filter { $0.store.isFull }.map(\.id).sorted()
        guard !full.isEmpty else { return .json(.object(body)) }
        body["status"] = "full"
        body["message"] = .string(
          "nothing can be stored in the world \(full.joined(separator: ", ")); make room on the disk of --data-dir")
        return .json(.object(body), status: 503)
      }
    ]
  }
}

/// Writes metrics in the text format of Prometheus.
struct MetricsText {
  private var text = ""

  /// The text so far.
  var bytes: [UInt8] { Array(text.utf8) }

  mutating func counter(_ name: String, _ help: String, _ samples: [([String: String], Double)]) {
    family(name, help, "counter", samples)
  }

  mutating func gauge(_ name: String, _ help: String, _ samples: [([String: String], Double)]) {
    family(name, help, "gauge", samples)
  }

  /// - Parameters:
  ///   - counts: The number of values up to each bound, and above the previous one.
  mutating func histogram(
    _ name: String, _ help: String, bounds: [Double], counts: [Int], total: Int, sum: Double
  ) {
    head(name, help, "histogram")
    var running = 0
    for (bound, count) in zip(bounds, counts) {
      running += count
      sample("\(name)_bucket", ["le": "\(bound)"], Double(running))
    }
    sample("\(name)_bucket", ["le": "+Inf"], Double(total))
    sample("\(name)_sum", [:], sum)
    sample("\(name)_count", [:], Double(total))
  }

  private mutating func family(_ name: String, _ help: String, _ type: String, _ samples: [([String: String], Double)])
  {
    head(name, help, type)
    for (labels, value) in samples { sample(name, labels, value) }
  }

  private mutating func head(_ name: String, _ help: String, _ type: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  private mutating func sample(_ name: String, _ labels: [String: String], _ value: Double) {
    let list = labels.sorted { $0.key < $1.key }.map { "\($0.key)=\"\(Self.escaped($0.value))\"" }
    let set = list.isEmpty ? "" : "{\(list.joined(separator: ","))}"
    let number = value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    text += "\(name)\(set) \(number)\n"
  }

  private static func escaped(_ value: String) -> String {
    value.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

/// The files that allow an iOS or Android app to use this host's passkeys and links.
package enum WellKnownEndpoints {
  /// An Android app: its package and the SHA-256 fingerprint of its signing certificate.
  package struct AndroidApp: Sendable, Equatable {
    package let package: String
    /// 32 pairs of hexadecimal digits, separated by colons.
    package let fingerprint: String

    /// Parses `com.example.app:14:6D:E9:…`, the package and the fingerprint; nil for anything else.
    package init?(_ text: String) {
      guard let colon = text.firstIndex(of: ":") else { return nil }
      package = String(text[..<colon])
      let pairs = text[text.index(after: colon)...].uppercased().split(separator: ":", omittingEmptySubsequences: false)
      let isFingerprint = pairs.count == 32 && pairs.allSatisfy { $0.count == 2 && $0.allSatisfy(\.isHexDigit) }
      guard !package.isEmpty, isFingerprint else { return nil }
      fingerprint = pairs.joined(separator: ":")
    }
  }

  /// The endpoints for the configured apps.
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

/// A WebSocket that returns every message, for trying out a client's socket code and for conformance suites.
package enum EchoEndpoint {
  /// The endpoint at `/_mock/echo`.
  package static let all = [
    Endpoint(socket: "/_mock/echo", "echo", .open) { _ in
      WebSocketUpgrade { EchoSession() }
    }
  ]
}

/// Returns each message unchanged, text as text and binary as binary.
private final class EchoSession: WebSocketSession {
  var status: SessionStatus? { SessionStatus("echo") }

  func receive(_ event: WebSocketEvent) -> [WebSocketAction] {
    switch event {
    case .message(let message): [.send(message)]
    case .oversized(let limit): [.close(code: 1009, reason: "a message may have \(limit) bytes")]
    case .opened, .dropped, .caughtUp, .closed: []
    }
  }
}
