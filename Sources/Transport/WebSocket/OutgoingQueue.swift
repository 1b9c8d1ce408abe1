import HTTPCore

/// The messages that wait for one socket, bounded in octets.
struct OutgoingQueue {
  /// What to put on the wire next.
  enum Item: Equatable {
    case message(WebSocketMessage)
    case close(code: UInt16, reason: String)
  }

  /// What a message takes up besides its octets; without it, empty messages would be free.
  private static let overheadBytes = 64

  private let limit: Int
  private var messages: [WebSocketMessage] = []
  private var head = 0
  private var closing: Item?
  /// Octets that the messages which wait take up.
  private(set) var byteCount = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// Whether a close was asked for, by the application or because the queue was full.
  var isClosing: Bool { closing != nil }

  /// Adds a message behind the others.
  ///
  /// - Returns: false when the queue was full: what waited is dropped and the socket will be closed with 1013
  ///   (try again later).
  mutating func append(_ message: WebSocketMessage) -> Bool {
    guard closing == nil else { return true }
    guard byteCount + Self.cost(message) <= limit else {
      messages = []
      (head, byteCount) = (0, 0)
      closing = .close(code: 1013, reason: "the client reads too slowly")
      return false
    }
    messages.append(message)
    byteCount += Self.cost(message)
    return true
  }

  /// Asks for a close behind what waits; later messages are dropped.
  mutating func close(code: UInt16, reason: String) {
    if closing == nil { closing = .close(code: code, reason: reason) }
  }

  /// Takes what is next, nil when nothing waits.
  mutating func next() -> Item? {
    guard head < messages.count else { return closing }
    let message = messages[head]
    head += 1
    byteCount -= Self.cost(message)
    if head == messages.count {
      messages.removeAll(keepingCapacity: messages.capacity <= 64)
      head = 0
    }
    return .message(message)
  }

  private static func cost(_ message: WebSocketMessage) -> Int { message.bytes.count + overheadBytes }
}
