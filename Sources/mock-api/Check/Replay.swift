import Contract
import Foundation
import HTTPCore
import Reporting

/// Calls the operations of documents one after the other and holds the answers against them.
struct Replay {
  let base: String
  private(set) var findings: [Finding] = []
  private(set) var used: [OperationUse] = []
  private(set) var calls: [SlowCall] = []
  private var token: String?
  /// Where the operations are called; nil for the default world, or a backend that has none.
  private var world: CheckedWorld?

  /// An answer that does not end by itself, or a socket, has said by then all that is asked of it.
  private static let endlessSeconds = 1

  init(base: String) {
    self.base = base
  }

  /// Calls every operation of a document once.
  ///
  /// - Throws: ``ContractError`` when the document cannot be used.
  mutating func run(_ document: ContractDocument) throws {
    token = nil
    for entry in ReplayOrder.of(document) {
      call(try document.operation(entry), entry, api: document.api)
    }
  }

  /// Calls every operation of the server's own document once, in a world made for that.
  ///
  /// - Throws: ``ContractError`` when the document cannot be used.
  mutating func run(_ document: ContractDocument, in world: CheckedWorld) throws {
    self.world = world
    defer {
      self.world = nil
      world.delete()
    }
    try run(document)
  }

  private mutating func call(_ operation: DocumentedOperation, _ entry: ContractDocument.Entry, api: String) {
    let token = self.token
    let request = ExampleRequest(operation) { credential in
      credential == .authorization ? token : "check"
    }
    var headers = request.headers
    if let world { headers.append(CheckedWorld.header, world.id) }
    let isEndless =
      headers["Upgrade"] != nil
      || operation.answers.contains { $0.content.contains { $0.mediaType == "text/event-stream" } }
    let stopwatch = Stopwatch()
    do {
      let response = try Curl.send(
        request.method, base + request.target, headers: headers, body: request.body,
        timeoutSeconds: isEndless ? Self.endlessSeconds : Curl.timeoutSeconds)
      note(entry, api, response.status, stopwatch)
      for deviation in AnswerCheck(operation).deviations(response) {
        findings.append(finding(.contractViolation, entry, api, deviation.location, deviation.message))
      }
      if response.status >= 500 {
        findings.append(finding(.serverError, entry, api, "status", "is \(response.status)"))
      }
      if entry.path.hasSuffix("/auth/login"), let body = try? JSONParser.parse(response.content.bytes) {
        self.token = body["accessToken"]?.string ?? body["token"]?.string ?? token
      }
    } catch {
      note(entry, api, 0, stopwatch)
      findings.append(finding(.serverError, entry, api, "", "no answer: \(error.reason)"))
    }
  }

  private mutating func note(_ entry: ContractDocument.Entry, _ api: String, _ status: Int, _ stopwatch: Stopwatch) {
    let microseconds = stopwatch.microseconds
    calls.append(SlowCall(method: entry.method, path: entry.path, status: status, microseconds: microseconds))
    used.append(
      OperationUse(
        api: api, operationID: entry.operationID, method: entry.method, path: entry.path, count: 1,
        statuses: [status: 1], slowestMicroseconds: microseconds))
  }

  private func finding(
    _ kind: Finding.Kind, _ entry: ContractDocument.Entry, _ api: String, _ location: String, _ message: String
  ) -> Finding {
    Finding(
      kind: kind, api: api, operation: "\(entry.method) \(entry.path)", location: location, message: message, count: 1,
      firstRequest: calls.count)
  }
}
