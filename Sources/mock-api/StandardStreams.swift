import Foundation

/// What the program says to the person or script that started it.
enum StandardStreams {
  /// Writes to standard error at once.
  static func error(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }

  /// The columns of standard error when that is a terminal, 0 when the terminal does not tell; else nil.
  static var errorColumns: Int? {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return 0 }
    return Int(size.ws_col)
  }

  /// Writes a line to standard output at once, also when that is a pipe.
  static func output(_ line: String, terminator: String = "\n") {
    FileHandle.standardOutput.write(Data((line + terminator).utf8))
  }
}
