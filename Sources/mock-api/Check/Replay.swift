import Contract
import Foundation
import HTTPCore
import JSON
import Reporting

/// Calls the operations of documents one after the other and holds the answers against them.
struct Replay {
  let base: String
  /// Why nobody can be reached at all; nil when somebody can.
  private(set) var unreachable: String?
  private let credentials: CheckCredentials.Given
  private var folded = FoldedFindings()
  private(set) var used: [OperationUse] = []
  private(set) var calls: [SlowCall] = []
  private var token: String?
  /// Where the operations are called; nil for the default world, or a backend that has none.
  private var world: CheckedWorld?

  /// An answer that does not end by itself, or a socket, has said by then all that is asked of it.
  private static let endlessSeconds = 1

  init(base: String, _ credentials: CheckCredentials.Given) {
    (self.base, self.credentials) = (base, credentials)
  }

  /// What was found so far, what is alike told once.
  var findings: [Finding] { folded.all }

  /// Calls every operation of a document once, unless nobody can be reached.
  ///
  /// - Throws: ``ContractError`` when the document cannot be used.
  mutating func run(_ document: ContractDocument) throws {
    token = credentials.token
    for entry in ReplayOrder.of(document) where unreachable == nil {
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
      credential == .authorization ? token : credentials.key ?? "check"
    }
    let isSignIn = entry.path.hasSuffix("/auth/login")
    let operationName = "\(entry.method) \(entry.path)"
    var headers = request.headers
    for field in credentials.headers.fields { headers[field.name] = nil }
    headers = headers + credentials.headers
    if let world { headers.append(CheckedWorld.header, world.id) }
    let isEndless =
      headers["Upgrade"] != nil
      || operation.answers.contains { $0.content.contains { $0.mediaType == "text/event-stream" } }
    let stopwatch = Stopwatch()
    do {
      let response = try Curl.send(
        request.method, base + request.target, headers: headers,
        body: isSignIn ? credentials.signIn(request.body) : request.body,
        timeoutSeconds: isEndless ? Self.endlessSeconds : Curl.timeoutSeconds)
      note(entry, api, response.status, stopwatch)
      let check = AnswerCheck(operation)
      for deviation in check.deviations(response) {
        folded.add(.contractViolation, api: api, operationName, deviation, request: calls.count)
      }
      for note in check.notes(response) { folded.add(.note, api: api, operationName, note, request: calls.count) }
      if response.status >= 500 {
        folded.add(
          .serverError, api: api, operationName, location: "status", message: "is \(response.status)",
          request: calls.count)
      }
      if isSignIn, credentials.token == nil, let body = try? JSONParser.parse(response.content.bytes) {
        self.token = body["accessToken"]?.string ?? body["token"]?.string ?? token
      }
    } catch {
      let isFirst = calls.isEmpty
      note(entry, api, 0, stopwatch)
      if isFirst, error.isUnreachable { unreachable = error.reason }
      let message = unreachable.map { "no answer: nobody can be reached at \(base): \($0)" }
      folded.add(
        .serverError, api: api, operationName, location: "", message: message ?? "no answer: \(error.reason)",
        request: calls.count)
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
}
