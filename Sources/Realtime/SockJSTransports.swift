import HTTPCore
import JSON
import World

/// The transports of SockJS for clients and proxies that do not let WebSockets through (SockJS protocol 0.3.3): requests
/// that read frames, once or as a stream, and requests that send some.
enum SockJSTransports {
  /// What every answer but the page for frames says of caches, as SockJS wants it.
  static let noStore = "no-store, no-cache, no-transform, must-revalidate, max-age=0"

  private static let script = "application/javascript; charset=UTF-8"
  private static let plainText = "text/plain; charset=UTF-8"

  static func all(_ path: String, _ service: STOMPService) -> [Endpoint] {
    let session = "\(path)/{server}/{session}"
    return [
      Endpoint(.post, "\(session)/xhr", "sockJSPoll", .open) { call in
        try read(call, service, .polling, "sockJSPoll")
      },
      Endpoint(.post, "\(session)/xhr_streaming", "sockJSStream", .open) { call in
        try read(call, service, .streaming, "sockJSStream")
      },
      Endpoint(.post, "\(session)/xhr_send", "sockJSSend", .open) { try send($0, service) },
      Endpoint(.get, "\(session)/eventsource", "sockJSEvents", .open) { call in
        try read(call, service, .events, "sockJSEvents")
      },
      Endpoint(.get, "\(session)/htmlfile", "sockJSPage", .open) { call in
        try readByCallback(call, service, SockJSFraming.page, "sockJSPage")
      },
      Endpoint(.get, "\(session)/jsonp", "sockJSScript", .open) { call in
        try readByCallback(call, service, SockJSFraming.scripts, "sockJSScript")
      },
      Endpoint(.post, "\(session)/jsonp_send", "sockJSScriptSend", .open) { try sendForm($0, service) },
    ].map(\.standingForSocket) + [
      Endpoint(.get, "\(path)/iframe.html", "sockJSFrame", .open) { frame($0, service) },
      Endpoint(.get, "\(path)/iframe-{version}.html", "sockJSFrameOfVersion", .open) { frame($0, service) },
    ]
  }

  // MARK: Reading

  /// Answers with frames of a session, which begins now if there is none of its name.
  ///
  /// - Parameters:
  ///   - operation: The id of the operation; faults find the session's socket by that of its first request.
  private static func read(
    _ call: Call, _ service: STOMPService, _ framing: SockJSFraming, _ operation: String
  ) throws(Problem) -> Response {
    let name = try sessionName(call)
    let parameters = try STOMPConnection.Parameters(call, service)
    let session = try parameters.broker.sockJSSessions.session(name) { forget in
      make(call, parameters, operation, forget)
    }
    var response = Response(
      status: 200, headers: ["Content-Type": framing.contentType, "Cache-Control": noStore],
      content: .stream(session.read(framing)))
    // Whoever asks decides with which letters the script begins.
    if framing.contentType == script { response.headers["X-Content-Type-Options"] = "nosniff" }
    return response
  }

  private static func make(
    _ call: Call, _ parameters: STOMPConnection.Parameters, _ operation: String,
    _ forget: @escaping @Sendable (SockJSSession) -> Void
  ) -> SockJSSession {
    let service = parameters.service
    let subject = FaultSubject(
      request: call.request, api: service.api, operationID: operation, account: call.principal?.account,
      email: call.principal?.email)
    let schedule = service.schedule
    let inner = SockJSConnection(world: parameters.world, inner: STOMPConnection(parameters))
    let context = InterceptorContext(subject: subject.forSocket, world: parameters.world, schedule: schedule)
    return SockJSSession(InterceptedSession(inner, context), schedule: schedule, forget: forget)
  }

