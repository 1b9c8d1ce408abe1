import HTTPCore
import World

/// A message on its way through a tap.
struct TapPacket: Sendable, Equatable {
  var message: WebSocketMessage
  var policy: OverflowPolicy
  var delayMilliseconds = 0
  /// The fault that last did something to it.
  var faultID: String?

  init(_ message: WebSocketMessage, whenFull policy: OverflowPolicy = .close) {
    self.message = message
    self.policy = policy
  }
}

/// What waits in one direction of a socket until its time comes, in its order: whatever is delayed delays all behind it,
/// as on a connection.
struct TapLane {
  /// Something that waits.
  enum Item: Sendable {
    case message(TapPacket)
    case close(code: UInt16, reason: String)
  }

  /// A client that is owed more is cut off rather than served from ever more memory.
  static let maximumCount = 1024
  static let maximumBytes = 4 << 20

  private var items: [Item] = []
  private var bytes = 0
  private var lastDue: Int64 = 0

  /// Whether nothing waits.
  var isEmpty: Bool { items.isEmpty }

  /// Whether more may wait.
  var isFull: Bool { items.count >= Self.maximumCount || bytes >= Self.maximumBytes }

  /// Adds something that waits.
  ///
  /// - Returns: The milliseconds from now after which it is to be taken out.
  mutating func append(_ item: Item, delayMilliseconds: Int, now: Int64) -> Int {
    let due = max(lastDue, now.advanced(by: delayMilliseconds * 1_000_000))
    lastDue = due
    items.append(item)
    if case .message(let packet) = item { bytes += packet.message.bytes.count }
    return Int((due - now + 999_999) / 1_000_000)
  }

  /// Takes out what waits longest.
  mutating func removeFirst() -> Item? {
    guard !items.isEmpty else { return nil }
    let item = items.removeFirst()
    if case .message(let packet) = item { bytes -= packet.message.bytes.count }
    return item
  }
}
