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
  func change(_ response: inout Response, _ context: FaultContext) -> Bool

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
  package func change(_ response: inout Response, _ context: FaultContext) -> Bool { false }
  package func respondToHandshake(_ context: FaultContext) throws(Problem) -> Response? { try respond(to: context) }
  package func socketFault(chance: WorldRandom) -> (any SocketFault)? { nil }
  package var channelMessages: ChannelSelection? { nil }
}

/// The faults that may apply to one request, in the order in which they were added. A fault without effect is not
/// triggered: it is not counted, and its `times` remain for another request.
package struct FaultPlan: Sendable {
  /// One fault and its context for the request.
  struct Candidate: Sendable {
    let rule: FaultRule
    let context: FaultContext
  }

  private let candidates: [Candidate]
  private var happened: Set<String> = []

  init(_ candidates: [Candidate]) { self.candidates = candidates }

  /// The triggered faults, in the order in which they were added, for the journal.
  package var applied: [AppliedFault] {
    candidates.map(\.rule).filter { happened.contains($0.id) }.map {
      AppliedFault(id: $0.id, type: type(of: $0.fault).name)
    }
  }

  /// The response of the first fault that has one; nil to call the endpoint.
  ///
  /// - Parameters:
  ///   - isHandshake: Whether the endpoint would switch to WebSocket.
  /// - Throws: ``Problem``, to be rendered in the error shape of the request's own API.
  package mutating func respond(isHandshake: Bool = false) throws(Problem) -> Response? {
    for candidate in candidates {
      let (fault, context) = (candidate.rule.fault, candidate.context)
      do throws(Problem) {
        let response = isHandshake ? try fault.respondToHandshake(context) : try fault.respond(to: context)
        if let response, happens(candidate) { return response }
      } catch {
        if happens(candidate) { throw error }
      }
    }
    return nil
  }

  /// Lets every fault in turn change the response, whatever produced it. Called after all other changes.
  package mutating func change(_ response: inout Response) {
    for candidate in candidates {
      var changed = response
      if candidate.rule.fault.change(&changed, candidate.context), happens(candidate) { response = changed }
    }
  }

  /// Counts that a fault is triggered, once for a request.
  private mutating func happens(_ candidate: Candidate) -> Bool {
    if happened.contains(candidate.rule.id) { return true }
    guard candidate.rule.countApplication() else { return false }
    happened.insert(candidate.rule.id)
    return true
  }
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
