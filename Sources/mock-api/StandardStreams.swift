import Foundation
import HTTPCore
import JSON
import Platform

/// The output of the program, written with write(2): Foundation's file handles end the process when a stream is closed,
/// full or without a reader.
enum StandardStreams {
  /// Opens `/dev/null` read-only under the descriptors of missing standard streams. Otherwise the first socket or file
  /// would get such a descriptor, and output would be written into it; now writing fails, as it does without a stream.
  /// Call it before anything is opened.
  static func keepNumbers() {
    // open(2) uses the lowest free descriptor.
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Writes to standard error immediately; output that cannot be written is lost.
  static func error(_ text: String) {
    _ = write(Array(text.utf8), to: STDERR_FILENO)
  }

  /// The columns of standard error if that is a terminal, 0 if the terminal does not report them; otherwise nil.
  static var errorColumns: Int? {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return 0 }
    return Int(size.ws_col)
  }

  /// Writes a line to standard output immediately, also if that is a pipe. It is the result of the command, so if it
  /// cannot be written, the reason is printed and the process exits with code 1.
  static func output(_ line: String, terminator: String = "\n") {
    output(Array((line + terminator).utf8))
  }

  /// Writes bytes to standard output immediately, in the same way.
  static func output(_ bytes: [UInt8]) {
    let code = write(bytes, to: STDOUT_FILENO)
    guard code != 0 else { return }
    error("mock-api: standard output cannot be written: \(String(cString: strerror(code)))\n")
    exit(1)
  }

  /// Writes a line to standard output immediately, for a program that may wait for it; output that cannot be written is
  /// lost.
  static func announce(_ line: String) {
    _ = write(Array((line + "\n").utf8), to: STDOUT_FILENO)
  }

  /// - Returns: 0, otherwise the error code of the failed write.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { writeOnce(descriptor, $0) }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&room, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  private static func writeOnce(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    CLibrary.write(descriptor, bytes)
  }
}
