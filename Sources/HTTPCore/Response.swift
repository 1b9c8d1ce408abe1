import JSON

/// One response; the transport adds `Content-Length`, `Date` and connection management.
package struct Response: Sendable {
  /// The body of a response.
  package enum Content: Sendable {
    /// None, as for 204 and 304.
    case empty
    /// Bytes of this response alone.
    case bytes([UInt8])
    /// Bytes shared with other responses.
    case shared(BodyBuffer)
    /// Bytes that are produced while they are sent.
    case stream(BodyStream)

    /// The number of bytes; 0 for a stream, whose length is unknown.
    package var count: Int {
      switch self {
      case .empty, .stream: 0
      case .bytes(let bytes): bytes.count
      case .shared(let buffer): buffer.count
      }
    }

    /// Its first bytes, at most `length`; a stream stays unchanged.
    package func beginning(_ length: Int) -> Content {
      switch self {
      case .empty, .stream: self
      case .bytes(let bytes): bytes.count <= length ? self : .bytes(Array(bytes.prefix(length)))
      case .shared(let buffer): .shared(buffer.beginning(length))
      }
    }

    /// Ends a stream that is not sent.
    package func abandon() {
      if case .stream(let stream) = self { stream.abandon() }
    }

    /// A copy of the bytes; empty for a stream.
    package var bytes: [UInt8] {
      switch self {
      case .empty, .stream: []
      case .bytes(let bytes): bytes
      case .shared(let buffer): buffer.bytes
      }
    }
  }

  /// The status code, 100…599.
  package var status: Int
  package var headers: HeaderFields
  package var content: Content {
    didSet { validSchema = nil }
  }
  /// The schema that the content was validated against when it was generated; nil for content that was not validated, or
  /// has changed since. The check of responses compares it by identity.
  package var validSchema: (any AnyObject & Sendable)?
  /// How it is sent; nil to send it immediately, completely and at full speed.
  package var delivery: ResponseDelivery?
  /// The value of `Date` (RFC 9110 §6.6.1); nil for that of ``RequestHandler/dateHeader()``.
  package var date: String?
  /// The session whose tokens the body contains; nil for any other response.
  package var session: GrantedSession?

  /// Creates a response.
  package init(status: Int, headers: HeaderFields = [:], content: Content = .empty) {
    self.status = status
    self.headers = headers
    self.content = content
  }

  /// The media type of every JSON response (CONTRACT G2).
  package static let jsonType = "application/json; charset=utf-8"

  /// A JSON response from JSON bytes.
  package static func json(_ bytes: [UInt8], status: Int = 200) -> Response {
    Response(status: status, headers: ["Content-Type": jsonType], content: .bytes(bytes))
  }

  /// A JSON response, keys sorted so that equal values give equal bytes (CONTRACT G13).
  package static func json(_ value: JSONValue, status: Int = 200) -> Response {
    json(JSONWriter.serialize(value), status: status)
  }

  /// 204 without a body or `Content-Type` (CONTRACT G3).
  package static let noContent = Response(status: 204)
}

/// The session that a sign-in began or renewed.
package struct GrantedSession: Sendable, Equatable {
  package let id: String
  /// Whether the same request created an account.
  package let hasNewAccount: Bool

  /// A session.
  package init(_ id: String, hasNewAccount: Bool = false) {
    (self.id, self.hasNewAccount) = (id, hasNewAccount)
  }
}

/// The application's decision about a request; the transport executes it.
package enum Outcome: Sendable {
  /// Send this response.
  case respond(Response)
  /// Switch to the WebSocket protocol (RFC 6455 §4.2.2).
  case upgrade(WebSocketUpgrade)
}

/// The rest of a request that must not run on a thread that reads sockets, because it can take long or wait for
/// something slow.
package struct DeferredRequest: Sendable {
  /// Why it is deferred.
  package enum Kind: Sendable {
    /// It can take long.
    case slow
    /// It is quick, but may have to wait for a slow request of the same group.
    case waiting
  }

  package let kind: Kind
  /// Groups take turns, so that a busy group does not delay the others.
  package let group: String
  /// Calls its argument once, on any thread and perhaps before it returns, when the request may run; until then it uses
  /// no thread. nil for a request that may run immediately.
  package let whenReady: (@Sendable (_ begin: @escaping @Sendable () -> Void) -> Void)?
  /// Runs it, on any thread; the result may be deferred again.
  package let run: @Sendable () -> Handling
  /// Refuses it.
  package let refuse: @Sendable (Problem) -> Outcome
  /// Called when its client left while it waited; nil for a request that notices by itself.
  package let abandon: (@Sendable () -> Void)?

  /// Creates a deferred request.
  package init(
    _ kind: Kind, group: String,
    whenReady: (@Sendable (_ begin: @escaping @Sendable () -> Void) -> Void)? = nil,
    run: @escaping @Sendable () -> Handling, refuse: @escaping @Sendable (Problem) -> Outcome,
    abandon: (@Sendable () -> Void)? = nil
  ) {
    (self.kind, self.group, self.whenReady) = (kind, group, whenReady)
    (self.run, self.refuse, self.abandon) = (run, refuse, abandon)
  }
}

