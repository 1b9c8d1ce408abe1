import HTTPCore
import JSON
import STOMP
import World

/// The WebSockets of built-in APIs on which accounts hear of their changes (CONTRACT §6.5).
package enum AccountChannels {
  /// The endpoint of a plan. A token in `Authorization` or in the query's `token` determines the account whose changes
  /// a socket receives. Without a token it is the plan's default account; with an invalid one the socket gets an error
  /// and is closed (CONTRACT C34).
  package static func endpoint(_ plan: ChannelPlan, api: String) -> Endpoint {
    Endpoint(socket: plan.path, plan.operationID, .open) { call in
      let dialog = try AccountDialog(call, plan, api: api)
      let world = call.world
      return WebSocketUpgrade { ChannelSession(dialog, in: world) }
    }
  }
}

/// What a client says and hears on such a socket.
struct AccountDialog: ChannelDialog {
  let ending = ChannelEnding()
  private(set) var identity: (token: String, principal: Principal)?
  private(set) var account: String?
  private let plan: ChannelPlan
  private let api: String
  private let world: World
  /// The origin that the client used, for links in messages.
  private let origin: String
  /// Why the token of the handshake is not good; nil when it is, and without one.
  private var mistake: Problem?
  private var handle: (any WebSocketHandle)?
  private var subscriptions: [String: ChannelHub.Subscription] = [:]

  init(_ call: Call, _ plan: ChannelPlan, api: String) throws {
    (self.plan, self.api, world, origin) = (plan, api, call.world, call.request.origin)
    guard let token = try call.request.bearerToken ?? call.request.query()["token"], !token.isEmpty else {
      account = try plan.defaultAccount(world)
      return
    }
    do throws(Problem) {
      try show(token)
    } catch {
      mistake = error
    }
  }

  var subscribed: [SessionStatus.Subscription] {
    subscriptions.keys.sorted().map { SessionStatus.Subscription(id: $0, destination: $0) }
  }

  var refusal: @Sendable (Problem, JSONValue?) -> ChannelRefusal {
    { [api, plan] problem, _ in
      let isAboutToken = problem.kind == .unauthenticated || problem.kind == .tokenExpired
      let code = isAboutToken ? "UNAUTHORIZED" : "VALIDATION_ERROR"
      return ChannelRefusal(
        response: Self.response(
          "error", "error", ["code": .string(code), "message": .string(problem.message)], api, plan),
        // Like 401 for requests (private use, RFC 6455 §7.4.2); the reason has at most 123 bytes (§5.5).
        code: 4401,
        reason: problem.message.allSatisfy(\.isASCII) ? problem.message.clipped(to: 100) : "the token is not valid")
    }
  }

  mutating func begin(_ handle: any WebSocketHandle) throws(Problem) {
    self.handle = handle
    if let mistake { throw mistake }
  }

  mutating func end() { (subscriptions, handle) = ([:], nil) }

  // MARK: Messages of the client

  mutating func respond(to bytes: [UInt8], isBinary: Bool) throws(ChannelMistake) -> [ChannelResponse] {
    if isBinary {
      note(nil, ["a binary message is not understood"])
      let problem = Problem(.malformedBody, "binary messages are not understood; send JSON as text")
      throw ChannelMistake(code: "binary-message", problem: problem)
    }
    if let explanation = Self.explanation(ofSTOMP: bytes) {
      note(nil, ["it is a frame of STOMP"])
      throw ChannelMistake(code: "foreign-protocol", problem: Problem(.malformedBody, explanation))
    }
    var name: String?
    do throws(Problem) {
      let sent = try Self.object(bytes)
      name = sent["type"]?.string.flatMap { Self.clientMessages.contains($0) ? $0 : nil }
      let response = try response(to: sent)
      note(name, [])
      return [response]
    } catch {
      note(name, [error.message])
      throw ChannelMistake(code: "invalid-message", problem: error)
    }
  }

