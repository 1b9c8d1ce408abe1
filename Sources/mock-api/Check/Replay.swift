import Client
import Contract
import Foundation
import HTTPCore
import JSON
import Reporting
import World

/// Calls the operations of documents one after the other and compares the responses with them.
struct Replay {
  let client: HTTPClient
  /// Why the backend is unreachable; nil when it is reachable.
  var unreachable: String?
  let credentials: CheckCredentials.Given
  var folded = FoldedFindings()
  /// The operations with a documented success, and the others with the reason.
  var used: [OperationUse] = []
  var unused: [UnusedOperation] = []
  var calls: [SlowCall] = []
  private(set) var token: String?
  /// The name and the password of a created account.
  private var account: JSONObject?
  private var basePath = ""
  /// The world of the calls; nil for the default world, or a backend without worlds.
  private var world: CheckedWorld?

  /// The timeout of a response.
  static let timeoutMilliseconds = 30_000
  /// How long an endless response, or a socket, is read.
  private static let endlessMilliseconds = 1000

  init(_ client: HTTPClient, _ credentials: CheckCredentials.Given) {
    (self.client, self.credentials) = (client, credentials)
  }

  /// The findings so far; similar ones are reported once.
  var findings: [Finding] { folded.all }

  /// Calls every operation of a document, and listens to its channels meanwhile, unless the backend is unreachable.
  ///
  /// - Parameters:
  ///   - basePath: The base path of the operations, such as `/v1`; empty if the document's paths are complete.
  ///   - channels: The channels of the same API; nil for none.
  /// - Throws: ``ContractError`` when the document cannot be used.
  mutating func run(
    _ document: ContractDocument, below basePath: String = "", channels: ChannelRoutes? = nil
  ) throws {
    token = credentials.token
    account = nil
    self.basePath = basePath
    let now = SystemTime.wall()
    // The server's own calls stop clocks and clear tables: generated values would do damage there.
    let isControl = document.api == ReplayOrder.control
    var requests = CheckRequests(
      document, seed: UInt64(bitPattern: now.nanoseconds), now: now.seconds, generates: !isControl)
    guard !isControl else {
      for entry in ReplayOrder.of(document) where unreachable == nil { call(try document.operation(entry), &requests) }
      return
    }
    var listening = channels.map { ListeningChannels($0) }
    let phases = ReplayOrder.phases(document)
    for phase in ReplayOrder.Phase.allCases {
      for entry in phases[phase] ?? [] where unreachable == nil { call(try document.operation(entry), &requests) }
      guard unreachable == nil || phase == .uses else { continue }
      switch phase {
      // Where an id is still to come, what the creation of a record sends is missed.
      case .lists: listening?.open(requests, token: token, all: false)
      case .creations: listening?.open(requests, token: token, all: true)
      case .uses: listening.map { report($0, document.api) }
      case .ends: break
      }
    }
  }

  /// Calls every operation of the server's own document, in a world created for that.
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

  // MARK: One operation

  /// The result of the requests of an operation.
  private struct Outcome {
    var statuses: [Int: Int] = [:]
    var slowest = 0
    /// The explanation in the last refusal.
    var reason = ""
    /// Findings that were already reported for the operation.
    var reported: Set<String> = []
  }

  /// Sends requests of an operation until one gets a documented success.
  private mutating func call(_ operation: DocumentedOperation, _ requests: inout CheckRequests) {
    let (entry, api) = (operation.entry, requests.document.api)
    var (outcome, sent): (Outcome, [CheckRequest]) = (Outcome(), [])
    var isCovered = false
    let isSignIn = ReplayOrder.isSignIn(entry)
    for draft in requests.drafts(operation) where !isCovered && unreachable == nil {
      let token = self.token
      var request = requests.request(operation, draft) { credential in
        credential == .authorization ? token ?? credentials.key ?? "check" : credentials.key ?? "check"
      }
      if isSignIn { request.body = signIn(request.body, operation) }
      guard !sent.contains(request) else { continue }
      sent.append(request)
      guard let response = send(request, operation, api, &outcome) else { continue }
      check(response, operation, api, &outcome)
      isCovered = operation.isSuccess(response.status)
      if isCovered {
        requests.learn(entry, response)
        learnAccount(entry, request, response, &requests)
      } else {
        outcome.reason = "answered \(response.status)\(Self.explanation(response))"
      }
    }
    if isCovered {
      used.append(
        OperationUse(
          api: api, operationID: entry.operationID, method: entry.method, path: entry.path,
          count: outcome.statuses.values.reduce(0, +), statuses: outcome.statuses,
          slowestMicroseconds: outcome.slowest))
    } else {
      unused.append(
        UnusedOperation(
          api: api, operationID: entry.operationID, method: entry.method, path: entry.path,
          refusedCount: outcome.statuses.values.reduce(0, +), reason: outcome.reason))
    }
  }

