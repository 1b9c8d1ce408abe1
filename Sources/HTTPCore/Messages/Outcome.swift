/// What the application decided about a request; the transport carries it out.
package enum Outcome: Sendable {
  /// Answer with this response.
  case respond(Response)
  /// Switch to the WebSocket protocol (RFC 6455 §4.2.2).
  case upgrade(WebSocketUpgrade)
}

/// The rest of a request that shall not be worked on by a thread which reads sockets: it may take long, or wait for
/// somebody who does.
package struct Undertaking: Sendable {
  /// Why it is not worked on at once.
  package enum Kind: Sendable {
    /// It may take long.
    case slow
    /// It is quick, but may have to wait for a slow one of the same group.
    case waiting
  }

  package let kind: Kind
  /// What takes turns with other groups: one that has much to do keeps no other from its own.
  package let group: String
  /// Does it, on any thread.
  package let run: @Sendable () -> Outcome
  /// Refuses it instead.
  package let refuse: @Sendable (Problem) -> Outcome

  /// An undertaking from its parts.
  package init(
    _ kind: Kind, group: String, run: @escaping @Sendable () -> Outcome,
    refuse: @escaping @Sendable (Problem) -> Outcome
  ) {
    (self.kind, self.group, self.run, self.refuse) = (kind, group, run, refuse)
  }
}

/// What the application makes of a request at once.
package enum Handling: Sendable {
  case done(Outcome)
  case later(Undertaking)
}

/// The application behind a transport: a request value in, an outcome value out. Called on several threads at once.
package protocol RequestHandler: Sendable {
  /// Decides about a complete request. Does not take long: what might is left for later.
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

  /// Decides about a complete request, however long that takes.
  package func handle(_ request: Request) -> Outcome {
    switch begin(request) {
    case .done(let outcome): outcome
    case .later(let undertaking): undertaking.run()
    }
  }
}
