import ArgumentParser
import Certificates
import Devices
import Foundation
import Options

/// `mock-api trust`.
struct Trust: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust",
    abstract: "Show how to make a device or computer trust the certificate authority of the TLS port.",
    discussion: """
      The first run of mock-api serve --tls-port 3443 creates the certificate authority (CA). It is valid for local names and \
      addresses only, never for other domains. Without an argument, all targets are shown. This command changes nothing.
      """)

  @Argument(help: "\(TrustTarget.allCases.map(\.rawValue).joined(separator: ", ")).")
  var target: String?

  @Option(name: .shortAndLong, help: "The server's port without TLS. (default: 3000)")
  var port: String?

  @Option(help: "The server's port with TLS. (default: 3443)")
  var tlsPort: String?

  @Option(help: "Folder of the certificate authority. (default: the user's data folder)")
  var tlsDir: String?

  func run() throws {
    let source = OptionSource(environment: ProcessInfo.processInfo.environment)
    let targets = try targets()
    let folder = CertificateFolder(
      path: try ServeConfiguration.tlsFolder(source.value(tlsDir, "tls-dir")?.text, source.environment))
    let ports = OptionKind.integer(in: 1...65_535)
    let plainPort = try source.value(port, "port", fallback: "PORT").map(ports.value) ?? 3000
    let securePort = try source.value(tlsPort, "tls-port").map(ports.value) ?? 3443
    let root: RootCertificate
    do {
      guard let found = try folder.root() else {
        StandardStreams.error(
          "mock-api: there is no CA in \(folder.path) yet; mock-api serve --tls-port \(securePort) creates one\n")
        throw ExitCode.failure
      }
      root = found
    } catch let failure as CertificateFailure {
      StandardStreams.error("mock-api: \(failure)\n")
      throw ExitCode.failure
    }
    let file = URL(filePath: folder.path(of: .authority)).path
    let addresses = ConnectAddresses.current(.init(hosts: ["0.0.0.0"], port: plainPort))
    let steps = TrustSteps(
      file: file, host: addresses.hosts.first?.urlHost ?? "localhost", plainPort: plainPort, securePort: securePort)
    StandardStreams.output(
      "CA:          \(root.name)\nfile:        \(file)\nfingerprint: \(root.fingerprint) (SHA-256)")
    for target in targets { StandardStreams.output("\n\(target.title)\n\n\(steps.text(for: target))") }
  }

  private func targets() throws -> [TrustTarget] {
    guard let target else { return TrustTarget.allCases }
    guard let one = TrustTarget(rawValue: target) else {
      let names = TrustTarget.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("there is no target \"\(target)\"; the targets are \(names)")
    }
    return [one]
  }
}

/// The platforms that can trust the CA.
enum TrustTarget: String, CaseIterable {
  case iosSimulator = "ios-simulator"
  case ios
  case androidEmulator = "android-emulator"
  case android
  case macos
  case linux

  var title: String {
    switch self {
    case .iosSimulator: "iOS simulator"
    case .ios: "iPhone or iPad"
    case .androidEmulator: "Android emulator"
    case .android: "Android device"
    case .macos: "macOS"
    case .linux: "Linux"
    }
  }
}
