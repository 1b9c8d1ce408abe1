import Contract
import Foundation
import Logging
import Server
import Transport
import World

/// A whole server on a free port of the loopback, with a world of its own; it stops when it is released.
package final class TestServer {
  package let server: MockServer
  package let port: Int
  package let bound: [ListeningSocket.Bound]

  /// Starts a server without rate limits and simulated sensors unless the configuration says otherwise; ready when
  /// `init` returns.
  package init(_ configure: (inout ServerConfiguration) -> Void = { _ in }) throws {
    var configuration = ServerConfiguration()
    configuration.port = 0
    configuration.rateLimit = .off
    configuration.sensorInterval = 0
    // Whatever a test asks for, the answers are those of the documents.
    configuration.checksResponses = true
    configuration.library = Self.library
    configuration.databases = Self.databases
    configure(&configuration)
    server = try MockServer(configuration, logger: Self.quietLogger())
    bound = try server.start()
    port = bound[0].port
  }

  deinit {
    server.stop()
  }

  package var clock: WorldClock { server.world.clock }

  /// Sends a request on a connection of its own.
  package func send(
    _ method: String, _ path: String, token: String? = nil, headers: [(String, String)] = [], body: String? = nil
  ) throws -> RawResponse {
    let client = try RawClient(port: port)
    return try client.send(method, path, token: token, headers: headers, body: body.map { Array($0.utf8) })
  }

  /// The access token of a seeded account.
  package func signIn(_ email: String = "usuario@example.com", password: String = "password123") throws -> String {
    let answer = try send(
      "POST", "/v1/auth/login", body: #"{"email":"\#(email)","password":"\#(password)"}"#)
    let object = try JSONSerialization.jsonObject(with: answer.data) as? [String: Any]
    guard let token = object?["token"] as? String else { throw UnexpectedResponse(answer: answer) }
    return token
  }

  /// Stops the clock at a moment such as `2024-11-28T14:00:00Z`.
  package func freeze(at moment: String) throws {
    clock.freeze(true)
    let seconds = try Date(moment, strategy: .iso8601).timeIntervalSince1970
    clock.set(Timestamp(seconds: Int64(seconds)))
  }

  /// Lets time pass; a nanosecond more or less where a limit is to be met exactly.
  package func advance(seconds: Int64, nanoseconds: Int64 = 0) {
    clock.advance(nanoseconds: seconds * 1_000_000_000 + nanoseconds)
  }

  /// The API documents, read once for all servers.
  private static let library = ContractLibrary(
    folder: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../openapi").standardizedFileURL
      .path)

  /// The databases that servers begin with, made once for all of them.
  private static let databases = PreparedDatabases()

  private static func quietLogger() -> Logger {
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    return logger
  }
}

/// An answer that a test's preparation did not expect.
package struct UnexpectedResponse: Error, CustomStringConvertible {
  package let answer: RawResponse

  package init(answer: RawResponse) { self.answer = answer }

  package var description: String { "\(answer.status) \(answer.text)" }
}
