import HTTPCore
import JSON

/// The addresses by which devices reach a server: phones in the network, simulators, emulators and cables.
package struct ConnectAddresses: Sendable, Equatable {
  /// Where a server listens.
  package struct Listening: Sendable, Equatable {
    /// Numeric addresses; 0.0.0.0 and :: stand for every one of their family.
    package let hosts: [String]
    /// 1…65535; 0 before it is known.
    package let port: Int
    /// How it speaks TLS; nil when it does not.
    package let tls: TLS?

    /// A server that listens on these addresses.
    package init(hosts: [String], port: Int, tls: TLS? = nil) {
      (self.hosts, self.port, self.tls) = (hosts, port, tls)
    }
  }

  /// The TLS of a server.
  package struct TLS: Sendable, Equatable {
    /// 1…65535, on the same addresses as the plain port.
    package let port: Int
    /// Whether the certificate is of the server's own authority, which devices have to be told to trust.
    package let hasOwnAuthority: Bool

    /// TLS on a port.
    package init(port: Int, hasOwnAuthority: Bool) {
      (self.port, self.hasOwnAuthority) = (port, hasOwnAuthority)
    }
  }

  /// The path of the page that tells devices all of this.
  package static let pagePath = "/_mock/connect"
  /// What the Android emulator calls the machine it runs on.
  package static let emulatorHost = "10.0.2.2"

  package let port: Int
  package let tls: TLS?
  /// The addresses by which other machines reach the server, the likeliest first; empty when none can.
  package let hosts: [NetworkAddress]
  /// The `.local` name by which they reach it too; nil when there is none.
  package let localName: String?
  /// Whether programs on this machine reach it as `localhost`, and with them emulators and cables.
  package let isOnLoopback: Bool

  /// What a server listens on, seen from the devices.
  ///
  /// - Parameters:
  ///   - addresses: Those of this machine's interfaces; see ``NetworkInterfaces``.
  ///   - localName: This machine's name; see ``LocalName``.
  package init(_ listening: Listening, addresses: [NetworkAddress], localName: String?) {
    (port, tls) = (listening.port, listening.tls)
    hosts = AddressChoice.reachable(by: listening.hosts, of: addresses)
    self.localName = hosts.isEmpty ? nil : localName
    isOnLoopback = listening.hosts.compactMap { NetworkAddress($0) }.contains {
      $0.scope == .loopback || $0.scope == .unspecified
    }
  }

  /// What a server listens on, with the addresses that this machine has now.
  package static func current(_ listening: Listening) -> ConnectAddresses {
    // Most servers are on loopback only, where neither matters.
    let isLocal = listening.hosts.allSatisfy { NetworkAddress($0)?.scope == .loopback }
    return ConnectAddresses(
      listening, addresses: isLocal ? [] : NetworkInterfaces.addresses(), localName: isLocal ? nil : LocalName.current()
    )
  }

  /// The plain base URL at a host, such as `http://192.168.1.23:3000`.
  package func url(_ host: String) -> String { "http://\(host):\(port)" }

  /// The base URL at a host over TLS; nil where the server does not speak it.
  package func secureURL(_ host: String) -> String? { tls.map { "https://\(host):\($0.port)" } }

  /// The page's address at the likeliest host, for a phone's camera; nil when no other machine reaches the server.
  /// Plain, since a phone gets there before it trusts the certificate.
  package var page: String? { hosts.first.map { url($0.urlHost) + Self.pagePath } }

  /// The commands that give a device on a cable the server as its own `localhost`.
  package var adbCommands: [String] {
    guard isOnLoopback else { return [] }
    return ([port] + (tls.map { [$0.port] } ?? [])).map { "adb reverse tcp:\($0) tcp:\($0)" }
  }
}

extension ConnectAddresses {
  /// The addresses for programs; null stands for what there is not.
  package var json: JSONValue {
    let own = isOnLoopback
    return [
      "lan": .bool(!hosts.isEmpty),
      "page": text(page),
      "urls": .array(hosts.map(json)),
      "name": localName.map(place) ?? .null,
      "local": own ? place("localhost") : .null,
      "emulator": own ? place(Self.emulatorHost) : .null,
      "adb": .array(adbCommands.map(JSONValue.string)),
      "tls": tls.map(json) ?? .null,
    ]
  }

  private func json(_ host: NetworkAddress) -> JSONValue {
    let kind = InterfaceKind(interface: host.interface)
    return [
      "url": .string(url(host.urlHost)), "tlsUrl": text(secureURL(host.urlHost)), "host": .string(host.text),
      "interface": .string(host.interface), "kind": .string(kind.rawValue),
    ]
  }

  private func json(_ tls: TLS) -> JSONValue {
    let authority: JSONValue = [
      "pem": "/_mock/ca.pem", "der": "/_mock/ca.der", "mobileconfig": "/_mock/ca.mobileconfig",
    ]
    return ["port": .number(JSONNumber(tls.port)), "authority": tls.hasOwnAuthority ? authority : .null]
  }

  private func place(_ host: String) -> JSONValue {
    ["url": .string(url(host)), "tlsUrl": text(secureURL(host))]
  }

  private func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
}
