import APIs
import ArgumentParser
import Client
import Contract
import Foundation
import HTTPCore
import JSON
import Options
import Reporting
import Server

/// `mock-api check`.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Call every documented operation of a backend and report where it deviates from the documents.",
    discussion: """
      mock-api calls each operation with the examples of its document, and generates values from the schemas where a \
      document has no example: JSON, forms and files. It signs in and reads lists first, then creates records and uses \
      their ids in the later calls, and deletes and signs out last. Every response must be documented. An operation is \
      covered when one of up to four requests gets a documented success; the report lists the others with the reason, \
      and --min-coverage fails the run for them.

      With an AsyncAPI document it also connects to the documented channels (WebSocket, Server-Sent Events, Socket.IO \
      and STOMP), listens while it sends requests and for --listen seconds after them, and compares every message with \
      the document. A channel is covered when one of its messages came as documented. --send-messages also sends the \
      messages of clients that have examples.

      The run writes and deletes records, so use a backend made for that. With --api it calls the operations of your own \
      document. If the backend is mock-api, it calls the control plane too, in a world of its own. Equal findings are \
      reported once. Documented optional headers that are missing and messages that did not come are notes.

      Exit codes: 0 every response is documented, 1 some are not or the backend does not respond, 2 wrong usage.
      """)

  @Argument(help: "URL of the backend, such as http://localhost:3000.")
  var url: String

  @OptionGroup(title: "Credentials") var credentials: CheckCredentials

  @OptionGroup(title: "Channels") var listening: ListenOptions

  @OptionGroup var verdict: VerdictOptions

  @OptionGroup(title: "Own documents") var own: DocumentOptions

  @Option(help: "Folder with the API documents. (default: found beside the program or in the source tree)")
  var openapi: String?

  func validate() throws { _ = try address() }

  private func address() throws -> ServerAddress {
    guard let address = ServerAddress(url) else {
      throw ValidationError("the URL must begin with http:// or https:// and name a host, not \"\(url)\"")
    }
    return address
  }

  func run() throws {
    try verdict.requireWritable()
    let source = OptionSource(environment: ProcessInfo.processInfo.environment)
    let documents = try own.load(environment: source.environment)
    let library = ContractLibrary(
      folder: try DataFolder.openapi.locate(source.value(openapi, "openapi")?.text), own: documents.map(\.contract))
    let criteria = try verdict.given(
      failing: [.contractViolation, .serverError], among: documents.map(\.name) + Registry.modules.map(\.name))
    // A named document restricts the check to it.
    var apis = criteria.covered ?? (documents.isEmpty ? Registry.modules.map(\.name) : documents.map(\.name))
    let stopwatch = Stopwatch()
    var replay = Replay(HTTPClient(address: try address()), try credentials.given(source))
    for api in apis {
      guard let document = try library.document(api) else { continue }
      let path = documents.first { $0.name == api }?.basePath ?? ""
      // A URL with a path specifies the base path of the API, unless the path names a world.
      let given = replay.client.address.basePath
      let isWhole = path == "/" || !given.isEmpty && !given.hasPrefix("/_w/")
      let channels = try documents.first { $0.name == api }.flatMap { custom in
        ChannelRoutes(custom, replay.client, try listening.given(), replay.credentials)
      }
      try replay.run(document, below: isWhole ? "" : path, channels: channels)
    }
    // Last, and in a separate world.
    if criteria.covered == nil, documents.isEmpty, replay.unreachable == nil,
      let document = try library.document(ReplayOrder.control), let world = CheckedWorld(replay.client)
    {
      apis.append(document.api)
      try replay.run(document, in: world)
    }
    let report = RunReport(
      title: "check \(url)", startedAt: stopwatch.startedAt,
      durationMilliseconds: stopwatch.milliseconds, commandExit: nil, findings: replay.findings,
      failOn: criteria.failing,
      coverage: Coverage(
        covered: apis, used: replay.used, unused: replay.unused, minimumPercent: criteria.minimumPercent),
      slowest: Array(replay.calls.sorted { $0.microseconds > $1.microseconds }.prefix(10)),
      requestCount: replay.calls.count)
    try verdict.publish(report)
    throw ExitCode(report.exitCode)
  }
}

/// A world of the checked server in which its control plane is called: these calls stop clocks and reset everything,
/// and must not affect other users of the server.
struct CheckedWorld {
  /// The header that selects the world of a request.
  static let header = "X-Mock-World"

  let id: String
  private let client: HTTPClient

  /// Creates a world.
  ///
  /// - Returns: nil when the backend is not mock-api, or refuses to create worlds.
  init?(_ client: HTTPClient) {
    guard let health = Self.send(client, "GET", "/_mock/health"), health.status == 200,
      let about = try? JSONParser.parse(health.content.bytes), about["status"] == "ok", about["world"] != nil,
      let made = Self.send(client, "POST", "/_mock/worlds"), made.status == 201,
      let id = (try? JSONParser.parse(made.content.bytes))?["id"]?.string
    else { return nil }
    (self.id, self.client) = (id, client)
  }

  /// Deletes the world.
  func delete() {
    // If this fails, the server deletes the world later.
    _ = Self.send(client, "DELETE", "/_mock/worlds/\(id)")
  }

  private static func send(_ client: HTTPClient, _ method: String, _ target: String) -> Response? {
    try? client.send(method, target, timeoutMilliseconds: Replay.timeoutMilliseconds)
  }
}