/// The application's immediate result for a request.
package enum Handling: Sendable {
  case done(Outcome)
  case later(DeferredRequest)
}

/// The application behind a transport: it turns request values into outcome values. Called on several threads
/// concurrently.
package protocol RequestHandler: Sendable {
  /// Handles a complete request. Must be quick: slow work is deferred.
  func begin(_ request: Request) -> Handling

  /// Renders a refusal of the transport, such as a body that is too large, in the error shape of the API that the
  /// target belongs to.
  ///
  /// - Parameters:
  ///   - target: The raw request target, which may itself be malformed.
  func refuse(_ problem: Problem, method: HTTPMethod, target: [UInt8], headers: HeaderFields) -> Response

  /// The largest body of a request, in bytes, if it may be larger than usual; nil for the usual limit. Called only for
  /// larger requests.
  ///
  /// - Parameters:
  ///   - target: The raw request target, which may itself be malformed.
  func maximumBodyBytes(of method: HTTPMethod, target: [UInt8], headers: HeaderFields) -> Int?

  /// The value of the `Date` header (RFC 9110 §6.6.1) by the application's clock.
  func dateHeader() -> String
}

extension RequestHandler {
  package func maximumBodyBytes(of method: HTTPMethod, target: [UInt8], headers: HeaderFields) -> Int? { nil }
}

/// How a response is sent if not immediately, completely and at full speed, to simulate a bad network or an overloaded
/// server. The transport executes it without a waiting thread.
package struct ResponseDelivery: Sendable, Equatable {
  /// How the response ends.
  package enum Ending: Sendable, Equatable {
    /// With its last byte.
    case whole
    /// The connection is closed after this many bytes of the body; `Content-Length` announces all of them. A response
    /// without a body, or with fewer bytes, is whole.
    case truncated(after: Int)
    /// The connection is closed before the first byte of the header section.
    case empty
    /// The connection is reset (RFC 9293 §3.5.2) before the first byte.
    case reset
    /// Nothing is sent; the connection stays until the client gives up, or for ``longestWaitSeconds``.
    case never
  }

  /// The longest delay, in seconds of real time.
  package static let longestWaitSeconds = 600

  /// Milliseconds of real time before anything is sent, and before an ending other than `never`; limited to
  /// ``longestWaitSeconds``.
  package var delayMilliseconds = 0
  /// Bytes of the body per second of real time, at least 1; nil for no limit.
  package var bytesPerSecond: Int?
  package var ending = Ending.whole
  /// Receives how the response was delivered; nil when it is not needed.
  package var report: DeliveryReport?

  /// Whether it is sent immediately, completely and at full speed.
  package var isUndisturbed: Bool { delayMilliseconds <= 0 && bytesPerSecond == nil && ending == .whole }

  /// The same without a report.
  package var unreported: ResponseDelivery {
    var copy = self
    copy.report = nil
    return copy
  }

  /// Immediately, completely, at full speed.
  package init() {}
}

extension Response {
  /// Changes how the response is sent.
  package mutating func setDelivery(_ change: (inout ResponseDelivery) -> Void) {
    var changed = delivery ?? ResponseDelivery()
    change(&changed)
    delivery = changed
  }

  /// Delays the response further, up to ``ResponseDelivery/longestWaitSeconds`` in total.
  ///
  /// - Parameters:
  ///   - milliseconds: Of real time; values less than 1 have no effect.
  package mutating func delay(byMilliseconds milliseconds: Int) {
    guard milliseconds > 0 else { return }
    setDelivery { delivery in
      let (sum, isTooGreat) = delivery.delayMilliseconds.addingReportingOverflow(milliseconds)
      delivery.delayMilliseconds = isTooGreat ? .max : sum
      delivery.delayMilliseconds = min(delivery.delayMilliseconds, ResponseDelivery.longestWaitSeconds * 1000)
    }
  }
}
