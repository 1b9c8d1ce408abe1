import Foundation

#if os(macOS) || os(Linux)
  /// What a started server prints, and how it ends.
  final class ServerOutput: @unchecked Sendable {
    // Everything below is guarded by the lock.
    private let lock = NSLock()
    private var text = Data()
    private var log: [String] = []
    private var partOfLine = Data()
    private var openEnds = 2
    private var exit: (process: Int32, cause: String)?
    private var first: Result<String, MockAPIError>?
    private var waitingForFirst: CheckedContinuation<String, any Error>?
    private var waitingForEnd: [CheckedContinuation<Void, Never>] = []

    private static let linesKept = 20

    /// Whether the server has ended, and all that it printed was read. The lock is held.
    private var isOver: Bool { exit != nil && openEnds == 0 }

    /// How the server ended; nil while it runs.
    var ending: MockAPIError? {
      lock.withLock {
        exit.map { .serverEnded(process: $0.process, cause: $0.cause, lastLines: log) }
      }
    }

    /// The ending, for which it waits a moment: a connection breaks before the system reports the end.
    func ending(within seconds: Double) async -> MockAPIError? {
      let timer = Task {
        try await Task.sleep(nanoseconds: UInt64(seconds * 1e9))
        wakeWhoWaits()
      }
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        let isEnded = lock.withLock {
          if !isOver { waitingForEnd.append(continuation) }
          return isOver
        }
        if isEnded { continuation.resume() }
      }
      timer.cancel()
      return ending
    }

    /// Notes the end of the process, whose last lines may still be on their way.
    func end(process: Int32, by cause: String) {
      lock.withLock { exit = (process, cause) }
      reportEnd()
    }

    /// Waits for the first line of the standard output.
    func firstLine(seconds: Double) async throws -> String {
      let timer = Task {
        try await Task.sleep(nanoseconds: UInt64(seconds * 1e9))
        lock.withLock { finish(.failure(.noServer(reason: "the server that was started did not say where it is"))) }
      }
      defer { timer.cancel() }
      return try await withCheckedThrowingContinuation { continuation in
        lock.withLock {
          if let first { continuation.resume(with: first) } else { waitingForFirst = continuation }
        }
      }
    }

    /// Reads a pipe to its end, on a thread of its own: on Linux, `readabilityHandler` can miss the end.
    func read(_ handle: FileHandle, isLog: Bool) {
      Thread.detachNewThread { [self] in
        while case let data = handle.availableData, !data.isEmpty {
          lock.withLock { isLog ? takeLog(data) : takeOutput(data) }
        }
        lock.withLock { openEnds -= 1 }
        reportEnd()
      }
    }

    /// The name of a signal, such as `SIGKILL`.
    static func name(ofSignal number: Int32) -> String {
      let names = [
        SIGKILL: "SIGKILL", SIGTERM: "SIGTERM", SIGINT: "SIGINT", SIGSEGV: "SIGSEGV", SIGABRT: "SIGABRT",
        SIGILL: "SIGILL", SIGBUS: "SIGBUS", SIGTRAP: "SIGTRAP", SIGFPE: "SIGFPE", SIGHUP: "SIGHUP",
      ]
      return names[number] ?? "signal \(number)"
    }

    private func takeOutput(_ data: Data) {
      guard first == nil else { return }
      text += data
      guard let end = text.firstIndex(of: UInt8(ascii: "\n")) else { return }
      finish(.success(String(decoding: text[..<end], as: UTF8.self)))
    }

    private func takeLog(_ data: Data) {
      partOfLine += data.suffix(65_536)
      var lines = partOfLine.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      partOfLine = lines.popLast().map { Data($0.suffix(65_536)) } ?? Data()
      log = (log + lines.map { String(decoding: $0, as: UTF8.self) }).suffix(Self.linesKept)
    }

    private func reportEnd() {
      guard lock.withLock({ isOver }) else { return }
      lock.withLock {
        // Servers before 0.2.0 do not know this option.
        let isOld = log.contains { $0.contains("option '--attached'") }
        let said = log.joined(separator: "\n")
        finish(
          .failure(
            isOld
              ? .serverTooOld(found: "of an earlier version", needed: MockServer.neededVersion)
              : .noServer(reason: "the server that was started ended at once by \(exit?.cause ?? "?"): \(said)")))
      }
      wakeWhoWaits()
    }

    private func finish(_ outcome: Result<String, MockAPIError>) {
      guard first == nil else { return }
      first = outcome
      waitingForFirst?.resume(with: outcome)
      waitingForFirst = nil
    }

    private func wakeWhoWaits() {
      let waiting = lock.withLock {
        defer { waitingForEnd = [] }
        return waitingForEnd
      }
      for continuation in waiting { continuation.resume() }
    }
  }
#endif
