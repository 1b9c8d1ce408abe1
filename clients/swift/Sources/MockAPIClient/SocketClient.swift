import Foundation

/// The end of a socket.
public struct SocketEnded: Error, Sendable, Equatable, CustomStringConvertible {
  /// The close code; nil where the connection broke.
  public var code: Int?
  /// The reason.
  public var reason: String

  /// An end.
  public init(code: Int?, reason: String) { (self.code, self.reason) = (code, reason) }

  /// The end for people.
  public var description: String { "the socket was closed\(code.map { " with code \($0)" } ?? ""): \(reason)" }
}

/// A client of a WebSocket whose messages are JSON, for tests. The world closes it at the end of the test.
public final class SocketClient: Sendable {
  private let socket: WebSocket
  private let inbox = Inbox<JSONValue>()
  private let place: String

  init(_ socket: WebSocket, place: String) {
    (self.socket, self.place) = (socket, place)
    socket.read { [inbox] event in
      switch event {
      case .text(let text):
        let value = try? JSON.decoder().decode(JSONValue.self, from: Data(text.utf8))
        await inbox.add(value ?? .string(text))
      case .end(let error): await inbox.finish(error)
      }
    }
  }

  /// All messages so far: their JSON, or the text of those that are none.
  public var messages: [JSONValue] {
    get async { await inbox.all }
  }

  /// Sends JSON.
  public func send(_ value: JSONValue) async throws { try await socket.send("\(value)") }

  /// Sends a text as it is.
  public func send(text: String) async throws { try await socket.send(text) }

  /// Waits for a message that no `wait` has given yet.
  ///
  /// - Parameters:
  ///   - timeout: For how long, in real time.
  ///   - isMeant: Which one; the next one without it.
  /// - Throws: `MockAPIError.noMessage` with what came instead, `SocketEnded` when the socket was closed.
  @discardableResult
  public func wait(
    timeout: TimeSpan = "10s", fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    where isMeant: @escaping @Sendable (JSONValue) -> Bool = { _ in true }
  ) async throws -> JSONValue {
    let seconds = try timeout.seconds()
    if let message = try await inbox.next(within: seconds, where: isMeant) { return message }
    throw MockAPIError.noMessage(
      place: place, seconds: seconds, came: await inbox.all.suffix(10).map(\.description),
      CallPlace(fileID, filePath, line))
  }

  /// Closes the socket.
  public func close() { socket.close() }
}

extension MockWorld {
  /// Connects a client to a WebSocket of the world, whose messages are JSON.
  ///
  /// - Parameters:
  ///   - path: The path, such as `/ws`, with a query if need be.
  ///   - token: Sent as `Authorization: Bearer …` with the handshake.
  ///   - headers: More headers of the handshake.
  ///   - timeout: How long the handshake may take.
  public func connectSocket(
    _ path: String, token: String? = nil, headers: [String: String] = [:], timeout: TimeSpan = "10s"
  ) async throws -> SocketClient {
    let socket = try await open(path, token: token, headers: headers, timeout: timeout)
    return SocketClient(socket, place: path)
  }

  func open(
    _ path: String, token: String?, headers: [String: String], timeout: TimeSpan
  ) async throws -> WebSocket {
    guard let url = URL(string: webSocketURL.absoluteString + (path.hasPrefix("/") ? path : "/" + path)) else {
      throw MockAPIError.failed(operation: "connectSocket", reason: "\"\(path)\" is no path")
    }
    let authorization = token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
    let socket = try await WebSocket.open(
      url, headers: authorization.merging(headers) { $1 }, seconds: try timeout.seconds())
    link.notes?.add { socket.close() }
    return socket
  }
}
