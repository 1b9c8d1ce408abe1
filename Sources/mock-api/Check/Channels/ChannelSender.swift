import JSON
import LiveAPIs
import World

/// Sends the messages of clients that have examples, one after the other: each waits for its documented reply.
struct ChannelSender {
  private struct Entry {
    let channel: Int
    let message: CheckedMessage
    let payload: JSONValue
  }

  /// Messages that are sent; further ones are left out.
  private static let capacity = 100
  private static let maximumExamples = 10
  /// How long a documented reply may take.
  private static let replyNanoseconds: Int64 = 5_000_000_000

  private var waiting: ArraySlice<Entry> = []
  private(set) var results: [ChannelOutcome.Sent] = []
  /// The names of the replies that are awaited, and since when.
  private var awaited: (names: Set<String>, since: Int64)?
  /// Whether what was sent last has been answered by an error.
  private var mayFail = false

  /// A sender of the messages of a connection; one of nothing without.
  init(_ connection: ChannelConnection?) {
    guard let connection else { return }
    var entries: [Entry] = []
    for (number, channel) in connection.channels.enumerated() {
      for message in channel.messages where message.model.isOfClient {
        if message.model.effect == .authenticate, connection.token == nil, !message.examples.isEmpty {
          results.append(
            ChannelOutcome.Sent(channel: number, name: message.name, count: 0, reason: "was not sent: it needs --token")
          )
          continue
        }
        for example in message.examples.prefix(Self.maximumExamples) {
          let payload = message.model.effect == .authenticate ? Self.withToken(example, connection.token) : example
          entries.append(Entry(channel: number, message: message, payload: payload))
        }
      }
    }
    let ordered = entries.enumerated().sorted { left, right in
      (Self.rank(left.element.message), left.offset) < (Self.rank(right.element.message), right.offset)
    }
    waiting = ordered.prefix(Self.capacity).map(\.element)[...]
  }

  /// Sign-in first, then subscriptions, and their ends last.
  private static func rank(_ message: CheckedMessage) -> Int {
    switch message.model.effect {
    case .authenticate: 0
    case .subscribe: 1
    case .unsubscribe: 3
    default: 2
    }
  }

  /// The payload with the account's token in the place of that of the example.
  private static func withToken(_ example: JSONValue, _ token: String?) -> JSONValue {
    guard let token, var object = example.object else { return example }
    for member in object.members {
      if member.key.lowercased().hasSuffix("token") || member.key.lowercased() == "jwt" {
        object[member.key] = .string(token)
      } else if member.value.object != nil {
        object[member.key] = withToken(member.value, token)
      }
    }
    return .object(object)
  }

  /// Whether nothing is to be sent or awaited.
  var isIdle: Bool { waiting.isEmpty && awaited == nil }

  /// Sends the next message, unless a reply is awaited.
  ///
  /// - Throws: ``ConversationEnd``.
  mutating func proceed(_ conversation: inout any ChannelConversation) throws(ConversationEnd) {
    let now = SystemTime.monotonicNanoseconds()
    if let awaited {
      guard now - awaited.since > Self.replyNanoseconds else { return }
      let names = awaited.names.sorted().joined(separator: " or ")
      finish("\(names) did not come within \(Self.replyNanoseconds / 1_000_000_000) s")
    }
    guard let entry = waiting.popFirst() else { return }
    let replies = entry.message.model.document.replies
    try conversation.send(entry.payload, as: entry.message, to: entry.channel, replies: replies)
    if let place = place(of: entry) {
      results[place].count += 1
    } else {
      results.append(ChannelOutcome.Sent(channel: entry.channel, name: entry.message.name))
    }
    current = place(of: entry)
    mayFail = true
    awaited = replies.isEmpty ? nil : (Set(replies), now)
  }

  private var current: Int?

  private func place(of entry: Entry) -> Int? {
    results.firstIndex { $0.channel == entry.channel && $0.name == entry.message.name && $0.count > 0 }
  }

  private mutating func finish(_ reason: String?) {
    if let current {
      if let reason { results[current].reason = reason }
      if let awaited {
        results[current].microseconds = Int((SystemTime.monotonicNanoseconds() - awaited.since) / 1000)
      }
    }
    (awaited, mayFail) = (nil, false)
  }

  /// Takes note of a message that came.
  ///
  /// - Parameters:
  ///   - isAnswer: Whether the protocol says that it answers.
  mutating func note(_ message: CheckedMessage, _ payload: JSONValue, isAnswer: Bool) {
    if let awaited, awaited.names.contains(message.name) || isAnswer, !message.model.isError {
      finish(nil)
    } else if message.model.isError, mayFail {
      let text = String(decoding: JSONWriter.serialize(payload, sortedKeys: false), as: UTF8.self)
      finish("answered \(message.name): \(text.clipped(to: 160))")
    }
  }
}
