import HTTPCore
import JSON
import World

/// Which messages a call means.
struct MessageConditions: Sendable {
  /// Names that bodies may have, and lists.
  static let names = listed + ["payload"]
  static let listed = ["api", "channel", "message", "direction", "account", "delivered", "since"]

  let query: JournalQuery
  /// What is meant, in words, such as `order.paid of orders`.
  let description: String
  private let channel: ChannelHub.Channel?
  private let message: String?

  /// Reads conditions; other members are the caller's.
  ///
  /// - Throws: ``Problem`` for an unknown API, channel, message or account, and for invalid values.
  init(_ object: JSONObject, in world: World, frames: JournalQueryReader.DefaultFrames) throws(Problem) {
    var common: JSONObject = ["kind": "frame"]
    for name in ["account", "direction", "delivered", "since"] {
      if let value = object[name], !value.isNull { common[name] = value }
    }
    let api = try Self.text("api", in: object)
    if let api { common["api"] = .string(api) }
    let known = try JournalQueryReader.read(common, kind: .exchange, frames: frames)
    try known.requirePossible(in: world)
    var criteria: [JournalCriterion] = known.criteria.filter { if case .isFrame = $0 { true } else { false } }
    criteria += known.criteria.filter { if case .isFrame = $0 { false } else { true } } + [.isMessage]
    let name = try Self.text("channel", in: object)
    let place = try name.map { name throws(Problem) in
      try ChannelEndpoints.place(name, api: api, in: world)
    }
    if let place { criteria.append(.channel(place.channel, place.parameters)) }
    (channel, message) = (place?.channel, try Self.text("message", in: object))
    if let message {
      try Self.require(message, of: place?.channel, api: api, in: world)
      criteria.append(.message(message))
    }
    var described: String?
    if let payload = object["payload"], !payload.isNull {
      criteria += try Self.criteria(of: payload)
      described = String(decoding: JSONWriter.serialize(Redaction.json(payload), sortedKeys: false), as: UTF8.self)
    }
    query = JournalQuery(criteria)
    let direction = object["direction"]?.string.map { $0 == "sent" ? " to clients" : " from clients" } ?? ""
    description =
      (message ?? "a message") + (place.map { " of \($0.channel.name)" } ?? "") + direction
      + (described.map { " with \($0.clipped(to: 200))" } ?? "")
  }

  /// The entries that match.
  func matching(_ entries: [JournalEntry]) -> [JournalView] {
    entries.lazy.filter(\.isFrame).map(JournalView.init).filter { query.matches($0) }
  }

  /// Whether a message that is held back is of the channel and of the name.
  func concerns(_ held: ChannelHub.HeldMessage) -> Bool {
    let subject = held.subject
    return (channel.map { $0.api == subject.api && $0.name == subject.channel } ?? true)
      && (message.map { $0 == subject.name } ?? true)
  }

  private static func text(_ name: String, in object: JSONObject) throws(Problem) -> String? {
    guard let value = object[name], !value.isNull else { return nil }
    guard let text = value.string, !text.isEmpty, text.unicodeScalars.count <= 1000 else {
      throw Problem(.invalidParameter, "\"\(name)\" must be a text of 1 to 1000 characters", field: name)
    }
    return text
  }

  private static let maximumMembers = 16

  private static func criteria(of payload: JSONValue) throws(Problem) -> [JournalCriterion] {
    guard let object = payload.object else { return [.payload(JSONPointer([]), payload)] }
    guard object.count <= maximumMembers else {
      throw Problem(.invalidParameter, "\"payload\" may have at most \(maximumMembers) members", field: "payload")
    }
    var criteria: [JournalCriterion] = []
    for member in object.members {
      guard let pointer = JSONPointer(condition: member.key) else {
        throw Problem(
          .invalidParameter, "\"payload\" must have names or JSON pointers as its keys", field: "payload",
          value: member.key)
      }
      criteria.append(.payload(pointer, member.value))
    }
    return criteria
  }

  /// - Throws: ``Problem`` of kind `notFound` for a message that no channel has, and that has not come either.
  static func require(
    _ message: String, of channel: ChannelHub.Channel?, api: String?, in world: World
  ) throws(Problem) {
    let names = world.channels.channels.filter { owner in (channel?.api ?? api).map { $0 == owner.api } ?? true }
      .flatMap(\.channels).filter { own in channel.map { $0.name == own.name } ?? true }
      .flatMap { $0.messages.map(\.name) }
    guard !names.contains(message) else { return }
    let seen = world.journal.contents().entries.contains { entry in
      entry.isFrame && JournalView(entry).message?.name == message
    }
    guard !seen else { return }
    let known = names.prefix(20).joined(separator: ", ")
    throw Problem(
      .notFound,
      "there is no message \"\(message.clipped(to: 60))\"\(channel.map { " of \($0.name)" } ?? "")"
        + KnownNames(names).suggestion(for: message) + (known.isEmpty ? "" : "; known are \(known)"),
      field: "message", value: message)
  }
}
