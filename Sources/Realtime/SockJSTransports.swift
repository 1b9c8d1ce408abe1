import HTTPCore
import JSON
import World

/// The transports of SockJS for clients and proxies without WebSockets (SockJS protocol 0.3.3): requests that read
/// frames, once or as a stream, and requests that send some.
enum SockJSTransports {
  /// The caching header of every response except the page for frames, as SockJS requires.
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

  /// Responds with frames of a session, which is opened if there is none of its name.
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
    // The client chooses the first characters of the script.
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

  /// The name of the session; that of the server has no meaning.
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

  /// Accepts messages in a form, or directly.
  private static func sendForm(_ call: Call, _ service: STOMPService) throws(Problem) -> Response {
    let form = try FormBody(call.request)
    let content = form.map { Array(($0.fields["d"] ?? "").utf8) } ?? call.request.body
    return try take(content, call, service) ?? text("ok", status: 200)
  }

  /// Passes messages to their session.
  ///
  /// - Returns: The error in them; nil for none.
  /// - Throws: ``Problem`` of kind `notFound` when there is no such session, or it has ended.
  private static func take(_ content: [UInt8], _ call: Call, _ service: STOMPService) throws(Problem) -> Response? {
    let name = try sessionName(call)
    let parameters = try STOMPConnection.Parameters(call, service)
    guard let session = parameters.broker.sockJSSessions[name], !session.isOver else {
      throw Problem(.notFound, "unknown SockJS session: a session ends 5 s after the last request that read")
    }
    guard !content.isEmpty else { return failure("Payload expected.") }
    guard case .success = SockJSFrame.messages(in: content) else { return failure("Broken JSON encoding.") }
    session.receive(content)
    return nil
  }

  // MARK: Other responses

  /// The page through which a page of another origin reaches the server in a frame. Its script is SockJS's client,
  /// whose version must be that of the page.
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
    let content = RenderedBody(Array(page.utf8), mediaType: "text/html; charset=UTF-8")
    var response = content.response(to: call.request, cacheControl: "public, max-age=\(frameSeconds)")
    response.headers["Expires"] =
      call.world.clock.now.advanced(byNanoseconds: Int64(frameSeconds) * 1_000_000_000).httpDate
    return response
  }

  /// A year.
  private static let frameSeconds = 31_536_000

  /// An error in SockJS's format.
  private static func failure(_ message: String) -> Response { text(message, status: 500) }

  private static func text(_ text: String, status: Int) -> Response {
    Response(
      status: status, headers: ["Content-Type": plainText, "Cache-Control": noStore], content: .bytes(Array(text.utf8)))
  }
}
