import HTTPCore
import JSON
import Platform
import World

/// The channels of custom APIs, and messages that a test sends on them.
package enum ChannelEndpoints {
  /// The endpoints.
  package static let all: [Endpoint] = [
    Endpoint(.get, "/_mock/channels", "listChannels", .open) { call in
      .json([
        "channels": .array(
          call.world.channels.channels.flatMap { owner in
            owner.channels.map { name -> JSONValue in
              let listeners = call.world.channels.interests(in: ChannelHub.Channel(api: owner.api, name: name))
              return [
                "api": .string(owner.api), "name": .string(name), "listeners": .number(JSONNumber(listeners.count)),
              ]
            }
          })
      ])
    },
    Endpoint(.get, "/_mock/channels/messages", "followMessages", .open, answer: follow),
    Endpoint(.post, "/_mock/events", "pushEvent", .open, answer: push),
  ]

  /// Proxies and clients close a connection after a longer time without data; in milliseconds.
  private static let keepAlive = 15_000

  /// A channel of an API, with the values of the parameters in the address that named it.
  private struct Place {
    let channel: ChannelHub.Channel
    let parameters: [String: String]
  }

  /// The channel of a name or address: of the named API, or of the only one that has such a channel.
  ///
  /// - Throws: ``Problem`` of kind `notFound` for no such API or channel, `conflict` where several APIs have it.
  private static func place(_ name: String, api: String?, in world: World) throws(Problem) -> Place {
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
    call.world.listen {
      objects.append(
        hub.subscribe(ChannelHub.Interest(place.channel, parameters: place.parameters)) { message in
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
      "payload": result.payload, "listeners": .number(JSONNumber(result.listeners)),
      "violations": .array(result.violations.map(JSONValue.string)),
    ])
    response.status = 202
    return response
  }
}
