import HTTPCore
import JSON

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
