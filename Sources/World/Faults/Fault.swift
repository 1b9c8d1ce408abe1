import HTTPCore

/// Something that goes wrong: with an answer, with the messages of a socket, or with both. A value made from the JSON
/// that a test sends, with hooks of which a fault has those that it needs; all are pure, values in and values out.
package protocol Fault: Sendable {
  /// The word after `"type"`.
  static var name: String { get }
  /// What it does, in one sentence.
  static var about: String { get }
  /// The fields of its object besides `type`.
  static var fields: [FaultField] { get }
  /// What it can happen to.
  static var scope: FaultScope { get }

  /// Reads the fault's own fields; what is wrong is left with `fields`, whose owner refuses the fault for it.
  init(_ fields: inout FaultFields)

  /// When the fault holds, if it has times of its own, from the moment it is added on.
  var window: FaultWindow? { get }

  /// The same fault at its beginning, for one that remembers what it saw.
  func begun() -> any Fault

  /// Whether a request is one that the fault can happen to at all; others are not counted.
  func concerns(_ subject: FaultSubject) -> Bool

  /// Answers in place of the endpoint; nil to let it run.
  ///
  /// - Throws: ``Problem``, which comes out in the error shape of the request's own API.
  func answer(_ context: FaultContext) throws(Problem) -> Response?

  /// Changes an answer on its way out, whoever gave it.
  func change(_ response: inout Response, _ context: FaultContext)

  /// Answers the handshake of a WebSocket in place of the endpoint; nil to let it run.
  ///
  /// - Throws: ``Problem``, as ``answer(_:)`` does.
  func answerHandshake(_ context: FaultContext) throws(Problem) -> Response?

  /// What happens to one socket; nil when nothing does.
  ///
  /// - Parameters:
  ///   - chance: The socket's own, so that equal runs are equal.
  func socketFault(chance: WorldRandom) -> (any SocketFault)?
}

/// What a fault can happen to.
package enum FaultScope: String, Sendable {
  /// Requests, handshakes of WebSockets among them.
  case requests
  /// Open sockets.
  case sockets
  /// Both.
  case both
}

extension Fault {
  package static var scope: FaultScope { .requests }
  package var window: FaultWindow? { nil }
  package func begun() -> any Fault { self }
  package func concerns(_ subject: FaultSubject) -> Bool { true }
  package func answer(_ context: FaultContext) throws(Problem) -> Response? { nil }
  package func change(_ response: inout Response, _ context: FaultContext) {}
  package func answerHandshake(_ context: FaultContext) throws(Problem) -> Response? { try answer(context) }
  package func socketFault(chance: WorldRandom) -> (any SocketFault)? { nil }
}
