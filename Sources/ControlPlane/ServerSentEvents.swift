import HTTPCore

/// The text of server-sent events (WHATWG HTML §9.2).
enum ServerSentEvents {
  /// A line that readers skip, which keeps proxies and clients from closing an idle connection.
  static let keepAlive = comment("keep-alive")

  /// A response whose events come through a stream.
  static func response(_ stream: BodyStream) -> Response {
    Response(
      status: 200, headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"],
      content: .stream(stream))
  }

  /// An event.
  ///
  /// - Parameters:
  ///   - data: Without line breaks.
  ///   - id: What a client names in `Last-Event-ID` when it connects again; nil for an event without one.
  static func event(_ name: String, _ data: [UInt8], id: Int? = nil) -> [UInt8] {
    let head = id.map { "id: \($0)\n" } ?? ""
    return Array("\(head)event: \(name)\ndata: ".utf8) + data + Array("\n\n".utf8)
  }

  /// A text that readers skip.
  static func comment(_ text: String) -> [UInt8] { Array(": \(text)\n\n".utf8) }
}
