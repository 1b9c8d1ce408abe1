import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Gathers log lines and writes them together, so that a line costs a request no system call. Lines are on
/// their way within 20 ms; ``flush()`` at the end loses none.
package final class LogOutput: Sendable {
  private static let delayMilliseconds = 20
  private static let capacity = 256 << 10

  private struct State {
    var buffer: [UInt8] = []
    var isScheduled = false
    var lostLines = 0
  }

  private let descriptor: Int32
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "mock-api.log")

  /// An output to a file descriptor, which the caller keeps open.
  package init(descriptor: Int32 = 2) {
    self.descriptor = descriptor
  }

  /// Takes a line with its line feed. When the reader of the log is so slow that the buffer is full, lines are
  /// dropped and counted rather than requests stopped.
  func write(_ line: [UInt8]) {
    let mustSchedule = state.withLock { state in
      guard state.buffer.count + line.count <= Self.capacity else {
        state.lostLines += 1
        return false
      }
      state.buffer.append(contentsOf: line)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    guard mustSchedule else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.delayMilliseconds)) { self.drain() }
  }

  /// Writes what is gathered before it returns.
  package func flush() {
    queue.sync { drain() }
  }

  private func drain() {
    var bytes = state.withLock { state in
      defer { (state.buffer, state.isScheduled, state.lostLines) = ([], false, 0) }
      let lost = state.lostLines
      return lost == 0 ? state.buffer : state.buffer + Array("(\(lost) log lines were dropped)\n".utf8)
    }[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Self.writeOnce(descriptor, $0) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return }
      bytes = bytes.dropFirst(written)
    }
  }

  private static func writeOnce(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Glibc)
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}
