import Foundation
import STOMP

// Fuzzes the parser and the session of STOMP: stomp-fuzz [--iterations N] [--seed N] [--corpus DIR] [--grow]
//
// Each input is written to a file before it is tried, so that a trap or a hang leaves it behind.

do {
  let options = try FuzzOptions(CommandLine.arguments.dropFirst())
  var fuzzer = try Fuzzer(options)
  exit(try fuzzer.run() ? 0 : 1)
} catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(2)
}
