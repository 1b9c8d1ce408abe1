import HTTPCore
import STOMP
import World

extension WebSocketMessage {
  /// The message that carries a frame: text, unless its body is none.
  init(_ frame: OutgoingFrame) {
    self = frame.isText ? .text(frame.bytes) : .binary(frame.bytes)
  }
}

extension Message {
  /// What the application says, under the destination that the client knows.
  init(_ reply: MessagingPlan.Reply, to destination: String) {
    self.init(destination: destination, headers: Headers(), contentType: reply.contentType, body: reply.body)
  }
}
