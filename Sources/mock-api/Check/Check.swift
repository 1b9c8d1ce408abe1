import APIs
import ArgumentParser
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
    abstract: "Call every documented operation of a backend, and report where it leaves the documents.",
    discussion: """
      Each operation is called with the examples of its document, and with values that its schemas allow where it has \
      none: JSON, forms, files. Sign-ins and lists come first, then creations, whose ids the later calls use, then what \
      reads and changes, and at last removals and sign-outs. Every answer must be documented. An operation is covered \
      when one of its answers was a documented success (of up to four requests); the others are listed with the reason, \
      and --min-coverage fails the run for them. It writes and removes records, so point it at a backend made for that. \
      With --api it is the operations of your own document that are called. Where that is mock-api itself, its own operations are called \
      too, in a world made for that. What is alike is told once; documented headers that need not be there, and are \
      not, are notes.

      Exit codes: 0 every answer is documented, 1 some are not or nobody answers, 2 wrong usage.
      """)

  @Argument(help: "Where the backend is, such as http://localhost:3000.")
  var url: String

  @OptionGroup(title: "Credentials") var credentials: CheckCredentials

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
    // Whoever names a document means that one.
    var apis = criteria.covered ?? (documents.isEmpty ? Registry.modules.map(\.name) : documents.map(\.name))
    let stopwatch = Stopwatch()
    var replay = Replay(HTTPClient(address: try address()), try credentials.given(source))
    for api in apis {
      guard let document = try library.document(api) else { continue }
      let path = documents.first { $0.name == api }?.basePath ?? ""
      // An address with a path says itself where the API is, unless the path names a world.
      let given = replay.client.address.basePath
      let isWhole = path == "/" || !given.isEmpty && !given.hasPrefix("/_w/")
      try replay.run(document, below: isWhole ? "" : path)
    }
    // Last, and in a world of its own.
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

/// A world of the server under check in which its own operations are called: they stop clocks and reset everything, and
/// other users of the server must not be affected.
struct CheckedWorld {
  /// The header that has a request belong to it.
  static let header = "X-Mock-World"

  let id: String
  private let client: HTTPClient

  /// Makes a world.
  ///
  /// - Returns: nil when the backend is not mock-api, or does not allow to make worlds.
  init?(_ client: HTTPClient) {
    guard let health = Self.send(client, "GET", "/_mock/health"), health.status == 200,
      let about = try? JSONParser.parse(health.content.bytes), about["status"] == "ok", about["world"] != nil,
      let made = Self.send(client, "POST", "/_mock/worlds"), made.status == 201,
      let id = (try? JSONParser.parse(made.content.bytes))?["id"]?.string
    else { return nil }
    (self.id, self.client) = (id, client)
  }

  /// Deletes it again.
  func delete() {
    // If this fails, the server removes the world later by itself.
    _ = Self.send(client, "DELETE", "/_mock/worlds/\(id)")
  }

  private static func send(_ client: HTTPClient, _ method: String, _ target: String) -> Response? {
    try? client.send(method, target, timeoutMilliseconds: Replay.timeoutMilliseconds)
  }
}
