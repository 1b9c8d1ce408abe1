import HTTPCore
import JSON

/// Something that goes wrong: with an answer, with the messages of a socket, or with both. It is made from the JSON that a
/// test sends, and has those of the hooks below that it needs; none of them has side effects.
///
/// A type that conforms is the whole declaration of a kind of fault: its name, what it says about itself, where it acts,
/// its fields with their meaning and bounds as `init` reads them, and what it does. `FaultCatalogue.types` names it;
/// everything else follows: the check of unknown fields, `GET /_mock/fault-types`, the command line, and the test that
/// compares it with the API document.
package protocol Fault: Sendable {
  /// The word after `"type"`.
  static var name: String { get }
  /// What it does, in one sentence.
  static var about: String { get }
  /// What it can happen to.
  static var scope: FaultScope { get }

  /// Reads the fault's own fields, each with what it is about; what is wrong is left with `fields`, whose owner refuses
  /// the fault for it. A field that has a meaning beside some others only must be read also when ``FaultFields/isDescribing``.
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

  /// Changes a response on its way out, whatever made it.
  ///
  /// - Returns: Whether it changed anything: a fault without effect does not count as having happened.
  func change(_ response: inout Response, _ context: FaultContext) -> Bool

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
  /// The fields of its object besides `type`, in the order in which `init` reads them.
  package static var fields: [FaultField] { FaultFields.described(by: Self.self) }

  package static var scope: FaultScope { .requests }
  package var window: FaultWindow? { nil }
  package func begun() -> any Fault { self }
  package func concerns(_ subject: FaultSubject) -> Bool { true }
  package func answer(_ context: FaultContext) throws(Problem) -> Response? { nil }
  package func change(_ response: inout Response, _ context: FaultContext) -> Bool { false }
  package func answerHandshake(_ context: FaultContext) throws(Problem) -> Response? { try answer(context) }
  package func socketFault(chance: WorldRandom) -> (any SocketFault)? { nil }
}

/// The faults that may happen to one request, in the order in which they were added. One that has no effect does not
/// happen: it is not counted, and its `times` are left for another request.
package struct FaultPlan: Sendable {
  /// One fault and what it knows of the request.
  struct Candidate: Sendable {
    let rule: FaultRule
    let context: FaultContext
  }

  private let candidates: [Candidate]
  private var happened: Set<String> = []

  init(_ candidates: [Candidate]) { self.candidates = candidates }

  /// The faults that have happened, in the order in which they were added, for the journal.
  package var applied: [AppliedFault] {
    candidates.map(\.rule).filter { happened.contains($0.id) }.map {
      AppliedFault(id: $0.id, type: type(of: $0.fault).name)
    }
  }

  /// The response of the first fault that gives one; nil to let the endpoint run.
  ///
  /// - Parameters:
  ///   - isHandshake: Whether the endpoint would switch to WebSocket.
  /// - Throws: ``Problem``, to be rendered in the error shape of the request's own API.
  package mutating func answer(isHandshake: Bool = false) throws(Problem) -> Response? {
    for candidate in candidates {
      let (fault, context) = (candidate.rule.fault, candidate.context)
      do throws(Problem) {
        let response = isHandshake ? try fault.answerHandshake(context) : try fault.answer(context)
        if let response, happens(candidate) { return response }
      } catch {
        if happens(candidate) { throw error }
      }
    }
    return nil
  }

  /// Changes the response, whatever made it, by every fault in turn. Called when nothing else changes it any more.
  package mutating func change(_ response: inout Response) {
    for candidate in candidates {
      var changed = response
      if candidate.rule.fault.change(&changed, candidate.context), happens(candidate) { response = changed }
    }
  }

  /// Counts that a fault happens, once for a request.
  private mutating func happens(_ candidate: Candidate) -> Bool {
    if happened.contains(candidate.rule.id) { return true }
    guard candidate.rule.countApplication() else { return false }
    happened.insert(candidate.rule.id)
    return true
  }
}

/// Which way a message goes.
package enum FrameDirection: String, Sendable {
  /// From the client to the server.
  case incoming
  /// From the server to the client.
  case outgoing
}

/// What becomes of a message or of its socket.
package enum FrameEffect: Sendable, Equatable {
  /// The message does not arrive.
  case drop
  /// Another message arrives in its place.
  case replace(WebSocketMessage)
  /// The message, and all behind it, arrive so many milliseconds of real time later.
  case delay(milliseconds: Int)
  /// The message arrives twice.
  case duplicate
  /// The message arrives behind the next one.
  case hold
  /// The client is sent a message, before anything else becomes of the socket.
  case reply(WebSocketMessage)
  /// The server reads nothing more from the socket, or reads again.
  case pauseReading(Bool)
  /// The socket is closed with a close frame (RFC 6455 §7.4).
  case close(code: UInt16, reason: String)
  /// The connection is reset without a close frame.
  case abort
}

/// A fault at work on one socket, with what it remembers of it. It is given messages and says what becomes of them; no
/// effects mean that a message passes as it is.
package protocol SocketFault: Sendable {
  /// The socket was opened, or the fault was added while it was open.
  mutating func begin() -> [FrameEffect]

  /// A message is about to pass. The effects are carried out in order.
  mutating func pass(_ message: WebSocketMessage, _ direction: FrameDirection) -> [FrameEffect]

  /// The fault is over, and the socket goes on without it.
  mutating func end() -> [FrameEffect]
}

extension SocketFault {
  package mutating func begin() -> [FrameEffect] { [] }
  package mutating func pass(_ message: WebSocketMessage, _ direction: FrameDirection) -> [FrameEffect] { [] }
  package mutating func end() -> [FrameEffect] { [] }
}
