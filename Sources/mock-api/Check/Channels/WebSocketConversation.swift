import Client
import HTTPCore
import JSON

/// The messages of a WebSocket, each of which is one of the document's.
struct WebSocketConversation: ChannelConversation {
  let status = 101
  private(set) var remarks: [ChannelRemark] = []
  private let socket: WebSocketClient
  private let channels: [Int]

  /// Opens the WebSocket of a connection.
  ///
  /// - Throws: ``ConversationEnd``.
  init(_ client: HTTPClient, _ connection: ChannelConnection) throws(ConversationEnd) {
    socket = try Self.open(client, connection)
    channels = Array(connection.channels.indices)
    let offered = connection.subprotocols
    if !offered.isEmpty, socket.subprotocol == nil {
      remarks.append(
        ChannelRemark(
          kind: .note, location: "header Sec-WebSocket-Protocol",
          message: "is missing; documented are \(offered.joined(separator: ", "))"))
    }
  }

  /// Opens a WebSocket with the headers and subprotocols of a connection.
  ///
  /// - Throws: ``ConversationEnd``.
  static func open(
    _ client: HTTPClient, _ connection: ChannelConnection
  ) throws(ConversationEnd) -> WebSocketClient {
    do throws(WebSocketClient.Failure) {
      return try WebSocketClient(
        client, connection.path, headers: connection.headers, subprotocols: connection.subprotocols,
        timeoutMilliseconds: Replay.timeoutMilliseconds)
    } catch {
      throw ConversationEnd(error)
    }
  }

  mutating func receive(timeoutMilliseconds: Int) throws(ConversationEnd) -> [ChannelNews] {
    guard let event = try socket.event(timeoutMilliseconds: timeoutMilliseconds) else { return [] }
    switch event {
    case .text(let bytes): return [.frame(HeardFrame(channels: channels, content: .text(bytes)))]
    case .binary(let bytes): return [.frame(HeardFrame(channels: channels, content: .binary(bytes)))]
    case .closed(let code, let reason): throw .closed(code: code, reason: reason)
    }
  }

  mutating func send(
    _ payload: JSONValue, as message: CheckedMessage, to channel: Int, replies: [String]
  ) throws(ConversationEnd) {
    let isText = message.model.document.contentType?.hasPrefix("text/") == true
    let plain = isText ? payload.string : nil
    try socket.pass(plain ?? String(decoding: JSONWriter.serialize(payload, sortedKeys: false), as: UTF8.self))
  }

  mutating func close() { socket.close() }
}

extension WebSocketClient {
  /// The next message or the end; nil when none came in this time.
  ///
  /// - Throws: ``ConversationEnd``.
  func event(timeoutMilliseconds: Int) throws(ConversationEnd) -> Event? {
    do throws(Failure) {
      return try receive(timeoutMilliseconds: timeoutMilliseconds)
    } catch {
      throw ConversationEnd(error)
    }
  }

  /// Sends a text.
  ///
  /// - Throws: ``ConversationEnd``.
  func pass(_ text: String) throws(ConversationEnd) {
    do throws(Failure) {
      try send(text)
    } catch {
      throw ConversationEnd(error)
    }
  }
}
