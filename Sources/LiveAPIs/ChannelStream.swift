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
    let form = Form(client.places.first?.channel)
    if form.isEvents { stream.push(Array("retry: \(retry)\n\n".utf8)) }
    let last = request.headers["Last-Event-ID"].flatMap { Int($0.trimmingBlanks()) }
    let hub = client.world.channels
    for place in client.places { hub.keepMessages(of: client.live.identity(place.channel)) }
    let record = Recorder(client, request)
    for greeting in client.greetings() {
      let subject = client.subject(of: greeting, cause: .connection)
      hub.send(subject, greeting.payload, account: client.identity?.principal.account) {
        record(greeting.bytes, subject, isSent: stream.push(form.text(greeting.name, greeting.bytes, id: nil)))
      }
    }
    var subscriptions: [ChannelHub.Subscription] = []
    client.world.listen {
      subscriptions = client.places.map { place in
        hub.subscribe(client.interest(in: place), after: last) { message in
          let bytes = client.bytes(message)
          let isSent = stream.push(form.text(message.name, bytes, id: message.number))
          record(bytes, message.subject, isSent: isSent)
        }
      }
    }
    // A blank line between JSON texts says nothing.
    let silence = Array((form.isEvents ? ": \n\n" : "\n").utf8)
    let timer = RealTimer(everyMilliseconds: keepAlive) { [weak stream] in stream?.push(silence) }
    let resources = StreamResources(subscriptions + [timer])
    stream.onAbandoned { resources.release() }
    var headers: HeaderFields = ["Content-Type": form.mediaType]
    headers["Cache-Control"] = "no-store"
    return Response(status: 200, headers: headers, content: .stream(stream))
  }

  /// Records events as frames: what a WebSocket would have got.
  private struct Recorder: Sendable {
    private let journal: Journal
    private let (stream, api, path): (String, String, String)
    private let (account, device): (String?, String)

    init(_ client: ChannelClient, _ request: Request) {
      journal = client.world.journal
      (stream, api) = ("events-\(client.number)", client.live.api.name)
      path = request.basePath + request.target.rawPath
      (account, device) = (client.identity?.principal.account, Device(request).id)
    }

    func callAsFunction(_ bytes: [UInt8], _ subject: ChannelMessage, isSent: Bool) {
      journal.frame(
        JournalFrame(
          socket: stream, api: api, path: path, direction: .sent, message: .text(bytes), account: account,
          device: device, subject: subject, ending: isSent ? .whole : .aborted))
    }
  }

  /// How the messages of a path are written.
  private struct Form {
    let mediaType: String
    /// Whether the events have names: those of an operation's stream have none, so that `onmessage` gets them.
    private let isNamed: Bool

    init(_ channel: ChannelModel.Channel?) {
      let stream = channel?.document.operation == nil ? nil : channel?.document.messages.first?.contentType
      mediaType = stream ?? "text/event-stream"
      isNamed = stream == nil
    }

    var isEvents: Bool { mediaType.hasPrefix("text/event-stream") }

    func text(_ name: String, _ bytes: [UInt8], id: Int?) -> [UInt8] {
      guard isEvents else { return bytes + Array("\n".utf8) }
      let plain = name.filter { $0 != "\n" && $0 != "\r" }
      let head = "\(id.map { "id: \($0)\n" } ?? "")\(isNamed ? "event: \(plain)\n" : "")data: "
      return Array(head.utf8) + bytes + Array("\n\n".utf8)
    }
  }
}
