import Contract
import HTTPCore
import JSON
import LiveAPIs

/// A connection to a backend, with the channels that are heard on it.
struct ChannelConnection: Sendable {
  /// How a backend is reached.
  enum Transport: String, Sendable {
    case webSocket = "WS"
    case events = "SSE"
    case socketIO = "SOCKET.IO"
    case stomp = "STOMP"
  }

  let transport: Transport
  /// The path relative to the backend's URL; for Socket.IO and STOMP that of their server.
  var path: String
  /// What the document or the user adds to the query, encoded.
  var query = ""
  /// Further headers of the request.
  var headers = HeaderFields()
  /// What is tried instead when a backend has nothing at the path: plain WebSockets of SockJS have one below it, and topics
  /// may have one each.
  var alternatives: [ChannelConnection] = []
  var subprotocols: [String] = []
  /// The token of the account, for protocols that show it in their own frames; nil for none.
  var token: String?
  /// The name and the password, likewise.
  var user: (name: String, value: String)?
  /// Whether the document says that clients need credentials.
  var isSecured = false
  var channels: [CheckedChannel]

  /// How findings name a channel, and a message of it.
  func label(_ channel: CheckedChannel, _ message: String? = nil) -> String {
    "\(transport.rawValue) \(channel.place)" + (message.map { " \($0)" } ?? "")
  }
}

/// A channel as it is heard on a connection.
struct CheckedChannel: Sendable {
  let name: String
  /// The address as the document has it, with the path of its server: `/v1/rooms/{roomId}/live`.
  let place: String
  /// The address with values for its parameters, without the path of the server.
  let address: String
  let messages: [CheckedMessage]

  /// The messages that may come.
  var heard: [CheckedMessage] { messages.filter(\.model.isOfServer) }
}

/// A message of a channel, with what the document says about it.
struct CheckedMessage: Sendable {
  let model: ChannelModel.Message
  let documented: DocumentedMessage
  /// Payloads that a client can send.
  let examples: [JSONValue]

  var name: String { model.name }

  /// Whether it comes by itself, rather than as the answer to a message that was not sent, or because something failed.
  func isExpected(after sent: Set<String>) -> Bool {
    if model.isError { return false }
    guard case .messages(let causes) = model.trigger else { return true }
    return causes.contains { sent.contains($0) && $0 != name }
  }
}
