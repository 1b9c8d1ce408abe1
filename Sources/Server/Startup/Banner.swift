import APIs
import Devices
import Transport
import World

/// What is printed at start: what a person needs, and no more.
enum Banner {
  static func text(
    _ configuration: ServerConfiguration, modules: [any APIModule], bound: [ListeningSocket.Bound],
    secure: [ListeningSocket.Bound], devices: ConnectAddresses
  ) -> String {
    let base = bound.first.map { ListeningSocket.url(of: $0, asLocalhost: bound.count > 1) } ?? ""
    let width = modules.map(\.title.count).max() ?? 0
    var lines = ["mock-api \(Version.text), data set \(configuration.dataset.rawValue), \(storage(configuration))"]
    for module in modules {
      let title = module.title.padding(to: width)
      let accounts = module.sampleAccounts.map { "\($0.user) / \($0.password)" }.joined(separator: ", ")
      let access = accounts.isEmpty ? module.admission : accounts
      lines.append("  \(title)  \(base)\(module.basePath)  \(access)")
    }
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
    let limited = modules.compactMap { configuration.rateLimit.policy(for: $0) }
    guard let policy = limited.first else { return "  no rate limits" }
    return "  rate limits: \(policy.authenticated) requests a minute for an account, \(policy.anonymous) without"
      + " one; --rate-limit off removes them"
  }
}

extension String {
  /// The text with blanks behind it up to a width in characters.
  func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
