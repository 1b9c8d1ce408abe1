import HTTPCore
import World

/// One socket that subscribes to channels. Whatever it is sent, it answers and stays open.
final class JSONChannelSession: WebSocketSession {
  private let plan: ChannelPlan
  private let api: String
  private let world: World
  private let identity: SocketIdentity
  /// How the client reached this server, for links in what it hears.
  private let origin: String
  private var account: String?
  private var handle: (any WebSocketHandle)?
  private var subscriptions: [String: EventBus.Subscription] = [:]

  init(plan: ChannelPlan, api: String, world: World, identity: SocketIdentity, origin: String) {
    self.plan = plan
    self.api = api
    self.world = world
    self.identity = identity
    self.origin = origin
    account = identity.account
  }

  func receive(_ event: WebSocketEvent) -> [WebSocketAction] {
    switch event {
    case .opened(let handle):
      self.handle = handle
      return identity.problem.map { [ChannelReply.error("UNAUTHORIZED", $0.message)] } ?? []
    case .message(.text(let bytes)):
      if let explanation = ForeignProtocol.explanation(of: bytes) {
        return [ChannelReply.error("VALIDATION_ERROR", explanation)]
      }
      return [answer(bytes)]
    case .message(.binary):
      return [ChannelReply.error("VALIDATION_ERROR", "binary messages are not understood; send JSON as text")]
    case .oversized(let limit):
      return [ChannelReply.error("VALIDATION_ERROR", "a message may have \(limit) bytes")]
    case .dropped, .caughtUp:
      return []
    case .closed:
      unsubscribe(from: Array(subscriptions.keys))
      handle = nil
      return []
    }
  }

  private func answer(_ bytes: [UInt8]) -> WebSocketAction {
    do {
      switch try ChannelRequest(bytes) {
      case .subscribe(let channels): return try subscribe(to: channels)
      case .unsubscribe(let channels):
        unsubscribe(from: channels)
        return ChannelReply.channels("unsubscribed", subscriptions.keys.sorted())
      case .ping: return ChannelReply.pong(world.clock.now)
      case .auth(let token): return try authenticate(token)
      }
    } catch {
      return ChannelReply.error(error.kind.isAboutIdentity ? "UNAUTHORIZED" : "VALIDATION_ERROR", error.message)
    }
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
    account = principal.account
    for channel in channels { listen(to: channel) }
    return ChannelReply.authenticated(principal.account)
  }

  private func listen(to channel: String) {
    guard let account, let handle else { return }
    let origin = self.origin
    world.listen {
      subscriptions[channel] = world.events.subscribe(api: api, account: account, channel: channel) { event in
        handle.send(.text(LocalLink.expand(in: event.message, origin: origin)))
      }
    }
  }
}

extension Problem.Kind {
  /// Whether a token is what is wrong.
  fileprivate var isAboutIdentity: Bool { self == .unauthenticated || self == .tokenExpired }
}
