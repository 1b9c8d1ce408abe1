import HTTPCore
import JSON
import World

/// The endpoints for SockJS clients: information about the server, its WebSocket transport, with and without SockJS's
/// own framing, and the transports for clients without WebSocket (SockJS protocol 0.3.3).
enum SockJSEndpoints {
  static func all(_ path: String, _ service: STOMPService) -> [Endpoint] {
    [
      Endpoint(.get, "\(path)/info", "sockJSInfo", .open) { information($0) },
      Endpoint(socket: "\(path)/websocket", "sockJSRawWebSocket", .open) { try STOMPEndpoints.upgrade($0, service) },
      Endpoint(socket: "\(path)/{server}/{session}/websocket", "sockJSWebSocket", .open) { call in
        let parameters = try STOMPConnection.Parameters(call, service)
        return WebSocketUpgrade { SockJSConnection(world: parameters.world, inner: STOMPConnection(parameters)) }
      },
    ] + SockJSTransports.all(path, service)
  }

  /// SockJS's response at its own path, to any request (SockJS 0.3.3, "Greeting url"); nil if the path is also one of
  /// plain STOMP.
  static func greeting(_ call: Call) -> Response? {
    guard call.world.messaging.dialect.keepsSockJSPaths else { return nil }
    return Response(
      status: 200, headers: ["Content-Type": "text/plain; charset=UTF-8"],
      content: .bytes(Array("Welcome to SockJS!\n".utf8)))
  }

  /// Reports that WebSocket is available and cookies are not needed. The entropy seeds the client's session names.
  private static func information(_ call: Call) -> Response {
    let entropy = call.world.random.bytes(4).reduce(0) { $0 << 8 | Int($1) }
    var response = Response.json([
      "websocket": true, "origins": ["*:*"], "cookie_needed": false, "entropy": .number(JSONNumber(entropy)),
    ])
    response.headers["Cache-Control"] = SockJSTransports.noStore
    return response
  }
}

/// A connection in SockJS's framing: `o` opens it, `a[…]` contains messages to the client, `h` is a heartbeat, `c[…]`
/// ends it; the client sends arrays of messages.
final class SockJSConnection: WebSocketSession, Sendable {
  /// Nanoseconds of the world's time between two `h`.
  private static let heartbeat: Int64 = 25_000_000_000

  private let world: World
  private let inner: STOMPConnection
  private let alarm = Alarm()

  /// The alarm's owner: the connection inside has its own alarm.
  private final class Alarm: Sendable {}

  init(world: World, inner: STOMPConnection) {
    self.world = world
    self.inner = inner
  }

  func receive(_ event: WebSocketEvent) -> [WebSocketAction] {
    switch event {
    case .opened(let handle):
      // Read before the client receives anything: a client that has may move the clock.
      let now = world.heartbeatNanoseconds
      handle.send(.text(Array("o".utf8)))
      setAlarm(handle, since: now)
      return inner.receive(.opened(SockJSHandle(socket: handle)))
    case .message(let message):
      return receive(message.bytes)
    case .closed:
      world.heartbeatAlarms.set(alarm, at: nil) {}
      return inner.receive(.closed)
    case .oversized, .dropped, .caughtUp:
      return inner.receive(event)
    }
  }

  var status: SessionStatus? {
    var status = inner.status
    status?.protocolName = "sockjs"
    return status
  }

  private func receive(_ bytes: [UInt8]) -> [WebSocketAction] {
    guard !bytes.isEmpty else { return [] }
    switch SockJSFrame.messages(in: bytes) {
    case .success(let messages):
      return messages.flatMap { inner.receive(.message(.text(Array($0.utf8)))) }
    case .failure(let problem):
      return [
        .send(.text(SockJSFrame.close(code: 1002, reason: problem.message))),
        .close(code: 1002, reason: problem.message.clipped(to: 100)),
      ]
    }
  }

  private func setAlarm(_ handle: any WebSocketHandle, since start: Int64) {
    let due = start.addingReportingOverflow(Self.heartbeat)
    guard !due.overflow else { return }
    world.heartbeatAlarms.set(alarm, at: due.partialValue) { [weak self, world] in
      let now = world.heartbeatNanoseconds
      handle.send(.text(Array("h".utf8)), whenFull: .dropOldest)
      self?.setAlarm(handle, since: now)
    }
  }
}

/// A socket on which every message is in SockJS's framing.
private struct SockJSHandle: WebSocketHandle {
  let socket: any WebSocketHandle

  var isCongested: Bool { socket.isCongested }

  func send(_ message: WebSocketMessage, whenFull policy: OverflowPolicy) {
    socket.send(.text(SockJSFrame.messages(message.bytes)), whenFull: policy)
  }

  func close(code: UInt16, reason: String) {
    socket.send(.text(SockJSFrame.close(code: code, reason: reason)))
    socket.close(code: code, reason: reason)
  }

  func abort() { socket.abort() }

  func pauseReading(_ isPaused: Bool) { socket.pauseReading(isPaused) }

  func remark(_ location: String, _ message: String, isViolation: Bool) {
    socket.remark(location, message, isViolation: isViolation)
  }

  func continueMessage() { socket.continueMessage() }
}

/// The frames of SockJS.
enum SockJSFrame {
  /// Whether a frame contains messages to the client.
  static func isOfMessages(_ frame: [UInt8]) -> Bool {
    frame.starts(with: Array("a[".utf8)) && frame.last == UInt8(ascii: "]")
  }

  static func isHeartbeat(_ frame: [UInt8]) -> Bool { frame == [UInt8(ascii: "h")] }

  /// Whether a frame ends the session.
  static func isClosing(_ frame: [UInt8]) -> Bool { frame.starts(with: Array("c[".utf8)) }

  /// The messages of several frames, each of which fulfils ``isOfMessages(_:)``, in one frame.
  static func merged(_ frames: [[UInt8]]) -> [UInt8] {
    Array("a[".utf8) + Array(frames.map { $0.dropFirst(2).dropLast() }.joined(separator: [UInt8(ascii: ",")]))
      + [UInt8(ascii: "]")]
  }

  /// Wraps one message for the client. SockJS only supports text: invalid bytes become U+FFFD.
  static func messages(_ bytes: [UInt8]) -> [UInt8] {
    Array("a".utf8) + JSONWriter.serialize(.array([.string(String(decoding: bytes, as: UTF8.self))]))
  }

  /// The frame that closes the connection.
  static func close(code: UInt16, reason: String) -> [UInt8] {
    Array("c".utf8) + JSONWriter.serialize(.array([.number(JSONNumber(Int(code))), .string(reason)]))
  }

  /// The messages of a frame from the client: an array of strings, or one string.
  static func messages(in bytes: [UInt8]) -> Result<[String], Problem> {
    let value: JSONValue
    do {
      value = try JSONParser.parse(bytes)
    } catch {
      let isBare = bytes.starts(with: Array("CONNECT".utf8)) || bytes.starts(with: Array("STOMP".utf8))
      let advice = "a bare STOMP frame; this path speaks SockJS, bare frames go to the path that ends before it"
      return .failure(Problem(.malformedBody, isBare ? advice : "the SockJS frame is not valid JSON: \(error)"))
    }
    if let text = value.string { return .success([text]) }
    guard let list = value.array, list.allSatisfy({ $0.string != nil }) else {
      return .failure(Problem(.malformedBody, "a SockJS frame is an array of strings, not a \(value.typeName)"))
    }
    return .success(list.compactMap(\.string))
  }
}
