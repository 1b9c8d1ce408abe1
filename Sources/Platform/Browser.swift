import Foundation

/// The user's web browser.
package enum Browser {
  /// Where no program takes an address to a browser.
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

  /// Opens an address. `BROWSER` names another program than the system's, as for other tools.
  ///
  /// - Throws: ``Failure`` when there is no such program, or what starting it throws.
  package static func open(_ address: String, environment: [String: String] = ProcessInfo.processInfo.environment)
    throws
  {
    let wish = environment["BROWSER"].flatMap { $0.isEmpty ? nil : $0 } ?? program
    guard let path = path(of: wish, environment["PATH"] ?? "/usr/bin:/bin") else { throw Failure.missing(wish) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = [address]
    // What the browser prints is not the server's.
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
