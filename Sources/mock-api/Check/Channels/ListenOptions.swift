import ArgumentParser
import HTTPCore

/// The options of `check` for the channels of AsyncAPI documents.
struct ListenOptions: ParsableArguments {
  @Option(help: "How many seconds each channel is listened to, from 1 to 3600. (default: 5)")
  var listen: Int?

  @Option(help: "The most messages of a connection, after which it is closed. (default: 1000)")
  var messages: Int?

  @Flag(help: "Send the messages of clients that have examples, which may write, and compare what answers them.")
  var sendMessages = false

  @Option(help: "The value of a parameter in addresses of channels, NAME=VALUE; repeat it for several.")
  var parameter: [String] = []

  /// The parsed options.
  struct Given: Sendable {
    let seconds: Int
    let messages: Int
    let sends: Bool
    let parameters: [String: String]
  }

  func validate() throws { _ = try given() }

  /// Parses the options.
  ///
  /// - Throws: `ValidationError`.
  func given() throws -> Given {
    let (seconds, count) = (listen ?? 5, messages ?? 1000)
    guard (1...3600).contains(seconds) else {
      throw ValidationError("--listen must be from 1 to 3600 seconds, not \(seconds)")
    }
    guard (1...1_000_000).contains(count) else {
      throw ValidationError("--messages must be from 1 to 1000000, not \(count)")
    }
    var parameters: [String: String] = [:]
    for text in parameter {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, !text.utf8.contains(where: { $0 < 0x20 }) else {
        throw ValidationError("--parameter must be NAME=VALUE, not \"\(text.clipped(to: 60))\"")
      }
      parameters[parts[0]] = parts[1]
    }
    return Given(seconds: seconds, messages: count, sends: sendMessages, parameters: parameters)
  }
}
