import Foundation

#if os(macOS) || os(Linux)
  /// A server that this process started.
  ///
  /// Its standard input is a pipe whose other end is here. The system closes that when this process ends, however it
  /// ends, and `--attached` ends the server then.
  final class ServerProcess: @unchecked Sendable {
    // Never changed after `init`; Process and Pipe are not marked as sendable.
    private let process: Process
    private let input: Pipe

    /// Only one is started at a time, so that none gets the pipes of another.
    private static let starting = NSLock()

    private init(process: Process, input: Pipe) {
      self.process = process
      self.input = input
    }

    deinit {
      try? input.fileHandleForWriting.close()
    }

    static func start(
      binary: String?, arguments: [String], environment: [String: String]
    ) async throws -> (URL, ServerProcess) {
      let own = ProcessInfo.processInfo.environment
      let process = Process()
      process.executableURL = try program(binary ?? own["MOCK_API_BINARY"], path: own["PATH"] ?? "")
      process.arguments =
        ["serve", "--port", "0", "--attached", "--rate-limit", "documented", "--log-level", "warning"] + arguments
      process.environment = own.merging(environment) { $1 }
      let firstLine = FirstLine()
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
        firstLine.read(pipes.output.fileHandleForReading, into: \.text)
        firstLine.read(pipes.errors.fileHandleForReading, into: \.errors)
        return pipes.input
      }
      let server = ServerProcess(process: process, input: input)
      let line = try await firstLine.wait(seconds: 60)
      guard let start = line.range(of: "http"), let url = URL(string: String(line[start.lowerBound...])) else {
        throw MockAPIError.noServer(reason: "the server that was started said \"\(line)\" in place of its address")
      }
      return (url, server)
    }

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

  /// Waits for the first line of the standard output, and keeps reading what comes later.
  private final class FirstLine: @unchecked Sendable {
    // Everything below is guarded by the lock.
    private let lock = NSLock()
    fileprivate var text = Data()
    fileprivate var errors = Data()
    private var openEnds = 2
    private var result: Result<String, MockAPIError>?
    private var waiting: CheckedContinuation<String, any Error>?

    func wait(seconds: Double) async throws -> String {
      let timer = Task {
        try await Task.sleep(nanoseconds: UInt64(seconds * 1e9))
        lock.withLock { finish(.failure(.noServer(reason: "the server that was started did not say where it is"))) }
      }
      defer { timer.cancel() }
      return try await withCheckedThrowingContinuation { continuation in
        lock.withLock {
          if let result { continuation.resume(with: result) } else { waiting = continuation }
        }
      }
    }

    /// Reads a pipe to its end, on a thread of its own: on Linux, `readabilityHandler` can miss the end.
    func read(_ handle: FileHandle, into part: ReferenceWritableKeyPath<FirstLine, Data> & Sendable) {
      Thread.detachNewThread { [self] in
        while case let data = handle.availableData, !data.isEmpty { take(data, into: part) }
        lock.withLock {
          openEnds -= 1
          guard openEnds == 0 else { return }
          let said = String(decoding: errors.suffix(500), as: UTF8.self)
          // Servers before 0.2.0 do not know this option.
          let isOld = said.contains("option '--attached'")
          let reason = "the server that was started ended at once: \(said)"
          finish(
            .failure(
              isOld
                ? .serverTooOld(found: "of an earlier version", needed: MockServer.neededVersion)
                : .noServer(reason: reason)))
        }
      }
    }

    private func take(_ data: Data, into part: ReferenceWritableKeyPath<FirstLine, Data>) {
      lock.withLock {
        guard result == nil else { return }
        self[keyPath: part] += data
        guard let end = text.firstIndex(of: UInt8(ascii: "\n")) else { return }
        finish(.success(String(decoding: text[..<end], as: UTF8.self)))
      }
    }

    private func finish(_ outcome: Result<String, MockAPIError>) {
      guard result == nil else { return }
      result = outcome
      waiting?.resume(with: outcome)
      waiting = nil
    }
  }
#else
  /// Programs cannot be started here.
  enum ServerProcess {
    static func start(
      binary: String?, arguments: [String], environment: [String: String]
    ) async throws -> (URL, any Sendable) {
      throw MockAPIError.noServer(
        reason: "MOCK_API_URL is not set, and a device or simulator cannot start a server itself: run the tests with "
          + "mock-api exec, or set MOCK_API_URL in the scheme or test plan")
    }
  }
#endif
