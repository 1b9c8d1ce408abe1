import Foundation
import HTTPCore
import JSON
import Platform

/// What the program says to the person or script that started it, written by write(2): Foundation's file handles end the
/// process when a stream is closed, full or without a reader.
enum StandardStreams {
  /// Opens `/dev/null`, for reading only, under the numbers of standard streams that the program was started without.
  /// Otherwise the first socket or file would get such a number, and output would be written into it; now writing fails,
  /// as it does without a stream. To be called before anything is opened.
  static func keepNumbers() {
    // open(2) takes the lowest number that is free.
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Writes to standard error at once; what cannot be written is lost.
  static func error(_ text: String) {
    _ = write(Array(text.utf8), to: STDERR_FILENO)
  }

  /// The columns of standard error when that is a terminal, 0 when the terminal does not tell; else nil.
  static var errorColumns: Int? {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return 0 }
    return Int(size.ws_col)
  }

  /// Writes a line to standard output at once, also when that is a pipe. It is what the command was called for, so when
  /// it cannot be written, the reason is told and the process ends with exit code 1.
  static func output(_ line: String, terminator: String = "\n") {
    output(Array((line + terminator).utf8))
  }

  /// Writes bytes to standard output at once, in the same way.
  static func output(_ bytes: [UInt8]) {
    let code = write(bytes, to: STDOUT_FILENO)
    guard code != 0 else { return }
    error("mock-api: standard output cannot be written: \(String(cString: strerror(code)))\n")
    exit(1)
  }

  /// Writes a line to standard output at once, for a program that may wait for it; what cannot be written is lost.
  static func announce(_ line: String) {
    _ = write(Array((line + "\n").utf8), to: STDOUT_FILENO)
  }

  /// - Returns: 0, else the number of the error for which not all was written.
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
