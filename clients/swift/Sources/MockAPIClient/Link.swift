import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A call as it was made: for the test that holds this client against the document.
package struct RecordedCall: Sendable, Hashable {
  /// The method, such as `GET`.
  package var method: String
  /// The path in the document, such as `/_mock/faults/{id}`.
  package var template: String
  /// The operation that the client took it for.
  package var operation: String
}

/// The way to a server, and to one of its worlds.
package struct Link: Sendable {
  /// Hears of each call; set by tests.
  @TaskLocal package static var recorder: (@Sendable (RecordedCall) -> Void)?

  /// The origin, without a slash at its end.
  package let origin: String
  /// Sent as `X-Mock-Admin-Token`.
  package let adminToken: String?
  /// Seconds that a call may take.
  package let timeout: TimeInterval
  /// The server's process, if the kit started it.
  let running: (any RunningServer)?
  /// The world whose part of the server is meant; nil for the server itself.
  package var world: String?
  /// What was done in the world.
  var notes: WorldNotes?

  /// Connections are kept and shared by everything in the process.
  private static let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = 64
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    // Time-outs are kept here: on Linux, URLSession takes the session's in place of the request's.
    configuration.timeoutIntervalForRequest = 86_400
    return URLSession(configuration: configuration)
  }()

  /// Makes a call and reads its JSON response, or one member of it.
  func call<Value: Decodable>(
    _ operation: String, _ method: String, _ template: String, path: [String: String] = [:],
    query: [URLQueryItem] = [], body: (any Encodable)? = nil, patience: TimeInterval = 0, place: CallPlace? = nil,
    unwrap member: String? = nil
  ) async throws -> Value {
    let data = try await send(
      operation, method, template, path: path, query: query, body: body, patience: patience, place: place)
    do {
      let decoder = JSON.decoder()
      if operation == "addFault", let id = try? decoder.decode(FaultRecord.self, from: data).id { notes?.add(fault: id) }
      guard let member, let memberKey else { return try decoder.decode(Value.self, from: data) }
      decoder.userInfo[memberKey] = member
      return try decoder.decode(OneMember<Value>.self, from: data).value
    } catch {
      throw MockAPIError.failed(operation: operation, reason: "its response cannot be read: \(error)")
    }
  }

  /// Makes a call and gives its response as text.
  func text(_ operation: String, _ method: String, _ template: String) async throws -> String {
    String(decoding: try await send(operation, method, template), as: UTF8.self)
  }

  /// Makes a call and gives its response as it came. With a place, the call is an expectation of the test there.
  @discardableResult
  func send(
    _ operation: String, _ method: String, _ template: String, path: [String: String] = [:],
    query: [URLQueryItem] = [], body: (any Encodable)? = nil, patience: TimeInterval = 0, place: CallPlace? = nil
  ) async throws -> Data {
    let request = try request(
      operation, method, template, path: path, query: query, body: body, patience: patience)
    let (data, response) = try await exchange(request, operation)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    // A whole world keeps its links: they are valid when it is loaded.
    let shown = operation == "exportState" ? data : withoutWorld(data)
    guard 200..<300 ~= status else { throw refusal(operation, status: status, body: shown, place: place) }
    return shown
  }

  /// Sends a request. Where the connection fails since the server has ended, that is the error.
  private func exchange(_ request: URLRequest, _ operation: String) async throws -> (Data, URLResponse) {
    do {
      return try await Self.response(to: request, operation)
    } catch let error as MockAPIError {
      if case .timedOut = error { throw error }
      throw await running?.ending(within: 1) ?? error
    }
  }

  /// A response with the app's own paths: without the world that its base URL has.
  func withoutWorld(_ data: Data) -> Data {
    guard let world else { return data }
    let prefix = Data("/_w/\(Self.escaped(world))".utf8)
    var rest = data[...]
    var shown = Data()
    while let place = rest.range(of: prefix) {
      shown += rest[..<place.lowerBound]
      rest = rest[place.upperBound...]
      // The id of another world may begin with that of this one.
      let isOther = rest.first.map { Self.idBytes.contains($0) } ?? false
      if isOther { shown += prefix }
    }
    return shown.isEmpty && rest.count == data.count ? data : shown + rest
  }

  private static let idBytes = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The request of a call, which is recorded by that.
  func request(
    _ operation: String, _ method: String, _ template: String, path: [String: String] = [:],
    query: [URLQueryItem] = [], body: (any Encodable)? = nil, patience: TimeInterval = 0
  ) throws -> URLRequest {
    Self.recorder?(RecordedCall(method: method, template: template, operation: operation))
    var text = origin
    if let world { text += "/_w/\(Self.escaped(world))" }
    text += path.reduce(template) {
      $0.replacingOccurrences(of: "{\($1.key)}", with: Self.escaped($1.value))
    }
    if !query.isEmpty {
      text += "?" + query.map { "\(Self.escaped($0.name))=\(Self.escaped($0.value ?? ""))" }.joined(separator: "&")
    }
    guard let url = URL(string: text) else {
      throw MockAPIError.failed(operation: operation, reason: "\(text) is no URL")
    }
    var request = URLRequest(url: url, timeoutInterval: timeout + patience)
    request.httpMethod = method
    if let adminToken { request.setValue(adminToken, forHTTPHeaderField: "X-Mock-Admin-Token") }
    if let body {
      request.httpBody = try JSON.encoder().encode(body)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    return request
  }

  /// The error of an response that is no success.
  func refusal(_ operation: String, status: Int, body: Data, place: CallPlace? = nil) -> MockAPIError {
    let error = (try? JSON.decoder().decode(JSONValue.self, from: body))?["error"]
    let refusal = MockAPIError.Refusal(
      operation: operation, world: world, status: status, code: error?["code"]?.string ?? "?",
      message: error?["message"]?.string ?? String(decoding: body.prefix(200), as: UTF8.self),
      details: error?["details"])
    if status == 401 { return .adminToken(refusal) }
    if operation == "createWorld", status == 409, refusal.message.contains("--max-worlds") {
      return .worldLimit(refusal)
    }
    // A refusal that names a field is of a wrong call.
    if status == 409, let place, refusal.details == nil { return unmet(refusal, place) }
    return .refused(refusal)
  }

  /// The error of messages that are not as a test expects, of which the server says in a sentence what came instead.
  private func unmet(_ refusal: MockAPIError.Refusal, _ place: CallPlace) -> MockAPIError {
    let world = world ?? "default"
    let unsatisfied = MockAPIError.Unsatisfied(
      world: world, match: JournalMatch(kind: .frame),
      verdict: Verification(
        satisfied: false, known: false, message: refusal.message, count: 0, expected: Expected(), nearest: []),
      details: ["\(refusal.message) (world \(world))"], place: place)
    notes?.add(failure: unsatisfied)
    return .unsatisfied(unsatisfied)
  }

  /// Sends a request, and gives up when its time is over or the task is cancelled.
  private static func response(to request: URLRequest, _ operation: String) async throws -> (Data, URLResponse) {
    let exchange = Exchange()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { exchange.start(request, in: session, operation, $0) }
    } onCancel: {
      exchange.finish(.failure(CancellationError()))
    }
  }

  static func translated(_ error: URLError, _ operation: String, seconds: TimeInterval) -> any Error {
    switch error.code {
    case .cancelled: return CancellationError()
    case .timedOut: return MockAPIError.timedOut(operation: operation, seconds: seconds)
    case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed:
      let url = error.failingURL?.absoluteString ?? "the address"
      return MockAPIError.noServer(reason: "nobody answers at \(url)")
    default:
      return MockAPIError.failed(operation: operation, reason: error.localizedDescription)
    }
  }

  /// A text as one segment of a path or a part of a query.
  static func escaped(_ text: String) -> String {
    let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: plain) ?? text
  }
}

