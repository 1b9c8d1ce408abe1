import JSON

/// One response; the transport adds `Content-Length`, `Date` and connection management.
package struct Response: Sendable {
  /// The content of a response.
  package enum Content: Sendable {
    /// None, as for 204 and 304.
    case empty
    /// Bytes of this response alone.
    case bytes([UInt8])
    /// Bytes shared with other responses.
    case shared(BodyBuffer)
    /// Bytes that are produced while they are sent.
    case stream(BodyStream)

    /// The number of bytes; 0 for a stream, whose are not known.
    package var count: Int {
      switch self {
      case .empty, .stream: 0
      case .bytes(let bytes): bytes.count
      case .shared(let buffer): buffer.count
      }
    }

    /// Its first bytes, as many as there may be; a stream remains one.
    package func beginning(_ length: Int) -> Content {
      switch self {
      case .empty, .stream: self
      case .bytes(let bytes): bytes.count <= length ? self : .bytes(Array(bytes.prefix(length)))
      case .shared(let buffer): .shared(buffer.beginning(length))
      }
    }

    /// A copy of the bytes; none of a stream.
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
  package var content: Content
  /// How it is sent; nil to send it at once, at full speed and whole.
  package var delivery: ResponseDelivery?
  /// The value of `Date` (RFC 9110 §6.6.1); nil for that of ``RequestHandler/dateHeader()``.
  package var date: String?
  /// The session whose tokens the content has; nil for any other response.
  package var session: GrantedSession?

  /// A response from its parts.
  package init(status: Int, headers: HeaderFields = [:], content: Content = .empty) {
    self.status = status
    self.headers = headers
    self.content = content
  }

  /// The media type of every JSON answer (CONTRACT G2).
  package static let jsonType = "application/json; charset=utf-8"

  /// A JSON answer from bytes that are JSON already.
  package static func json(_ bytes: [UInt8], status: Int = 200) -> Response {
    Response(status: status, headers: ["Content-Type": jsonType], content: .bytes(bytes))
  }

  /// A JSON answer, keys sorted so that equal values give equal bytes (CONTRACT G13).
  package static func json(_ value: JSONValue, status: Int = 200) -> Response {
    json(JSONWriter.serialize(value), status: status)
  }

  /// 204 without content or `Content-Type` (CONTRACT G3).
  package static let noContent = Response(status: 204)
}

/// The session that a sign-in began or renewed.
package struct GrantedSession: Sendable, Equatable {
  package let id: String
  /// Whether the same request made an account.
  package let hasNewAccount: Bool

  /// A session.
  package init(_ id: String, hasNewAccount: Bool = false) {
    (self.id, self.hasNewAccount) = (id, hasNewAccount)
  }
}

/// What the application decided about a request; the transport carries it out.
package enum Outcome: Sendable {
  /// Answer with this response.
  case respond(Response)
  /// Switch to the WebSocket protocol (RFC 6455 §4.2.2).
  case upgrade(WebSocketUpgrade)
}

/// The rest of a request that a thread which reads sockets must not do itself, since it may take long or wait for
/// something that does.
package struct DeferredRequest: Sendable {
  /// Why it is not worked on at once.
  package enum Kind: Sendable {
    /// It may take long.
    case slow
    /// It is quick, but may have to wait for a slow one of the same group.
    case waiting
  }

  package let kind: Kind
  /// Work of a group takes turns with that of other groups, so that a busy group does not hold up the others.
  package let group: String
  /// Calls its argument once, on any thread and perhaps before it returns, when the request may be worked on; until then
  /// it takes no thread. nil for a request that may be worked on at once.
  package let whenReady: (@Sendable (_ begin: @escaping @Sendable () -> Void) -> Void)?
  /// Works on it, on any thread; what it comes to may be left for later once more.
  package let run: @Sendable () -> Handling
  /// Refuses it instead.
  package let refuse: @Sendable (Problem) -> Outcome

  /// A deferred request from its parts.
  package init(
    _ kind: Kind, group: String,
    whenReady: (@Sendable (_ begin: @escaping @Sendable () -> Void) -> Void)? = nil,
    run: @escaping @Sendable () -> Handling, refuse: @escaping @Sendable (Problem) -> Outcome
  ) {
    (self.kind, self.group, self.whenReady) = (kind, group, whenReady)
    (self.run, self.refuse) = (run, refuse)
  }
}

/// What the application makes of a request at once.
package enum Handling: Sendable {
  case done(Outcome)
  case later(DeferredRequest)
}

/// The application behind a transport: a request value in, an outcome value out. Called on several threads at once.
package protocol RequestHandler: Sendable {
  /// Decides about a complete request. Must not take long: what might is left for later.
  func begin(_ request: Request) -> Handling

  /// Renders a refusal that the transport found by itself, such as a body that is too large, in the error
  /// shape of the API that the target belongs to.
  ///
  /// - Parameters:
  ///   - target: The raw request target, which may itself be malformed.
  func refuse(_ problem: Problem, method: HTTPMethod, target: [UInt8], headers: HeaderFields) -> Response

  /// The most content that a request may have when that is more than others may, in bytes; nil for as much as others.
  /// Asked only for a request that may have more.
  ///
  /// - Parameters:
  ///   - target: The raw request target, which may itself be malformed.
  func maximumBodyBytes(of method: HTTPMethod, target: [UInt8], headers: HeaderFields) -> Int?

  /// The value of the `Date` header (RFC 9110 §6.6.1) at this moment of the application's clock.
  func dateHeader() -> String
}

extension RequestHandler {
  package func maximumBodyBytes(of method: HTTPMethod, target: [UInt8], headers: HeaderFields) -> Int? { nil }
}

/// How an answer goes out when that is not at once, at full speed and whole: what a bad network or a sick server does to
/// it. The transport carries it out; nothing waits on a thread for it.
package struct ResponseDelivery: Sendable, Equatable {
  /// How the answer ends.
  package enum Ending: Sendable, Equatable {
    /// With its last byte, as it should.
    case whole
    /// The connection is closed after so many bytes of the content; `Content-Length` promises them all. An answer
    /// without content, or with no more than that, is whole.
    case truncated(after: Int)
    /// The connection is closed before the first byte of the header section.
    case empty
    /// The connection is reset (RFC 9293 §3.5.2) before the first byte.
    case reset
    /// Nothing comes, ever; the connection stays until the client gives up, or for ``longestWaitSeconds``.
    case never
  }

  /// The longest that a client is kept waiting, in seconds of real time.
  package static let longestWaitSeconds = 600

  /// Milliseconds of real time before anything is sent, and before an ending other than `never`; at most
  /// ``longestWaitSeconds`` are waited.
  package var delayMilliseconds = 0
  /// Bytes of the content per second of real time, at least 1; nil for as many as the connection takes.
  package var bytesPerSecond: Int?
  package var ending = Ending.whole
  /// Told what became of the answer; nil when nobody needs to know.
  package var report: DeliveryReport?

  /// Whether it goes out at once, at full speed and whole.
  package var isUndisturbed: Bool { delayMilliseconds <= 0 && bytesPerSecond == nil && ending == .whole }

  /// The same without a report.
  package var unreported: ResponseDelivery {
    var copy = self
    copy.report = nil
    return copy
  }

  /// At once, at full speed, whole.
  package init() {}
}

extension Response {
  /// Changes the way in which the answer goes out.
  package mutating func setDelivery(_ change: (inout ResponseDelivery) -> Void) {
    var changed = delivery ?? ResponseDelivery()
    change(&changed)
    delivery = changed
  }

  /// Lets the answer wait longer, up to ``ResponseDelivery/longestWaitSeconds`` in all.
  ///
  /// - Parameters:
  ///   - milliseconds: Of real time; nothing changes for less than 1.
  package mutating func delay(byMilliseconds milliseconds: Int) {
    guard milliseconds > 0 else { return }
    setDelivery { delivery in
      let (sum, isTooGreat) = delivery.delayMilliseconds.addingReportingOverflow(milliseconds)
      delivery.delayMilliseconds = isTooGreat ? .max : sum
      delivery.delayMilliseconds = min(delivery.delayMilliseconds, ResponseDelivery.longestWaitSeconds * 1000)
    }
  }
}
