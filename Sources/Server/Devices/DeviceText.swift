import Devices

/// What is printed at start for whoever holds a device.
enum DeviceText {
  private static let indentation = "    "

  /// The lines.
  ///
  /// - Parameters:
  ///   - hasPage: Whether the server has the page for devices.
  static func lines(_ addresses: ConnectAddresses, hasPage: Bool) -> [String] {
    guard !addresses.hosts.isEmpty else { return ["  no device reaches this machine: it has no address but loopback"] }
    var rows: [(what: String, values: [String])] = []
    rows.append(
      ("this network", addresses.hosts.map { urls(addresses, $0.urlHost) + remark($0) }))
    if let name = addresses.localName { rows.append(("by name", [urls(addresses, name)])) }
    if addresses.isOnLoopback {
      rows.append(("Android emulator", [urls(addresses, ConnectAddresses.emulatorHost)]))
      rows.append(("Android by USB", addresses.adbCommands))
    }
    let width = rows.map(\.what.count).max() ?? 0
    let title = "  devices" + (hasPage ? addresses.page.map { ": open \($0)" } ?? "" : "")
    return [title] + rows.flatMap { lines($0.what.padding(to: width), $0.values) }
  }

  /// What to say of a server whose control plane others reach; nil when there is nothing to say.
  static func warning(_ addresses: ConnectAddresses, hasControlPlane: Bool, hasToken: Bool) -> String? {
    guard !addresses.hosts.isEmpty, hasControlPlane, !hasToken else { return nil }
    return "  warning: whoever is in this network can use the control plane; --admin-token or --no-admin keeps them out"
  }

  /// Lines of which the first has the row's name.
  private static func lines(_ name: String, _ values: [String]) -> [String] {
    let blank = String(repeating: " ", count: name.count)
    return values.enumerated().map { index, value in "\(indentation)\(index == 0 ? name : blank)  \(value)" }
  }

  private static func urls(_ addresses: ConnectAddresses, _ host: String) -> String {
    [addresses.url(host), addresses.secureURL(host)].compactMap { $0 }.joined(separator: "  ")
  }

  /// The interface, which tells people with several which address to take.
  private static func remark(_ host: NetworkAddress) -> String {
    host.interface.isEmpty ? "" : "  (\(host.interface))"
  }
}
