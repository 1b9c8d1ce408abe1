import HTTPCore
import JSON

/// A failure to simulate: of a response, of the messages of a socket, or of both. It is created from the JSON that a
/// test sends, and implements the hooks below that it needs; none of them has side effects.
///
/// A conforming type is the complete declaration of a kind of fault: its name, its description, its scope, its fields
/// with their meaning and bounds as `init` reads them, and its behaviour. `FaultCatalogue.types` lists it. Everything
/// else follows: the check of unknown fields, `GET /_mock/fault-types`, the command line, and the test that compares it
/// with the API document.
package protocol Fault: Sendable {
  /// The value of `"type"`.
  static var name: String { get }
  /// A description in one sentence.
  static var about: String { get }
  /// What it applies to.
  static var scope: FaultScope { get }

  /// Reads the fault's own fields, each with its description; errors are reported to `fields`, whose owner refuses the
  /// fault. A field that only has a meaning together with others must also be read when ``FaultFields/isDescribing``.
  init(_ fields: inout FaultFields)

  /// When the fault is active, counted from its addition; nil for always.
  var window: FaultWindow? { get }

  /// The same fault in its initial state, for a fault with state.
  func begun() -> any Fault

  /// Whether the fault can apply to a request at all; other requests are not counted.
  func concerns(_ subject: FaultSubject) -> Bool

  /// Responds in place of the endpoint; nil to call the endpoint.
  ///
  /// - Throws: ``Problem``, rendered in the error shape of the request's own API.
  func respond(to context: FaultContext) throws(Problem) -> Response?

  /// Changes a response before it is sent, whatever produced it.
  ///
  /// - Returns: Whether it changed anything: a fault without effect does not count as triggered.
  /// - Throws: ``Problem`` when the change does not fit the response; the client gets 500 with its message.
  func change(_ response: inout Response, _ context: FaultContext) throws(Problem) -> Bool

  /// How it holds exchanges; nil for a fault that holds none.
  var hold: ExchangeHold? { get }

  /// Whether a response that it changed must still be one that the API's document allows.
  var staysDocumented: Bool { get }

  /// Whether it has an effect on a complete response only: a request that it matches is not answered with 304.
  var needsBody: Bool { get }

  /// Responds to the handshake of a WebSocket in place of the endpoint; nil to call the endpoint.
  ///
  /// - Throws: ``Problem``, as ``respond(to:)`` does.
  func respondToHandshake(_ context: FaultContext) throws(Problem) -> Response?

  /// The behaviour on one socket; nil for none.
  ///
  /// - Parameters:
  ///   - chance: The socket's own random sequence, so that runs are repeatable.
  func socketFault(chance: WorldRandom) -> (any SocketFault)?

  /// The messages of channels that it is about; nil for any message.
  var channelMessages: ChannelSelection? { get }
}

/// What a fault applies to.
package enum FaultScope: String, Sendable {
  /// Requests, including WebSocket handshakes.
  case requests
  /// Open sockets.
  case sockets
  /// Both.
  case both
}

extension Fault {
  /// The fields of its object besides `type`, in the order in which `init` reads them.
  package static var fields: [FaultField] { FaultFields.described(by: Self.self) }

  package static var scope: FaultScope { .requests }
  package var window: FaultWindow? { nil }
  package func begun() -> any Fault { self }
  package func concerns(_ subject: FaultSubject) -> Bool { true }
  package func respond(to context: FaultContext) throws(Problem) -> Response? { nil }
  package func change(_ response: inout Response, _ context: FaultContext) throws(Problem) -> Bool { false }
  package var hold: ExchangeHold? { nil }
  package var staysDocumented: Bool { false }
  package var needsBody: Bool { false }
  package func respondToHandshake(_ context: FaultContext) throws(Problem) -> Response? { try respond(to: context) }
  package func socketFault(chance: WorldRandom) -> (any SocketFault)? { nil }
  package var channelMessages: ChannelSelection? { nil }
}

/// The direction of a message.
package enum FrameDirection: String, Sendable {
  /// From the client to the server.
  case incoming
  /// From the server to the client.
  case outgoing
}

/// The effect of a fault on a message or its socket.
package enum FrameEffect: Sendable, Equatable {
  /// The message does not arrive.
  case drop
  /// Another message arrives in its place.
  case replace(WebSocketMessage)
  /// The message, and all later ones, arrive this many milliseconds of real time later.
  case delay(milliseconds: Int)
  /// The message arrives twice.
  case duplicate
  /// The message arrives after the next one.
  case hold
  /// The client receives a message, before any other effect on the socket.
  case reply(WebSocketMessage)
  /// The server stops or continues reading from the socket.
  case pauseReading(Bool)
  /// The socket is closed with a close frame (RFC 6455 §7.4).
  case close(code: UInt16, reason: String)
  /// The connection is reset without a close frame.
  case abort
}

/// A fault that is active on one socket, with its state for that socket. It receives messages and returns effects;
/// without effects, a message passes unchanged.
package protocol SocketFault: Sendable {
  /// The socket was opened, or the fault was added while it was open.
  mutating func begin() -> [FrameEffect]

  /// A message is about to pass. The effects are applied in order.
  ///
  /// - Parameters:
  ///   - subject: What it says on a channel; nil where that is not known, as of messages of clients.
  mutating func pass(
    _ message: WebSocketMessage, _ direction: FrameDirection, about subject: ChannelMessage?
  ) -> [FrameEffect]

  /// The fault has ended, and the socket continues without it.
  mutating func end() -> [FrameEffect]
}

extension SocketFault {
  package mutating func begin() -> [FrameEffect] { [] }
  package mutating func pass(
    _ message: WebSocketMessage, _ direction: FrameDirection, about subject: ChannelMessage?
  ) -> [FrameEffect] { [] }
  package mutating func end() -> [FrameEffect] { [] }
}
