import Contract
import Reporting

/// What was heard on a connection.
struct ChannelOutcome: Sendable {
  /// A finding about a message, a channel or the connection.
  struct Found: Sendable {
    let kind: Finding.Kind
    /// The transport, the channel and the message.
    let operation: String
    /// Such as `payload /order/id`; may be empty.
    let location: String
    let message: String
  }

  /// A message of a client that was sent.
  struct Sent: Sendable {
    /// The number of its channel.
    let channel: Int
    let name: String
    var count = 1
    /// Why it is not as documented; nil when it is.
    var reason: String?
    var microseconds = 0
  }

  /// The most findings of a connection.
  private static let capacity = 10_000

  let connection: ChannelConnection
  /// The status of the response to the handshake; 0 without one.
  var status = 0
  /// How long the handshake took.
  var microseconds = 0
  /// Why the backend cannot be reached; nil when it can.
  var unreachable: String?
  var found: [Found] = []
  /// How many valid messages of each name came, for each channel.
  var valid: [[String: Int]]
  /// How many messages came, for each channel.
  var counts: [Int]
  var sent: [Sent] = []
  /// The reason why nothing can be heard, such as a refusal.
  var reason: String?

  init(_ connection: ChannelConnection) {
    self.connection = connection
    valid = connection.channels.map { _ in [:] }
    counts = connection.channels.map { _ in 0 }
  }

  /// Whether the connection was open.
  var isOpen: Bool { status == 101 || status == 200 }

  /// Whether the backend has nothing at the path of the connection.
  var isNowhere: Bool { (400...499).contains(status) && ![401, 403].contains(status) }

  /// Adds a finding about a channel, or about the first one.
  mutating func add(
    _ kind: Finding.Kind, channel: Int? = nil, message name: String? = nil, location: String = "", _ message: String
  ) {
    guard found.count < Self.capacity, let channel = channel ?? connection.channels.indices.first else { return }
    found.append(
      Found(
        kind: kind, operation: connection.label(connection.channels[channel], name), location: location,
        message: message))
  }
}
