import Devices
import Testing

/// A machine with made-up interfaces.
private struct Machine: CustomTestStringConvertible, Sendable {
  let name: String
  let bound: [String]
  let addresses: [(String, String)]
  let expected: [String]

  var testDescription: String { name }

  static let everywhere = ["0.0.0.0", "::"]

  static let all = [
    Machine(
      name: "a laptop on Wi-Fi", bound: everywhere,
      addresses: [("wlan0", "192.168.1.23"), ("wlan0", "2001:db8::23"), ("wlan0", "fe80::23")],
      expected: ["192.168.1.23", "2001:db8::23"]),
    Machine(
      name: "IPv4 first, private ones before others", bound: everywhere,
      addresses: [("eth0", "2001:db8::7"), ("eth0", "fd00::7"), ("eth0", "203.0.113.7"), ("eth0", "10.0.0.7")],
      expected: ["10.0.0.7", "203.0.113.7", "fd00::7", "2001:db8::7"]),
    Machine(
      name: "bridges behind tunnels behind networks", bound: everywhere,
      addresses: [
        ("docker0", "172.17.0.1"), ("br-4f2a", "172.18.0.1"), ("utun3", "10.8.0.2"), ("tailscale0", "100.101.2.3"),
        ("en0", "192.168.0.5"),
      ],
      expected: ["192.168.0.5", "10.8.0.2", "100.101.2.3", "172.17.0.1", "172.18.0.1"]),
    Machine(
      name: "a cable without DHCP comes last of its kind", bound: everywhere,
      addresses: [("en5", "169.254.10.2"), ("en0", "100.64.0.9"), ("en0", "203.0.113.4")],
      expected: ["203.0.113.4", "100.64.0.9", "169.254.10.2"]),
    Machine(
      name: "equal ones in the system's order, none twice", bound: everywhere,
      addresses: [("en1", "192.168.9.2"), ("en0", "192.168.0.5"), ("en1", "192.168.9.2")],
      expected: ["192.168.9.2", "192.168.0.5"]),
    Machine(
      name: "IPv4 alone", bound: ["0.0.0.0"], addresses: [("eth0", "10.0.0.7"), ("eth0", "fd00::7")],
      expected: ["10.0.0.7"]),
    Machine(
      name: "IPv6 alone", bound: ["::"], addresses: [("eth0", "10.0.0.7"), ("eth0", "fd00::7")], expected: ["fd00::7"]),
    Machine(
      name: "one address", bound: ["10.0.0.7"], addresses: [("eth0", "10.0.0.7"), ("eth1", "10.0.1.7")],
      expected: ["10.0.0.7"]),
    Machine(
      name: "an address that the system does not list", bound: ["10.0.0.7"], addresses: [], expected: ["10.0.0.7"]),
    Machine(
      name: "loopback", bound: ["127.0.0.1", "::1"], addresses: [("eth0", "10.0.0.7"), ("lo", "127.0.0.1")],
      expected: []),
    Machine(
      name: "no network", bound: everywhere, addresses: [("lo", "127.0.0.1"), ("lo", "::1"), ("en0", "fe80::1")],
      expected: []),
    Machine(
      name: "very many addresses", bound: everywhere, addresses: (0..<40).map { ("eth\($0)", "10.0.0.\($0)") },
      expected: (0..<16).map { "10.0.0.\($0)" }),
  ]
}

@Suite("The addresses that devices are told")
struct AddressChoiceTests {
  @Test("are those that others can use, the likeliest first", arguments: Machine.all)
  fileprivate func order(machine: Machine) {
    let addresses = machine.addresses.compactMap { NetworkAddress($1, interface: $0) }
    #expect(addresses.count == machine.addresses.count)
    #expect(AddressChoice.reachable(by: machine.bound, of: addresses).map(\.text) == machine.expected)
  }

  @Test(
    "have a scope",
    arguments: [
      ("0.0.0.0", NetworkAddress.Scope.unspecified), ("::", .unspecified), ("127.0.0.53", .loopback),
      ("::1", .loopback),
      ("10.255.0.1", .privateNetwork), ("172.15.0.1", .global), ("172.16.0.1", .privateNetwork),
      ("172.31.255.1", .privateNetwork), ("172.32.0.1", .global), ("192.168.0.1", .privateNetwork),
      ("192.169.0.1", .global), ("100.63.0.1", .global), ("100.64.0.1", .shared), ("100.127.0.1", .shared),
      ("169.254.1.1", .linkLocal), ("fe80::1", .linkLocal), ("febf::1", .linkLocal), ("fec0::1", .global),
      ("fc00::1", .privateNetwork), ("fd12::1", .privateNetwork), ("2001:db8::1", .global),
    ])
  func scope(text: String, scope: NetworkAddress.Scope) throws {
    let address = try #require(NetworkAddress(text))
    #expect(address.scope == scope)
    #expect(address.urlHost == (text.contains(":") ? "[\(text)]" : text))
  }

  @Test(
    "are numeric",
    arguments: ["", "localhost", "1.2.3", "1.2.3.4.5", "fe80::1%eth0", "[::1]", "256.0.0.1", " 10.0.0.1"])
  func refused(text: String) {
    #expect(NetworkAddress(text) == nil)
  }

  @Test("of this machine are never loopback")
  func own() {
    for address in NetworkInterfaces.addresses() {
      #expect(address.scope != .loopback)
      #expect(!address.interface.isEmpty)
      #expect(!address.text.contains("%"))
    }
  }

  @Test(
    "have the name of the machine with .local",
    arguments: [
      ("studio", "studio.local"), ("Studio.local", "studio.local"), ("studio.example.com", "studio.local"),
      ("Ana-s-MacBook", "ana-s-macbook.local"), ("localhost", nil), ("", nil), ("-a", nil), ("a-", nil), ("a b", nil),
      ("niño", nil), (String(repeating: "a", count: 64), nil), ("x<script>", nil),
    ] as [(String, String?)])
  func name(host: String, name: String?) {
    #expect(LocalName.name(of: host) == name)
  }
}
