/// A frame: a command, headers and a body.
package struct Frame: Sendable, Equatable {
  package let command: Command
  package var headers: Headers
  /// The bytes between the blank line and the closing NUL.
  package var body: [UInt8]

  package init(_ command: Command, _ headers: Headers = Headers(), body: [UInt8] = []) {
    self.command = command
    self.headers = headers
    self.body = body
  }
}

/// What goes into one WebSocket message: one frame or one heart-beat.
package struct OutgoingFrame: Sendable, Equatable {
  package let bytes: [UInt8]
  /// Whether the bytes are UTF-8, so that the message is a text message (CONTRACT W6).
  package let isText: Bool

  package init(bytes: [UInt8], isText: Bool) {
    self.bytes = bytes
    self.isText = isText
  }

  /// The heart-beat: a single line feed as text.
  static let heartBeat = OutgoingFrame(bytes: [ASCII.lineFeed], isText: true)
}