/// A running request. It ends once: with its response, with its time, or with its task, whichever comes first. It does not
/// wait until URLSession has taken note of the end, which on Linux can be late.
private final class Exchange: @unchecked Sendable {
  // Everything below is guarded by the lock.
  private let lock = NSLock()
  private var continuation: CheckedContinuation<(Data, URLResponse), any Error>?
  private var task: URLSessionDataTask?
  private var timer: DispatchWorkItem?
  private var result: Result<(Data, URLResponse), any Error>?

  func start(
    _ request: URLRequest, in session: URLSession, _ operation: String,
    _ continuation: CheckedContinuation<(Data, URLResponse), any Error>
  ) {
    let seconds = request.timeoutInterval
    let task = session.dataTask(with: request) { [self] data, response, error in
      if let data, let response {
        finish(.success((data, response)))
      } else if let error = error as? URLError {
        finish(.failure(Link.translated(error, operation, seconds: seconds)))
      } else {
        finish(.failure(error ?? URLError(.badServerResponse)))
      }
    }
    let timer = DispatchWorkItem { [self] in
      finish(.failure(MockAPIError.timedOut(operation: operation, seconds: seconds)))
    }
    let ended = lock.withLock {
      if result == nil { (self.continuation, self.task, self.timer) = (continuation, task, timer) }
      return result
    }
    if let ended { return continuation.resume(with: ended) }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: timer)
    task.resume()
  }

  func finish(_ outcome: Result<(Data, URLResponse), any Error>) {
    let (waiting, task, timer) = lock.withLock {
      defer { (continuation, self.task, self.timer, result) = (nil, nil, nil, result ?? outcome) }
      return (continuation, self.task, self.timer)
    }
    timer?.cancel()
    if case .failure = outcome { task?.cancel() }
    waiting?.resume(with: outcome)
  }
}
