import Foundation

/// What the program says to the person or script that started it.
enum StandardStreams {
  /// Writes to standard error at once.
  static func error(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }

  /// Writes a line to standard output at once, also when that is a pipe.
  static func output(_ line: String, terminator: String = "\n") {
    FileHandle.standardOutput.write(Data((line + terminator).utf8))
  }
}
