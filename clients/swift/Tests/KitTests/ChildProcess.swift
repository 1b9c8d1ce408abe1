#if os(macOS) || os(Linux)
  import Foundation

  /// A program that a test starts, with its whole output.
  final class ChildProcess: @unchecked Sendable {
    // Output is guarded by the lock; the rest is never changed after `init`.
    private let process = Process()
    private let lock = NSLock()
    private var text = Data()
    private let ended = AsyncStream.makeStream(of: Int32.self)
    private let printed = AsyncStream.makeStream(of: Void.self)

    init(_ program: String, _ arguments: [String], environment: [String: String?], folder: URL? = nil) throws {
      process.executableURL = URL(fileURLWithPath: program)
      if let folder { process.currentDirectoryURL = folder }
      process.arguments = arguments
      var variables = ProcessInfo.processInfo.environment
      for (name, value) in environment { variables[name] = value }
      process.environment = variables
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = pipe
      process.standardInput = FileHandle.nullDevice
      try process.run()
      // On a thread of its own: on Linux, `readabilityHandler` can miss the end.
      Thread.detachNewThread { [self] in
        while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
          lock.withLock { text += data }
          printed.continuation.yield()
        }
        process.waitUntilExit()
        printed.continuation.finish()
        ended.continuation.yield(process.terminationStatus)
        ended.continuation.finish()
      }
    }

    /// A test of this package in a process of its own.
    convenience init(test name: String, environment: [String: String?] = [:], folder: URL? = nil) throws {
      var arguments = ["--testing-library", "swift-testing", "--filter", "OutsideTests"]
      if name == "xctest" { arguments = ["OutsideTests.OutsideCase/testFails"] }
      try self.init(
        CommandLine.arguments[0], arguments, environment: environment.merging(["KIT_OUTSIDE": name]) { $1 },
        folder: folder)
    }

    var output: String { lock.withLock { String(decoding: text, as: UTF8.self) } }

    var identifier: Int32 { process.processIdentifier }

    /// Waits for the end. Gives the exit code.
    func end() async -> Int32 {
      for await status in ended.stream { return status }
      return process.terminationStatus
    }

    /// Waits until a line begins so, and gives the rest of it; nil when the program ended without it.
    func line(after start: String) async -> String? {
      while true {
        for line in output.split(separator: "\n") where line.hasPrefix(start) {
          return String(line.dropFirst(start.count))
        }
        var next = printed.stream.makeAsyncIterator()
        guard await next.next() != nil else { return nil }
      }
    }

    /// Ends it as the system does when there is no memory: it cannot do anything any more.
    func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }
  }
#endif
