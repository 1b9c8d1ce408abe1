import ArgumentParser
import Foundation
import HTTPCore
import JSON

/// What every command of `ctl` takes: which server, which world of it, and how to print.
struct ControlOptions: ParsableArguments {
  /// Exit codes beside 0 and those of wrong usage.
  enum Exit {
    /// The server refuses, or what was to be verified is not so.
    static let refused = ExitCode(1)
    /// No server answers there.
    static let noServer = ExitCode(4)
  }

  @Option(help: "Where the server is; else MOCK_API_URL. (default: http://localhost:3000)")
  var url: String?

  @Option(help: "The world to speak of; else MOCK_API_WORLD. (default: that of the URL, or the default one)")
  var world: String?

  @Option(help: "What the server was given as --admin-token; else MOCK_API_ADMIN_TOKEN.")
  var adminToken: String?

  @Flag(help: "Print the server's own JSON.")
  var json = false

  static let timeoutMilliseconds = 30_000

  /// The client that these options describe.
  ///
  /// - Throws: `ValidationError` for a URL that is none.
  func client() throws -> ControlClient {
    let source = OptionSource(environment: ProcessInfo.processInfo.environment)
    let place = source.value(url, "url") ?? OptionValue(text: "http://localhost:3000", origin: "--url")
    guard let address = ServerAddress(place.text) else {
      throw place.refusal("must be an address such as http://localhost:3000")
    }
    var headers = HeaderFields()
    for (name, value) in [
      ("X-Mock-World", source.value(world, "world")),
      ("X-Mock-Admin-Token", source.value(adminToken, "admin-token")),
    ] {
      guard let value else { continue }
      // A line end would begin another header.
      guard !value.text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
        throw value.refusal("must have no control characters")
      }
      headers.append(name, value.text)
    }
    return ControlClient(address: address, headers: headers)
  }

  /// Sends a call.
  ///
  /// - Parameters:
  ///   - body: Anything JSON; nil for none.
  /// - Returns: An answer of success.
  /// - Throws: `ExitCode` after the reason was told: ``Exit/refused`` or ``Exit/noServer``.
  @discardableResult
  func send(
    _ method: String, _ path: ControlPath, body: JSONValue? = nil, timeoutMilliseconds: Int = timeoutMilliseconds
  ) throws -> Response {
    try send(
      method, path, bytes: body.map { JSONWriter.serialize($0, sortedKeys: false) },
      timeoutMilliseconds: timeoutMilliseconds)
  }

  /// Sends a call whose body is there as text.
  ///
  /// - Throws: As ``send(_:_:body:timeoutMilliseconds:)``.
  func send(
    _ method: String, _ path: ControlPath, bytes: [UInt8]?, timeoutMilliseconds: Int = timeoutMilliseconds
  ) throws -> Response {
    let client = try client()
    do {
      let response = try client.send(method, path, body: bytes, timeoutMilliseconds: timeoutMilliseconds)
      if (200...299).contains(response.status) { return response }
      throw refusal(response)
    } catch let error as ControlClient.Failure {
      throw Self.noServer(client, error)
    }
  }

  /// Tells that no server answers.
  static func noServer(_ client: ControlClient, _ failure: ControlClient.Failure) -> ExitCode {
    StandardStreams.error(
      "mock-api: no server answers at http://\(client.address.authority): \(failure.reason); start one with mock-api"
        + " serve, or name another one with --url\n")
    return Exit.noServer
  }

  /// Tells why the server refuses.
  func refusal(_ response: Response) -> ExitCode {
    let bytes = response.content.bytes
    if json, !bytes.isEmpty { StandardStreams.output(String(decoding: bytes, as: UTF8.self)) }
    let error = (try? JSONParser.parse(bytes))?["error"]
    var text = error?["message"]?.string ?? "the server answers with status \(response.status)"
    if let suggestion = error?["details"]?["suggestion"]?.string { text += "; \(suggestion)" }
    StandardStreams.error("mock-api: \(text)\n")
    return Exit.refused
  }
}
