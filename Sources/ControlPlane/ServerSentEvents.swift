import HTTPCore

/// The text of server-sent events (WHATWG HTML §9.2).
enum ServerSentEvents {
  /// A line that readers ignore, which prevents proxies and clients from closing an idle connection.
  static let keepAlive = comment("keep-alive")

  /// A response whose events are sent through a stream.
  static func response(_ stream: BodyStream) -> Response {
    Response(
      status: 200, headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"],
      content: .stream(stream))
  }

  /// An event.
  ///
  /// - Parameters:
  ///   - data: The data, without line breaks.
  ///   - id: The value that a reconnecting client sends in `Last-Event-ID`; nil for an event without one.
  static func event(_ name: String, _ data: [UInt8], id: Int? = nil) -> [UInt8] {
    let head = id.map { "id: \($0)\n" } ?? ""
    return Array("\(head)event: \(name)\ndata: ".utf8) + data + Array("\n\n".utf8)
  }

  /// A text that readers ignore.
  static func comment(_ text: String) -> [UInt8] { Array(": \(text)\n\n".utf8) }
}
