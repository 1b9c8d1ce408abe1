import Client
import JSON
import Reporting

/// What a backend says on a connection, in the terms of its protocol.
protocol ChannelConversation {
  /// The status of the response that opened it: 101, or 200 for a stream.
  var status: Int { get }
  /// What is remarkable about how it was opened.
  var remarks: [ChannelRemark] { get }

  /// What comes next; empty when nothing came in this time.
  ///
  /// - Throws: ``ConversationEnd``.
  mutating func receive(timeoutMilliseconds: Int) throws(ConversationEnd) -> [ChannelNews]

  /// Sends a message of a client.
  ///
  /// - Parameters:
  ///   - channel: The number of its channel in the connection.
  ///   - replies: The names of the messages that answer it.
  /// - Throws: ``ConversationEnd``.
  mutating func send(
    _ payload: JSONValue, as message: CheckedMessage, to channel: Int, replies: [String]
  ) throws(ConversationEnd)

  /// Ends it.
  mutating func close()
}

/// One thing that came on a connection.
enum ChannelNews {
  case frame(HeardFrame)
  case remark(ChannelRemark)
}

/// A message of the backend.
struct HeardFrame {
  /// What it has inside.
  enum Content {
    case text([UInt8])
    case binary([UInt8])
    /// Where the protocol itself is JSON.
    case value(JSONValue)
  }

  /// The numbers of the channels that it may belong to.
  let channels: [Int]
  /// Its name, where the protocol has one.
  var name: String?
  /// Whether only a message of that name can be meant.
  var isNameCertain = false
  let content: Content
  /// Whether it answers the message that was sent last.
  var isAnswer = false
}

/// A finding that no message is about.
struct ChannelRemark {
  var kind = Finding.Kind.contractViolation
  /// The number of the channel; nil for the first one.
  var channel: Int?
  var location = ""
  let message: String
}

/// Why a connection is over, or was not opened.
enum ConversationEnd: Error {
  /// The backend cannot be reached.
  case unreachable(String)
  /// It answered with another status.
  case refused(status: Int, reason: String)
  /// It does not want this client, in the words of a protocol.
  case rejected(String)
  /// It did not answer, or the connection was lost.
  case lost(String)
  /// It sent what the protocol does not allow.
  case malformed(String)
  /// It ended the connection, with the code of a WebSocket.
  case closed(code: UInt16, reason: String)
  /// It ended the stream.
  case finished

  init(_ failure: WebSocketClient.Failure) {
    switch failure {
    case .unreachable(let reason): self = .unreachable(reason)
    case .lost(let reason): self = .lost(reason)
    case .malformed(let reason): self = .malformed(reason)
    case .refused(let response): self = .refused(status: response.status, reason: Replay.explanation(response))
    }
  }
}
