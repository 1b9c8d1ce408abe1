import HTTPCore
import JSON
import Synchronization
import World

/// MCP over HTTP at `/_mock/mcp` (MCP, Transports, Streamable HTTP). Responses come with their requests; the server sends
/// nothing by itself, so it has no stream for GET.
package enum MCPEndpoints {
  private static let path = "/_mock/mcp"
  private static let sessionHeader = "Mcp-Session-Id"
  private static let versionHeader = "MCP-Protocol-Version"
  private static let eventType = "text/event-stream"

  /// The endpoints.
  ///
  /// - Parameters:
  ///   - service: nil before the server listens.
  package static func all(
    _ sessions: MCPSessions, service: @escaping @Sendable () -> MCPService?
  ) -> [Endpoint] {
    [
      Endpoint(.post, path, "callMCP", .open) { call in try post(call, sessions, service) }.asking,
      Endpoint(.delete, path, "endMCPSession", .open) { call in
        let id = try sessionID(call.request)
        guard sessions.remove(id) else { throw unknownSession }
        return .noContent
      }.asking,
    ]
  }

  private static func post(
    _ call: Call, _ sessions: MCPSessions, _ service: @Sendable () -> MCPService?
  ) throws(Problem) -> Response {
    let form = try ResponseForm(call.request.headers["Accept"])
    let (session, newID) = try session(call.request, sessions, service)
    let outlet = Outlet(form)
    let requests = session.receive(call.request.body, world: namedWorld(call)) { outlet.send($0) }
    var response = outlet.response(cancel: requests.cancel)
    if let newID, session.revision != nil { response.headers.append(sessionHeader, newID) }
    if let newID, session.revision == nil { _ = sessions.remove(newID) }
    return response
  }

  /// The world that the request names; nil for the default one.
  private static func namedWorld(_ call: Call) -> String? {
    let isNamed = !call.request.basePath.isEmpty || call.request.headers[ControlConnection.worldHeader] != nil
    return isNamed ? call.world.id : nil
  }

  /// The session of a request, or a new one with its id for `initialize`.
  private static func session(
    _ request: Request, _ sessions: MCPSessions, _ service: @Sendable () -> MCPService?
  ) throws(Problem) -> (MCPSession, newID: String?) {
    let version = request.headers[versionHeader]?.trimmingBlanks()
    if let version, !MCPService.revisions.contains(version) {
      let known = MCPService.revisions.joined(separator: " and ")
      throw Problem(
        .malformedRequest, "\(versionHeader) must be a revision that this server has: \(known)", field: versionHeader,
        value: version)
    }
    if request.headers[sessionHeader] != nil {
      guard let session = sessions.session(try sessionID(request)) else { throw unknownSession }
      if let version, let revision = session.revision, version != revision {
        throw Problem(
          .malformedRequest, "\(versionHeader) must be \(revision), which the session has negotiated",
          field: versionHeader, value: version)
      }
      return (session, nil)
    }
    guard let service = service() else { throw Problem(.unavailable, "the server is about to start") }
    // What is not JSON, or no request, gets its error from a session that ends at once.
    guard let message = try? JSONParser.parse(request.body), message.object != nil else {
      return (MCPSession(service), nil)
    }
    guard message["method"]?.string == "initialize" else {
      // A client that asks whether the server is there, or sends no valid message, needs no session.
      if message["method"]?.string == "ping" || message["jsonrpc"]?.string != "2.0" {
        return (MCPSession(service), nil)
      }
      _ = try sessionID(request)
      return (MCPSession(service), nil)
    }
    let session = MCPSession(service)
    guard let id = sessions.add(session) else {
      throw Problem(
        .unavailable, "all \(MCPSessions.maximumCount) sessions are busy; end one by DELETE",
        headers: ["Retry-After": "1"])
    }
    return (session, id)
  }

  private static func sessionID(_ request: Request) throws(Problem) -> String {
    guard let id = request.headers[sessionHeader]?.trimmingBlanks(), !id.isEmpty else {
      throw Problem(
        .malformedRequest, "\(sessionHeader) is missing: send initialize, and then the id of its response",
        field: sessionHeader)
    }
    return id
  }

  private static let unknownSession = Problem(
    .notFound, "the session does not exist: it has ended, or was not used for long; send initialize again",
    field: sessionHeader)
}

extension MCPEndpoints {
  /// The form of a response that a client accepts.
  struct ResponseForm {
    /// Whether it accepts JSON, and events.
    let (takesJSON, takesEvents): (Bool, Bool)

    /// - Throws: ``Problem`` with status 406 for a client that accepts neither.
    init(_ accept: String?) throws(Problem) {
      let types = (accept ?? "*/*").split(separator: ",").map { element in
        String(element.prefix { $0 != ";" }).trimmingBlanks().lowercased()
      }
      takesJSON = types.contains { ["*/*", "application/*", "application/json"].contains($0) }
      takesEvents = types.contains { [eventType, "text/*"].contains($0) }
      guard takesJSON || takesEvents else {
        throw Problem(
          forcing: 406, "Accept must have application/json and text/event-stream",
          details: [Problem.Detail("field", "Accept")])
      }
    }
  }

  /// Takes the response to a message, and sends it with the HTTP response: at once if it comes before that, otherwise
  /// through a stream.
  private final class Outlet: Sendable {
    private enum State {
      case waiting
      case replied(JSONValue?)
      case streaming(BodyStream, isEvent: Bool)
      case sent
    }

    /// The most bytes of a response.
    private static let capacity = 4 << 20

    private let form: ResponseForm
    private let state = Mutex(State.waiting)

    init(_ form: ResponseForm) { self.form = form }

    func send(_ reply: JSONValue?) {
      let stream = state.withLock { state -> (BodyStream, Bool)? in
        if case .streaming(let stream, let isEvent) = state {
          state = .sent
          return (stream, isEvent)
        }
        state = .replied(reply)
        return nil
      }
      guard let (stream, isEvent) = stream else { return }
      if let reply { stream.push(Self.bytes(reply, isEvent: isEvent)) }
      stream.finish()
    }

    /// - Parameters:
    ///   - cancel: Called when the client has disconnected.
    func response(cancel: @escaping @Sendable () -> Void) -> Response {
      let stream = BodyStream(capacity: Self.capacity)
      let isEvent = form.takesEvents
      let reply = state.withLock { state -> JSONValue?? in
        if case .replied(let reply) = state { return .some(reply) }
        state = .streaming(stream, isEvent: isEvent)
        return nil
      }
      if let reply {
        // Nothing to respond to: a notification.
        guard let reply else { return Response(status: 202) }
        let isJSON = form.takesJSON
        var response = Response.json(Self.bytes(reply, isEvent: !isJSON), status: Self.status(of: reply))
        if !isJSON { response.headers["Content-Type"] = nil }
        if !isJSON { response.headers.append("Content-Type", eventType) }
        return response
      }
      stream.onAbandoned(cancel)
      return Response(
        status: 200,
        headers: ["Content-Type": isEvent ? eventType : Response.jsonType, "Cache-Control": "no-store"],
        content: .stream(stream))
    }

    /// A message that is no request is a bad request of HTTP, too.
    private static func status(of reply: JSONValue) -> Int { reply["id"]?.isNull == true ? 400 : 200 }

    private static func bytes(_ reply: JSONValue, isEvent: Bool) -> [UInt8] {
      let json = JSONWriter.serialize(reply, sortedKeys: false)
      return isEvent ? Array("event: message\ndata: ".utf8) + json + [0x0A, 0x0A] : json
    }
  }
}
