import Devices
import HTTPCore
import JSON
import Testing

@Suite("What devices are told of a server")
struct ConnectAddressesTests {
  private static let network = [
    NetworkAddress("192.168.1.23", interface: "wlan0"), NetworkAddress("fd00::23", interface: "wlan0"),
  ].compactMap { $0 }

  private static func addresses(
    _ hosts: [String], tls: ConnectAddresses.TLS? = nil, name: String? = "studio.local"
  ) -> ConnectAddresses {
    ConnectAddresses(.init(hosts: hosts, port: 3000, tls: tls), addresses: network, localName: name)
  }

  @Test("on every address: the network, the name, the emulator and the cable")
  func everywhere() {
    let found = Self.addresses(["0.0.0.0", "::"])
    #expect(found.page == "http://192.168.1.23:3000/_mock/connect")
    #expect(found.hosts.map { found.url($0.urlHost) } == ["http://192.168.1.23:3000", "http://[fd00::23]:3000"])
    #expect(found.localName == "studio.local")
    #expect(found.adbCommands == ["adb reverse tcp:3000 tcp:3000"])
    #expect(found.secureURL("studio.local") == nil)
  }

  @Test("on loopback: nothing for the network, but the emulator and the cable")
  func loopback() {
    let found = Self.addresses(["127.0.0.1", "::1"])
    #expect(found.page == nil)
    #expect(found.hosts.isEmpty)
    #expect(found.localName == nil)
    #expect(found.isOnLoopback)
    #expect(found.json.object?["emulator"]?.object?["url"]?.string == "http://10.0.2.2:3000")
    #expect(found.json.object?["lan"]?.bool == false)
  }

  @Test("on one address of the network: neither emulator nor cable, which come by loopback")
  func single() {
    let found = Self.addresses(["192.168.1.23"])
    #expect(found.page == "http://192.168.1.23:3000/_mock/connect")
    #expect(!found.isOnLoopback)
    #expect(found.adbCommands.isEmpty)
    #expect(found.json.object?["emulator"] == .null)
  }

  @Test(
    "with TLS: its addresses too, and where the authority is when it is the server's own", arguments: [true, false])
  func tls(hasOwnAuthority: Bool) {
    let found = Self.addresses(["0.0.0.0"], tls: .init(port: 3443, hasOwnAuthority: hasOwnAuthority))
    #expect(found.secureURL("10.0.2.2") == "https://10.0.2.2:3443")
    #expect(found.adbCommands == ["adb reverse tcp:3000 tcp:3000", "adb reverse tcp:3443 tcp:3443"])
    // A phone gets to the page before it trusts the certificate.
    #expect(found.page?.hasPrefix("http://") == true)
    let tls = found.json.object?["tls"]?.object
    #expect(tls?["port"]?.number == JSONNumber(3443))
    #expect((tls?["authority"] == .null) == !hasOwnAuthority)
  }
}