  private static func readByCallback(
    _ call: Call, _ service: STOMPService, _ framing: (_ callback: String) -> SockJSFraming, _ operation: String
  ) throws(Problem) -> Response {
    guard let callback = try call.request.query()["c"], !callback.isEmpty else {
      return failure("\"callback\" parameter required")
    }
    // It becomes a part of a script.
    let isName = callback.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "-_.".utf8.contains(byte)
      }
    }
    guard isName else { return failure("invalid \"callback\" parameter") }
    return try read(call, service, framing(callback), operation)
  }

  /// The name of the session; that of the server means nothing.
  ///
  /// - Throws: ``Problem`` of kind `notFound` when a name has a dot, which SockJS does not allow.
  private static func sessionName(_ call: Call) throws(Problem) -> String {
    let (server, session) = (call.parameters["server"], call.parameters["session"])
    guard !server.contains("."), !session.contains(".") else {
      throw Problem(.notFound, "names of SockJS servers and sessions have no dots")
    }
    return session
  }

  // MARK: Sending

  private static func send(_ call: Call, _ service: STOMPService) throws(Problem) -> Response {
    try take(call.request.body, call, service)
      ?? Response(status: 204, headers: ["Content-Type": plainText, "Cache-Control": noStore])
  }

  /// Takes messages of a form, or bare.
  private static func sendForm(_ call: Call, _ service: STOMPService) throws(Problem) -> Response {
    let form = try FormContent(call.request)
    let content = form.map { Array(($0.fields["d"] ?? "").utf8) } ?? call.request.body
    return try take(content, call, service) ?? text("ok", status: 200)
  }

  /// Hands messages to their session.
  ///
  /// - Returns: What is wrong with them; nil for nothing.
  /// - Throws: ``Problem`` of kind `notFound` when there is no such session, or it is over.
  private static func take(_ content: [UInt8], _ call: Call, _ service: STOMPService) throws(Problem) -> Response? {
    let name = try sessionName(call)
    let parameters = try STOMPConnection.Parameters(call, service)
    guard let session = parameters.broker.sockJSSessions[name], !session.isOver else {
      throw Problem(.notFound, "there is no SockJS session of that name: it ends 5 s after the last request that read")
    }
    guard !content.isEmpty else { return failure("Payload expected.") }
    guard case .success = SockJSFrame.messages(in: content) else { return failure("Broken JSON encoding.") }
    session.receive(content)
    return nil
  }

  // MARK: Other answers

  /// The page by which a page of another origin reaches the server in a frame. Its script is SockJS's client, whose version
  /// must be that of the page.
  private static func frame(_ call: Call, _ service: STOMPService) -> Response {
    let source = HTMLText.escape(service.plan.sockJSScript(call.world))
    let page = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
        <meta charset="UTF-8">
        <title>SockJS</title>
        <script src="\(source)"></script>
        <script>SockJS.bootstrap_iframe();</script>
      </head>
      <body><p>SockJS uses this page to reach the server from pages of other origins.</p></body>
      </html>

      """
    let content = RenderedContent(Array(page.utf8), mediaType: "text/html; charset=UTF-8")
    var response = content.response(to: call.request, cacheControl: "public, max-age=\(frameSeconds)")
    response.headers["Expires"] =
      call.world.clock.now.advanced(byNanoseconds: Int64(frameSeconds) * 1_000_000_000).httpDate
    return response
  }

  /// A year.
  private static let frameSeconds = 31_536_000

  /// A refusal in SockJS's words.
  private static func failure(_ message: String) -> Response { text(message, status: 500) }

  private static func text(_ text: String, status: Int) -> Response {
    Response(
      status: status, headers: ["Content-Type": plainText, "Cache-Control": noStore], content: .bytes(Array(text.utf8)))
  }
}

/// How a transport writes frames into an answer.
struct SockJSFraming: Sendable {
  /// Bytes of frames after which an answer that is a stream ends, so that clients need not keep more.
  private static let streamBytes = 128 << 10

  let contentType: String
  /// What comes before the first frame.
  let prelude: [UInt8]
  /// Bytes of frames after which the answer ends; 0 for behind the first frame.
  let limit: Int
  let wrap: @Sendable ([UInt8]) -> [UInt8]

  /// One frame and a line end.
  static let polling = SockJSFraming(
    contentType: "application/javascript; charset=UTF-8", prelude: [], limit: 0, wrap: line)

  /// A frame a line, behind 2 KiB that some browsers keep for themselves.
  static let streaming = SockJSFraming(
    contentType: "application/javascript; charset=UTF-8",
    prelude: Array(repeating: UInt8(ascii: "h"), count: 2048) + [UInt8(ascii: "\n")], limit: streamBytes, wrap: line)

  /// Server-sent events (WHATWG HTML §9.2).
  static let events = SockJSFraming(
    contentType: "text/event-stream; charset=UTF-8", prelude: Array("\r\n".utf8), limit: streamBytes
  ) { Array("data: ".utf8) + $0 + Array("\r\n\r\n".utf8) }

  /// A page with a script a frame, for old browsers that show pages while they come.
  ///
  /// - Parameters:
  ///   - callback: The name of an object of the page around it.
  @Sendable static func page(_ callback: String) -> SockJSFraming {
    let head = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="UTF-8"><title>SockJS</title></head><body>
      <script>
        document.domain = document.domain;
        var receiver = parent.\(callback);
        receiver.start();
        function p(frame) { receiver.message(frame); }
        window.onload = receiver.stop;
      </script>

      """
    let filler = String(repeating: " ", count: max(0, 1024 - head.utf8.count)) + "\r\n\r\n"
    return SockJSFraming(
      contentType: "text/html; charset=UTF-8", prelude: Array((head + filler).utf8), limit: streamBytes
    ) { Array("<script>\np(".utf8) + literal($0) + Array(");\n</script>\r\n".utf8) }
  }

  /// A script that calls a function with one frame. The comment before keeps it from being taken for another kind of file.
  ///
  /// - Parameters:
  ///   - callback: The name of the function.
  @Sendable static func scripts(_ callback: String) -> SockJSFraming {
    SockJSFraming(contentType: "application/javascript; charset=UTF-8", prelude: [], limit: 0) {
      Array("/**/\(callback)(".utf8) + literal($0) + Array(");\r\n".utf8)
    }
  }

  private static let line: @Sendable ([UInt8]) -> [UInt8] = { $0 + [UInt8(ascii: "\n")] }

  /// A frame as a string of JavaScript that may stand in a page.
  private static func literal(_ frame: [UInt8]) -> [UInt8] {
    let text = JSONWriter.serialize(.string(String(decoding: frame, as: UTF8.self)))
    var result = ""
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "<": result += "\\u003c"
      case "\u{2028}": result += "\\u2028"
      case "\u{2029}": result += "\\u2029"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return Array(result.utf8)
  }
}
