import HTTPCore
import JSON
import Synchronization
import World

/// What is said on a WebSocket with JSON messages; ``ChannelSession`` does what they have in common.
protocol ChannelDialog {
  /// The token that the client showed last, and its holder; nil for none.
  var identity: (token: String, principal: Principal)? { get }
  /// The account whose messages the client gets, and what it subscribed to, for lists of sockets.
  var account: String? { get }
  var subscribed: [SessionStatus.Subscription] { get }
  var ending: ChannelEnding { get }
  /// How a problem is reported to a client, in response to a message or by itself.
  var refusal: @Sendable (Problem, _ sent: JSONValue?) -> ChannelRefusal { get }

  /// The socket is open.
  ///
  /// - Throws: ``Problem`` where the token of the handshake is not good.
  mutating func begin(_ handle: any WebSocketHandle) throws(Problem)
  /// Ends all subscriptions.
  mutating func end()
  /// Does what a message asks for.
  mutating func respond(to bytes: [UInt8], isBinary: Bool) throws(ChannelMistake) -> [ChannelResponse]
}

/// A message that cannot be carried out.
struct ChannelMistake: Error {
  /// For the journal.
  let code: String
  let problem: Problem
  /// The message, as far as it is JSON.
  var sent: JSONValue?
  /// Whether the message breaks the document, rather than being refused.
  var isViolation = true
}

/// A message of the server to one client.
struct ChannelResponse: Sendable {
  let message: WebSocketMessage
  let payload: JSONValue
  let subject: ChannelMessage
}

/// What a client gets of a problem. Its socket is closed if the problem is about its token.
struct ChannelRefusal {
  let response: ChannelResponse
  /// The code and the reason of the close frame.
  let code: UInt16
  let reason: String
}

/// Whether a socket is about to be closed because of its token; then no thread sends on it any more.
final class ChannelEnding: Sendable {
  private let flag = Atomic(false)

  var isOver: Bool { flag.load(ordering: .relaxed) }

  /// Begins the end.
  ///
  /// - Returns: Whether it had not begun before.
  @discardableResult
  func begin() -> Bool { !flag.exchange(true, ordering: .relaxed) }
}

/// One WebSocket with JSON messages. It responds to every message, even an invalid one, and stays open unless its token is
/// or becomes invalid.
final class ChannelSession<Dialog: ChannelDialog>: WebSocketSession {
  private let world: World
  private var dialog: Dialog
  private var handle: (any WebSocketHandle)?
  private var watched: (place: TokenWatch.Place, token: String)?

  init(_ dialog: Dialog, in world: World) { (self.dialog, self.world) = (dialog, world) }

  var status: SessionStatus? {
    var status = SessionStatus("channels")
    (status.user, status.subscriptions) = (dialog.account, dialog.subscribed)
    return status
  }

  func receive(_ event: WebSocketEvent) -> [WebSocketAction] {
    switch event {
    case .opened(let handle):
      self.handle = handle
      watch()
      do throws(Problem) {
        try dialog.begin(handle)
        return []
      } catch {
        return refuse(error, nil)
      }
    case .closed:
      if let watched { world.tokenWatch.remove(watched.place) }
      dialog.end()
      handle = nil
      return []
    case .dropped, .caughtUp: return []
    case _ where dialog.ending.isOver: return []
    case .message(.text(let bytes)): return respond(to: bytes, isBinary: false)
    case .message(.binary(let bytes)): return respond(to: bytes, isBinary: true)
    case .oversized(let limit):
      let problem = Problem(.contentTooLarge, "a message may have \(limit) bytes")
      return refuse(ChannelMistake(code: "too-long", problem: problem))
    }
  }

  private func respond(to bytes: [UInt8], isBinary: Bool) -> [WebSocketAction] {
    do throws(ChannelMistake) {
      let replies = try dialog.respond(to: bytes, isBinary: isBinary)
      if dialog.identity?.token != watched?.token { watch() }
      for reply in replies { send(reply) }
      return []
    } catch {
      return refuse(error)
    }
  }

  /// Ends the socket with its token.
  private func watch() {
    guard let (token, principal) = dialog.identity, let handle else { return }
    if let watched { world.tokenWatch.remove(watched.place) }
    let (ending, refusal, account, channels) = (dialog.ending, dialog.refusal, dialog.account, world.channels)
    let place = world.tokenWatch.add(token, principal) { problem in
      guard ending.begin() else { return }
      let refused = refusal(problem, nil)
      channels.send(refused.response.subject, refused.response.payload, account: account) {
        handle.send(refused.response.message, about: refused.response.subject)
      }
      handle.close(code: refused.code, reason: refused.reason)
    }
    watched = (place, token)
  }

  /// Responds to a message that cannot be carried out, and reports it to the journal.
  private func refuse(_ mistake: ChannelMistake) -> [WebSocketAction] {
    handle?.remark(mistake.code, mistake.problem.message, isViolation: mistake.isViolation)
    return refuse(mistake.problem, mistake.sent)
  }

  private func refuse(_ problem: Problem, _ sent: JSONValue?) -> [WebSocketAction] {
    let refusal = dialog.refusal(problem, sent)
    send(refusal.response)
    guard problem.kind == .unauthenticated || problem.kind == .tokenExpired else { return [] }
    dialog.ending.begin()
    dialog.end()
    return [.close(code: refusal.code, reason: refusal.reason)]
  }

  /// Sends a message, unless a test holds it back.
  private func send(_ response: ChannelResponse) {
    guard let handle else { return }
    world.channels.send(response.subject, response.payload, account: dialog.account) {
      handle.send(response.message, about: response.subject)
    }
  }
}
