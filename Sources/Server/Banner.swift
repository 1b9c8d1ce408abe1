import APISupport
import Client
import Devices
import Synchronization
import Transport
import World

/// The output at the start, with only what a user needs.
enum Banner {
  static func text(
    _ configuration: ServerConfiguration, modules: [any APIModule], notes: [String], bound: [ListeningSocket.Bound],
    secure: [ListeningSocket.Bound], devices: ConnectAddresses
  ) -> String {
    let base = bound.first.map { ListeningSocket.url(of: $0, asLocalhost: bound.count > 1) } ?? ""
    let width = modules.map(\.title.count).max() ?? 0
    let node = configuration.node.map { ", node \($0.text)" } ?? ""
    let data = "data set \(configuration.dataset.rawValue), \(storage(configuration))"
    var lines = ["mock-api \(Version.text)\(node), \(data)"]
    for module in modules {
      let title = module.title.padding(to: width)
      let accounts = module.sampleAccounts.map { "\($0.user) / \($0.password)" }.joined(separator: ", ")
      let access = accounts.isEmpty ? module.admission : accounts
      lines.append("  \(title)  \(base)\(module.basePath)  \(access)")
    }
    if configuration.hasControlPlane { lines.append("  live page: \(base)/_mock/") }
    lines += notes.map { "  \($0)" }
    lines.append(limits(configuration, modules))
    if let first = secure.first { lines.append(tls(configuration, first)) }
    if configuration.listensBeyondLoopback {
      lines += DeviceText.lines(devices, hasPage: configuration.hasControlPlane)
    }
    let warning = DeviceText.warning(
      devices, hasControlPlane: configuration.hasControlPlane, hasToken: configuration.adminToken != nil)
    if let warning { lines.append(warning) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func storage(_ configuration: ServerConfiguration) -> String {
    configuration.dataDirectory.map { "kept in \($0)" } ?? "in memory"
  }

  private static func tls(_ configuration: ServerConfiguration, _ socket: ListeningSocket.Bound) -> String {
    let isOurs = if case .authority = configuration.tls?.source { true } else { false }
    return "  TLS: \(ListeningSocket.url(of: socket))"
      + (isOurs ? ", by a CA that devices must trust: mock-api trust says how" : "")
  }

  private static func limits(_ configuration: ServerConfiguration, _ modules: [any APIModule]) -> String {
    let single = configuration.rateLimit.names
    let named = modules.filter { single.contains($0.name) }.map { module in
      guard let policy = configuration.rateLimit.policy(for: module) else { return "none for \(module.name)" }
      return "\(module.name) \(policy.authenticated) and \(policy.anonymous)"
    }
    let limited = modules.filter { !single.contains($0.name) }.compactMap { configuration.rateLimit.policy(for: $0) }
    let more = named.isEmpty ? "" : "; " + named.joined(separator: "; ")
    guard let policy = limited.first else { return "  no rate limits\(more)" }
    return "  rate limits: \(policy.authenticated) requests a minute for an account, \(policy.anonymous) without"
      + " one\(more); --rate-limit off removes them"
  }
}

extension String {
  /// The text padded with spaces to a width in characters.
  func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

/// The output at the start for users of devices.
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

  /// The warning for a server whose control plane others can reach; nil for none.
  static func warning(_ addresses: ConnectAddresses, hasControlPlane: Bool, hasToken: Bool) -> String? {
    guard !addresses.hosts.isEmpty, hasControlPlane, !hasToken else { return nil }
    return "  warning: everyone in this network can use the control plane; restrict it with --admin-token or --no-admin"
  }

  /// One line for each value; the first begins with the row's name.
  private static func lines(_ name: String, _ values: [String]) -> [String] {
    let blank = String(repeating: " ", count: name.count)
    return values.enumerated().map { index, value in "\(indentation)\(index == 0 ? name : blank)  \(value)" }
  }

  private static func urls(_ addresses: ConnectAddresses, _ host: String) -> String {
    [addresses.url(host), addresses.secureURL(host)].compactMap { $0 }.joined(separator: "  ")
  }

  /// The interface, which distinguishes several addresses.
  private static func remark(_ host: NetworkAddress) -> String {
    host.interface.isEmpty ? "" : "  (\(host.interface))"
  }
}

/// The addresses at which devices reach the server, available once it listens.
final class DeviceDirectory: Sendable {
  private let listening = Mutex(ConnectAddresses.Listening(hosts: [], port: 0))

  /// Stores where the server listens.
  ///
  /// - Parameters:
  ///   - tls: The TLS port at the same addresses; nil without one.
  func note(_ bound: [ListeningSocket.Bound], tls: ConnectAddresses.TLS? = nil) {
    let found = ConnectAddresses.Listening(hosts: bound.map(\.address), port: bound.first?.port ?? 0, tls: tls)
    listening.withLock { $0 = found }
  }

  /// The address at which the server itself reaches its plain port; nil before it listens.
  var ownAddress: ServerAddress? {
    let listening = listening.withLock { $0 }
    guard listening.port > 0, let host = listening.hosts.first else { return nil }
    // Addresses that stand for every one of their family include the loopback one.
    let name = host == "0.0.0.0" ? "127.0.0.1" : host == "::" ? "::1" : host
    return ServerAddress("http://\(name.contains(":") ? "[\(name)]" : name):\(listening.port)")
  }

  /// The current addresses; none before it listens.
  var addresses: ConnectAddresses { .current(listening.withLock { $0 }) }
}
