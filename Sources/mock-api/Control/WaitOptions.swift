import ArgumentParser
import Client
import HTTPCore
import JSON
import Options

/// The timeout of `ctl … wait`, the same for all that can be waited for.
struct WaitOptions: ParsableArguments {
  /// How much longer than the server the connection waits for its response.
  private static let marginMilliseconds = 10_000
  private static let defaultNanoseconds: Int64 = 10_000_000_000

  @Option(help: "Timeout, at most 60s. (default: 10s)")
  var timeout: String?

  /// Sends a call that waits.
  ///
  /// - Parameters:
  ///   - body: What is waited for; the timeout is added.
  /// - Throws: What ``ControlOptions/send(_:_:body:timeoutMilliseconds:)`` throws, and for a timeout that is no duration.
  func send(_ path: ControlPath, _ body: JSONObject, by control: ControlOptions) throws -> Response {
    let limit =
      try timeout.map { try OptionKind<Int64>.time().value(of: OptionValue(text: $0, origin: "--timeout")) }
      ?? Self.defaultNanoseconds
    let milliseconds = Int(limit / 1_000_000)
    var body = body
    body["timeoutMilliseconds"] = .number(JSONNumber(milliseconds))
    return try control.send(
      "POST", path, body: .object(body), timeoutMilliseconds: milliseconds + Self.marginMilliseconds)
  }
}
