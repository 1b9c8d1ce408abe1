import Contract
import Foundation
import HTTPCore
import JSON
import Reporting

/// Calls the operations of documents one after the other and holds the answers against them.
struct Replay {
  let client: HTTPClient
  /// Why the backend cannot be reached; nil when it can.
  private(set) var unreachable: String?
  private let credentials: CheckCredentials.Given
  private var folded = FoldedFindings()
  private(set) var used: [OperationUse] = []
  private(set) var calls: [SlowCall] = []
  private var token: String?
  private var basePath = ""
  /// Where the operations are called; nil for the default world, or a backend that has none.
  private var world: CheckedWorld?

  /// What has not been answered by then counts as not answered.
  static let timeoutMilliseconds = 30_000
  /// How much of an answer is looked at that does not end by itself, or of a socket.
  private static let endlessMilliseconds = 1000

  init(_ client: HTTPClient, _ credentials: CheckCredentials.Given) {
    (self.client, self.credentials) = (client, credentials)
  }

  /// What was found so far, what is alike told once.
  var findings: [Finding] { folded.all }

  /// Calls every operation of a document once, unless the backend cannot be reached.
  ///
  /// - Parameters:
  ///   - basePath: The path below which the operations are, such as `/v1`; none where the document's paths are whole.
  /// - Throws: ``ContractError`` when the document cannot be used.
  mutating func run(_ document: ContractDocument, below basePath: String = "") throws {
    token = credentials.token
    self.basePath = basePath
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
      let body = isSignIn ? credentials.signIn(request.body) : request.body
      let response = try client.send(
        request.method, basePath + request.target, headers: headers, body: body.isEmpty ? nil : body,
        timeoutMilliseconds: isEndless ? Self.endlessMilliseconds : Self.timeoutMilliseconds, takesPart: true)
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
      let message = unreachable.map { "no answer: nobody can be reached at \(client.address.url): \($0)" }
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

/// The order in which a document's operations are called, so that each finds what it needs.
enum ReplayOrder {
  /// The server's own document, by which tests make what they look at.
  static let control = "mock"

  /// The operations of a document in their order.
  static func of(_ document: ContractDocument) -> [ContractDocument.Entry] {
    let rank = document.api == control ? controlRank : rank
    // Where ranks are equal, the document's order counts; of removals, parts go before the whole.
    return document.entries.enumerated().map { index, entry in
      let depth = entry.method == "DELETE" ? -entry.path.split(separator: "/").count : 0
      return (entry, (rank(entry), depth, index))
    }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// A sign-in first, then what reads, writes and removes, and what ends sessions and accounts last.
  private static func rank(_ entry: ContractDocument.Entry) -> Int {
    if entry.path.hasSuffix("/auth/login") { return 0 }
    if entry.operationID == "deleteCurrentUser" { return 7 }
    if entry.path.hasSuffix("/auth/logout") || entry.path.hasSuffix("/auth/refresh") { return 6 }
    switch entry.method {
    case "GET": return 1
    case "POST": return 2
    case "PUT": return 3
    case "PATCH": return 4
    default: return 5
    }
  }

  /// What is called by apps first, since the journal shows it; then what makes something, what looks at it and removes
  /// it, and what begins anew last.
  private static func controlRank(_ entry: ContractDocument.Entry) -> Int {
    guard entry.path.hasPrefix("/_mock/") || entry.path.hasPrefix("/__admin/") else { return 0 }
    if entry.path.hasSuffix("/reset") { return 6 }
    switch entry.method {
    case "PUT": return 1
    case "POST": return 2
    case "GET": return 3
    case "PATCH": return 4
    default: return 5
    }
  }
}

/// Findings of a replay, those that are alike told once: of many elements of an array, and of many operations.
struct FoldedFindings {
  private struct Key: Hashable {
    let kind: Finding.Kind
    let api: String
    let location: String
    let message: String
  }

  private struct Entry {
    let key: Key
    /// As it was told of the first operation.
    let message: String
    var operations: [String]
    var count: Int
    let firstRequest: Int
  }

  private var entries: [Entry] = []
  private var places: [Key: Int] = [:]

  /// The findings, in the order in which they first came.
  var all: [Finding] {
    entries.map { entry in
      // What is documented differs from operation to operation.
      let message = entry.operations.count == 1 ? entry.message : entry.key.message
      return Finding(
        kind: entry.key.kind, api: entry.key.api, operation: entry.operations.first,
        otherOperations: Array(entry.operations.dropFirst()), location: entry.key.location, message: message,
        count: entry.count, firstRequest: entry.firstRequest)
    }
  }

  /// Adds what was found in an answer.
  mutating func add(
    _ kind: Finding.Kind, api: String, _ operation: String, _ deviation: Deviation, request: Int
  ) {
    let beginning = deviation.message.prefix { $0 != ";" }
    let isStatus = deviation.kind == .undocumentedStatus
    add(
      Key(
        kind: kind, api: api, location: Self.anyElement(deviation.location),
        message: isStatus ? "\(beginning), which is not documented" : deviation.message),
      operation, message: deviation.message, request: request)
  }

  /// Adds something else.
  mutating func add(
    _ kind: Finding.Kind, api: String, _ operation: String, location: String, message: String, request: Int
  ) {
    add(Key(kind: kind, api: api, location: location, message: message), operation, message: message, request: request)
  }

  private mutating func add(_ key: Key, _ operation: String, message: String, request: Int) {
    guard let place = places[key] else {
      places[key] = entries.count
      entries.append(Entry(key: key, message: message, operations: [operation], count: 1, firstRequest: request))
      return
    }
    entries[place].count += 1
    if !entries[place].operations.contains(operation) { entries[place].operations.append(operation) }
  }

  /// A place with a star for each number in it: `body /articles/17/url` becomes `body /articles/*/url`.
  private static func anyElement(_ location: String) -> String {
    location.split(separator: "/", omittingEmptySubsequences: false).map { part in
      !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? "*" : String(part)
    }.joined(separator: "/")
  }
}
