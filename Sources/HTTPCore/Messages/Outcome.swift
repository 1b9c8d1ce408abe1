/// What the application decided about a request; the transport carries it out.
package enum Outcome: Sendable {
  /// Answer with this response.
  case respond(Response)
  /// Switch to the WebSocket protocol (RFC 6455 §4.2.2).
  case upgrade(WebSocketUpgrade)
}

/// The application behind a transport: a request value in, an outcome value out. Called on several threads at
/// once; never blocks.
package protocol RequestHandler: Sendable {
  /// Decides about a complete request.
  func handle(_ request: Request) -> Outcome

  /// Renders a refusal that the transport found by itself, such as a body that is too large, in the error
  /// shape of the API that the target belongs to.
  ///
  /// - Parameters:
  ///   - target: The raw request target, which may itself be malformed.
  func refuse(_ problem: Problem, method: HTTPMethod, target: [UInt8], headers: HeaderFields) -> Response

  /// The most content that a request may have when that is more than others may, in octets; nil for as much as others.
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
