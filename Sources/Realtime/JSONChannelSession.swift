import HTTPCore
import JSON
import STOMP
import Synchronization
import World

/// One socket that subscribes to channels. It responds to every message, even an invalid one, and stays open unless its
/// token is or becomes invalid.
final class JSONChannelSession: WebSocketSession {
  /// Whether the socket is about to be closed because of its token; then no thread sends on it any more.
  private final class Ending: Sendable {
    let isOver = Atomic(false)
  }

  private let plan: ChannelPlan
  private let api: String
  private let world: World
  private let identity: SocketIdentity
  /// The origin that the client used, for links in messages.
  private let origin: String
  private let ending = Ending()
  private var account: String?
  private var handle: (any WebSocketHandle)?
  private var subscriptions: [String: EventBus.Subscription] = [:]
  private var watched: TokenWatch.Place?

  init(plan: ChannelPlan, api: String, world: World, identity: SocketIdentity, origin: String) {
    self.plan = plan
    self.api = api
    self.world = world
    self.identity = identity
    self.origin = origin
  }

  func receive(_ event: WebSocketEvent) -> [WebSocketAction] {
    switch event {
    case .opened(let handle):
      self.handle = handle
      switch identity {
      case .byDefault(let account): self.account = account
      case .shown(let token, let principal): adopt(token, principal)
      case .refused(let problem): return refuse(problem)
      }
      return []
    case .closed:
      watched.map(world.tokenWatch.remove)
      unsubscribe(from: Array(subscriptions.keys))
      handle = nil
      return []
    case .dropped, .caughtUp:
      return []
    case _ where ending.isOver.load(ordering: .relaxed):
      return []
    case .message(.text(let bytes)):
      if let explanation = ForeignProtocol.explanation(of: bytes) {
        return mistake("foreign-protocol", explanation)
      }
      return handle(bytes)
    case .message(.binary):
      return mistake("binary-message", "binary messages are not understood; send JSON as text")
    case .oversized(let limit):
      return [ChannelReply.error("VALIDATION_ERROR", "a message may have \(limit) bytes")]
    }
  }

  var status: SessionStatus? {
    var status = SessionStatus("channels")
    status.user = account
    status.subscriptions = subscriptions.keys.sorted().map { SessionStatus.Subscription(id: $0, destination: $0) }
    return status
  }

  private func handle(_ bytes: [UInt8]) -> [WebSocketAction] {
    do {
      switch try ChannelRequest(bytes) {
      case .subscribe(let channels): return [try subscribe(to: channels)]
      case .unsubscribe(let channels):
        unsubscribe(from: channels)
        return [ChannelReply.channels("unsubscribed", subscriptions.keys.sorted())]
      case .ping: return [ChannelReply.pong(world.clock.now)]
      case .auth(let token): return [try authenticate(token)]
      }
    } catch {
      return error.kind.isAboutIdentity ? refuse(error) : mistake("invalid-message", error.message)
    }
  }

  /// Responds to an invalid message, and reports it to the journal and to the verdict of the run.
  private func mistake(_ code: String, _ message: String) -> [WebSocketAction] {
    handle?.remark(code, message, isViolation: true)
    return [ChannelReply.error("VALIDATION_ERROR", message)]
  }

  /// Sends the error of an invalid token, and closes the socket: it must not continue as another account's.
  private func refuse(_ problem: Problem) -> [WebSocketAction] {
    ending.isOver.store(true, ordering: .relaxed)
    unsubscribe(from: Array(subscriptions.keys))
    return [
      .send(ChannelReply.refusal(problem)),
      .close(code: ChannelReply.unauthorized, reason: ChannelReply.reason(problem)),
    ]
  }

  private func subscribe(to channels: [String]) throws(Problem) -> WebSocketAction {
    if let unknown = channels.first(where: { !plan.channels.contains($0) }) {
      throw Problem(
        .validation,
        "there is no channel \"\(unknown.clipped(to: 60))\"; there are \(plan.channels.joined(separator: ", "))")
    }
    for channel in channels where subscriptions[channel] == nil { listen(to: channel) }
    return ChannelReply.channels("subscribed", subscriptions.keys.sorted())
  }

  private func unsubscribe(from channels: [String]) {
    for channel in channels {
      if let subscription = subscriptions.removeValue(forKey: channel) { world.events.unsubscribe(subscription) }
    }
  }

  /// Moves the socket's subscriptions to the token's account.
  private func authenticate(_ token: String) throws(Problem) -> WebSocketAction {
    let principal = try world.accessTokens.verify(token, api: api)
    let channels = Array(subscriptions.keys)
    unsubscribe(from: channels)
    adopt(token, principal)
    for channel in channels { listen(to: channel) }
    return ChannelReply.authenticated(principal.account)
  }

  /// Assigns the socket to the token's account for as long as the token is valid.
  private func adopt(_ token: String, _ principal: Principal) {
    watched.map(world.tokenWatch.remove)
    account = principal.account
    guard let handle else { return }
    let ending = self.ending
    watched = world.tokenWatch.add(token, principal) { problem in
      guard !ending.isOver.exchange(true, ordering: .relaxed) else { return }
      handle.send(ChannelReply.refusal(problem))
      handle.close(code: ChannelReply.unauthorized, reason: ChannelReply.reason(problem))
    }
  }

  private func listen(to channel: String) {
    guard let account, let handle else { return }
    let (origin, ending) = (self.origin, self.ending)
    world.listen {
      subscriptions[channel] = world.events.subscribe(api: api, account: account, channel: channel) { event in
        guard !ending.isOver.load(ordering: .relaxed) else { return }
        handle.send(.text(LocalLink.expand(in: event.message, origin: origin)))
      }
    }
  }
}

extension Problem.Kind {
  /// Whether the error concerns a token.
  fileprivate var isAboutIdentity: Bool { self == .unauthenticated || self == .tokenExpired }
}
