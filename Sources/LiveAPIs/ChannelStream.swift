import HTTPCore
import JSON
import Platform
import World

/// Sends the messages of channels as Server-Sent Events (HTML Living Standard §9.2).
enum ChannelStream {
  /// The time after which a client connects again, in milliseconds.
  private static let retry = 3000
  /// Proxies and clients close a connection after a longer time without data; in milliseconds.
  private static let keepAlive = 15_000

  /// A response whose body is a stream of the messages at the client's path.
  static func response(_ client: ChannelClient, _ request: Request) -> Response {
    let stream = BodyStream()
    stream.push(Array("retry: \(retry)\n\n".utf8))
    let last = request.headers["Last-Event-ID"].flatMap { Int($0.trimmingBlanks()) }
    let hub = client.world.channels
    for place in client.places {
      hub.keepMessages(of: client.live.identity(place.channel))
      for message in place.channel.messages where message.trigger == .connection {
        if let payload = client.payload(message, at: place, known: JSONObject(), isGreeting: true) {
          stream.push(event(message.name, JSONWriter.serialize(payload, sortedKeys: false), id: nil))
        }
      }
    }
    var subscriptions: [ChannelHub.Subscription] = []
    client.world.listen {
      subscriptions = client.places.map { place in
        hub.subscribe(client.interest(in: place), after: last) { message in
          stream.push(event(message.name, client.bytes(message), id: message.number))
        }
      }
    }
    let timer = RealTimer(everyMilliseconds: keepAlive) { [weak stream] in stream?.push(Array(": \n\n".utf8)) }
    let resources = StreamResources(subscriptions + [timer])
    stream.onAbandoned { resources.release() }
    var headers: HeaderFields = ["Content-Type": "text/event-stream"]
    headers["Cache-Control"] = "no-store"
    return Response(status: 200, headers: headers, content: .stream(stream))
  }

  private static func event(_ name: String, _ bytes: [UInt8], id: Int?) -> [UInt8] {
    let plain = name.filter { $0 != "\n" && $0 != "\r" }
    return Array("\(id.map { "id: \($0)\n" } ?? "")event: \(plain)\ndata: ".utf8) + bytes + Array("\n\n".utf8)
  }
}