  private mutating func response(to sent: JSONObject) throws(Problem) -> ChannelResponse {
    switch sent["type"]?.string {
    case "subscribe":
      let channels = try Self.channels(sent)
      if let unknown = channels.first(where: { !plan.channels.contains($0) }) {
        throw Problem(
          .validation,
          "there is no channel \"\(unknown.clipped(to: 60))\"; there are \(plan.channels.joined(separator: ", "))")
      }
      for channel in channels where subscriptions[channel] == nil { listen(to: channel) }
      return response("subscribed", "channels", .array(subscriptions.keys.sorted().map(JSONValue.string)))
    case "unsubscribe":
      for channel in try Self.channels(sent) { subscriptions[channel] = nil }
      return response("unsubscribed", "channels", .array(subscriptions.keys.sorted().map(JSONValue.string)))
    case "ping": return response("pong", "timestamp", .string(world.clock.now.iso8601))
    case "auth":
      guard let token = sent["token"]?.string, !token.isEmpty else {
        throw Problem(.validation, "\"token\" must be a non-empty string")
      }
      try show(token)
      for channel in Array(subscriptions.keys) { listen(to: channel) }
      return response("authenticated", "account", .string(account ?? ""))
    case let type:
      let found = type.map { "the type \"\($0.clipped(to: 60))\" is unknown" } ?? "\"type\" is missing"
      throw Problem(.validation, "\(found); it is one of subscribe, unsubscribe, ping, auth")
    }
  }

  /// Takes the account of a token.
  private mutating func show(_ token: String) throws(Problem) {
    let principal = try world.accessTokens.verify(token, api: api)
    (identity, account) = ((token, principal), principal.account)
  }

  /// Begins a subscription of the account, in the place of the one before.
  private mutating func listen(to channel: String) {
    guard let account, let handle else { return }
    let (origin, ending) = (origin, ending)
    let interest = ChannelHub.Interest(ChannelHub.Channel(api: api, name: channel), account: account)
    // Ended before the next one begins, so that no change is heard twice.
    subscriptions[channel] = nil
    world.listen {
      subscriptions[channel] = world.channels.subscribe(interest) { message in
        guard !ending.isOver else { return }
        handle.send(.text(LocalLink.expand(in: message.bytes, origin: origin)), about: message.subject)
      }
    }
  }

  /// A message to this client alone.
  private func response(_ type: String, _ name: String, _ content: JSONValue) -> ChannelResponse {
    Self.response(type, name, content, api, plan)
  }

  private static func response(
    _ type: String, _ name: String, _ content: JSONValue, _ api: String, _ plan: ChannelPlan
  ) -> ChannelResponse {
    let payload: JSONValue = ["type": .string(type), name: content]
    return ChannelResponse(
      message: .text(JSONWriter.serialize(payload)), payload: payload,
      subject: ChannelMessage(api: api, channel: plan.name, name: type, cause: .message(nil)))
  }

  /// Tells the journal what the client has sent.
  private func note(_ name: String?, _ violations: [String]) {
    handle?.note(ChannelMessage(api: api, channel: plan.name, name: name, cause: .client, violations: violations))
  }

  private static let clientMessages: Set<String> = ["subscribe", "unsubscribe", "ping", "auth"]

  // MARK: Their form

  private static let maximumChannels = 100

  private static func object(_ bytes: [UInt8]) throws(Problem) -> JSONObject {
    let value: JSONValue
    do {
      value = try JSONParser.parse(bytes)
    } catch {
      throw Problem(.malformedBody, "the message is not valid JSON: \(error)")
    }
    guard let object = value.object else {
      throw Problem(.malformedBody, "a message is a JSON object; a JSON value of type \(value.typeName) came")
    }
    return object
  }

  private static func channels(_ sent: JSONObject) throws(Problem) -> [String] {
    let list = sent["channels"]?.array ?? []
    let names = list.compactMap(\.string)
    guard !list.isEmpty, list.count <= maximumChannels, names.count == list.count else {
      throw Problem(.validation, "\"channels\" must be an array of 1 to \(maximumChannels) strings")
    }
    return names
  }

  /// The advice for a client that sent a frame of STOMP by mistake; nil for anything else.
  private static func explanation(ofSTOMP bytes: [UInt8]) -> String? {
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    guard line.count < bytes.count, let command = Command(rawValue: String(decoding: line, as: UTF8.self)) else {
      return nil
    }
    let diagnosis = Diagnosis.stompFrameOnJSONChannel(command: command.rawValue)
    return "\(diagnosis.code.title): found the STOMP frame \(diagnosis.found) at byte 0, expected"
      + " \(diagnosis.expected); \(diagnosis.cause)"
  }
}
