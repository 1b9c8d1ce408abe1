import CustomAPIs
import HTTPCore
import JSON
import World

/// A client as it connected: the channels at its path, and what its requests need.
struct ChannelClient: Sendable {
  /// A channel at the client's path, with the values of the parameters in the address.
  struct Place: Sendable {
    let channel: ChannelModel.Channel
    let parameters: [String: String]
  }

  let live: LiveAPI
  let world: World
  let places: [Place]
  /// The origin that the client used, for links in messages.
  let origin: String
  /// The token with its holder; nil where the client sent none, or one that was not issued here.
  var identity: (token: String, principal: Principal)?
  /// A number that tells it from the other clients of its world.
  let number: Int
  /// What the client sent to be let in, for requests that its messages make.
  let credentials: HeaderFields
  let query: [UInt8]?
  /// Carries out a request as if the client had sent it by itself.
  let perform: @Sendable (Request) -> Response

  /// A client of the channels at a path.
  ///
  /// - Throws: ``Problem`` of kind `unauthenticated` or `tokenExpired` where all channels are secured and the client has
  ///   no valid credentials.
  init(_ call: Call, _ live: LiveAPI, at template: String) throws(Problem) {
    let places = live.model.channels.filter { $0.paths.contains { $0.template == template } }.map { channel in
      // By their places: an operation at the same path may have other names for them.
      let names = PathPattern(template).parameterNames
      let values = Dictionary(zip(names, call.parameters.values)) { first, _ in first }
      return Place(channel: channel, parameters: values)
    }
    try self.init(call, live, places)
  }

  /// A client of some channels.
  ///
  /// - Throws: As ``init(_:_:at:)``.
  init(_ call: Call, _ live: LiveAPI, _ places: [Place]) throws(Problem) {
    (self.live, world, origin, perform) = (live, call.world, call.request.origin, call.perform)
    number = world.channels.newClient()
    self.places = places
    var credentials = HeaderFields()
    let skipped: Set<String> = [
      "upgrade", "connection", "host", "accept", "content-length", "content-type", "last-event-id", "origin",
    ]
    for field in call.request.headers.fields
    where !skipped.contains(field.name.lowercased()) && !field.name.lowercased().hasPrefix("sec-") {
      credentials.append(field.name, field.value)
    }
    (self.credentials, query) = (credentials, call.request.target.rawQuery)
    try authenticate(call.request)
  }

  private mutating func authenticate(_ request: Request) throws(Problem) {
    let tokens = try Self.tokens(in: request)
    for token in tokens {
      if let principal = try live.api.account(of: token, in: world) { identity = (token, principal) }
    }
    let isSecured = places.allSatisfy { !$0.channel.document.security.isEmpty }
    let mayFollow = places.contains { $0.channel.messages.contains { $0.effect == .authenticate } }
    guard tokens.isEmpty, isSecured, !places.isEmpty, !mayFollow else { return }
    throw Problem(
      .unauthenticated,
      "credentials are needed: a token in Authorization, in the query as \"token\", or in a cookie; any will do")
  }

  /// The texts in a handshake that may be a token.
  private static func tokens(in request: Request) throws(Problem) -> [String] {
    var found: [String] = []
    for (name, value) in request.headers.fields.map({ ($0.name.lowercased(), $0.value) }) {
      switch name {
      case "authorization", "x-api-key", "x-auth-token", "x-access-token", "api-key":
        found.append(String(value.split(separator: " ").last ?? ""))
      case "cookie":
        found += value.split(separator: ";").compactMap { pair in
          pair.firstIndex(of: "=").map { String(pair[pair.index(after: $0)...]) }
        }
      // Browsers cannot set headers of a handshake, and send the token as a subprotocol.
      case "sec-websocket-protocol":
        found += value.split(separator: ",").map { $0.trimmingPrefix(" ") }.filter { $0.utf8.count > 20 }.map(
          String.init)
      default: break
      }
    }
    for parameter in try request.query().parameters
    where ["token", "access_token", "accessToken", "auth", "api_key", "apiKey", "jwt", "ticket"].contains(
      parameter.name)
    {
      found.append(parameter.value)
    }
    return found.filter { !$0.isEmpty }
  }

  /// What the client wants of a channel.
  func interest(in place: Place) -> ChannelHub.Interest {
    var interest = ChannelHub.Interest(
      live.identity(place.channel), parameters: place.parameters,
      account: identity?.principal.account)
    interest.client = number
    return interest
  }

  /// The bytes of a message for this client.
  func bytes(_ message: ChannelHub.Message) -> [UInt8] { LocalLink.expand(in: message.bytes, origin: origin) }

  /// The messages for a client that connects.
  func greetings() -> [ChannelReply] {
    places.flatMap { place in
      place.channel.messages.filter { $0.trigger == .connection }.compactMap { message in
        payload(message, at: place, known: JSONObject(), isGreeting: true).map {
          ChannelReply(name: message.name, payload: $0)
        }
      }
    }
  }

  /// A payload for this client alone.
  ///
  /// - Parameters:
  ///   - isGreeting: Whether it is the first one of a connection, which shows that all is well.
  /// - Returns: nil when no valid payload was found.
  func payload(
    _ message: ChannelModel.Message, at place: Place, known: JSONObject, isGreeting: Bool = false
  ) -> JSONValue? {
    let now = world.clock.now
    let subject = PayloadSubject(
      time: now, number: Int(clamping: world.random.next() >> 32), parameters: place.parameters,
      address: place.channel.address(with: place.parameters))
    var all = live.plan(message, of: place.channel, resource: nil).known(subject)
    if isGreeting { for member in good(message).members { all[member.key] = member.value } }
    for member in known.members { all[member.key] = member.value }
    return live.payload(
      message, known: all, seed: world.random.next(), now: now, origin: origin, isWhole: isGreeting)
  }

  private static let goodStates: Set<String> = [
    "online", "ok", "connected", "ready", "active", "up", "open", "success",
  ]

  /// The states of a message that show that all is well.
  private func good(_ message: ChannelModel.Message) -> JSONObject {
    guard let payload = message.payload else { return JSONObject() }
    var known = JSONObject()
    for member in live.api.maker.members(of: payload) where message.marks[member.name] == nil {
      guard let values = live.api.maker.shape(of: member.place).values, values.count > 1 else { continue }
      known[member.name] = values.first { Self.goodStates.contains($0.string?.lowercased() ?? "") } ?? values.first
    }
    return known
  }
}
