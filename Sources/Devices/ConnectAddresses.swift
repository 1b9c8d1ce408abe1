import HTTPCore
import JSON

/// The addresses by which devices reach a server: phones in the network, simulators, emulators and cables.
package struct ConnectAddresses: Sendable, Equatable {
  /// The addresses on which a server listens.
  package struct Listening: Sendable, Equatable {
    /// Numeric addresses; 0.0.0.0 and :: stand for every one of their family.
    package let hosts: [String]
    /// 1…65535; 0 before it is known.
    package let port: Int
    /// Its TLS port; nil without one.
    package let tls: TLS?

    /// Creates the addresses of a listening server.
    package init(hosts: [String], port: Int, tls: TLS? = nil) {
      (self.hosts, self.port, self.tls) = (hosts, port, tls)
    }
  }

  /// The TLS of a server.
  package struct TLS: Sendable, Equatable {
    /// 1…65535, on the same addresses as the plain port.
    package let port: Int
    /// Whether the certificate is from the server's own authority, which users have to trust on their devices.
    package let hasOwnAuthority: Bool

    /// TLS on a port.
    package init(port: Int, hasOwnAuthority: Bool) {
      (self.port, self.hasOwnAuthority) = (port, hasOwnAuthority)
    }
  }

  /// The path of the page for devices.
  package static let pagePath = "/_mock/connect"
  /// The address of the host machine in the Android emulator.
  package static let emulatorHost = "10.0.2.2"

  package let port: Int
  package let tls: TLS?
  /// The addresses at which other machines reach the server, the most likely first; empty when none can.
  package let hosts: [NetworkAddress]
  /// Its `.local` name; nil without one.
  package let localName: String?
  /// Whether programs on this machine, including emulators, and devices on a cable reach it as `localhost`.
  package let isOnLoopback: Bool

  /// The addresses of a server for devices.
  ///
  /// - Parameters:
  ///   - addresses: Addresses of this machine's interfaces; see ``NetworkInterfaces``.
  ///   - localName: This machine's name; see ``LocalName``.
  package init(_ listening: Listening, addresses: [NetworkAddress], localName: String?) {
    (port, tls) = (listening.port, listening.tls)
    hosts = AddressChoice.reachable(by: listening.hosts, of: addresses)
    self.localName = hosts.isEmpty ? nil : localName
    isOnLoopback = listening.hosts.compactMap { NetworkAddress($0) }.contains {
      $0.scope == .loopback || $0.scope == .unspecified
    }
  }

  /// The addresses of a server, with the current addresses of this machine.
  package static func current(_ listening: Listening) -> ConnectAddresses {
    // Most servers listen on loopback only, where neither is needed.
    let isLocal = listening.hosts.allSatisfy { NetworkAddress($0)?.scope == .loopback }
    return ConnectAddresses(
      listening, addresses: isLocal ? [] : NetworkInterfaces.addresses(), localName: isLocal ? nil : LocalName.current()
    )
  }

  /// The plain base URL at a host, such as `http://192.168.1.23:3000`.
  package func url(_ host: String) -> String { "http://\(host):\(port)" }

  /// The base URL at a host over TLS; nil without TLS.
  package func secureURL(_ host: String) -> String? { tls.map { "https://\(host):\($0.port)" } }

  /// The page's URL at the most likely host, for a phone's camera; nil when other machines cannot reach the server.
  /// Without TLS, because a phone opens it before it trusts the certificate.
  package var page: String? { hosts.first.map { url($0.urlHost) + Self.pagePath } }

  /// The commands that make the server available as `localhost` on a device on a cable.
  package var adbCommands: [String] {
    guard isOnLoopback else { return [] }
    return ([port] + (tls.map { [$0.port] } ?? [])).map { "adb reverse tcp:\($0) tcp:\($0)" }
  }
}

extension ConnectAddresses {
  /// The addresses as JSON; null stands for missing ones.
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
