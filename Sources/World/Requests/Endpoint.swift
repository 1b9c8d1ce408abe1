import HTTPCore
import Synchronization

/// One operation: where it lives, who may call it and what it does.
package struct Endpoint: Sendable {
  /// Whose token a call needs.
  package enum Access: Sendable, Equatable {
    /// None; a token that came all the same is ignored unless it is valid (CONTRACT G4).
    case open
    /// A valid bearer token of the endpoint's own API.
    case bearer
  }

  /// How much work a call may be.
  package enum Effort: Sendable {
    /// A moment; the thread that read the request responds.
    case quick
    /// Long, such as a search, an import or a picture; another thread responds.
    case slow(usesDatabase: Bool)
  }

  /// What the endpoint does.
  package enum Action: Sendable {
    /// Responds.
    case respond(@Sendable (Call) throws -> Response)
    /// Switches to WebSocket.
    case socket(@Sendable (Call) throws -> WebSocketUpgrade)
  }

  package let method: HTTPMethod
  package let pattern: PathPattern
  /// The operation's id in the API's document, such as `getLote`.
  package let operationID: String
  package let access: Access
  package private(set) var action: Action
  /// Responds to a request instead of a switch to WebSocket; nil, or a result of nil, to switch.
  package private(set) var instead: (@Sendable (Call) -> Response?)?
  /// The largest content that a request may have, in bytes, whatever the server's limit; nil for that limit.
  package private(set) var maximumBodyBytes: Int?
  /// Whether its requests stand for a socket of clients that have none: the same callers are let in, and no limit counts
  /// them.
  package private(set) var isStandingForSocket = false
  /// Whether it changes nothing although its method may, as a question that needs a body.
  package private(set) var onlyAsks = false
  /// Has a request wait until it can be responded to; nil for an endpoint that responds at once.
  package private(set) var delay: Delay?
  /// How long it may take to respond; nil for an endpoint that is always quick.
  package private(set) var effort: (@Sendable (Request, World) -> Effort)?
  /// How much a request on a path that several APIs share looks like this one's: the highest score wins, and of
  /// equal ones that of the API listed first. Throws a ``Problem`` that says why the request is none of its own.
  /// nil for an endpoint that shares its path with no other one.
  package private(set) var matchScore: MatchScore?

  /// Checks a request, and returns what calls `ready` once, at any time, on any thread; nil to respond at once.
  package typealias Delay = @Sendable (Call) throws -> (@Sendable (_ ready: @escaping @Sendable () -> Void) -> Void)?

  /// The endpoint, whose requests wait before it responds, without a thread.
  package func waiting(_ delay: @escaping Delay) -> Endpoint {
    var copy = self
    copy.delay = delay
    return copy
  }

  /// The endpoint on a path that it shares.
  package func scoring(_ score: @escaping MatchScore) -> Endpoint {
    var copy = self
    copy.matchScore = score
    return copy
  }

  /// Scores a request on a shared path; it may read the world and must not change it.
  package typealias MatchScore = @Sendable (Request, World) throws -> Int

  /// An endpoint that responds.
  ///
  /// - Parameters:
  ///   - path: The whole path, such as `/v1/lotes/{id}`.
  package init(
    _ method: HTTPMethod, _ path: String, _ operationID: String, _ access: Access, matchScore: MatchScore? = nil,
    answer: @escaping @Sendable (Call) throws -> Response
  ) {
    self.method = method
    pattern = PathPattern(path)
    self.operationID = operationID
    self.access = access
    self.matchScore = matchScore
    action = .respond(answer)
  }

  /// An endpoint that switches to WebSocket.
  package init(
    socket path: String, _ operationID: String, _ access: Access,
    upgrade: @escaping @Sendable (Call) throws -> WebSocketUpgrade
  ) {
    method = .get
    pattern = PathPattern(path)
    self.operationID = operationID
    self.access = access
    matchScore = nil
    action = .socket(upgrade)
  }

  /// The endpoint, known to take long.
  ///
  /// - Parameters:
  ///   - usesDatabase: Whether it may hold its world's database for a while, so that other calls wait for it.
  ///   - isSlow: Which of its requests may; it must not read a body, nor the database.
  package func slow(
    usesDatabase: Bool = true, when isSlow: @escaping @Sendable (Request, World) -> Bool = { _, _ in true }
  ) -> Endpoint {
    var copy = self
    copy.effort = { isSlow($0, $1) ? .slow(usesDatabase: usesDatabase) : .quick }
    return copy
  }

  /// The endpoint, which responds to some requests instead of switching.
  package func responding(insteadOfSocket respond: @escaping @Sendable (Call) -> Response?) -> Endpoint {
    var copy = self
    copy.instead = respond
    return copy
  }

  /// The endpoint as one whose requests stand for a socket.
  package var standingForSocket: Endpoint {
    var copy = self
    copy.isStandingForSocket = true
    return copy
  }

  /// The endpoint as one that changes nothing, whatever its method.
  package var asking: Endpoint {
    var copy = self
    copy.onlyAsks = true
    return copy
  }

  /// Whether it switches to WebSocket.
  package var isSocket: Bool {
    if case .socket = action { true } else { false }
  }

  /// The endpoint with a limit of its own for the content of requests.
  ///
  /// - Parameters:
  ///   - count: Bytes.
  package func taking(bodyBytes count: Int) -> Endpoint {
    var copy = self
    copy.maximumBodyBytes = count
    return copy
  }

  /// The endpoint behind a check that runs before it and throws for a request that may not pass. One that switches to
  /// WebSocket stays as it is.
  package func guarded(by check: @escaping @Sendable (Request) throws -> Void) -> Endpoint {
    guard case .respond(let respond) = action else { return self }
    var copy = self
    copy.action = .respond { call in
      try check(call.request)
      return try respond(call)
    }
    if let delay {
      copy.delay = { call in
        try check(call.request)
        return try delay(call)
      }
    }
    return copy
  }

  /// The endpoint with its responses changed, for what all endpoints of an API have in common. One that switches to
  /// WebSocket stays as it is.
  package func mappingResponses(_ change: @escaping @Sendable (Response, Call) throws -> Response) -> Endpoint {
    guard case .respond(let respond) = action else { return self }
    var copy = self
    copy.action = .respond { call in try change(try respond(call), call) }
    return copy
  }
}

