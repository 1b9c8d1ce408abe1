import HTTPCore
import JSON
import Locking
import Synchronization
import World

/// One WebSocket of a client. It responds to every message, and stays open unless its token is or becomes invalid.
final class ChannelSession: WebSocketSession {
  var client: ChannelClient
  private let subscriptions: ChannelSubscriptions
  private var handle: (any WebSocketHandle)?
  private var watched: TokenWatch.Place?

  /// A session of a client with the subscriptions that its handshake began.
  init(_ client: ChannelClient, _ subscriptions: ChannelSubscriptions) {
    (self.client, self.subscriptions) = (client, subscriptions)
  }

  var status: SessionStatus? {
    var status = SessionStatus("channels")
    status.user = client.identity?.principal.account
    status.subscriptions = client.places.map { place in
      let address = place.channel.address(with: place.parameters)
      return SessionStatus.Subscription(id: place.channel.name, destination: address.isEmpty ? "/" : address)
    }
    return status
  }

  func receive(_ event: WebSocketEvent) -> [WebSocketAction] {
    switch event {
    case .opened(let handle):
      self.handle = handle
      watch()
      subscriptions.open(handle, greetings: greetings())
      return []
    case .closed:
      watched.map(client.world.tokenWatch.remove)
      subscriptions.end()
      handle = nil
      return []
    case .dropped, .caughtUp: return []
    case _ where subscriptions.isOver.load(ordering: .relaxed): return []
    case .message(.text(let bytes)): return respond(to: bytes)
    case .message(.binary(let bytes)):
      if String(validating: bytes, as: UTF8.self) != nil, (try? JSONParser.parse(bytes)) != nil {
        return respond(to: bytes)
      }
      return mistake("binary-message", Problem(.malformedBody, "the message is not JSON; send JSON as text"), nil)
    case .oversized(let limit):
      return mistake("too-long", Problem(.contentTooLarge, "a message may have \(limit) bytes"), nil)
    }
  }

  /// Ends the socket with its token.
  private func watch() {
    guard let (token, principal) = client.identity, let handle else { return }
    watched.map(client.world.tokenWatch.remove)
    let (subscriptions, client) = (self.subscriptions, self.client)
    watched = client.world.tokenWatch.add(token, principal) { problem in
      guard !subscriptions.isOver.exchange(true, ordering: .relaxed) else { return }
      if let message = client.errorMessage(problem, nil) { handle.send(message) }
      handle.close(code: client.closeCode, reason: "the token is not valid any more")
    }
  }

  /// The messages for a client that connects.
  private func greetings() -> [WebSocketMessage] {
    var messages: [WebSocketMessage] = []
    for place in client.places {
      for message in place.channel.messages where message.trigger == .connection {
        if let payload = client.payload(message, at: place, known: JSONObject(), isGreeting: true) {
          messages.append(.text(JSONWriter.serialize(payload, sortedKeys: false)))
        }
      }
    }
    return messages
  }

  // MARK: Messages of the client

  private func respond(to bytes: [UInt8]) -> [WebSocketAction] {
    guard let sent = try? JSONParser.parse(bytes) else {
      if bytes.elementsEqual("ping".utf8) { return [.send(.text(Array("pong".utf8)))] }
      return mistake("invalid-message", Problem(.malformedBody, "the message is not valid JSON"), nil)
    }
    guard let (message, place) = client.recognized(sent) else {
      let names = client.places.flatMap { $0.channel.messages.filter(\.isOfClient).map(\.name) }
      let known = names.isEmpty ? "clients send none on this channel" : "clients send \(names.joined(separator: ", "))"
      return mistake("unknown-message", Problem(.validation, "the message is none of the document's; \(known)"), sent)
    }
    if let violation = client.live.violations(of: sent, message, limit: 1).first {
      return mistake("invalid-message", Problem(.validation, "\(message.name): \(violation)"), sent)
    }
    do throws(Problem) {
      return try carryOut(message, sent, at: place)
    } catch {
      return mistake("refused-message", error, sent, isViolation: false)
    }
  }

  private func carryOut(
    _ message: ChannelModel.Message, _ sent: JSONValue, at place: ChannelClient.Place
  ) throws(Problem) -> [WebSocketAction] {
    switch message.effect {
    case .subscribe:
      subscriptions.wanted.add(WantedMessages.Wish(sent, client.places))
      return client.replies(to: message, sent, at: place, likely: ["subscribed", "subscription", "joined", "ack"])
    case .unsubscribe:
      subscriptions.wanted.remove(WantedMessages.Wish(sent, client.places))
      return client.replies(to: message, sent, at: place, likely: ["unsubscribed", "left", "subscription", "ack"])
    case .authenticate:
      try authenticate(sent)
      return client.replies(
        to: message, sent, at: place, likely: ["authenticated", "auth", "authorized", "ready", "ack"])
    case .ping: return client.pong(to: message, sent, at: place)
    case .operation(let id): return try client.carryOut(id, message, sent, at: place)
    case .relay(let name):
      try client.relay(message, sent, as: name, at: place)
      return client.replies(to: message, sent, at: place, likely: ["ack", "acknowledgement", "delivered"])
    case .reply: return client.replies(to: message, sent, at: place, likely: [])
    case nil, ChannelModel.Effect.none?: return []
    }
  }

  /// Moves the socket to the account of a token in a message.
  private func authenticate(_ sent: JSONValue) throws(Problem) {
    guard let token = Self.token(in: sent, depth: 0) else {
      throw Problem(.unauthenticated, "the message has no token")
    }
    guard let principal = try client.live.api.account(of: token, in: client.world) else { return }
    client.identity = (token, principal)
    watch()
    subscriptions.listen(client)
  }

  private static func token(in value: JSONValue, depth: Int) -> String? {
    guard depth < 4, let object = value.object else { return nil }
    for member in object.members {
      let name = member.key.lowercased().filter { $0 != "_" && $0 != "-" }
      if ["token", "accesstoken", "authtoken", "jwt", "apikey", "authorization", "key", "bearer"].contains(name),
        let text = member.value.string, !text.isEmpty
      {
        return text.hasPrefix("Bearer ") ? String(text.dropFirst(7)) : text
      }
    }
    return object.members.lazy.compactMap { token(in: $0.value, depth: depth + 1) }.first
  }

  /// Responds to a message that cannot be carried out, and reports it to the journal.
  private func mistake(
    _ code: String, _ problem: Problem, _ sent: JSONValue?, isViolation: Bool = true
  ) -> [WebSocketAction] {
    handle?.remark(code, problem.message, isViolation: isViolation)
    var actions = client.errorMessage(problem, sent).map { [WebSocketAction.send($0)] } ?? []
    if problem.kind == .unauthenticated || problem.kind == .tokenExpired {
      subscriptions.isOver.store(true, ordering: .relaxed)
      subscriptions.end()
      actions.append(.close(code: client.closeCode, reason: "the token is not valid"))
    }
    return actions
  }

  static func send(_ payload: JSONValue) -> WebSocketAction {
    .send(.text(JSONWriter.serialize(payload, sortedKeys: false)))
  }
}
