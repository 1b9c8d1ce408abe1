import HTTPCore
import JSON
import World

/// What a client of a custom API's channels says and hears on its WebSocket.
struct ClientDialog: ChannelDialog {
  private var client: ChannelClient
  private let subscriptions: ChannelSubscriptions
  private var handle: (any WebSocketHandle)?

  /// A dialog with the subscriptions that the handshake began.
  init(_ client: ChannelClient, _ subscriptions: ChannelSubscriptions) {
    (self.client, self.subscriptions) = (client, subscriptions)
  }

  var identity: (token: String, principal: Principal)? { client.identity }
  var account: String? { client.identity?.principal.account }
  var ending: ChannelEnding { subscriptions.ending }

  var subscribed: [SessionStatus.Subscription] {
    client.places.map { place in
      let address = place.channel.address(with: place.parameters)
      return SessionStatus.Subscription(id: place.channel.name, destination: address.isEmpty ? "/" : address)
    }
  }

  var refusal: @Sendable (Problem, JSONValue?) -> ChannelRefusal {
    { [client] problem, sent in
      let cause = sent.map { ChannelMessage.Cause.message(client.recognized($0)?.0.name) } ?? .unknown
      return ChannelRefusal(
        response: client.response(client.errorMessage(problem, sent), cause: cause), code: client.closeCode,
        reason: "the token is not valid")
    }
  }

  mutating func begin(_ handle: any WebSocketHandle) throws(Problem) {
    self.handle = handle
    let client = client
    subscriptions.open(
      greet: {
        for greeting in client.greetings() { client.send(greeting, cause: .connection, over: handle) }
      },
      { handle.send(.text(client.bytes($0)), about: $0.subject) })
  }

  mutating func end() {
    subscriptions.end()
    handle = nil
  }

  mutating func respond(to bytes: [UInt8], isBinary: Bool) throws(ChannelMistake) -> [ChannelResponse] {
    guard let sent = try? JSONParser.parse(bytes) else {
      if isBinary {
        throw ChannelMistake(
          code: "binary-message", problem: Problem(.malformedBody, "the message is not JSON; send JSON as text"))
      }
      if bytes.elementsEqual("ping".utf8) {
        handle?.send(.text(Array("pong".utf8)))
        return []
      }
      handle?.note(client.subject(violations: ["the message is not valid JSON"]))
      throw ChannelMistake(
        code: "invalid-message", problem: Problem(.malformedBody, "the message is not valid JSON"))
    }
    guard let (message, place) = client.recognized(sent) else {
      let names = client.places.flatMap { $0.channel.messages.filter(\.isOfClient).map(\.name) }
      let known = names.isEmpty ? "clients send none on this channel" : "clients send \(names.joined(separator: ", "))"
      let problem = Problem(.validation, "the message is none of the document's; \(known)")
      handle?.note(client.subject(violations: [problem.message]))
      throw ChannelMistake(code: "unknown-message", problem: problem, sent: sent)
    }
    let violations = client.live.violations(of: sent, message)
    handle?.note(client.subject(of: message, at: place, violations: violations))
    if let violation = violations.first {
      let problem = Problem(.validation, "\(message.name): \(violation)")
      throw ChannelMistake(code: "invalid-message", problem: problem, sent: sent)
    }
    do throws(Problem) {
      var shown = client
      let replies = try client.answer(message, sent, at: place, subscriptions) { [subscriptions] () throws(Problem) in
        if try shown.authenticate(by: sent) { subscriptions.listen(shown) }
      }
      client = shown
      return replies.map { shown.response($0, cause: .message(message.name)) }
    } catch {
      throw ChannelMistake(code: "refused-message", problem: error, sent: sent, isViolation: false)
    }
  }
}
