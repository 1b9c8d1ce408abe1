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

  init(base: String) {
    self.base = base
  }

  /// Calls every operation of a document once.
  ///
  /// - Throws: ``ContractError`` when the document cannot be used.
  mutating func run(_ document: ContractDocument) throws {
    token = nil
    for entry in document.entries.sorted(by: { Self.rank($0) < Self.rank($1) }) {
      call(try document.operation(entry), entry, api: document.api)
    }
  }

  private mutating func call(_ operation: DocumentedOperation, _ entry: ContractDocument.Entry, api: String) {
    let token = self.token
    let request = ExampleRequest(operation) { credential in
      credential == .authorization ? token : "check"
    }
    let stopwatch = Stopwatch()
    do {
      let response = try Curl.send(request.method, base + request.target, headers: request.headers, body: request.body)
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

  /// The order of calls: a sign-in first, then what reads, writes and removes, and what ends sessions last.
  private static func rank(_ entry: ContractDocument.Entry) -> Int {
    if entry.path.hasSuffix("/auth/login") { return 0 }
    if entry.path.hasSuffix("/auth/logout") || entry.path.hasSuffix("/auth/refresh") { return 6 }
    switch entry.method {
    case "GET": return 1
    case "POST": return 2
    case "PUT": return 3
    case "PATCH": return 4
    default: return 5
    }
  }
}
