import Foundation

/// A message of a STOMP destination.
public struct StompMessage: Sendable, Hashable {
  /// Where it was sent to.
  public var destination: String
  /// All headers.
  public var headers: [String: String]
  /// The body.
  public var text: String
  /// The body as JSON; nil where it is none.
  public var json: JSONValue? { try? JSON.decoder().decode(JSONValue.self, from: Data(text.utf8)) }
}

/// A client of STOMP 1.2 over WebSocket, for tests. The world closes it at the end of the test.
public final class StompClient: Sendable {
  private let socket: WebSocket
  private let replies = Inbox<StompFrame>()
  private let inbox = Inbox<StompMessage>()
  private let counter = Counter()
  private let seconds: Double

  private actor Counter {
    private var last = 0
    func next() -> Int {
      last += 1
      return last
    }
  }

  init(_ socket: WebSocket, headers: [String: String], seconds: Double) async throws {
    (self.socket, self.seconds) = (socket, seconds)
    socket.read { [replies, inbox] event in
      switch event {
      case .text(let text):
        guard let frame = StompFrame(text) else { return }
        guard frame.command == "MESSAGE" else { return await replies.add(frame) }
        let destination = frame.headers["destination"] ?? ""
        await inbox.add(StompMessage(destination: destination, headers: frame.headers, text: frame.body))
      case .end(let error):
        await replies.finish(error)
        await inbox.finish(error)
      }
    }
    let head = ["accept-version": "1.2", "host": "mock-api", "heart-beat": "0,0"].merging(headers) { $1 }
    try await socket.send(StompFrame(command: "CONNECT", headers: head).text)
    try await reply { $0.command == "CONNECTED" }
  }

  /// All messages so far.
  public var messages: [StompMessage] {
    get async { await inbox.all }
  }

  /// Subscribes to a destination, and returns when the server has done it.
  public func subscribe(_ destination: String, headers: [String: String] = [:]) async throws {
    let id = "sub-\(await counter.next())"
    try await exchange("SUBSCRIBE", headers.merging(["destination": destination, "id": id]) { $1 })
  }

  /// Sends a message, and returns when the server has it.
  public func send(_ destination: String, body: JSONValue? = nil, headers: [String: String] = [:]) async throws {
    let text = body.map { $0.string ?? "\($0)" } ?? ""
    try await exchange("SEND", headers.merging(["destination": destination]) { $1 }, body: text)
  }

  /// Waits for a message that no `wait` has given yet.
  ///
  /// - Parameters:
  ///   - destination: Where it was sent to; anywhere without it.
  ///   - timeout: For how long, in real time.
  ///   - isMeant: Which one; the next one without it.
  /// - Throws: `MockAPIError.noMessage` with what came instead, `SocketEnded` when the socket was closed.
  @discardableResult
  public func wait(
    destination: String? = nil, timeout: TimeSpan = "10s", fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, where isMeant: @escaping @Sendable (StompMessage) -> Bool = { _ in true }
  ) async throws -> StompMessage {
    let seconds = try timeout.seconds()
    let message = try await inbox.next(within: seconds) { message in
      (destination ?? message.destination) == message.destination && isMeant(message)
    }
    if let message { return message }
    throw MockAPIError.noMessage(
      place: destination ?? "any destination", seconds: seconds,
      came: await inbox.all.suffix(10).map { "\($0.destination): \($0.text.prefix(200))" },
      CallPlace(fileID, filePath, line))
  }

  /// Closes the socket.
  public func close() { socket.close() }

  private func exchange(_ command: String, _ headers: [String: String], body: String = "") async throws {
    let receipt = "receipt-\(await counter.next())"
    let head = headers.merging(["receipt": receipt]) { $1 }
    try await socket.send(StompFrame(command: command, headers: head, body: body).text)
    try await reply { $0.headers["receipt-id"] == receipt }
  }

  private func reply(_ isMeant: @escaping @Sendable (StompFrame) -> Bool) async throws {
    guard let frame = try await replies.next(within: seconds, where: { isMeant($0) || $0.command == "ERROR" }) else {
      throw MockAPIError.timedOut(operation: "STOMP", seconds: seconds)
    }
    guard frame.command != "ERROR" else {
      let message = frame.headers["message"] ?? ""
      throw MockAPIError.failed(operation: "STOMP", reason: "the server answered ERROR: \(message) \(frame.body)")
    }
  }
}

/// A frame of STOMP 1.2.
struct StompFrame: Sendable {
  var command: String
  var headers: [String: String]
  var body = ""

  init(command: String, headers: [String: String], body: String = "") {
    (self.command, self.headers, self.body) = (command, headers, body)
  }

  /// Reads a frame; nil for a heart-beat.
  init?(_ text: String) {
    // By scalars: a carriage return and a line feed are one character.
    let parts = text.replacingOccurrences(of: "\r\n", with: "\n").trimmingCharacters(in: .init(charactersIn: "\n"))
    guard let end = parts.range(of: "\n\n") else { return nil }
    let lines = parts[..<end.lowerBound].split(separator: "\n")
    command = lines.first.map(String.init) ?? ""
    headers = [:]
    for line in lines.dropFirst() {
      let pair = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let name = Self.unescaped(String(pair[0]))
      // Of a header that is there twice, the first one counts.
      if headers[name] == nil { headers[name] = pair.count > 1 ? Self.unescaped(String(pair[1])) : "" }
    }
    let rest = parts[end.upperBound...]
    body = String(rest.prefix { $0 != "\0" })
  }

  /// The frame as it is sent.
  var text: String {
    let isPlain = command == "CONNECT"
    let lines = headers.sorted { $0.key < $1.key }.map { name, value in
      isPlain ? "\(name):\(value)" : "\(Self.escaped(name)):\(Self.escaped(value))"
    }
    return ([command] + lines).joined(separator: "\n") + "\n\n" + body + "\0"
  }

  private static let escapes = [("\\", "\\\\"), ("\n", "\\n"), (":", "\\c"), ("\r", "\\r")]

  private static func escaped(_ text: String) -> String {
    escapes.reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }

  private static func unescaped(_ text: String) -> String {
    var plain = ""
    var isEscape = false
    for character in text {
      if isEscape {
        plain += ["n": "\n", "c": ":", "r": "\r"][character] ?? String(character)
        isEscape = false
      } else if character == "\\" {
        isEscape = true
      } else {
        plain.append(character)
      }
    }
    return plain
  }
}

extension MockWorld {
  /// Connects a STOMP client to the world.
  ///
  /// - Parameters:
  ///   - path: The path of the broker's WebSocket.
  ///   - token: Sent as `Authorization: Bearer …` with the handshake and with CONNECT.
  ///   - headers: More headers of CONNECT.
  ///   - timeout: How long the handshake and each reply of the server may take.
  public func connectStomp(
    path: String = "/ws/greenhouse", token: String? = nil, headers: [String: String] = [:], timeout: TimeSpan = "10s"
  ) async throws -> StompClient {
    let socket = try await open(path, token: token, headers: [:], timeout: timeout)
    let authorization = token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
    return try await StompClient(
      socket, headers: authorization.merging(headers) { $1 }, seconds: try timeout.seconds())
  }
}
