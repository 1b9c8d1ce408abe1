import Foundation

/// The user's web browser.
package enum Browser {
  /// No program can open a URL in a browser.
  package enum Failure: Error, CustomStringConvertible {
    case missing(String)

    package var description: String {
      switch self {
      case .missing(let program): "there is no \(program)"
      }
    }
  }

  #if os(macOS)
    private static let program = "open"
  #else
    private static let program = "xdg-open"
  #endif

  /// Opens a URL. `BROWSER` names another program than the system's, as for other tools.
  ///
  /// - Throws: ``Failure`` when there is no such program, or what starting it throws.
  package static func open(_ address: String, environment: [String: String] = ProcessInfo.processInfo.environment)
    throws
  {
    let browser = environment["BROWSER"].flatMap { $0.isEmpty ? nil : $0 } ?? program
    guard let path = path(of: browser, environment["PATH"] ?? "/usr/bin:/bin") else { throw Failure.missing(browser) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = [address]
    // The browser's output is not the server's.
    (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  private static func path(of program: String, _ path: String) -> String? {
    let files = FileManager.default
    if program.contains("/") { return files.isExecutableFile(atPath: program) ? program : nil }
    return path.split(separator: ":").map { "\($0)/\(program)" }.first(where: files.isExecutableFile)
  }
}
