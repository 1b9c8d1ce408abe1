import Foundation

/// A server that this process started.
protocol RunningServer: Sendable {
  /// The number of the process.
  var identifier: Int32 { get }
  /// How it ended; nil while it runs.
  var ending: MockAPIError? { get }
  /// Waits a moment for an end that a broken connection announces. Gives the ending, nil if the server still runs.
  func ending(within seconds: Double) async -> MockAPIError?
}

#if os(macOS) || os(Linux)
  /// A server that this process started.
  ///
  /// Its standard input is a pipe whose other end is here. The system closes that when this process ends, however it
  /// ends, and `--attached` ends the server then.
  final class ServerProcess: RunningServer, @unchecked Sendable {
    // Never changed after `init`; Process and Pipe are not marked as sendable.
    private let process: Process
    private let input: Pipe
    private let output: ServerOutput

    /// Only one is started at a time, so that none gets the pipes of another.
    private static let starting = NSLock()
    /// Variables that would open the developer's data or configuration.
    private static let ownersVariables = ["MOCK_API_DATA_DIR", "MOCK_API_CONFIG"]

    private init(_ process: Process, _ input: Pipe, _ output: ServerOutput) {
      (self.process, self.input, self.output) = (process, input, output)
    }

    deinit {
      try? input.fileHandleForWriting.close()
    }

    static func start(
      binary: String?, options: ServerOptions, environment: [String: String]
    ) async throws -> (URL, any RunningServer) {
      let own = ProcessInfo.processInfo.environment
      let process = Process()
      process.executableURL = try program(binary ?? own["MOCK_API_BINARY"], path: own["PATH"] ?? "")
      let noFile = FileManager.default.temporaryDirectory.appendingPathComponent("mock-api-\(UUID().uuidString).yaml")
      // An empty file: without one, the server takes the mock-api.yaml of the working directory.
      if options.config == nil { try Data().write(to: noFile) }
      defer { try? FileManager.default.removeItem(at: noFile) }
      process.arguments =
        ["serve", "--port", "0", "--attached", "--rate-limit", "documented", "--log-level", "warning"]
        + ["--config", options.config ?? noFile.path] + options.commandLine
      process.environment = own.filter { !ownersVariables.contains($0.key) }.merging(environment) { $1 }
      let output = ServerOutput()
      process.terminationHandler = { ended in
        let isSignal = ended.terminationReason == .uncaughtSignal
        let name = isSignal ? ServerOutput.name(ofSignal: ended.terminationStatus) : "status \(ended.terminationStatus)"
        output.end(process: ended.processIdentifier, by: name)
      }
      let input = try starting.withLock {
        let pipes = (input: closedInChildren(), output: closedInChildren(), errors: closedInChildren())
        process.standardInput = pipes.input
        process.standardOutput = pipes.output
        process.standardError = pipes.errors
        do {
          try process.run()
        } catch {
          let program = process.executableURL?.path ?? "mock-api"
          throw MockAPIError.noServer(reason: "\(program) cannot be started (\(error.localizedDescription))")
        }
        output.read(pipes.output.fileHandleForReading, isLog: false)
        output.read(pipes.errors.fileHandleForReading, isLog: true)
        return pipes.input
      }
      let server = ServerProcess(process, input, output)
      let line = try await output.firstLine(seconds: 60)
      guard let start = line.range(of: "http"), let url = URL(string: String(line[start.lowerBound...])) else {
        throw MockAPIError.noServer(reason: "the server that was started said \"\(line)\" in place of its address")
      }
      return (url, server)
    }

    var identifier: Int32 { process.processIdentifier }

    var ending: MockAPIError? { output.ending }

    func ending(within seconds: Double) async -> MockAPIError? { await output.ending(within: seconds) }

    /// A pipe whose ends other programs that this process starts do not keep open. Those that the server gets are copies.
    private static func closedInChildren() -> Pipe {
      let pipe = Pipe()
      for handle in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
        _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
      }
      return pipe
    }

    /// Where the program is.
    private static func program(_ name: String?, path: String) throws -> URL {
      if let name, name.contains("/") {
        guard FileManager.default.isExecutableFile(atPath: name) else {
          throw MockAPIError.noServer(reason: "\(name) is no program, although MOCK_API_BINARY names it")
        }
        return URL(fileURLWithPath: name)
      }
      let name = name ?? "mock-api"
      for folder in path.split(separator: ":") {
        let file = "\(folder)/\(name)"
        if FileManager.default.isExecutableFile(atPath: file) { return URL(fileURLWithPath: file) }
      }
      throw MockAPIError.noServer(reason: "MOCK_API_URL is not set, and \(name) is not on PATH")
    }
  }
#else
  /// Programs cannot be started here.
  enum ServerProcess {
    static func start(
      binary: String?, options: ServerOptions, environment: [String: String]
    ) async throws -> (URL, any RunningServer) {
      throw MockAPIError.noServer(
        reason: "MOCK_API_URL is not set, or its server has not all of the test's APIs, and a device or simulator "
          + "cannot start a server itself: run the tests with mock-api exec, or set MOCK_API_URL in the scheme or "
          + "test plan")
    }
  }
#endif