/// One request on its way to an endpoint, with what it may use.
package struct Call: Sendable {
  package let request: Request
  package var parameters: PathParameters
  package let world: World
  /// Who asks; always set for endpoints with ``Endpoint/Access/bearer``.
  package let principal: Principal?
  /// Carries out another request as if it had come by itself, for endpoints that bundle requests.
  package let perform: @Sendable (Request) -> Response
  /// Carries out a request again, as if its client had sent it again: it counts, and it is recorded.
  package let resend: @Sendable (Request) throws(Problem) -> RepeatedRequest
  /// Begins a wait for news, or continues that of the request; nil where a request cannot wait, as a part of another one.
  package var awaitNews: (@Sendable (_ resource: String?, _ nanoseconds: Int64) throws -> NewsWait)?
  /// The request compared with its document; nil when the pipeline has not compared it.
  package var verdict: (any RequestVerdict)?

  /// A call from its parts.
  package init(
    request: Request, parameters: PathParameters, world: World, principal: Principal?,
    verdict: (any RequestVerdict)? = nil,
    perform: @escaping @Sendable (Request) -> Response,
    resend: @escaping @Sendable (Request) throws(Problem) -> RepeatedRequest = { (request) throws(Problem) in
      try Call.refuseToResend(request)
    }
  ) {
    self.request = request
    self.parameters = parameters
    self.world = world
    self.principal = principal
    self.verdict = verdict
    self.perform = perform
    self.resend = resend
  }

  /// The call of another request in the place of that of a call.
  package init(_ request: Request, like call: Call) {
    self = Call(
      request: request, parameters: call.parameters, world: call.world, principal: call.principal,
      perform: call.perform, resend: call.resend)
    awaitNews = call.awaitNews
  }

  /// Where nothing can be sent again, as in a call that was made by hand.
  @Sendable package static func refuseToResend(_ request: Request) throws(Problem) -> RepeatedRequest {
    throw Problem(.unavailable, "no request can be sent again here")
  }

  /// What became of a request that was sent again.
  package struct RepeatedRequest: Sendable {
    /// The status that its client would have seen; nil for none.
    package let status: Int?
    /// The number of its entry in the journal; nil when the journal is off.
    package let entry: Int?

    /// An outcome from its parts.
    package init(status: Int?, entry: Int?) { (self.status, self.entry) = (status, entry) }
  }
}

/// What a refusal may say about the request besides the ``Problem`` itself.
package struct RefusalContext: Sendable {
  /// The path as it came, without the query.
  package let path: String
  /// The world's time.
  package let now: Timestamp

  /// A context from its parts.
  package init(path: String, now: Timestamp) {
    self.path = path
    self.now = now
  }
}

/// How many calls of a kind are running.
package final class CallCount: Sendable {
  private let count = Atomic(0)

  /// None.
  init() {}

  /// Whether there are none.
  package var isNone: Bool { count.load(ordering: .relaxed) == 0 }

  /// Makes a call that counts while it lasts.
  package func counting<Outcome>(_ call: () throws -> Outcome) rethrows -> Outcome {
    count.add(1, ordering: .relaxed)
    defer { count.subtract(1, ordering: .relaxed) }
    return try call()
  }
}