  /// Sends a request.
  ///
  /// - Returns: nil without a response.
  private mutating func send(
    _ request: CheckRequest, _ operation: DocumentedOperation, _ api: String, _ outcome: inout Outcome
  ) -> Response? {
    let entry = operation.entry
    var headers = request.headers
    for field in credentials.headers.fields { headers[field.name] = nil }
    headers = headers + credentials.headers
    if let world { headers.append(CheckedWorld.header, world.id) }
    let isEndless =
      headers["Upgrade"] != nil
      || operation.answers.contains { $0.content.contains { $0.mediaType == "text/event-stream" } }
    let body = request.body
    let stopwatch = Stopwatch()
    do throws(HTTPClient.Failure) {
      let response = try client.send(
        request.method, basePath + request.target, headers: headers, body: body.isEmpty ? nil : body,
        timeoutMilliseconds: isEndless ? Self.endlessMilliseconds : Self.timeoutMilliseconds, takesPart: true)
      note(entry, response.status, stopwatch, &outcome)
      return response
    } catch {
      let isFirst = calls.isEmpty
      note(entry, 0, stopwatch, &outcome)
      if isFirst, error.isUnreachable { unreachable = error.reason }
      let message = unreachable.map { "no response: \(client.address.url) cannot be reached: \($0)" }
      outcome.reason = "no answer: \(error.reason)"
      folded.add(
        .serverError, api: api, "\(entry.method) \(entry.path)", location: "",
        message: message ?? outcome.reason, request: calls.count)
      return nil
    }
  }

  private mutating func note(
    _ entry: ContractDocument.Entry, _ status: Int, _ stopwatch: Stopwatch, _ outcome: inout Outcome
  ) {
    let microseconds = stopwatch.microseconds
    calls.append(SlowCall(method: entry.method, path: entry.path, status: status, microseconds: microseconds))
    outcome.statuses[status, default: 0] += 1
    outcome.slowest = max(outcome.slowest, microseconds)
  }

  /// Compares a response with the document.
  private mutating func check(
    _ response: Response, _ operation: DocumentedOperation, _ api: String, _ outcome: inout Outcome
  ) {
    let name = "\(operation.entry.method) \(operation.entry.path)"
    let check = ResponseCheck(operation)
    for (kind, deviations) in [
      (Finding.Kind.contractViolation, check.deviations(response)), (.note, check.notes(response)),
    ] {
      let fresh = deviations.filter { !outcome.reported.contains("\($0)") }
      for deviation in fresh {
        outcome.reported.insert("\(deviation)")
        folded.add(kind, api: api, name, deviation, request: calls.count)
      }
    }
    if response.status >= 500, outcome.reported.insert("status \(response.status)").inserted {
      folded.add(
        .serverError, api: api, name, location: "status", message: "is \(response.status)", request: calls.count)
    }
  }

  /// The explanation in a refusal, as a short sentence.
  static func explanation(_ response: Response) -> String {
    let text = String(decoding: response.content.bytes.prefix(160), as: UTF8.self).split(whereSeparator: \.isNewline)
      .joined(separator: " ")
    return text.isEmpty ? "" : ": \(text)"
  }

  // MARK: Accounts

  /// The body of a sign-in: the given account, otherwise that of the example, otherwise a created one.
  private func signIn(_ body: [UInt8], _ operation: DocumentedOperation) -> [UInt8] {
    let isExemplified = operation.requestContent.contains { !$0.examples.isEmpty }
    guard credentials.user == nil, !isExemplified, let account,
      var object = (try? JSONParser.parse(body))?.object
    else { return credentials.signIn(body) }
    for member in account.members where object.contains(member.key) { object[member.key] = member.value }
    return JSONWriter.serialize(.object(object), sortedKeys: false)
  }

  /// Stores the account of a registration, and the token of a sign-in.
  private mutating func learnAccount(
    _ entry: ContractDocument.Entry, _ request: CheckRequest, _ response: Response, _ requests: inout CheckRequests
  ) {
    if ReplayOrder.isRegistration(entry), let object = request.value?.object { account = object }
    guard ReplayOrder.isSignIn(entry), let body = try? JSONParser.parse(response.content.bytes) else { return }
    requests.learnTokens(body)
    guard token == nil else { return }
    let values = [body] + (body.object?.members.map(\.value) ?? [])
    let names = ["accessToken", "access_token", "token", "jwt", "idToken"]
    for value in values {
      guard let found = names.lazy.compactMap({ value[$0]?.string }).first else { continue }
      token = found
      return
    }
  }
}
