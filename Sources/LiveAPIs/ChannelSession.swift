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
      let client = client
      subscriptions.open(
        greet: { for greeting in client.greetings() { handle.send(.text(greeting.bytes)) } },
        { handle.send(.text(client.bytes($0))) })
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
      handle.send(.text(client.errorMessage(problem, nil).bytes))
      handle.close(code: client.closeCode, reason: "the token is not valid any more")
    }
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
    let replies = try client.answer(message, sent, at: place, subscriptions) { () throws(Problem) in
      guard try client.authenticate(by: sent) else { return }
      watch()
      subscriptions.listen(client)
    }
    return replies.map { .send(.text($0.bytes)) }
  }

  /// Responds to a message that cannot be carried out, and reports it to the journal.
  private func mistake(
    _ code: String, _ problem: Problem, _ sent: JSONValue?, isViolation: Bool = true
  ) -> [WebSocketAction] {
    handle?.remark(code, problem.message, isViolation: isViolation)
    var actions = [WebSocketAction.send(.text(client.errorMessage(problem, sent).bytes))]
    if problem.kind == .unauthenticated || problem.kind == .tokenExpired {
      subscriptions.isOver.store(true, ordering: .relaxed)
      subscriptions.end()
      actions.append(.close(code: client.closeCode, reason: "the token is not valid"))
    }
    return actions
  }
}
