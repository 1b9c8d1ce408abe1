import HTTPCore
import JSON
import Platform
import World

/// The channels of custom APIs, and messages that a test sends on them.
package enum ChannelEndpoints {
  /// The endpoints.
  package static let all: [Endpoint] = [
    Endpoint(.get, "/_mock/channels", "listChannels", .open) { .json(["channels": .array(list($0.world.channels))]) },
    Endpoint(.get, "/_mock/channels/messages", "followMessages", .open, answer: follow),
    Endpoint(.post, "/_mock/events", "pushEvent", .open, answer: push),
    Endpoint(.post, "/_mock/channels/hold", "holdMessages", .open, answer: hold),
    Endpoint(.post, "/_mock/channels/release", "releaseMessages", .open, answer: release),
  ]

  private static func list(_ hub: ChannelHub) -> [JSONValue] {
    let (holds, held, _) = hub.held
    return hub.channels.flatMap { owner in
      owner.channels.map { summary -> JSONValue in
        let channel = ChannelHub.Channel(api: owner.api, name: summary.name)
        let own = holds.filter { $0.channel == channel }
        let waiting = held.count { $0.subject.api == owner.api && $0.subject.channel == summary.name }
        let messages = summary.messages.map { message -> JSONValue in
          var members: JSONObject = [
            "name": .string(message.name), "sent": .bool(message.isOfServer), "received": .bool(message.isOfClient),
            "holds": .bool(own.contains { $0.message == nil || $0.message == message.name }),
          ]
          if let trigger = message.trigger { members["trigger"] = .string(trigger) }
          if let effect = message.effect { members["effect"] = .string(effect) }
          return .object(members)
        }
        return [
          "api": .string(owner.api), "name": .string(summary.name), "address": .string(summary.address),
          "listeners": .number(JSONNumber(hub.interests(in: channel).count)),
          "holds": .bool(own.contains { $0.message == nil }), "held": .number(JSONNumber(waiting)),
          "messages": .array(messages),
        ]
      }
    }
  }

  /// Proxies and clients close a connection after a longer time without data; in milliseconds.
  private static let keepAlive = 15_000

  /// A channel of an API, with the values of the parameters in the address that named it.
  struct Place {
    let channel: ChannelHub.Channel
    let parameters: [String: String]
  }

  /// The channel of a name or address: of the named API, or of the only one that has such a channel.
  ///
  /// - Throws: ``Problem`` of kind `notFound` for no such API or channel, `conflict` where several APIs have it.
  static func place(_ name: String, api: String?, in world: World) throws(Problem) -> Place {
    let hub = world.channels
    let known = hub.channels.map(\.api)
    if let api, !known.contains(api) {
      let others = known.isEmpty ? "no API has any" : "those with channels are \(known.joined(separator: ", "))"
      throw Problem(
        .notFound, "\"\(api.clipped(to: 60))\" is no API with channels; \(others)", field: "api", value: api)
    }
    guard !known.isEmpty else {
      throw Problem(.notFound, "no API has channels; serve one with an AsyncAPI document: --api shop=asyncapi.yaml")
    }
    var (found, refusal): ([Place], Problem?) = ([], nil)
    for one in api.map({ [$0] }) ?? known {
      do throws(Problem) {
        guard let place = try hub.locator(of: one)?(name) else { continue }
        found.append(Place(channel: ChannelHub.Channel(api: one, name: place.name), parameters: place.parameters))
      } catch {
        refusal = refusal ?? error
      }
    }
    guard let first = found.first else {
      if api == nil, known.count > 1 {
        let names = hub.channels.flatMap { $0.channels.map(\.name) }
        throw Problem(
          .notFound,
          "no API has a channel \"\(name.clipped(to: 60))\"\(KnownNames(names).suggestion(for: name)); known are "
            + names.prefix(20).joined(separator: ", "), field: "channel", value: name)
      }
      throw refusal ?? Problem(.notFound, "there is no such channel", field: "channel", value: name)
    }
    guard found.count == 1 else {
      let names = found.map(\.channel.api).joined(separator: ", ")
      throw Problem(.conflict, "several APIs have the channel; name one as \"api\": \(names)", field: "api")
    }
    return first
  }

  /// The messages of a channel as they are sent, as server-sent events.
  private static func follow(_ call: Call) throws -> Response {
    let query = try call.request.query()
    guard let name = query["channel"], !name.isEmpty else {
      throw Problem(.invalidParameter, "\"channel\" is required: a channel's name or address", field: "channel")
    }
    let place = try place(name, api: query["api"], in: call.world)
    let stream = BodyStream()
    stream.push(ServerSentEvents.comment("messages of \(place.channel.name)"))
    let (hub, origin) = (call.world.channels, call.request.origin)
    var objects: [any Sendable] = [
      RealTimer(everyMilliseconds: keepAlive) { [weak stream] in stream?.push(ServerSentEvents.keepAlive) }
    ]
    var interest = ChannelHub.Interest(place.channel, parameters: place.parameters)
    interest.isObserver = true
    call.world.listen {
      objects.append(
        hub.subscribe(interest) { message in
          stream.push(
            ServerSentEvents.event(
              message.name, LocalLink.expand(in: message.bytes, origin: origin), id: message.number))
        })
    }
    let resources = StreamResources(objects)
    stream.onAbandoned { resources.release() }
    return ServerSentEvents.response(stream)
  }

  /// Sends a message to the clients of a channel.
  private static func push(_ call: Call) throws -> Response {
    let body = try ControlBody(call.request, known: ["api", "channel", "message", "payload"])
    guard let name = try body.content("channel", upTo: 1000) else {
      throw Problem(.validation, "channel is required: a channel's name or address", field: "channel")
    }
    let event = ChannelEvent(channel: name, message: try body.text("message"), payload: body.value("payload"))
    let api = try place(name, api: try body.text("api"), in: call.world).channel.api
    guard let send = call.world.channels.sender(of: api) else {
      throw Problem(.notFound, "the documents of \(api) were replaced meanwhile; try again", field: "api", value: api)
    }
    let result = try send(call.world, event)
    var response = Response.json([
      "api": .string(api), "channel": .string(result.channel), "message": .string(result.message),
      "payload": expanded(result.payload, call), "listeners": .number(JSONNumber(result.listeners)),
      "violations": .array(result.violations.map(JSONValue.string)), "held": .bool(result.isHeld),
    ])
    response.status = 202
    return response
  }

  /// A payload with links to this server as the caller reaches it.
  private static func expanded(_ payload: JSONValue, _ call: Call) -> JSONValue {
    let bytes = LocalLink.expand(
      in: JSONWriter.serialize(payload, sortedKeys: false), origin: call.request.origin)
    return (try? JSONParser.parse(bytes)) ?? payload
  }

  // MARK: Messages that are held back

  /// The messages that a call names: of a channel, and of a name.
  ///
  /// - Throws: ``Problem`` of kind `notFound` for an unknown channel or message.
  private static func held(_ body: ControlBody, in world: World) throws(Problem) -> ChannelHub.Hold? {
    let (api, message) = (try body.text("api"), try body.text("message"))
    guard let name = try body.content("channel", upTo: 1000) else {
      guard api == nil, message == nil else {
        throw Problem(.validation, "channel is required with an API or a message", field: "channel")
      }
      return nil
    }
    let channel = try place(name, api: api, in: world).channel
    if let message { try MessageConditions.require(message, of: channel, api: channel.api, in: world) }
    return ChannelHub.Hold(channel, message: message)
  }

  private static func hold(_ call: Call) throws -> Response {
    let body = try ControlBody(call.request, known: ["api", "channel", "message"])
    guard let hold = try held(body, in: call.world) else {
      throw Problem(.validation, "channel is required: a channel's name or address", field: "channel")
    }
    call.world.channels.hold(hold)
    return .noContent
  }

  private static func release(_ call: Call) throws -> Response {
    let body = try ControlBody(call.request, known: ["api", "channel", "message", "count"])
    let count = try body.integer("count", in: 1...10_000)
    let released = call.world.channels.release(try held(body, in: call.world), limit: count)
    return .json(["released": .number(JSONNumber(released))])
  }
}
