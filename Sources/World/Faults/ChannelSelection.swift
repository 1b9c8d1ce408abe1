import HTTPCore

/// The messages of channels that a fault is about, by what their document calls them.
package struct ChannelSelection: Sendable, Equatable {
  /// The channel's name; nil for any.
  package let channel: String?
  /// The message's name; nil for any.
  package let message: String?

  /// A selection; nil where neither is named.
  package init?(channel: String?, message: String?) {
    if channel == nil, message == nil { return nil }
    (self.channel, self.message) = (channel, message)
  }

  /// Whether a message of the server is one of these.
  package func includes(_ subject: ChannelMessage?) -> Bool {
    guard let subject else { return false }
    return (channel.map { $0 == subject.channel } ?? true) && (message.map { $0 == subject.name } ?? true)
  }

  /// - Throws: ``Problem`` of kind `validation` for a name that no channel of the world has.
  func requirePossible(_ apis: [(api: String, channels: [ChannelSummary])]) throws(Problem) {
    let channels = apis.flatMap(\.channels)
    if let channel { try Self.require(channel, among: channels.map(\.name), "channel") }
    guard let message else { return }
    let own = channels.filter { summary in channel.map { $0 == summary.name } ?? true }
    try Self.require(message, among: own.flatMap(\.messages).filter(\.isOfServer).map(\.name), "message")
  }

  private static func require(_ name: String, among known: [String], _ field: String) throws(Problem) {
    guard !known.contains(name) else { return }
    let known = Array(Set(known)).sorted()
    let listed = known.prefix(20).joined(separator: ", ")
    throw Problem(
      .validation,
      "there is no \(field) \"\(name.clipped(to: 60))\"\(KnownNames(known).suggestion(for: name))"
        + (listed.isEmpty ? "" : "; known are \(listed)"), field: field, value: name.clipped(to: 200))
  }
}
